"""What all places of set-up share: a row of buttons, walking, history, where one is, a seat that joins."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from dialog.effects import Edge, History
from dialog.setup.desk import (
    Desk,
    SetupMode,
    Who,
    free_seats,
    most,
)
from dialog.setup.effects import SaySetup
from dialog.setup.flow import SetupStep, into, setup_where, size
from dialog.setup.prompts import (
    SeatNamed,
    SeatRefused,
    SeatSits,
)
from engine import Seat

M = TypeVar("M")
Cell = Callable[[M, Desk], SetupStep]
SeatCell = Callable[[M, Desk, Seat], SetupStep]


@dataclass(frozen=True, kw_only=True)  # no slots: a generic class that is called notes what it is of
class SetupRow(Generic[M]):
    """What the buttons do at one place; Repeat says the last words again everywhere."""

    yes: Cell[M]
    no: Cell[M]
    back: Cell[M]
    forward: Cell[M]
    ask: Cell[M]
    seat: SeatCell[M]


def again(mode: Any, desk: Desk) -> SetupStep:
    """Nothing to walk to: the same again."""
    return into(mode, desk)


def where(mode: Any, desk: Desk) -> SetupStep:
    """Ask: where one is, what Yes and No do."""
    return SetupStep(mode, desk, (SaySetup(setup_where(mode, desk)),))


def older(mode: Any, desk: Desk) -> SetupStep:
    """History, one utterance back."""
    return SetupStep(mode, desk, (History(-1),))


def newer(mode: Any, desk: Desk) -> SetupStep:
    """History, one utterance on."""
    return SetupStep(mode, desk, (History(+1),))


def _walked(mode: Any, desk: Desk, step: int) -> SetupStep:
    """A list wraps; the join has the edge sound."""
    count, target = size(mode, desk), mode.index + step
    edge = () if 0 <= target < count else (Edge(),)
    return into(replace(mode, index=target % max(count, 1)), desk, edge)


def back(mode: Any, desk: Desk) -> SetupStep:
    """One item back in a list that wraps."""
    return _walked(mode, desk, -1)


def forward(mode: Any, desk: Desk) -> SetupStep:
    """One item on in a list that wraps."""
    return _walked(mode, desk, +1)


def name_seat(mode: Any, desk: Desk, seat: Seat) -> SetupStep:
    """A seat button that chooses nothing here says its seat."""
    return SetupStep(mode, desk, (SaySetup(SeatNamed(seat=seat)),))


def early(mode: Any, desk: Desk, seat: Seat) -> SetupStep:
    """A seat button in a list joins its seat, before it is asked who plays."""
    if "seats" in desk.facts.given:
        return name_seat(mode, desk, seat)
    if seat in desk.draft.seats:
        return SetupStep(mode, desk, (SaySetup(SeatRefused(why="sits", seat=seat)),))
    return sat(mode, desk, seat, token=False)


def sat(mode: SetupMode, desk: Desk, seat: Seat, *, token: bool) -> SetupStep:
    """A seat joins, unless the edition has no place for it; the list of seats stands at who is next."""
    there = len(desk.draft.seats)
    if desk.draft.edition and there >= most(desk):
        return SetupStep(mode, desk, (SaySetup(SeatRefused(why="full", number=there)),))
    desk = replace(desk, draft=replace(desk.draft, seats=(*desk.draft.seats, seat)))
    said = SaySetup(SeatSits(seat=seat, place=there + 1, token=token))
    if isinstance(mode, Who):
        return SetupStep(Who(len(free_seats(desk)) if desk.facts.identities else 0), desk, (said,))
    return SetupStep(mode, desk, (said,))


def list_row(yes: Cell[Any], no: Cell[Any], seat: SeatCell[Any] = early) -> SetupRow[Any]:
    """Back and Forward walk."""
    return SetupRow(yes=yes, no=no, back=back, forward=forward, ask=where, seat=seat)


def question_row(yes: Cell[Any], no: Cell[Any]) -> SetupRow[Any]:
    """Back and Forward are history."""
    return SetupRow(yes=yes, no=no, back=older, forward=newer, ask=where, seat=name_seat)
