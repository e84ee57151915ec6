"""Claims by number, as bits: what a hand pays, on all the map at once, and what the board leaves to a seat.

Both are looked up. A hand pays for a gray route what it pays in each colour, so that nothing has to be
remembered but what so many cards of a colour pay beside so many wild ones. What is shut stays shut.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, islice
from operator import mul, or_
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
from engine.travel_cards import COLOUR_OF, TRAINS

KNOWN_AT_MOST: Final = 4096
"""More than there are hands of one colour, fewer than there are of all, for pairs: those are forgotten."""
_FOR_GOOD: Final = (Reason.ROUTE_TAKEN, Reason.OWN_DOUBLE, Reason.DOUBLE_ROUTE_CLOSED)


class HandNumbers:
    """Hands as numbers, some bits for how many there are of a card: a part of a hand is then one `&` away."""

    def __init__(self, rules: Edition) -> None:
        bits = max(count for _, count in rules.deck).bit_length()  # a hand has no more than the decks
        self._one = {card: 1 << bits * at for at, card in enumerate(rules.order)}
        self._all = (1 << bits) - 1

    def of(self, hand: Mapping[Card, int]) -> int:
        """The number of a hand."""
        return sum(map(mul, map(self._one.__getitem__, hand), hand.values()))

    def only(self, cards: Iterable[Card]) -> int:
        """What leaves of a hand's number that of these cards."""
        return sum(self._one[card] * self._all for card in {*cards})


class _Purse:
    """Cards that pay together, for which routes, and what is known of so many of them beside wild ones."""

    __slots__ = ("alike", "cards", "claims", "known", "paired", "pairs")

    def __init__(self, cards: tuple[Card, ...], alike: Sequence["_Alike"]) -> None:
        self.cards, self.alike = cards, alike
        self.claims = reduce(or_, [one.begins * ((1 << len(one.ends)) - 1) for one in alike])
        self.known: dict[int, int] = {}
        self.pairs = any(one.route.pair for one in alike)
        self.paired: dict[tuple[int, int, int], int] = {}


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
        numbered = HandNumbers(rules)
        self._purses = [
            (numbered.only((*cards, rules.wild)), purse.known, purse)
            for cards, purse in ((cards, _Purse(cards, some)) for cards, some in purses.items())
        ]

    def possible(self, hand: Mapping[Card, int], number: int, left: int) -> int:
        """All that a hand pays of those that are left; `number`: the hand's."""
        found = 0
        for only, known, purse in self._purses:
            if not purse.pairs or purse.claims & left:
                paid = known.get(number & only)
                found |= self._look(purse, number & only, hand) if paid is None else paid
        return found & left

    def _look(self, purse: _Purse, number: int, hand: Mapping[Card, int]) -> int:
        """What a purse pays, found out and kept; `number`: of what it has of the hand."""
        if len(purse.known) >= KNOWN_AT_MOST:
            purse.known.clear()
        paired = self._paired(hand) if purse.pairs else None
        paid = None if paired is None else purse.paired.get(paired)
        if paid is None:
            some = {card: hand[card] for card in (*purse.cards, self._wild) if card in hand}
            # The keys of two routes never overlap, so that a product shifts the ways to each of them.
            paid = reduce(or_, [self._ways(some, alike) * alike.begins for alike in purse.alike])
            if paired is not None:
                purse.paired[paired] = paid
        purse.known[number] = paid
        return paid

    def _paired(self, hand: Mapping[Card, int]) -> tuple[int, int, int]:
        """Pairs of one colour, colours with a card over, wild cards: how routes of pairs are paid by these.

        So many cards beside w wild ones are of pairs and of at most w single cards: those that are over,
        or one of a broken pair.
        """
        counts = [hand.get(plain, 0) + hand.get(symbol, 0) for plain, symbol in TRAINS]
        over = sum([count % 2 for count in counts])
        return (sum(counts) - over) // 2, over, hand.get(self._wild, 0)

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
        self._used: dict[Seat, tuple[int, int]] = {}

    def box(self, state: State, seat: Seat) -> Mapping[Piece, int]:
        """What is in the seat's box: what it neither holds nor has set."""
        if not state.ships:
            return {"train": 0, "ship": 0}
        self._follow(state)
        settings, (trains, ships) = state.settings, self._used[seat]
        return {
            "train": max(0, settings.trains - state.trains[seat] - trains),
            "ship": max(0, settings.ships - state.ships[seat] - ships),
        }

    def to(self, state: State, seat: Seat) -> int:
        """The claims for which the seat has pieces. `state`: no earlier than the one before."""
        self._follow(state)
        by_train, by_ship = self._claims.by_train, self._claims.by_ship
        reach = by_train[min(state.trains[seat], LONGEST_ROUTE)]
        if state.ships:
            reach |= by_ship[min(state.ships[seat], LONGEST_ROUTE)]
        return reach & ~self._shut[seat]

    def _follow(self, state: State) -> None:
        """What the last claims took, and shut: the route, and for some seats those beside it."""
        if not self._shut:
            self._shut, self._used = dict.fromkeys(state.seats, 0), dict.fromkeys(state.seats, (0, 0))
        if len(state.owners) == self._known:
            return
        shut, board = self._shut, state.game_map
        for route, owner in islice(state.owners.items(), self._known, None):
            trains, ships = self._used[owner]
            length, by_ship = board.routes[route].length, board.routes[route].kind == "ship"
            self._used[owner] = (trains, ships + length) if by_ship else (trains + length, ships)
            beside = board.parallel.get(route, ())
            for seat in shut:
                shut[seat] |= self._claims.of_route[route]
                for other in beside:
                    if closed(state, seat, other) in _FOR_GOOD:
                        shut[seat] |= self._claims.of_route[other]
        self._known = len(state.owners)


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
