"""Claims by number, as bits: what a hand pays, on all the map at once, and what the board leaves to a seat.

Both are looked up. A hand pays for a gray route what it pays in each colour, so that nothing has to be
remembered but what so many cards of a colour pay beside so many wild ones. What is shut stays shut.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, islice
from operator import or_
from typing import Final

from engine import (
    GRAY,
    LONGEST_ROUTE,
    Card,
    ClaimRoute,
    Edition,
    GameMap,
    Piece,
    Reason,
    Route,
    Seat,
    Settings,
    State,
    closed,
    payments,
)
from engine.mechanics.pair_routes import pair_ways
from engine.mechanics.piece_mix import box
from engine.travel_cards import COLOUR_OF

KNOWN_AT_MOST: Final = 4096
"""More than there are hands of one colour, fewer than there are of all, for pairs: those are forgotten."""
_FOR_GOOD: Final = (Reason.ROUTE_TAKEN, Reason.OWN_DOUBLE, Reason.DOUBLE_ROUTE_CLOSED)


class _Purse:
    """Cards that pay together, for which routes, and what is known of so many of them beside wild ones."""

    __slots__ = ("alike", "cards", "claims", "known", "pairs")

    def __init__(self, cards: tuple[Card, ...], alike: Sequence["_Alike"]) -> None:
        self.cards, self.alike = cards, alike
        self.pairs = any(one.route.pair for one in alike)
        self.claims = reduce(or_, [one.begins * ((1 << len(one.ends)) - 1) for one in alike])
        self.known: dict[tuple[int | None, ...], int] = {}


class _Alike:
    """Routes that ask for the same, and where the keys of each begin: all are paid in the same ways."""

    __slots__ = ("begins", "ends", "route")

    def __init__(self, route: Route, ends: Sequence[str]) -> None:
        """`route`: one of them. `ends`: of its keys."""
        self.route, self.begins = route, 0
        self.ends = {end: at for at, end in enumerate(ends)}


class ClaimActions:
    """The claims of an edition on a map.

    Attributes:
        of_route: for each route the bits of its claims.
        by_train, by_ship: those of all routes that take so many pieces or fewer.
    """

    def __init__(
        self, rules: Edition, board: GameMap, settings: Settings, numbers: Mapping[str, int]
    ) -> None:
        """`numbers`: of all keys."""
        self._rules, self._settings, self._wild = rules, settings, rules.wild
        self._meant: dict[int, tuple[Route, str]] = {}
        self.of_route: dict[str, int] = {}
        colours, alike = colours_of(rules), dict[tuple[str, int, int], _Alike]()
        purses = dict[tuple[Card, ...], list[_Alike]]()
        exact = [[0] * (LONGEST_ROUTE + 1) for _ in range(2)]
        for route in board.routes.values():
            keys = list(claim_keys(route, colours))
            ends = [key.removeprefix(f"claim:{route.id}:") for key in keys]
            first = numbers[keys[0]]
            self._meant |= {first + at: (route, end) for at, end in enumerate(ends)}
            looks = route.asks, route.length, route.locomotives
            if looks not in alike:
                alike[looks] = _Alike(route, ends)
                for cards in _purses(rules, route):
                    purses.setdefault(cards, []).append(alike[looks])
            alike[looks].begins |= 1 << first
            self.of_route[route.id] = ((1 << len(keys)) - 1) << first
            exact[route.kind == "ship"][route.length] |= self.of_route[route.id]
        self.by_train: Sequence[int] = tuple(accumulate(exact[False], or_))
        self.by_ship: Sequence[int] = tuple(accumulate(exact[True], or_))
        self._alone = _Purse((), list(alike.values()))
        self._of_card = {cards[0]: _Purse(cards, some) for cards, some in purses.items() if len(cards) == 1}
        self._together = [_Purse(cards, some) for cards, some in purses.items() if len(cards) > 1]

    def possible(self, hand: Mapping[Card, int], left: int) -> int:
        """All that a hand pays of those that are left."""
        if not left:
            return 0
        wilds, of_card = hand.get(self._wild, 0), self._of_card
        found = self._known(self._alone, (wilds,), hand) if wilds else 0
        for card, count in hand.items():
            if card in of_card:
                found |= self._known(of_card[card], (wilds, count), hand)
        held = hand.keys()
        for purse in self._together:
            if not held.isdisjoint(purse.cards) and (not purse.pairs or purse.claims & left):
                found |= self._known(purse, (wilds, *map(hand.get, purse.cards)), hand)
        return found & left

    def _known(self, purse: _Purse, key: tuple[int | None, ...], hand: Mapping[Card, int]) -> int:
        """What a purse pays; `key`: so many cards of the hand, which are looked at once."""
        paid = purse.known.get(key)
        if paid is None:
            if len(purse.known) >= KNOWN_AT_MOST:
                purse.known.clear()
            some = {card: hand[card] for card in (*purse.cards, self._wild) if card in hand}
            # The keys of two routes never overlap, so that a product shifts the ways to each of them.
            ways = [self._ways(some, alike) * alike.begins for alike in purse.alike]
            paid = purse.known[key] = reduce(or_, ways)
        return paid

    def _ways(self, hand: Mapping[Card, int], alike: _Alike) -> int:
        """In which ways a hand pays for a route, by the rules; the first is bit 0."""
        route, rules, bits = alike.route, self._rules, 0
        if route.pair:  # of many sets one is enough
            for wilds, sets in pair_ways(hand, route, self._settings):
                if next(sets, None) is not None:
                    bits |= 1 << wilds
            return bits
        for cards in rules.payment(route.kind).ways(hand, route, rules.order, self._settings):
            bits |= 1 << alike.ends[_way(route, cards, self._wild)]
        return bits

    def command(self, number: int, state: State, seat: Seat) -> ClaimRoute | None:
        """The claim of this number with the first set of cards that has its key."""
        route, end = self._meant[number]
        for cards in payments(state, seat, route.id):
            if _way(route, cards, self._wild) == end:
                return ClaimRoute(seat=seat, route=route.id, cards=cards)
        return None


class GameLeft:
    """What one game leaves to each seat, told on from act to act: claims on the board, pieces in the box."""

    def __init__(self, claims: ClaimActions) -> None:
        self._claims, self._known = claims, 0
        self._shut: dict[Seat, int] = {}
        self._boxes: dict[tuple[Seat, int], Mapping[Piece, int]] = {}

    def box(self, state: State, seat: Seat) -> Mapping[Piece, int]:
        """The seat's box; what is claimed leaves it as it is, only what is exchanged does not."""
        key = seat, state.seldom.exchanged.get(seat, 0)
        if key not in self._boxes:
            self._boxes[key] = box(state, seat)
        return self._boxes[key]

    def to(self, state: State, seat: Seat) -> int:
        """The claims for which the seat has pieces. `state`: no earlier than the one before."""
        if len(state.owners) != self._known or not self._shut:
            self._follow(state)
        by_train, by_ship = self._claims.by_train, self._claims.by_ship
        reach = by_train[min(state.trains[seat], LONGEST_ROUTE)]
        if state.ships:
            reach |= by_ship[min(state.ships[seat], LONGEST_ROUTE)]
        return reach & ~self._shut[seat]

    def _follow(self, state: State) -> None:
        """What the last claims shut: the route, and for some seats those beside it."""
        shut = self._shut or dict.fromkeys(state.seats, 0)
        for route in islice(state.owners, self._known, None):
            beside = state.game_map.parallel.get(route, ())
            for seat in shut:
                shut[seat] |= self._claims.of_route[route]
                for other in beside:
                    if closed(state, seat, other) in _FOR_GOOD:
                        shut[seat] |= self._claims.of_route[other]
        self._shut, self._known = shut, len(state.owners)


