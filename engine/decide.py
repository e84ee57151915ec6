"""(state, command) → the events that follow, or a refusal. Nothing is changed here."""

from collections.abc import Callable, Mapping
from typing import Final, get_args

from engine.claiming import claim_route
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
    Refusal,
    Undo,
)
from engine.drawing import draw_card
from engine.ending import end_stuck, end_turn, first_turn, settled
from engine.events import Event, TicketsDealt, TicketsDeclared, TicketsKept, TurnEnded, TurnPassed
from engine.evolve import fold
from engine.legal import can_act
from engine.phases import gate
from engine.reasons import Reason
from engine.refusing import refuse
from engine.state import State
from engine.values import CardMode, Phase, TicketId

Answer = tuple[Event, ...] | Refusal


def decide(state: State, command: Command) -> Answer:
    """What follows from a command. A refused one changes nothing.

    `Undo` and `AcceptBoard` are always refused here: a `Game`, which has the events, decides about them.
    """
    usual = _USUAL[state.cards][state.phase].get(type(command))
    if usual is not None and command.seat == state.to_move:
        return usual(state, command)
    reason = gate(state, command)
    if reason is not None:
        return refuse(state, command, reason, holder=state.to_move)
    match command:
        case DrawCard():
            return draw_card(state, command)
        case ClaimRoute():
            return claim_route(state, command)
        case KeepTickets():
            return _keep_tickets(state, command)
        case DrawTickets():
            return _draw_tickets(state, command)
        case EndTurn():
            return _end_turn(state, command)
        case DeclareTickets():
            return _declare_tickets(state, command)
        case Pass():
            return _pass(state, command)
        case Undo() | AcceptBoard():
            return refuse(state, command, Reason.NOTHING_TO_UNDO)
        case _:
            mechanic = state.edition.of_command(type(command))
            assert mechanic is not None  # the gate refuses what the edition has no rule for
            return mechanic.decide(state, command)


def _end_turn(state: State, command: EndTurn) -> Answer:
    return end_turn(state, command.seat, [TurnEnded(seat=command.seat)])


def _draw_tickets(state: State, command: DrawTickets) -> Answer:
    drawn = state.ticket_deck[: state.settings.draw_tickets]
    if not drawn:
        return refuse(state, command, Reason.NO_TICKETS_LEFT)
    return (
        TicketsDealt(
            seat=command.seat,
            tickets=drawn,
            count=len(drawn),
            keep_at_least=min(state.settings.draw_keep, len(drawn)),
            setup=False,
        ),
    )


def _keep_tickets(state: State, command: KeepTickets) -> Answer:
    seat, kept, offered = command.seat, command.tickets, state.offered[command.seat]
    setup = state.phase == "tickets"
    for ticket in kept:
        if ticket not in offered:
            known = ticket in state.game_map.tickets
            reason = Reason.TICKET_NOT_OFFERED if known else Reason.NO_SUCH_TICKET
            return refuse(state, command, reason, when="setup" if setup else "choice")
    if len(set(kept)) != len(kept):
        return refuse(state, command, Reason.TICKET_TWICE)
    if len(kept) < state.keep_at_least:
        when = "setup" if setup else "only-one" if len(offered) == 1 else ""
        need, have = state.keep_at_least, len(kept)
        return refuse(state, command, Reason.KEEP_MORE_TICKETS, when=when, need=need, have=have)
    returned = tuple(ticket for ticket in offered if ticket not in kept)
    choice = TicketsKept(
        seat=seat,
        kept=kept,
        returned=returned,
        kept_count=len(kept),
        returned_count=len(returned),
        setup=setup,
    )
    if not setup:
        return end_turn(state, seat, [choice])
    if len(state.offered) > 1:
        return (choice,)
    return choice, *first_turn(fold(state, (choice,)))


def _declare_tickets(state: State, command: DeclareTickets) -> Answer:
    seat, tickets = command.seat, command.tickets
    for ticket in tickets:
        if not _in_edition(state, ticket):
            return refuse(state, command, Reason.NO_SUCH_TICKET)
    if len(set(tickets)) != len(tickets):
        return refuse(state, command, Reason.TICKET_TWICE)
    told = TicketsDeclared(seat=seat, tickets=tickets, count=len(tickets))
    if state.phase != "declaring" or not (state.declared | {seat}).issuperset(state.seats):
        return (told,)
    return told, *settled(fold(state, (told,)), "final-round")


def _in_edition(state: State, ticket: TicketId) -> bool:
    known = state.game_map.tickets.get(ticket)
    return known is not None and known.deck in state.edition.ticket_decks(state.settings)


def _pass(state: State, command: Pass) -> Answer:
    if can_act(state, command.seat):
        return refuse(state, command, Reason.CAN_STILL_ACT)
    passed = TurnPassed(seat=command.seat)
    if state.passes + 1 == len(state.seats):
        return end_stuck(state, [passed])
    return end_turn(state, command.seat, [passed])


_Usual = Mapping[Phase, Mapping[type, Callable[..., Answer]]]
_NOTHING: Final[_Usual] = {phase: {} for phase in get_args(Phase)}
_USUAL: Final[Mapping[CardMode, _Usual]] = {
    "dealt": {
        **_NOTHING,
        "turn": {
            DrawCard: draw_card,
            ClaimRoute: claim_route,
            DrawTickets: _draw_tickets,
            Pass: _pass,
        },
        "second-card": {DrawCard: draw_card},
    },
    "untracked": {**_NOTHING, "turn": {ClaimRoute: claim_route, EndTurn: _end_turn}},
}
"""What nearly every command of the seat to move is: the gate would let it through."""
