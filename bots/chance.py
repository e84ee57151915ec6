"""What bots do when they do not care: any card, any claim, any tickets, from numbers that look random."""

from itertools import combinations
from typing import Final

from engine import (
    GRAY,
    LONGEST_ROUTE,
    SEATS,
    WILDS,
    ClaimRoute,
    DrawCard,
    GameMap,
    Glance,
    KeepTickets,
    Seat,
    State,
    closed,
    payments,
    reach_of,
)

_64_BITS: Final = 2**64 - 1
_PLACE: Final = {seat: place for place, seat in enumerate(SEATS)}


def chance_of(seed: int, seq: int, seat: Seat) -> int:
    """64 bits that look random (the finaliser of splitmix64); far cheaper than a generator for each act."""
    which = seq * len(SEATS) + _PLACE[seat]
    mixed = (seed * 0x9E3779B97F4A7C15 + which * 0xD1B54A32D192ED03 + 1) & _64_BITS
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _64_BITS
    return mixed ^ mixed >> 31


def some_of(state: State, seat: Seat, chance: int) -> KeepTickets:
    """Any choice of the tickets offered."""
    offered = state.offered[seat]
    count = state.keep_at_least + chance % (len(offered) - state.keep_at_least + 1)
    ways = list(combinations(offered, count))
    return KeepTickets(seat=seat, tickets=ways[(chance >> 8) % len(ways)])


def any_card(state: State, seat: Seat, chance: int) -> DrawCard:
    """Any card that may be drawn; from the row twice as often as from a deck."""
    second, wild = state.phase == "second-card", state.edition.wild
    decks = state.edition.decks
    replace = decks[(chance >> 12) % len(decks)] if len(decks) > 1 else None
    if (chance >> 4) % 3 or not cards_for(state):
        row = state.row
        first = (chance >> 8) % len(row) if row else 0
        for number in range(len(row)):
            index = (first + number) % len(row)
            if not second or row[index] != wild or state.settings.faceup_loco_second:
                return DrawCard(seat=seat, source="row", index=index, replace=replace)
    return DrawCard(seat=seat, source=decks[(chance >> 16) % len(decks)])


def cards_for(state: State) -> bool:
    """True when some deck can give a card; of two decks an empty one is helped out by the other."""
    below = state.edition.pile_cards  # newspapers are there, but nobody gets them
    if below:
        return any(card not in below for card in (*state.deck, *state.discards))
    return bool(state.deck or state.discards or state.ship_deck or state.ship_discards)


def any_route(state: State, seat: Seat, chance: int, most: int) -> ClaimRoute | None:
    """Untracked: some route of at most so many spaces."""
    for _, _, name, _ in _from_anywhere(state.game_map, min(most, LONGEST_ROUTE), chance):
        if name not in state.owners and closed(state, seat, name) is None:
            return ClaimRoute(seat=seat, route=name)
    return None


def any_claim(state: State, seat: Seat, chance: int) -> ClaimRoute | None:
    """Some route that the seat may have, and some way to pay it; not all of them are looked at."""
    owners, reach = state.owners, reach_of(state, state.hands[seat])
    wilds = reach[WILDS]
    most = LONGEST_ROUTE if len(state.edition.decks) > 1 else reach[f"train {GRAY}"]
    for asks, length, name, least in _from_anywhere(state.game_map, most, chance):
        # Nearly all routes are out of reach or taken: that is seen at once, the rest is asked.
        if length > reach[asks] or name in owners or least > wilds:
            continue
        if closed(state, seat, name) is None:
            ways = payments(state, seat, name)
            return ClaimRoute(seat=seat, route=name, cards=ways[(chance >> 16) % len(ways)])
    return None


_ORDERS: Final[dict[int, tuple[GameMap, dict[int, tuple[Glance, ...]]]]] = {}
"""For maps by their identity, so that none is kept in mind twice: see `_from_anywhere`."""


def _from_anywhere(board: GameMap, most: int, chance: int) -> tuple[Glance, ...]:
    """All routes of at most so many spaces, every third first, from any one on."""
    known = _ORDERS.get(id(board))
    if known is None:
        if len(_ORDERS) > 20:
            _ORDERS.clear()
        known = _ORDERS[id(board)] = (board, {})
    orders = known[1]
    twice = orders.get(most)
    if twice is None:
        ways = [route for route in board.glances if route.length <= most]
        twice = orders[most] = (*ways[::3], *ways[1::3], *ways[2::3]) * 2
    count = len(twice) // 2
    at = chance % count if count else 0
    return twice[at : at + count]
