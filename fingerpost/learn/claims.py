"""Claims by number: what a hand pays for routes that ask alike is looked up, and shifted to their keys.

A hand pays for a gray route what it pays in each colour, so that nothing is remembered but so many cards of
one colour beside so many wild ones.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine import (
    GRAY,
    Card,
    ClaimRoute,
    Edition,
    GameMap,
    Route,
    Seat,
    Settings,
    State,
    affordable_bits,
    payments,
)
from engine.travel_cards import COLOUR_OF


class _Asked:
    """Routes that ask for the same: what has been found to pay for them, as bits from their first key on."""

    __slots__ = ("ends", "known", "purses", "route")

    def __init__(self, route: Route, ends: Sequence[str], purses: Sequence[tuple[Card, ...]]) -> None:
        """`route`: one of them. `ends`: of its keys. `purses`: the cards that pay together."""
        self.route = route
        self.ends = {end: at for at, end in enumerate(ends)}
        self.purses = tuple(purses)
        self.known: dict[tuple[int, ...], int] = {}


class Claims:
    """The claims of an edition on a map."""

    def __init__(
        self, rules: Edition, board: GameMap, settings: Settings, numbers: Mapping[str, int]
    ) -> None:
        """`numbers`: of all keys."""
        self._rules, self._settings, self._wild = rules, settings, rules.wild
        self._by_bit: dict[int, tuple[_Asked, int]] = {}
        self._meant: dict[int, tuple[Route, str]] = {}
        colours, alike = colours_of(rules), dict[tuple[str, int, int], _Asked]()
        for route in board.routes.values():
            keys = list(claim_keys(route, colours))
            ends = [key.removeprefix(f"claim:{route.id}:") for key in keys]
            first = numbers[keys[0]]
            self._meant |= {first + at: (route, end) for at, end in enumerate(ends)}
            looks = route.asks, route.length, route.locomotives
            if looks not in alike:
                alike[looks] = _Asked(route, ends, list(_purses(rules, route)))
            self._by_bit[board.bits[route.id]] = alike[looks], first

    def bits(self, state: State, seat: Seat) -> int:
        """The claims that the board leaves to a seat and that it can pay, a bit for each."""
        routes = affordable_bits(state, seat)
        if not routes:
            return 0
        hand, by_bit, found = state.hands[seat], self._by_bit, 0
        wilds, paid = hand.get(self._wild, 0), dict[_Asked, int]()
        while routes:
            bit = routes & -routes
            routes ^= bit
            asked, first = by_bit[bit]
            ways = paid.get(asked)
            if ways is None:
                ways = paid[asked] = self._paid(asked, hand, wilds)
            found |= ways << first
        return found

    def _paid(self, asked: _Asked, hand: Mapping[Card, int], wilds: int) -> int:
        """The ways in which a hand pays for such routes."""
        known, found = asked.known, 0
        for number, cards in enumerate(asked.purses):
            held = [hand.get(card, 0) for card in cards]
            key = number, wilds, *held
            ways = known.get(key)
            if ways is None:
                some = {card: count for card, count in zip(cards, held, strict=True) if count}
                ways = known[key] = self._found(asked, {**some, self._wild: wilds} if wilds else some)
            found |= ways
        return found

    def _found(self, asked: _Asked, hand: Mapping[Card, int]) -> int:
        """The same by the rules."""
        route, rules, bits = asked.route, self._rules, 0
        for cards in rules.payment(route.kind).ways(hand, route, rules.order, self._settings):
            bits |= 1 << asked.ends[_way(route, cards, self._wild)]
        return bits

    def command(self, number: int, state: State, seat: Seat) -> ClaimRoute | None:
        """The claim of this number with the first set of cards that has its key."""
        route, end = self._meant[number]
        for cards in payments(state, seat, route.id):
            if _way(route, cards, self._wild) == end:
                return ClaimRoute(seat=seat, route=route.id, cards=cards)
        return None


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
