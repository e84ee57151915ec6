"""Whose turn it is and which step: a table of what each phase answers to each command."""

from collections.abc import Mapping
from typing import Final

from engine.commands import (
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    KeepTickets,
    Pass,
    Reason,
    Undo,
)
from engine.state import State
from engine.values import CardMode, Phase

_TURN: Final[Mapping[type, Reason | None]] = {
    DrawCard: None,
    ClaimRoute: None,
    DrawTickets: None,
    EndTurn: None,
    Pass: None,
    KeepTickets: Reason.NOTHING_TO_CHOOSE,
}
_SECOND_CARD: Final[Mapping[type, Reason | None]] = {
    DrawCard: None,
    ClaimRoute: Reason.TAKE_SECOND_CARD,
    DrawTickets: Reason.TAKE_SECOND_CARD,
    Pass: Reason.TAKE_SECOND_CARD,
    KeepTickets: Reason.TAKE_SECOND_CARD,
}
_TICKET_CHOICE: Final[Mapping[type, Reason | None]] = {
    KeepTickets: None,
    DrawCard: Reason.CHOOSE_TICKETS_FIRST,
    ClaimRoute: Reason.CHOOSE_TICKETS_FIRST,
    DrawTickets: Reason.CHOOSE_TICKETS_FIRST,
    Pass: Reason.CHOOSE_TICKETS_FIRST,
}
_MOVER: Final[Mapping[Phase, Mapping[type, Reason | None]]] = {
    "turn": _TURN,
    "second-card": _SECOND_CARD,
    "ticket-choice": _TICKET_CHOICE,
}
"""What the seat to move hears; None: the command is looked at. A missing entry is our own mistake."""

_OTHER_MODE: Final[Mapping[CardMode, Mapping[type, Reason]]] = {
    "untracked": dict.fromkeys((DrawCard, DrawTickets, KeepTickets), Reason.CARDS_NOT_TRACKED),
    "dealt": dict.fromkeys((EndTurn, DeclareTickets), Reason.CARDS_ARE_DEALT),
}


def gate(state: State, command: Command) -> Reason | None:
    """Why this command cannot be looked at now, whatever it asks; None: it can."""
    kind, seat, phase = type(command), command.seat, state.phase
    if seat not in state.trains:
        return Reason.NO_SUCH_SEAT
    if phase == "over":
        return Reason.GAME_OVER
    if kind is Undo:
        return Reason.NOTHING_TO_UNDO  # only a Game, which has the events, can go back
    if kind in _OTHER_MODE[state.cards]:
        return _OTHER_MODE[state.cards][kind]
    if kind is DeclareTickets:
        return None
    if phase == "declaring":
        return Reason.GAME_OVER
    if phase == "tickets":
        if seat in state.offered:
            return None if kind is KeepTickets else Reason.CHOOSE_TICKETS_FIRST
        return Reason.NOTHING_TO_CHOOSE if kind is KeepTickets else Reason.WAIT_FOR_TICKETS
    if seat != state.to_move:
        return Reason.NOT_YOUR_TURN
    return _MOVER[phase][kind]
