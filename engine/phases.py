"""Whose turn it is and which step: a table of what each phase answers to each command."""

from collections.abc import Mapping
from typing import Final, get_args

from engine.commands import (
    AcceptBoard,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    KeepTickets,
    Pass,
    ResolveEvent,
    Undo,
)
from engine.reasons import Reason
from engine.state import State
from engine.values import CardMode, Phase

_ACTS: Final = (DrawCard, ClaimRoute, DrawTickets, Pass)
"""What a turn can be, or begin with, in every edition."""

_Answers = Mapping[type, Reason | None]
_MOVER: Final[Mapping[Phase, _Answers]] = {
    "turn": {**dict.fromkeys((*_ACTS, EndTurn)), KeepTickets: Reason.NOTHING_TO_CHOOSE},
    "second-card": {
        **dict.fromkeys((*_ACTS, KeepTickets), Reason.TAKE_SECOND_CARD),
        DrawCard: None,
    },
    "ticket-choice": {**dict.fromkeys(_ACTS, Reason.CHOOSE_TICKETS_FIRST), KeepTickets: None},
    "tunnel": dict.fromkeys((*_ACTS, KeepTickets), Reason.ANSWER_TUNNEL_FIRST),
}
"""What the seat to move hears; None: the command is looked at. An optional act is heard as a claim is."""

_OTHER_MODE: Final[Mapping[CardMode, Mapping[type, Reason]]] = {
    "untracked": dict.fromkeys(
        (kind for kind in get_args(Command) if kind.dealt_only), Reason.CARDS_NOT_TRACKED
    ),
    "dealt": dict.fromkeys((EndTurn, DeclareTickets), Reason.CARDS_ARE_DEALT),
}

_CORE: Final = frozenset(
    (DrawCard, ClaimRoute, DrawTickets, Pass, EndTurn, KeepTickets, DeclareTickets, Undo)
)
"""What every edition has."""


def gate(state: State, command: Command) -> Reason | None:
    """Why this command cannot be looked at now, whatever it asks; None: it can."""
    kind, seat, phase = type(command), command.seat, state.phase
    if seat not in state.trains:
        return Reason.NO_SUCH_SEAT
    if phase == "over":
        return Reason.GAME_OVER
    if kind in (Undo, AcceptBoard):
        return Reason.NOTHING_TO_UNDO  # only a Game, which has the events, can go back or follow the board
    if not (kind in _CORE or state.edition.of_command(kind)):
        return Reason.NOT_IN_EDITION
    if kind in _OTHER_MODE[state.cards]:
        return _OTHER_MODE[state.cards][kind]
    if kind is DeclareTickets or (kind is ResolveEvent and phase not in ("tickets", "pieces")):
        return None
    answers = state.edition.answers.get(kind)
    asked = answers is not None and answers[0] == phase
    if phase == "declaring":
        return Reason.GAME_OVER
    if phase == "loans":
        if not asked:
            return Reason.GAME_OVER
        return None if seat in state.waiting_for() else Reason.NOTHING_TO_CHOOSE
    if phase == "tickets":
        if seat in state.offered:
            return None if kind is KeepTickets else Reason.CHOOSE_TICKETS_FIRST
        return Reason.NOTHING_TO_CHOOSE if kind is KeepTickets else Reason.WAIT_FOR_TICKETS
    if phase == "pieces":
        if seat in state.chosen:
            return Reason.NOTHING_TO_CHOOSE if asked else Reason.WAIT_FOR_PIECES
        return None if asked else Reason.CHOOSE_PIECES_FIRST
    if seat != state.to_move:
        return Reason.NOT_YOUR_TURN
    if answers is not None:
        return None if asked else answers[1]
    return _MOVER[phase].get(ClaimRoute if kind in state.edition.acts else kind, Reason.NOT_IN_EDITION)
