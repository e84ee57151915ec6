"""What sets of cards pay for a route: a strategy for every kind of route; this file has the usual one."""

from collections.abc import Mapping
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

    def reach(self, hand: Mapping[Card, int], asked: str, settings: Settings) -> int:
        """The longest route that the hand pays of those that ask for this colour, `gray` or `pair`.

        What a ferry asks for beside that is not looked at.
        """
        ...

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Every set of cards in the hand that pays, each once: fewest wild cards first, then in `order`."""
        ...

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """What is wrong with a set of cards (all of them cards of this edition); None: it pays."""
        ...


class OneColour:
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

    def reach(self, hand: Mapping[Card, int], asked: str, settings: Settings) -> int:
        """The longest route that the hand pays of those that ask for this colour or `gray`."""
        wild = self.wild
        if asked != GRAY:
            return hand.get(Card(asked), 0) + hand.get(wild, 0)
        most = 0
        for card, count in hand.items():
            if count > most and card != wild:
                most = count
        return most + hand.get(wild, 0)

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Fewest wild cards first, then colours in `order`."""
        return sets_of(hand, route.length, route.colour, order, self.wild)

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """The first thing wrong: number, mixture, colour."""
        return fault_of(cards, route.length, route.colour, self.wild)


def sets_of(
    hand: Mapping[Card, int], count: int, colour: str, order: tuple[Card, ...], wild: Card, *, least: int = 0
) -> tuple[tuple[Card, ...], ...]:
    """Every set of `count` cards of one colour and wild ones, with `least` wild ones or more."""
    most = min(count, hand.get(wild, 0))
    colours = order if colour == GRAY else (Card(colour),)
    held = [(one, hand.get(one, 0)) for one in colours if one != wild]
    ways = [
        (one,) * (count - wilds) + (wild,) * wilds
        for wilds in range(least, min(most, count - 1) + 1)
        for one, number in held
        if number >= count - wilds
    ]
    if most == count:
        ways.append((wild,) * count)
    return tuple(ways)


def fault_of(cards: tuple[Card, ...], count: int, colour: str, wild: Card) -> Reason | None:
    """What is wrong with cards that should be `count` of one colour and wild ones."""
    found: Card | None = None
    mixed = False
    for card in cards:
        if card != wild:
            mixed = mixed or (found is not None and card != found)
            found = card
    if len(cards) != count:
        return Reason.WRONG_NUMBER_OF_CARDS
    if mixed:
        return Reason.MIXED_COLOURS
    if found is not None and colour not in (GRAY, found):
        return Reason.WRONG_COLOUR
    return None
