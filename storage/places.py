"""SHELL: where this machine keeps what is a table's, when nothing else is said, and who may write there.

One rule for every command: the machine's table, which its service plays, has its service's folder; any other
table, and whoever may not write in that folder, has one of his own. No game is begun where it cannot be kept.
"""

import os
import pwd
from pathlib import Path
from typing import Final

OF_THE_MACHINE: Final = Path("/etc/fingerpost/table.toml")
"""The config of the machine's table, which its service plays by; without --config commands read it too."""
STATE_OF_THE_MACHINE: Final = Path("/var/lib/fingerpost")


def is_of_the_machine(config: Path | None) -> bool:
    """Whether a config, by whatever name, is that of the machine's table."""
    there = config is not None and OF_THE_MACHINE.is_file()
    return there and os.path.realpath(config or "") == os.path.realpath(OF_THE_MACHINE)


def state_folder(config: Path | None = None) -> Path:
    """Where games are kept when nothing else is said: by systemd or XDG, else as the rule above says.

    `config`: the table.toml that says nothing of it; None: there is none.
    """
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        value = os.environ.get(name)
        if value:
            return Path(value.split(":")[0]) if name == "STATE_DIRECTORY" else Path(value) / "fingerpost"
    if is_of_the_machine(config):
        return STATE_OF_THE_MACHINE
    return _home_folder()


def _home_folder() -> Path:
    return Path.home() / ".local" / "state" / "fingerpost"


def games_folder(config: Path | None = None) -> Path:
    """Where [store] path is left out."""
    return state_folder(config) / "games"


def demo_path(number: int = 1) -> Path:
    """Where a demo's game is kept; those that are played at the same time have numbers.

    Root's is among the machine's things: whoever takes the package away finds nothing of it left.
    """
    folder = state_folder()
    if os.geteuid() == 0 and folder == _home_folder() and OF_THE_MACHINE.is_file():
        folder = STATE_OF_THE_MACHINE
    return folder / (f"demo-{number}.fingerpost" if number > 1 else "demo.fingerpost")


def is_tables_own(home: Path) -> bool:
    """Whether a folder holds nothing but a table's things: else other things of somebody stand there too."""
    return home.resolve() in (state_folder().resolve(), STATE_OF_THE_MACHINE.resolve())


def nearest(path: Path) -> Path:
    """The path, or the nearest folder above it that can be seen."""
    while not _is_seen(path) and path != path.parent:
        path = path.parent
    return path


def _is_seen(path: Path) -> bool:
    try:
        path.stat()
    except OSError:
        return False
    return True


def is_closed(games: Path) -> bool:
    """Whether rights keep who asks from writing there; a card that can only be read is another matter."""
    place = nearest(games)
    if not place.is_dir() or os.access(place, os.R_OK | os.W_OK | os.X_OK):
        return False
    return not (os.access(place, os.R_OK | os.X_OK) and os.statvfs(place).f_flag & os.ST_RDONLY)


def is_guest(config: Path | None) -> bool:
    """Whether who asks of the machine's table is neither its own user nor root."""
    if not is_of_the_machine(config):
        return False
    return os.geteuid() not in (0, nearest(STATE_OF_THE_MACHINE).stat().st_uid)


def owner_of(path: Path) -> str:
    """Whose the nearest folder is, by name where there is one."""
    number = nearest(path).stat().st_uid
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def become_its_user(games: Path) -> None:
    """Go on as the table's own user where root acts among the machine's games: nobody else could read his.

    That user has the rights to a table's devices, as when the service plays.
    """
    if os.geteuid() != 0 or not games.resolve().is_relative_to(STATE_OF_THE_MACHINE):
        return
    place = nearest(STATE_OF_THE_MACHINE).stat()
    if place.st_uid == 0:
        return
    try:
        user = pwd.getpwuid(place.st_uid)
        os.initgroups(user.pw_name, place.st_gid)
        os.environ["HOME"] = user.pw_dir
    except KeyError:
        os.setgroups(())
    os.setgid(place.st_gid)
    os.setuid(place.st_uid)
    os.environ.pop("XDG_RUNTIME_DIR", None)  # root's own, which is closed from now on
