"""What a phase of the game opens at the panel by itself."""

from collections.abc import Collection
from typing import assert_never

from msgspec import Struct

from dialog.declare import Declare, DeclareBegins, Marks, NoneMarked, marked_before, marking
from dialog.draw import Second
from dialog.effects import Effect, Say
from dialog.loans import Loans, loans_of
from dialog.mix import ChooseMix, mix_of
from dialog.mode import Mode
from dialog.tickets import Confirm, Tickets
from dialog.tunnel import Tunnel, tunnel_of
from engine import Seat, State


class WantedMode(Struct, frozen=True):
    """The mode that a phase asks for; `question`: it came by itself, so a hasty Yes is no answer."""

    mode: Mode
    before: tuple[Effect, ...] = ()
    question: bool = False


def follow_mode(
    mode: Mode, state: State, focus: Seat | None, marks: Marks, *, later: Collection[Seat] = ()
) -> WantedMode | None:
    """What the phase opens, the open mode itself if it is that already; None: nothing.

    Args:
        marks: what seats have marked in a list of tickets that they have not ended.
        later: seats that choose elsewhere; here the others come first.
    """
    match state.phase:
        case "tickets" | "ticket-choice":
            return _tickets(mode, state, _one_of(tuple(state.offered), state, focus, later))
        case "second-card":
            return WantedMode(Second())
        case "declaring":
            return _declaring(mode, state, focus, marks, later)
        case "pieces":
            seat = _one_of(state.waiting_for(), state, focus, later)
            return WantedMode(
                mode if isinstance(mode, ChooseMix) and mode.seat == seat else mix_of(state, seat)
            )
        case "loans":
            seat = _one_of(state.waiting_for(), state, focus, later)
            return WantedMode(
                mode if isinstance(mode, Loans) and mode.seat == seat else loans_of(state, seat)
            )
        case "tunnel":
            asked = mode if isinstance(mode, Tunnel) else tunnel_of(state)
            return None if asked is None else WantedMode(asked, question=True)
        case "turn" | "over":
            return None
        case _:
            assert_never(state.phase)


def _one_of(waiting: tuple[Seat, ...], state: State, focus: Seat | None, later: Collection[Seat]) -> Seat:
    """The seat that has taken the panel if it has to choose, else the first in turn order."""
    if focus is not None and focus in waiting:
        return focus
    return min(waiting, key=lambda seat: (seat in later, state.seats.index(seat)))


def _tickets(mode: Mode, state: State, seat: Seat) -> WantedMode:
    match mode:
        case Tickets(seat=owner) | Confirm(tickets=Tickets(seat=owner)) if owner == seat:
            return WantedMode(mode)
        case _:
            return WantedMode(Tickets(seat, state.offered[seat]))


def _declaring(
    mode: Mode, state: State, focus: Seat | None, marks: Marks, later: Collection[Seat]
) -> WantedMode:
    seat = _one_of(state.waiting_for(), state, focus, later)
    match mode:
        case Declare(seat=owner, early=False) | NoneMarked(seat=owner) if owner == seat:
            return WantedMode(mode)
    told = marks.get(seat, state.tickets[seat])  # and taken back: what is wrong in it can be put right
    mode = marking(seat, told, state)
    return WantedMode(mode, (Say(DeclareBegins(seat=seat)), *marked_before(mode)))
