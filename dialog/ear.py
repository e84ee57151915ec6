"""Whose ear it is: the shared earphone is passed on, and the seat is named whose ear answers go to."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from dialog.effects import EarPassed, Say
from dialog.kit import Row, Step, listed, say_again
from dialog.lists import to_questions
from dialog.mode import Mode, Prompt, Traits
from engine import Seat, State


@dataclass(frozen=True, slots=True)
class PassEar(Mode):
    """The shared earphone is to be passed to a seat: its own Yes tells that it is in."""

    TRAITS: ClassVar[Traits] = Traits(by_itself=True, stays=True)
    seat: Seat
    holder: Seat | None
    screen: bool = False  # it is no earphone but a screen that several read, one at a time


@dataclass(frozen=True, slots=True)
class ForWhom(Mode):
    """Whose ear the answers go to, where there are no seat buttons."""

    TRAITS: ClassVar[Traits] = Traits(stays=True, ends_with_focus=True)
    seats: tuple[Seat, ...]
    index: int = 0

    def size(self, state: State) -> int:
        """Each seat is an item."""
        return len(self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarTold(Prompt):
    """Who has the shared earphone now; `kept`: it was not passed to `waits`, whose words wait."""

    holder: Seat | None
    waits: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusOver(Prompt):
    """In the ear of the seat that had the panel: it is the mover's again."""

    seat: Seat


def _has_it(mode: PassEar, state: State, asker: Seat) -> Step:
    return Step(None, (EarPassed(mode.seat),))


def _keeps_it(mode: PassEar, state: State, asker: Seat) -> Step:
    return Step(None, (EarPassed(mode.seat, kept=True), Say(EarTold(holder=mode.holder, waits=mode.seat))))


def _take(mode: ForWhom, state: State, asker: Seat) -> Step:
    """Its seat takes the panel, and asks."""
    return replace(to_questions(state, "ask"), focus=mode.seats[mode.index])


def _leave(mode: ForWhom, state: State, asker: Seat) -> Step:
    return to_questions(state, "menu")


ROWS: Final = (
    Row(mode=PassEar, yes=_has_it, no=_keeps_it, back=say_again, forward=say_again),
    listed(ForWhom, yes=_take, no=_leave),
)
