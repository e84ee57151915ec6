"""(state, command) → the events that follow, or a refusal. Nothing is changed here."""

from typing import assert_never

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
    Refusal,
    Undo,
)
from engine.ending import end_stuck, end_turn, game_ended
from engine.events import (
    CardDrawn,
    Event,
    RouteClaimed,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from engine.evolve import fold
from engine.legal import can_act, can_draw, falls_short, takeable
from engine.payment import closed, faulty
from engine.phases import gate
from engine.piles import Piles
from engine.scoring import route_points
from engine.state import State
from engine.values import GRAY, LOCOMOTIVE, Card, RouteId, Seat, TicketId

Answer = tuple[Event, ...] | Refusal


def decide(state: State, command: Command) -> Answer:
    """What follows from a command. A refused one changes nothing.

    `Undo` is always refused here: a `Game`, which has the events, decides about it.
    """
    reason = gate(state, command)
    if reason is not None:
        return _refuse(state, command, reason, holder=state.to_move)
    match command:
        case DrawCard():
            return _draw_card(state, command)
        case ClaimRoute():
            return _claim_route(state, command)
        case KeepTickets():
            return _keep_tickets(state, command)
        case DrawTickets():
            return _draw_tickets(state, command)
        case EndTurn(seat=seat):
            return end_turn(state, seat, [TurnEnded(seat=seat)])
        case DeclareTickets():
            return _declare_tickets(state, command)
        case Pass():
            return _pass(state, command)
        case Undo():
            return _refuse(state, command, Reason.NOTHING_TO_UNDO)
        case _:
            assert_never(command)


def _refuse(
    state: State,
    command: Command,
    reason: Reason,
    *,
    rule: str = "",
    route: RouteId | None = None,
    holder: Seat | None = None,
    need: int | None = None,
    have: int | None = None,
) -> Refusal:
    return Refusal(
        command=command,
        reason=reason,
        rule=rule or state.edition.rules.get(reason, ""),
        route=route,
        holder=holder,
        need=need,
        have=have,
    )


def _draw_card(state: State, command: DrawCard) -> Answer:
    second = state.phase == "second-card"
    if not second and not can_draw(state):
        return _refuse(state, command, Reason.NO_CARDS_LEFT)
    piles = Piles.of(state)
    taken = (
        _from_deck(state, command, piles) if command.source == "deck" else _from_row(state, command, piles)
    )
    if isinstance(taken, Refusal):
        return taken
    face_up_locomotive = taken == LOCOMOTIVE and command.source == "row"
    another = piles.left > 0 or takeable(tuple(piles.row), state.settings)
    if not second and not face_up_locomotive and another:
        return tuple(piles.events)
    return end_turn(state, command.seat, piles.events)


def _from_deck(state: State, command: DrawCard, piles: Piles) -> Card | Refusal:
    if not piles.left:
        return _refuse(state, command, Reason.DECK_EMPTY)
    if state.phase == "turn" and falls_short(state, None):
        return _refuse(state, command, Reason.NO_CARDS_LEFT, rule="US-26", need=2, have=1)
    card = piles.take()
    piles.events.append(_drawn(state, command, None, card))
    piles.taken()
    return card


def _from_row(state: State, command: DrawCard, piles: Piles) -> Card | Refusal:
    index = command.index
    if index is None or not 0 <= index < len(piles.row):
        return _refuse(state, command, Reason.NO_SUCH_ROW_CARD, need=index, have=len(piles.row))
    card = piles.row[index]
    if card == LOCOMOTIVE and state.phase == "second-card" and not state.settings.faceup_loco_second:
        return _refuse(state, command, Reason.LOCOMOTIVE_ONLY_FIRST)
    if state.phase == "turn" and falls_short(state, index):
        return _refuse(state, command, Reason.NO_CARDS_LEFT, rule="US-26", need=2, have=1)
    del piles.row[index]
    piles.events.append(_drawn(state, command, index, card))
    piles.replace(index)
    return card


def _drawn(state: State, command: DrawCard, index: int | None, card: Card) -> CardDrawn:
    second = state.phase == "second-card"
    return CardDrawn(seat=command.seat, source=command.source, index=index, card=card, second=second)


def _claim_route(state: State, command: ClaimRoute) -> Answer:
    seat, route, cards = command.seat, command.route, command.cards
    reason = closed(state, seat, route)
    if reason is not None:
        return _refuse_route(state, command, reason)
    way = state.game_map.routes[route]
    if state.cards == "untracked":
        if cards is not None:
            return _refuse(state, command, Reason.CARDS_NOT_TRACKED, route=route)
    elif cards is None:
        return _refuse(state, command, Reason.CARDS_NEEDED, route=route, need=way.length)
    else:
        fault = faulty(state, seat, way, cards)
        if fault is not None:
            rule = "US-31" if fault is Reason.MIXED_COLOURS and way.colour == GRAY else ""
            return _refuse(state, command, fault, rule=rule, route=route, need=way.length, have=len(cards))
    points, left = route_points(state.settings, way.length), state.trains[seat] - way.length
    claimed = RouteClaimed(
        seat=seat,
        route=route,
        length=way.length,
        points=points,
        total=state.points[seat] + points,
        trains_left=left,
        cards=cards,
    )
    act: list[Event] = [claimed]
    if cards is not None and len(state.row) < state.settings.row_size:
        act += _refill(fold(state, act))
    return end_turn(state, seat, act, left)


def _refill(state: State) -> list[Event]:
    """A row left short is filled as soon as there are discards again (US-27)."""
    piles = Piles.of(state)
    piles.settle()
    return piles.events


def _refuse_route(state: State, command: ClaimRoute, reason: Reason) -> Refusal:
    route, seat, owners = command.route, command.seat, state.owners
    if reason is Reason.TOO_FEW_TRAINS:
        need = state.game_map.routes[route].length
        return _refuse(state, command, reason, route=route, need=need, have=state.trains[seat])
    if reason in (Reason.OWN_DOUBLE, Reason.DOUBLE_ROUTE_CLOSED):
        others = state.game_map.parallel[route]
        held = [other for other in others if other in owners]
        mine = [other for other in held if owners[other] == seat]
        blocking = (mine or held)[0]
        return _refuse(state, command, reason, route=blocking, holder=owners[blocking])
    return _refuse(state, command, reason, route=route, holder=owners.get(route))


def _draw_tickets(state: State, command: DrawTickets) -> Answer:
    drawn = state.ticket_deck[: state.settings.draw_tickets]
    if not drawn:
        return _refuse(state, command, Reason.NO_TICKETS_LEFT)
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
            return _refuse(state, command, reason, rule="US-7" if setup else "US-45")
    if len(set(kept)) != len(kept):
        return _refuse(state, command, Reason.TICKET_TWICE)
    if len(kept) < state.keep_at_least:
        rule = "US-7" if setup else "US-46" if len(offered) == 1 else "US-45"
        need, have = state.keep_at_least, len(kept)
        return _refuse(state, command, Reason.KEEP_MORE_TICKETS, rule=rule, need=need, have=have)
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
    return choice, TurnStarted(seat=state.seats[0], turn=1)


def _declare_tickets(state: State, command: DeclareTickets) -> Answer:
    seat, tickets = command.seat, command.tickets
    for ticket in tickets:
        if not _in_edition(state, ticket):
            return _refuse(state, command, Reason.NO_SUCH_TICKET)
    if len(set(tickets)) != len(tickets):
        return _refuse(state, command, Reason.TICKET_TWICE)
    told = TicketsDeclared(seat=seat, tickets=tickets, count=len(tickets))
    if state.phase != "declaring" or not (state.declared | {seat}).issuperset(state.seats):
        return (told,)
    return told, game_ended(fold(state, (told,)), "final-round")


def _in_edition(state: State, ticket: TicketId) -> bool:
    known = state.game_map.tickets.get(ticket)
    return known is not None and known.deck in state.edition.ticket_decks


def _pass(state: State, command: Pass) -> Answer:
    if can_act(state, command.seat):
        return _refuse(state, command, Reason.CAN_STILL_ACT)
    passed = TurnPassed(seat=command.seat)
    if state.passes + 1 == len(state.seats):
        return end_stuck(state, [passed])
    return end_turn(state, command.seat, [passed])
