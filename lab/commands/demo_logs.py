"""Where a demo keeps its game: it writes over an earlier demo's, and over nothing else of anybody's."""

from contextlib import suppress
from pathlib import Path
from typing import Final

from storage.log_reading import is_there, read_file
from storage.resume import Sitting
from table.errors import CallError, StoreError

DEMO: Final = "demo"
"""The kind of the note by which a demo's log is known."""


def need_free(path: Path) -> None:
    """See that a game may be kept there: nothing is there, an empty file, or what another demo has played.

    Raises:
        CallError: anything else.
    """
    if not (path.exists() or is_there(path)) or _is_a_demos(path):
        return
    raise CallError(f"--log {path}: is there already; --resume goes on with a game, or name another file")


def mark(sitting: Sitting) -> None:
    """Note in its log that a demo plays it. Where no more can be written, the game says so itself."""
    with suppress(StoreError):
        sitting.store.note(DEMO)


def _is_a_demos(path: Path) -> bool:
    if path.is_file() and not path.stat().st_size:
        return True
    try:
        return any(note.kind == DEMO for note in read_file(path).notes)
    except (OSError, StoreError):
        return False
