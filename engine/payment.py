"""What pays for a route, and what on the board forbids it."""

from collections.abc import Mapping

from engine.commands import Reason
from engine.game_map import Route
from engine.state import State
from engine.values import GRAY, LOCOMOTIVE, Card, RouteId, Seat


def closed(state: State, seat: Seat, route: RouteId) -> Reason | None:
    """Why a seat cannot have a route, as far as the board tells (US-34 to US-40); None: it can.

    Whose turn it is and what the hand holds are not looked at.
    """
    way = state.game_map.routes.get(route)
    if way is None:
        return Reason.NO_SUCH_ROUTE
    owners = state.owners
    if route in owners:
        return Reason.ROUTE_TAKEN
    others = state.game_map.parallel.get(route)
    if others is not None:
        holders = [owners[other] for other in others if other in owners]
        if seat in holders:
            return Reason.OWN_DOUBLE
        # A triple route stays open to everybody: only of two is the other locked.
        if holders and len(others) == 1 and len(state.seats) <= state.settings.double_lock_max_seats:
            return Reason.DOUBLE_ROUTE_CLOSED
    if state.trains[seat] < way.length:
        return Reason.TOO_FEW_TRAINS
    return None


def payable(hand: Mapping[Card, int], route: Route) -> bool:
    """True when the hand holds some set of cards for the route."""
    locomotives = hand.get(LOCOMOTIVE, 0)
    if locomotives < route.locomotives:
        return False
    need = route.length - locomotives
    if need <= 0:
        return True
    if route.colour != GRAY:
        return hand.get(Card(route.colour), 0) >= need
    return any(count >= need for card, count in hand.items() if card != LOCOMOTIVE)


def ways_to_pay(
    hand: Mapping[Card, int], route: Route, order: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Every set of cards in the hand that pays; fewest locomotives first, then colours in `order`."""
    length, most = route.length, min(route.length, hand.get(LOCOMOTIVE, 0))
    colours = order if route.colour == GRAY else (Card(route.colour),)
    held = [(colour, hand.get(colour, 0)) for colour in colours if colour != LOCOMOTIVE]
    ways = [
        (colour,) * (length - wild) + (LOCOMOTIVE,) * wild
        for wild in range(route.locomotives, min(most, length - 1) + 1)
        for colour, count in held
        if count >= length - wild
    ]
    if most == length:
        ways.append((LOCOMOTIVE,) * length)
    return tuple(ways)


def payments(state: State, seat: Seat, route: RouteId) -> tuple[tuple[Card, ...], ...]:
    """Every payment the hand allows for a route: fewest locomotives first, then colours in the deck's order.

    The board is not looked at (see `closed`). Empty with cards untracked, or when nothing pays.
    """
    way = state.game_map.routes.get(route)
    if way is None or state.cards == "untracked":
        return ()
    return ways_to_pay(state.hands[seat], way, tuple(card for card, _ in state.edition.deck))


def faulty(state: State, seat: Seat, route: Route, cards: tuple[Card, ...]) -> Reason | None:
    """What is wrong with a set of cards for a route (US-28 to US-33); None: nothing."""
    known, hand = state.edition.cards, state.hands[seat]
    colour: Card | None = None
    mixed = False
    for card in cards:
        if card not in known:
            return Reason.NO_SUCH_CARD
        if card != LOCOMOTIVE:
            mixed = mixed or (colour is not None and card != colour)
            colour = card
    if len(cards) != route.length:
        return Reason.WRONG_NUMBER_OF_CARDS
    if mixed:
        return Reason.MIXED_COLOURS
    if colour is not None and route.colour not in (GRAY, colour):
        return Reason.WRONG_COLOUR
    wild = cards.count(LOCOMOTIVE)
    if wild < route.locomotives:
        return Reason.WRONG_COLOUR
    if wild > hand.get(LOCOMOTIVE, 0) or (colour is not None and len(cards) - wild > hand.get(colour, 0)):
        return Reason.CARDS_NOT_IN_HAND
    return None
