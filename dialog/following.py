"""What a phase of the game opens at the panel by itself."""

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


def follow_mode(mode: Mode, state: State, focus: Seat | None, marks: Marks) -> WantedMode | None:
    """What the phase opens, the open mode itself if it is that already; None: nothing.

    `marks`: what seats have marked in a list of tickets that they have not ended.
    """
    match state.phase:
        case "tickets" | "ticket-choice":
            return _tickets(mode, state, _one_of(tuple(state.offered), state, focus))
        case "second-card":
            return WantedMode(Second())
        case "declaring":
            return _declaring(mode, state, focus, marks)
        case "pieces":
            seat = _one_of(state.waiting_for(), state, focus)
            return WantedMode(
                mode if isinstance(mode, ChooseMix) and mode.seat == seat else mix_of(state, seat)
            )
        case "loans":
            seat = _one_of(state.waiting_for(), state, focus)
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


def _one_of(waiting: tuple[Seat, ...], state: State, focus: Seat | None) -> Seat:
    """The seat that has taken the panel if it has to choose, else the first in turn order."""
    return focus if focus is not None and focus in waiting else min(waiting, key=state.seats.index)


def _tickets(mode: Mode, state: State, seat: Seat) -> WantedMode:
    match mode:
        case Tickets(seat=owner) | Confirm(tickets=Tickets(seat=owner)) if owner == seat:
            return WantedMode(mode)
        case _:
            return WantedMode(Tickets(seat, state.offered[seat]))


def _declaring(mode: Mode, state: State, focus: Seat | None, marks: Marks) -> WantedMode:
    seat = _one_of(state.waiting_for(), state, focus)
    match mode:
        case Declare(seat=owner, early=False) | NoneMarked(seat=owner) if owner == seat:
            return WantedMode(mode)
    told = marks.get(seat, state.tickets[seat])  # and taken back: what is wrong in it can be put right
    mode = marking(seat, told, state)
    return WantedMode(mode, (Say(DeclareBegins(seat=seat)), *marked_before(mode)))
