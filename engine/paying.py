"""What sets of cards pay for a route: a strategy for every kind of route; this file has the usual one."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from engine.game_map import Route
from engine.reasons import Reason
from engine.settings import Settings
from engine.values import GRAY, Card


class WayToPay(Protocol):
    """How routes of some kind are paid. Hands are counted, without zeros."""

    def payable(self, hand: Mapping[Card, int], route: Route, settings: Settings) -> bool:
        """True when the hand holds some set of cards for the route."""
        ...

    def covers(self, card: Card) -> tuple[str, int] | None:
        """The colour in which a card pays and the spaces that it covers; None: wild, or no use."""
        ...

    def wild_covers(self, settings: Settings) -> int:
        """The spaces that a wild card covers."""
        ...

    def pairs(self, paid: Sequence[int], wilds: int, settings: Settings) -> int:
        """The longest route of pairs of who pays so many spaces in each colour, wild cards counted in."""
        ...

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Every set of cards in the hand that pays, each once: fewest wild cards first, then in `order`."""
        ...

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """What is wrong with a set of cards (all of them cards of this edition); None: it pays."""
        ...


class SpaceBySpace:
    """Each wild card covers one space, and no route asks for pairs."""

    def wild_covers(self, settings: Settings) -> int:
        """One space."""
        return 1

    def pairs(self, paid: Sequence[int], wilds: int, settings: Settings) -> int:
        """There are no routes of pairs."""
        return 0


class OneColour(SpaceBySpace):
    """As many cards as spaces, of one colour, with any number of wild cards."""

    def __init__(self, wild: Card) -> None:
        self.wild = wild

    def payable(self, hand: Mapping[Card, int], route: Route, settings: Settings) -> bool:
        """True when the hand holds some set of cards for the route."""
        need = route.length - hand.get(self.wild, 0)
        if need <= 0:
            return True
        if route.colour != GRAY:
            return hand.get(Card(route.colour), 0) >= need
        return any(count >= need for card, count in hand.items() if card != self.wild)

    def covers(self, card: Card) -> tuple[str, int] | None:
        """One space, in the colour that it is called by."""
        return None if card == self.wild else (card, 1)

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Fewest wild cards first, then colours in `order`."""
        return sets_of(hand, route.length, route.colour, order, self.wild)

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """The first thing wrong: number, mixture, colour."""
        if len(cards) != route.length:
            return Reason.WRONG_NUMBER_OF_CARDS
        return _colour_fault(cards, route.colour, self.wild)


def sets_of(
    hand: Mapping[Card, int], count: int, colour: str, order: tuple[Card, ...], wild: Card, *, least: int = 0
) -> tuple[tuple[Card, ...], ...]:
    """Every set of `count` cards of one colour and wild ones, with `least` wild ones or more."""
    most = min(count, hand.get(wild, 0))
    if colour != GRAY:
        return _in_colour(Card(colour), min(hand.get(Card(colour), 0), count), count, most, least, wild)
    fewest, number_of = max(1, count - most), hand.get  # cards of the colour
    held = [one for one in order if number_of(one, 0) >= fewest and one != wild]
    if not most:
        return () if least else tuple([(one,) * count for one in held])
    ways = [
        (one,) * (count - wilds) + (wild,) * wilds
        for wilds in (range(least, min(most, count - 1) + 1) if held else ())
        for one in held
        if hand[one] >= count - wilds
    ]
    if most == count:
        ways.append((wild,) * count)
    return tuple(ways)


@lru_cache(maxsize=4096)
def _in_colour(
    colour: Card, held: int, count: int, wilds: int, least: int, wild: Card
) -> tuple[tuple[Card, ...], ...]:
    """Every set of `count` cards of a colour and wild ones, of so many held and `wilds` at most."""
    more = range(max(least, count - held), min(wilds, count - 1) + 1) if colour != wild and held else ()
    ways = [(colour,) * (count - one) + (wild,) * one for one in more]
    return tuple([*ways, (wild,) * count] if wilds == count else ways)


def fault_of(cards: tuple[Card, ...], count: int, colour: str, wild: Card) -> Reason | None:
    """What is wrong with cards that should be `count` of one colour and wild ones."""
    return Reason.WRONG_NUMBER_OF_CARDS if len(cards) != count else _colour_fault(cards, colour, wild)


@lru_cache(maxsize=4096)
def _colour_fault(cards: tuple[Card, ...], colour: str, wild: Card) -> Reason | None:
    """What is wrong with the colours of as many cards as a route takes."""
    found = set(cards)
    found.discard(wild)
    if len(found) > 1:
        return Reason.MIXED_COLOURS
    if found and colour != GRAY and colour not in found:
        return Reason.WRONG_COLOUR
    return None
