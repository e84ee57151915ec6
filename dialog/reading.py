"""What is heard step by step: an answer that is read on, the final scores, paper that is read out."""

from typing import ClassVar, Final

from msgspec.structs import replace

from dialog.effects import About, Answer, Edge, NextWords, OfTheEvening, ReadScores
from dialog.kit import Cell, Effects, Row, Step, asked, tell_place
from dialog.lists import Table
from dialog.mode import Mode, Traits
from engine import Seat, State


class More(Mode, frozen=True):
    """An answer in steps is read on: Forward is the next, Back the one before.

    `turn`: in which it was asked. Where no seat has the panel to itself the next turn's Yes is not for it.
    """

    TRAITS: ClassVar[Traits] = Traits(quiet=True, asks=True, stays=True, ends_with_focus=True)
    told: About | OfTheEvening
    count: int
    index: int = 0
    turn: int = 0

    def size(self, state: State) -> int:
        """Each step is an item."""
        return self.count

    def is_over(self, state: State, focus: Seat | None) -> bool:
        """Whoever asked it at the panel of all has moved, or was told of a move."""
        return focus is None and state.turn != self.turn


class Reading(Mode, frozen=True):
    """A long answer, the final scores, step by step."""

    TRAITS: ClassVar[Traits] = Traits(quiet=True)
    index: int = 0


class News(Mode, frozen=True):
    """Something is to be read out from paper before the game goes on; `left` counts such stops."""

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, yields=True, stays=True)
    left: int


def _read_on(step: int) -> Cell[More, [State, Seat]]:
    def cell(mode: More, state: State, asker: Seat) -> Step:
        target = mode.index + step
        index = target % mode.count
        edge: Effects = () if target == index else (Edge(),)
        return Step(replace(mode, index=index), (*edge, replace(mode.told, step=index)))

    return cell


def _stop(mode: More, state: State, asker: Seat) -> Step:
    """What was open before is open again and says itself."""
    return Step(None)


def _read(step: int) -> Cell[Reading, [State, Seat]]:
    def cell(mode: Reading, state: State, asker: Seat) -> Step:
        index = max(0, mode.index + step)
        return Step(Reading(index), (ReadScores(index),))

    return cell


def _scores(mode: Reading, state: State, asker: Seat) -> Step:
    return Step(Table(), (Answer("scores", asker),))


def _go_on(mode: News, state: State, asker: Seat) -> Step:
    return Step(None, (NextWords(),))


ROWS: Final = (
    Row(mode=More, yes=_read_on(+1), no=_stop, back=_read_on(-1), forward=_read_on(+1)),
    Row(mode=Reading, yes=_read(+1), no=_scores, back=_read(-1), forward=_read(+1)),
    asked(News, yes=_go_on, no=tell_place),
)
