"""What bots do when they do not care: any card, any claim, any tickets, from numbers that look random."""

from itertools import combinations
from typing import Final

from engine import (
    LONGEST_ROUTE,
    SEATS,
    ClaimRoute,
    DrawCard,
    KeepTickets,
    Seat,
    State,
    TicketId,
    closed,
    payable,
    payments,
    tickets_in,
)

_STRIDES: Final = (37, 61, 83, 101, 7)  # one of them has no divisor in common with the number of routes


def chance_of(seed: int, seq: int, seat: Seat) -> int:
    """64 bits that look random (the finaliser of splitmix64); far cheaper than a generator for each act."""
    which = seq * len(SEATS) + SEATS.index(seat)
    mixed = (seed * 0x9E3779B97F4A7C15 + which * 0xD1B54A32D192ED03 + 1) % 2**64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
    return mixed ^ mixed >> 31


def paper_tickets(state: State, seat: Seat, seed: int) -> tuple[TicketId, ...]:
    """Untracked: three tickets that this seat may hold on paper; no two seats are given the same one."""
    tickets = tickets_in(state.settings, state.game_map)
    share = tickets[state.seats.index(seat) :: len(state.seats)]
    first = chance_of(seed, 0, seat)
    return tuple(share[(first + number) % len(share)] for number in range(min(3, len(share))))


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
    full = [deck for deck in decks if cards_for(state)]
    replace = decks[(chance >> 12) % len(decks)] if len(decks) > 1 else None
    if not full or (chance >> 4) % 3:
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


def _longest_payable(state: State, seat: Seat) -> int:
    """No longer route can be paid: as many cards as there are of the commonest colour, and the wild ones.

    With two decks a card may count for two spaces, so nothing is said.
    """
    if len(state.edition.decks) > 1:
        return LONGEST_ROUTE
    hand, wild = state.hands[seat], state.edition.wild
    return hand.get(wild, 0) + max((count for card, count in hand.items() if card != wild), default=0)


def any_claim(state: State, seat: Seat, chance: int) -> ClaimRoute | None:
    """Some route that the seat may have, and some way to pay it; not all of them are looked at."""
    routes, owners, untracked = state.game_map.routes, state.owners, state.cards == "untracked"
    names = tuple(routes)
    stride = next(number for number in _STRIDES if len(names) % number)
    hand = state.hands[seat]
    most = _longest_payable(state, seat)
    at = chance % len(names)
    for _ in names:
        at = (at + stride) % len(names)
        name = names[at]
        if name in owners:
            continue
        route = routes[name]
        if not untracked and (route.length > most or not payable(state, hand, route)):
            continue
        if closed(state, seat, name) is None:
            if untracked:
                return ClaimRoute(seat=seat, route=name)
            ways = payments(state, seat, name)
            return ClaimRoute(seat=seat, route=name, cards=ways[(chance >> 16) % len(ways)])
    return None
