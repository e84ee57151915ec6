"""SHELL: whether a table of ours has a device open: what it holds is no fault, and is not looked at."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

PROCESSES: Final = Path("/proc")
_HOLDING: Final = ("play", "node")
"""The commands that keep a device."""


def table_holds(device: Path, processes: Path = PROCESSES) -> bool:
    """Whether a device is open in a table, or in a node, that runs here."""
    wanted = str(device.resolve())
    return any(_opens(process, wanted) for process in processes.glob("[0-9]*") if _is_ours(process))


def _is_ours(process: Path) -> bool:
    try:
        words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return False  # it has ended
    return _calls_a_table(words)


def _calls_a_table(words: Sequence[str]) -> bool:
    return any(Path(word).name == "fingerpost" and after in _HOLDING for word, after in pairwise(words))


def _opens(process: Path, wanted: str) -> bool:
    try:
        return any(_leads_to(one) == wanted for one in (process / "fd").iterdir())
    except PermissionError:
        return True  # another user's: what it holds nobody may see, and nothing else is as likely
    except OSError:
        return False


def _leads_to(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except OSError:
        return ""  # closed since
