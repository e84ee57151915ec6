"""Which route the planning bot claims, and with what."""

from collections.abc import Iterable
from typing import Final

from engine import (
    Card,
    ClaimRoute,
    RouteId,
    Seat,
    State,
    closed,
    open_routes,
    payable,
    payments,
)

SHORT: Final = 2
"""So many trains at most are a short route."""
MANY: Final = 12
"""With so many cards in its hand a bot waits no longer for those of a colour."""


def route_worth(state: State, route: RouteId) -> int:
    """What a route is worth by itself: its length, for points rise with it."""
    return state.game_map.routes[route].length


def best_claim(state: State, seat: Seat, plan: tuple[RouteId, ...]) -> ClaimRoute | None:
    """The longest route of the plan that can be had; without a plan, or at the end, the longest of all."""
    last = state.turns_left is not None
    wanted = _first_of(state, seat, plan)
    if wanted is not None or (plan and not last):
        return wanted
    shortest = 1 if last or state.supply(seat) < 8 else 4
    routes = state.game_map.routes
    return _first_of(
        state, seat, (name for name in open_routes(state, seat) if routes[name].length >= shortest)
    )


def _first_of(state: State, seat: Seat, names: Iterable[RouteId]) -> ClaimRoute | None:
    hand, routes = state.hands[seat], state.game_map.routes
    ready = [
        name for name in names if payable(state, hand, routes[name]) and closed(state, seat, name) is None
    ]
    for name in sorted(ready, key=lambda one: -route_worth(state, one)):
        cards = payments(state, seat, name)[0]
        if _with_reserve(state, seat, name, cards) and not burns_wilds(state, seat, name, cards):
            return ClaimRoute(seat=seat, route=name, cards=cards)
    return None


def burns_wilds(state: State, seat: Seat, route: RouteId, cards: tuple[Card, ...]) -> bool:
    """Whether wild cards would go where cards of a colour will do a little later: on a short route, early."""
    way = state.game_map.routes[route]
    set_by_now = sum(state.game_map.routes[one].length for one in state.routes_of(seat))
    early = state.turns_left is None and set_by_now < state.supply(seat)
    spent = cards.count(state.edition.wild) - way.locomotives
    return early and spent > 0 and way.length <= SHORT and sum(state.hands[seat].values()) < MANY


def _with_reserve(state: State, seat: Seat, route: RouteId, cards: tuple[Card, ...]) -> bool:
    """A tunnel is bid for when one more card could be paid: about every second one asks for it."""
    if state.game_map.routes[route].kind != "tunnel" or state.turns_left is not None:
        return True
    hand = state.hands[seat]
    return sum(hand.get(card, 0) for card in {*cards, state.edition.wild}) > len(cards)
