"""SHELL: what belongs to a table, in the folders of a backup, and where each of it stands on this machine."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from dialog.setup import EarlierTable
from fingerpost.config import Config
from fingerpost.terminal import tell_people
from storage.acts_beside import ENDING as ACTS
from storage.acts_beside import log_of
from storage.backup import copy_log, read_backup
from storage.folder import ENDING
from storage.kept_pairing import is_pairing
from storage.sticks import found_backups
from storage.writer_lock import WriterLock
from table.errors import CallError, StoreError

_FOLDERS: Final = ("campaigns", "camera", "users")
"""Folders of the table beside its games, as they are in a backup."""
_CAMERA: Final = ("calibration", "reference", "tokens")
_NEVER: Final = (".password", ".key", ".pem", "secrets.env")
_IN_URL: Final = re.compile(r"(://[^/@:\s\"']*):[^/@\s\"']*@")


def collect(
    config: Config, config_file: Path | None, staged: Path, left_out: Callable[[str], None]
) -> dict[str, Path]:
    """Everything of the table, name in a backup → a file that does not change: logs and config are copied.

    `left_out` hears of each game that cannot be read: it stops nothing.
    """
    games, found = config.store.path, dict[str, Path]()
    for path in sorted(games.iterdir()) if games.is_dir() else ():
        if path.is_symlink() or not path.is_file():
            continue
        if path.name.endswith(ENDING) or (path.name.endswith(ACTS) and not log_of(path).exists()):
            log = path if path.name.endswith(ENDING) else log_of(path)
            try:
                found |= {f"games/{file.name}": file for file in copy_log(log, staged / log.name)}
            except StoreError as error:
                left_out(str(error))
        elif path.name == "latest":
            found[f"games/{path.name}"] = _copied(path, staged)
        elif path.suffix == ".json" and not path.name.startswith(".") and not is_pairing(path.name):
            found[f"learned/{path.name}"] = _copied(path, staged)
    for folder in _FOLDERS:
        found |= {f"{folder}/{name}": path for name, path in _below(games.parent / folder)}
    for key in _CAMERA:
        path = Path(getattr(config.camera, key) or "/").expanduser()
        if path.is_file():
            found.setdefault(f"camera/{path.name}", path)
    if config_file is not None and config_file.is_file():
        copy = staged / "table.toml"
        copy.write_text(_IN_URL.sub(r"\1@", config_file.read_text(encoding="utf-8")), encoding="utf-8")
        found["config/table.toml"] = copy
    return found


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and not path.name.endswith(_NEVER):
            yield path.relative_to(folder).as_posix(), path


def _copied(path: Path, staged: Path) -> Path:
    return Path(shutil.copyfile(path, staged / path.name))


def put_back(file: Path, config: Config, config_file: Path | None) -> tuple[Path, int]:
    """A backup in the place of what is there, which goes aside; where to, and how many files came.

    Raises:
        BackupError: it is no whole backup; nothing was changed.
        StoreError: a game is played.
        OSError: the folder cannot be written.
    """
    games = config.store.path
    home = games.parent
    home.mkdir(parents=True, exist_ok=True)
    nobody_plays(games)
    number = 1 + max((int(path.name.rpartition("-")[2]) for path in _earlier(home)), default=0)
    aside, fresh = home / f"before-restore-{number}", home / f".restore-{number}"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    try:
        manifest = read_backup(file, fresh)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    _one_folder(fresh)
    _owned_as(home, fresh)
    aside.mkdir(mode=0o700)
    _owned_as(home, aside)
    for name, place in (("games", games), *((folder, home / folder) for folder in _FOLDERS)):
        if place.exists():
            place.rename(aside / name)
        if (fresh / name).is_dir():
            (fresh / name).rename(place)
    brought = fresh / "config" / "table.toml"
    if brought.is_file() and config_file is not None:
        if config_file.is_file():
            shutil.copy2(config_file, aside / "table.toml")
        written = config_file.with_name(f".{config_file.name}.new")
        shutil.copyfile(brought, written)
        written.chmod(0o644)
        written.replace(config_file)
    shutil.rmtree(fresh)
    return aside, len(manifest.files)


def earlier_tables() -> tuple[EarlierTable, ...]:
    """Those on what is plugged in, newest first."""
    return tuple(EarlierTable(name=str(one.file), games=one.games) for one in found_backups())


def brought(config: Config, name: str) -> bool:
    """An earlier table in the place of a new one, but for its config, which is root's; False: it is not."""
    try:
        put_back(Path(name), config, None)
    except (CallError, StoreError, OSError) as error:
        tell_people(f"{error}")
        return False
    return True


def _one_folder(fresh: Path) -> None:
    """What was learned stands among the games; what a home is known by at another one's page goes."""
    games = fresh / "games"
    games.mkdir(mode=0o700, exist_ok=True)
    learned = fresh / "learned"
    for path in sorted(learned.iterdir()) if learned.is_dir() else ():
        path.rename(games / path.name)
    for path in games.iterdir():  # whoever has it is a seat at another home's page: no stick brings one
        if is_pairing(path.name) and path.is_file():
            path.unlink()


def _earlier(home: Path) -> list[Path]:
    return [path for path in home.glob("before-restore-*") if path.name.rpartition("-")[2].isdecimal()]


def _owned_as(home: Path, folder: Path) -> None:
    """By whom the table's folder is owned, who is another than root."""
    if os.geteuid() != 0:
        return
    owner = home.stat()
    for path in (folder, *folder.rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def nobody_plays(games: Path) -> None:
    """Raises StoreError ("busy") while any game of the folder is written."""
    for path in sorted(games.glob(f"*{ENDING}")) if games.is_dir() else ():
        WriterLock(path).release()


def secrets_left_out(config_file: Path | None) -> str:
    """What is said of a password that stood in the config; "": none did."""
    if config_file is None or not config_file.is_file():
        return ""
    found = _IN_URL.search(config_file.read_text(encoding="utf-8"))
    return "the broker's password in [mqtt] url is not in it; keep that yourself" if found else ""


def need_rights(folder: Path) -> None:
    """Raises CallError where the games cannot be read or written by who calls."""
    if folder.exists() and not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise CallError(f"{folder}: no right to it; run: sudo {' '.join(['fingerpost', *sys.argv[1:]])}")
