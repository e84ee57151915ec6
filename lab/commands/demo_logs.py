"""Where a demo keeps its game: it writes over what demos alone have played, and over nothing of anybody's."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final

from storage.acts_beside import acts_of
from storage.log_reading import is_there, mending_of, read_file
from storage.resume import Sitting
from table.errors import CallError, StoreError

DEMO: Final = "demo"
"""The kind of the note that a demo makes in each sitting."""


def need_free(path: Path) -> None:
    """See that a game may be kept there: nothing is there, an empty file, or what demos have played.

    Raises:
        CallError: anything else.
    """
    if (path.exists() or is_there(path)) and not (_is_empty(path) or is_a_demos(path)):
        raise CallError(f"--log {path}: is there already; --resume goes on with a game, or name another file")


def mark(sitting: Sitting) -> None:
    """Note in its log that a demo plays it. Where no more can be written, the game says so itself."""
    with suppress(StoreError):
        sitting.store.note(DEMO)


def is_a_demos(path: Path) -> bool:
    """Whether demos alone have played what is there: each sitting has their note."""
    try:
        kinds = Counter(note.kind for note in read_file(path).notes)
    except (OSError, StoreError):
        return False
    return kinds[DEMO] >= kinds["opened"] > 0


def _is_empty(path: Path) -> bool:
    """Whether there is a file with nothing in it, nor beside it: a harmed log has its acts there."""
    beside = (acts_of(path), mending_of(path))
    return path.is_file() and not path.stat().st_size and not any(file.exists() for file in beside)
