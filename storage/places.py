"""SHELL: where this machine keeps what is a table's, when nothing else is said."""

import os
from pathlib import Path
from typing import Final

OF_THE_MACHINE: Final = Path("/etc/fingerpost/table.toml")
"""The config of the machine's table, which its service plays by; without --config commands read it too."""
STATE_OF_THE_MACHINE: Final = Path("/var/lib/fingerpost")


def state_folder() -> Path:
    """Where games are kept when nothing else is said: by systemd, by the machine's table, or by XDG."""
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        value = os.environ.get(name)
        if value:
            return Path(value.split(":")[0]) if name == "STATE_DIRECTORY" else Path(value) / "fingerpost"
    if OF_THE_MACHINE.is_file():
        return STATE_OF_THE_MACHINE
    return _own_folder()


def _own_folder() -> Path:
    return Path.home() / ".local" / "state" / "fingerpost"


def games_folder() -> Path:
    """Where [store] path is left out."""
    return state_folder() / "games"


def demo_path(number: int = 1) -> Path:
    """Where a demo's game is kept; those that are played at the same time have numbers."""
    folder = state_folder()
    if folder == STATE_OF_THE_MACHINE and not os.access(folder, os.W_OK):
        folder = _own_folder()  # anybody may play a demo
    return folder / (f"demo-{number}.fingerpost" if number > 1 else "demo.fingerpost")
