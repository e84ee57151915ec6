"""What a seat can pay for a route, and what on the board keeps the route from it."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from engine.game_map import LONGEST_ROUTE, Route, stub_names
from engine.reasons import Reason
from engine.state import State
from engine.values import Card, RouteId, Seat

_MOST_CARDS: Final = 2 * LONGEST_ROUTE
"""No set of cards that pays has more; how many of each are in larger ones is not remembered."""


def closed(state: State, seat: Seat, route: RouteId) -> Reason | None:
    """Why a seat cannot have a route, as far as the board tells (US-34 to US-40); None: it can.

    Whose turn it is and what the hand holds are not looked at.
    """
    board, owners = state.game_map, state.owners
    way = board.routes.get(route)
    if way is None:
        return Reason.OFF_THE_BOARD if route in stub_names(board) else Reason.NO_SUCH_ROUTE
    if route in owners:
        return Reason.ROUTE_TAKEN
    others = board.parallel.get(route)
    if others is not None:
        for other in others:
            if owners.get(other) == seat:
                return Reason.OWN_DOUBLE
        # A triple route stays open to everybody: only of two is the other locked.
        locked = len(state.seats) <= state.settings.double_lock_max_seats
        if locked and len(others) == 1 and others[0] in owners:
            return Reason.DOUBLE_ROUTE_CLOSED
    if way.kind == "ship":
        if state.ships.get(seat, 0) < way.length:
            return Reason.TOO_FEW_SHIPS
    elif state.trains[seat] < way.length:
        return Reason.TOO_FEW_TRAINS
    for mechanic in state.edition.asked["closed"]:
        reason = mechanic.closed(state, seat, route)
        if reason is not None:
            return reason
    return None


def within_reach(state: State, seat: Seat) -> int:
    """The routes, as `GameMap.bits`, that nobody holds and for which a seat has pieces enough."""
    by_train, by_ship = state.game_map.up_to
    trains, ships = state.trains[seat], state.ships.get(seat, 0)
    reach = by_train[trains if trains < LONGEST_ROUTE else LONGEST_ROUTE]
    if ships:
        reach |= by_ship[ships if ships < LONGEST_ROUTE else LONGEST_ROUTE]
    return reach & ~state.taken


def payable(state: State, hand: Mapping[Card, int], route: Route) -> bool:
    """True when such a hand holds some set of cards for the route."""
    return state.edition.payment(route.kind).payable(hand, route, state.settings)


def payments(state: State, seat: Seat, route: RouteId) -> tuple[tuple[Card, ...], ...]:
    """Every payment the hand allows for a route: fewest wild cards first, then colours in the deck's order.

    The board is not looked at (see `closed`). Empty with cards untracked, or when nothing pays.
    """
    way, edition = state.game_map.routes.get(route), state.edition
    if way is None or state.cards == "untracked":
        return ()
    return edition.payment(way.kind).ways(state.hands[seat], way, edition.order, state.settings)


def faulty(state: State, seat: Seat, route: Route, cards: tuple[Card, ...]) -> Reason | None:
    """What is wrong with a set of cards for a route (US-28 to US-33); None: nothing."""
    # First: what `_counted` remembers are cards that there are, not whatever names somebody sends.
    if not state.edition.cards.issuperset(cards):
        return Reason.NO_SUCH_CARD
    lacks = lacking(state.hands[seat], cards)
    fault = state.edition.payment(route.kind).fault(cards, route, state.settings)
    return fault if fault is not None or lacks is None else Reason.CARDS_NOT_IN_HAND


def holds(hand: Mapping[Card, int], cards: tuple[Card, ...]) -> bool:
    """True when the hand has all these cards."""
    return lacking(hand, cards) is None


def lacking(hand: Mapping[Card, int], cards: tuple[Card, ...]) -> Card | None:
    """A card of which the hand has too few for these; None: it has all."""
    for card, count in _counted(cards) if len(cards) <= _MOST_CARDS else Counter(cards).items():
        if hand.get(card, 0) < count:
            return card
    return None


@lru_cache(maxsize=4096)
def _counted(cards: tuple[Card, ...]) -> tuple[tuple[Card, int], ...]:
    """How many there are of each; not for sets larger than any that pays, for it is remembered."""
    return tuple(Counter(cards).items())
