"""Whose place at the panel is open: who would answer if somebody pressed Yes or No now."""

from dialog import (
    Acts,
    Cards,
    ChooseMix,
    Confirm,
    Declare,
    Loans,
    NoneMarked,
    Panel,
    Second,
    Table,
    Tickets,
    Tunnel,
)
from engine import Seat, State


def seat_asked(panel: Panel, state: State) -> Seat | None:
    """The seat whose choice is open; None: it is anybody's."""
    match panel.mode:
        case Tickets(seat=seat) | Confirm(seat=seat) | Declare(seat=seat) | NoneMarked(seat=seat):
            return seat
        case ChooseMix(seat=seat) | Loans(seat=seat) | Tunnel(seat=seat):
            return seat
        case Table() | Acts() | Cards() | Second():
            return state.to_move
        case _:
            return None