def claim_keys(route: Route, colours: Sequence[str]) -> Iterator[str]:
    """A route's claims, by their keys; `colours`: all that cards can have."""
    name = f"claim:{route.id}"
    if route.pair:
        yield from (f"{name}:pairs:{wilds}" for wilds in range(2 * route.length + 1))
        return
    colours = colours if route.colour == GRAY else (route.colour,)
    for wilds in range(route.locomotives, route.length):
        yield from (f"{name}:{colour}:{wilds}" for colour in colours)
    yield f"{name}:wild:{route.length}"


def colours_of(rules: Edition) -> tuple[str, ...]:
    """The colours of an edition's cards, in order."""
    return tuple(dict.fromkeys(COLOUR_OF.get(card, card) for card in rules.order if card != rules.wild))


def paid_with(cards: tuple[Card, ...], wild: Card) -> str:
    """Colour and number of wild cards."""
    colour = next((COLOUR_OF.get(card, card) for card in cards if card != wild), "wild")
    return f"{colour}:{cards.count(wild)}"


def _way(route: Route, cards: tuple[Card, ...], wild: Card) -> str:
    """How a route is paid, as its key ends."""
    wilds = cards.count(wild)
    if route.pair:
        return f"pairs:{wilds}"
    return f"wild:{route.length}" if wilds == len(cards) else paid_with(cards, wild)


def _purses(rules: Edition, route: Route) -> Iterator[tuple[Card, ...]]:
    """The cards that pay together for a route: of its colour, of each if it is gray; for pairs of all."""
    (asked,) = [one for one in rules.asked_of_hands if one.kind == route.kind]
    helping = [
        tuple(card for card, helps in rules.helps.items() if colour in [one for one, _, _ in helps])
        for colour in asked.colours
    ]
    if route.pair:
        yield tuple(card for cards in helping for card in cards)
    elif route.colour == GRAY:
        yield from helping
    else:
        yield helping[asked.colours.index(route.asks)]
