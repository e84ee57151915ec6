"""What a page wants of the table. It is done by the game's thread, which answers once."""

from collections.abc import Callable
from dataclasses import dataclass

from engine import Command, Seat
from tabletop import Button


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A button of the panel. `seat`: from that seat's own page; `asked`: the question that was shown."""

    button: Button
    seat: Seat | None
    asked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """An act of its own seat, meant for the game as it was at `seq`."""

    command: Command
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeWanted:
    """Somebody wants a seat's own page; the table is to hear the code."""

    seat: Seat
    digits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneJoined:
    """The right code was written: the table is told, and asked whether that is wrong."""

    seat: Seat


Wish = Pressed | Acted | CodeWanted | PhoneJoined


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a wish; `text` for whoever had it, empty when what happened speaks for itself."""

    done: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class Wished:
    """A wish on its way; `answer` and `wanted` may be called from any thread.

    Whoever was told that the table is busy waits no more: what is not `wanted` is not done later.
    """

    wish: Wish
    answer: Callable[[Outcome], None]
    wanted: Callable[[], bool] = lambda: True
