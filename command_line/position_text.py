"""A position/1 as somebody typed it: an object, or one line that says what is wrong with the text."""

import json
import sys
from typing import Final

from engine import PositionError

LONGEST: Final = 1_000_000  # bytes of one position; a full table of five has about 3,000
_MARK: Final = "\ufeff"  # editors on Windows begin a file with it
NOTHING: Final = _MARK + " \t\r\n"


def parse(text: str, which: str = "the position") -> dict[str, object]:
    """A JSON object, or one line that says what is wrong with it."""
    if len(text) > LONGEST:
        raise PositionError(f"{which} has more than {LONGEST:,} characters; give a position/1 object")
    if not text.strip(NOTHING):
        raise PositionError(f"{which} is empty; give a position/1 object")
    try:
        raw = json.loads(text.removeprefix(_MARK), object_pairs_hook=_told_once)
    except RecursionError:
        raise PositionError(f"{which} is too deep; give a position/1 object") from None
    except ValueError as error:
        raise PositionError(f"{which} is not JSON ({error}); give a position/1 object") from None
    if not isinstance(raw, dict):
        raise PositionError(f"{which} is {repr(raw)[:40]}, no object; give a position/1 object")
    return raw


def _told_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object; a key that stands twice would lose one of its values unsaid."""
    told = dict(pairs)
    if len(told) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise PositionError(f"the key {ascii(twice)[:60]} stands twice in one object; name it once")
    return told


def typed() -> str:
    """Standard input, as much of it as a position may have; UTF-8 whatever the locale says."""
    return sys.stdin.buffer.read(LONGEST + 1).decode("utf-8", errors="replace")
