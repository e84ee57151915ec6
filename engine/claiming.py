"""Claiming a route: why not, and what follows."""

from collections.abc import Sequence

from engine.commands import ClaimRoute, Refusal
from engine.ending import end_turn
from engine.events import Event, RouteClaimed
from engine.evolve import fold
from engine.game_map import Route
from engine.payment import closed, faulty, holds
from engine.piles import piles_of
from engine.reasons import Reason
from engine.refusing import refuse
from engine.scoring import route_points
from engine.state import State
from engine.values import GRAY, Card, RouteId, Seat


def claim_route(state: State, command: ClaimRoute) -> tuple[Event, ...] | Refusal:
    """What follows from the wish for a route."""
    seat, route, cards = command.seat, command.route, command.cards
    reason = closed(state, seat, route)
    if reason is not None:
        return _refuse_route(state, command, reason)
    way = state.game_map.routes[route]
    if state.cards == "untracked":
        if cards is not None:
            return refuse(state, command, Reason.CARDS_NOT_TRACKED, route=route)
    elif cards is None:
        return refuse(state, command, Reason.CARDS_NEEDED, route=route, need=way.length)
    else:
        fault = faulty(state, seat, way, cards)
        if fault is not None:
            need = way.length * (2 if way.pair else 1)
            have = len(cards)
            if fault is Reason.TOO_FEW_LOCOMOTIVES:
                need, have = way.locomotives, cards.count(state.edition.wild)
            return refuse(state, command, fault, when=_when(fault, way), route=route, need=need, have=have)
    if command.extras:
        fault = _no_condition(state, command, way)
        if fault is not None:
            return refuse(state, command, fault, when="extra", route=route)
        cards = None if cards is None else cards + (state.edition.wild,) * len(command.extras)
        return claim(state, seat, route, cards, extras=command.extras)
    for mechanic in state.edition.asked["bid"]:
        answer = mechanic.bid(state, command, way)
        if answer is not None:
            return answer
    return claim(state, seat, route, cards)


def _when(fault: Reason, way: Route) -> str:
    """Which of an edition's numbers for this fault is meant."""
    if fault is Reason.WRONG_NUMBER_OF_CARDS and (way.pair or way.kind == "ship"):
        return "pair" if way.pair else way.kind
    if fault is Reason.WRONG_KIND_OF_CARD and way.pair:
        return "pair"
    return "gray" if way.colour == GRAY else ""


def claim(
    state: State,
    seat: Seat,
    route: RouteId,
    cards: tuple[Card, ...] | None,
    before: Sequence[Event] = (),
    extras: tuple[str, ...] = (),
) -> tuple[Event, ...]:
    """The events of a claim that is accepted, to the end of the turn.

    Args:
        state: the one before `before`, events of the same act that come first.
        cards: all that is paid; they are in the hand.
        extras: conditions that are paid for among them.
    """
    way, edition = state.game_map.routes[route], state.edition
    length, ship = way.length, way.kind == "ship"
    points = route_points(state.settings, length)
    claimed = RouteClaimed(
        seat=seat,
        route=route,
        length=length,
        points=points,
        total=state.points[seat] + points,
        trains_left=state.trains[seat] - (0 if ship else length),
        cards=cards,
        ships_left=state.ships[seat] - length if ship else None,
        extras=extras,
    )
    act: list[Event] = [*before, claimed]
    for mechanic in edition.asked["claimed"]:
        act += mechanic.claimed(fold(state, act), claimed)
    if cards is not None and len(state.row) < state.settings.row_size:
        act += refill(fold(state, act))
    return end_turn(state, seat, act, state.supply(seat) - length)


def conditions(state: State, seat: Seat, route: Route) -> tuple[str, ...]:
    """What a claim of this route can be made to bring, for a locomotive more each."""
    asked = state.edition.asked["conditions"]
    return tuple(name for mechanic in asked for name in mechanic.conditions(state, seat, route))


def _no_condition(state: State, command: ClaimRoute, route: Route) -> Reason | None:
    """Why these conditions cannot be paid for (LW-49)."""
    extras, seat = command.extras, command.seat
    if len(set(extras)) < len(extras) or not set(extras).issubset(conditions(state, seat, route)):
        return Reason.NO_SUCH_CONDITION
    if command.cards is None:
        return None
    cards = command.cards + (state.edition.wild,) * len(extras)
    return None if holds(state.hands[seat], cards) else Reason.CARDS_NOT_IN_HAND


def refill(state: State) -> list[Event]:
    """A row left short is filled as soon as there are discards again (US-27)."""
    piles = piles_of(state)
    piles.settle()
    return piles.events


def _refuse_route(state: State, command: ClaimRoute, reason: Reason) -> Refusal:
    route, seat, owners = command.route, command.seat, state.owners
    if reason in (Reason.TOO_FEW_TRAINS, Reason.TOO_FEW_SHIPS):
        need = state.game_map.routes[route].length
        have = state.trains[seat] if reason is Reason.TOO_FEW_TRAINS else state.ships.get(seat, 0)
        return refuse(state, command, reason, route=route, need=need, have=have)
    if reason in (Reason.OWN_DOUBLE, Reason.DOUBLE_ROUTE_CLOSED):
        others = state.game_map.parallel[route]
        held = [other for other in others if other in owners]
        mine = [other for other in held if owners[other] == seat]
        blocking = (mine or held)[0]
        return refuse(state, command, reason, route=blocking, holder=owners[blocking])
    return refuse(state, command, reason, route=route, holder=owners.get(route))
