"""SHELL: how far long work is: a plain line now and then, for people at a terminal and for nobody else."""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Final, TypeVar

from command_line.screen import is_terminal
from command_line.terminal import tell_people

EVERY_S: Final = 5.0

T = TypeVar("T")


def told(items: Iterable[T], what: str, of: int | None = None) -> Iterator[T]:
    """The same items; at a terminal a line tells every few seconds how many of them are done.

    Args:
        what: what they are called: pictures, games.
        of: how many there will be, where the items do not know.
    """
    if not is_terminal(sys.stderr):
        yield from items
        return
    count = of if of is not None else (len(items) if isinstance(items, list | tuple | range) else None)
    whole = f" of {count}" if count is not None else ""
    last = time.monotonic()
    for number, item in enumerate(items):
        if (now := time.monotonic()) - last >= EVERY_S:
            last = now
            tell_people(f"{number}{whole} {what} …")
        yield item
