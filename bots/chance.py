"""What bots do when they do not care: any card, any claim, any tickets, from numbers that look random."""

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from engine import (
    LONGEST_ROUTE,
    Card,
    ClaimRoute,
    DrawCard,
    GameMap,
    KeepTickets,
    RouteId,
    Seat,
    State,
    can_draw,
    closed,
    drawing,
    payable_bits,
    payments,
    within_reach,
)


def some_of(state: State, seat: Seat, chance: int) -> KeepTickets:
    """Any choice of the tickets offered."""
    offered = state.offered[seat]
    count = state.keep_at_least + chance % (len(offered) - state.keep_at_least + 1)
    ways = list(combinations(offered, count))
    return KeepTickets(seat=seat, tickets=ways[(chance >> 8) % len(ways)])


def any_card(state: State, seat: Seat, chance: int) -> DrawCard:
    """Any card that may be drawn; from the row twice as often as from a deck."""
    settings, edition, row = state.settings, state.edition, state.row
    if settings.short_draw == "refuse":  # which cards that leaves is for the engine to tell
        draws = list(drawing(state, seat))
        return draws[(chance >> 8) % len(draws)]
    decks, places = edition.decks, len(row)
    several = len(decks) > 1
    if places and ((chance >> 4) % 3 or not cards_for(state)):
        refill = decks[(chance >> 12) % len(decks)] if several else None
        index = (chance >> 8) % places
        if state.phase == "second-card" and not settings.faceup_loco_second:
            wild = edition.wild
            for _ in row:
                if row[index] != wild:
                    break
                index = (index + 1) % places
            else:
                return DrawCard(seat=seat, source=decks[(chance >> 16) % len(decks)])
        return DrawCard(seat=seat, source="row", index=index, replace=refill)
    return DrawCard(seat=seat, source=decks[(chance >> 16) % len(decks)] if several else decks[0])


def may_draw(state: State, seat: Seat) -> bool:
    """True when there is a card that the seat to move may draw first; `can_draw` asks no house rule (X-6)."""
    if not can_draw(state):
        return False
    return state.settings.short_draw != "refuse" or next(drawing(state, seat), None) is not None


def cards_for(state: State) -> bool:
    """True when some deck can give a card; of two decks an empty one is helped out by the other."""
    below = state.edition.pile_cards  # newspapers are there, but nobody gets them
    if below:
        return any(card not in below for card in (*state.deck, *state.discards))
    return bool(state.deck or state.discards or state.ship_deck or state.ship_discards)


def any_route(state: State, seat: Seat, chance: int, most: int) -> ClaimRoute | None:
    """Untracked: some route of at most so many spaces."""
    route = _any_of(state, seat, within_reach(state, seat), min(most, LONGEST_ROUTE), chance)
    return None if route is None else ClaimRoute(seat=seat, route=route)


def any_claim(state: State, seat: Seat, chance: int) -> ClaimRoute | None:
    """Some route that the seat may have, and some way to pay it; not all of them are looked at."""
    hand = state.hands[seat]
    paid = payable_bits(state, hand) & within_reach(state, seat)
    if not paid:
        return None
    most = LONGEST_ROUTE if len(state.edition.decks) > 1 else _longest_paid(hand, state.edition.wild)
    route = _any_of(state, seat, paid, most, chance)
    if route is None:
        return None
    ways = payments(state, seat, route)
    return ClaimRoute(seat=seat, route=route, cards=ways[(chance >> 16) % len(ways)])


def _any_of(state: State, seat: Seat, wanted: int, most: int, chance: int) -> RouteId | None:
    """Some route of a set and of at most so many spaces that the board leaves to a seat."""
    board = state.game_map
    for bit in _from_anywhere(board, most, chance):
        if bit & wanted:
            route = board.of_bit[bit]
            if closed(state, seat, route) is None:
                return route
    return None


def _longest_paid(hand: Mapping[Card, int], wild: Card) -> int:
    """The spaces of the longest route that a hand pays in some colour."""
    wilds, most = hand.get(wild, 0), max(hand.values())
    if most == wilds:  # perhaps no card of a colour is there so often
        most = max([count for card, count in hand.items() if card != wild], default=0)
    return wilds + most


_ORDERS: Final[dict[int, tuple[GameMap, dict[int, tuple[int, ...]]]]] = {}
"""For maps by their identity, so that none is kept in mind twice: see `_from_anywhere`."""


def _from_anywhere(board: GameMap, most: int, chance: int) -> tuple[int, ...]:
    """The bits of all routes of at most so many spaces, every third first, from any one on."""
    known = _ORDERS.get(id(board))
    if known is None:
        if len(_ORDERS) > 20:
            _ORDERS.clear()
        known = _ORDERS[id(board)] = (board, {})
    orders = known[1]
    twice = orders.get(most)
    if twice is None:
        ways = [board.bits[route.id] for route in board.glances if route.length <= most]
        twice = orders[most] = (*ways[::3], *ways[1::3], *ways[2::3]) * 2
    count = len(twice) // 2
    at = chance % count if count else 0
    return twice[at : at + count]
