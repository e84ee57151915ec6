"""Pair routes: every space takes two train cards of one colour (RS-34 to RS-37, X-25)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import ClassVar

from engine.game_map import Route
from engine.mechanic import Mechanic
from engine.mechanics.ship_routes import TrainCards
from engine.paying import WayToPay
from engine.reasons import Reason
from engine.settings import Settings
from engine.travel_cards import COLOUR_OF, SHIP_CARDS, TRAINS, WILD
from engine.values import Card


class PairCards(TrainCards):
    """Pairs for a pair route, whose spaces may differ in colour; the usual set for any other."""

    def payable(self, hand: Mapping[Card, int], route: Route, settings: Settings) -> bool:
        """True when the hand holds some set of cards for the route."""
        if not route.pair:
            return super().payable(hand, route, settings)
        wilds = hand.get(WILD, 0)
        paid = [hand.get(plain, 0) + hand.get(symbol, 0) + wilds for plain, symbol in TRAINS]
        return route.length <= self.pairs(paid, wilds, settings)

    def pairs(self, paid: Sequence[int], wilds: int, settings: Settings) -> int:
        """Two cards of a colour a space; a wild one for a card that has no partner, or two of them."""
        pairs, odd = 0, 0
        for number in paid:
            coloured = number - wilds
            pairs += coloured >> 1
            odd += coloured & 1
        if wilds <= odd:
            return pairs + wilds
        more = (wilds - odd) // 2
        if settings.all_wild == "refuse":
            # Two more wild cards make one pair into two: each takes one of its cards.
            more = min(more, pairs)
        return pairs + odd + more

    def ways(
        self, hand: Mapping[Card, int], route: Route, order: tuple[Card, ...], settings: Settings
    ) -> tuple[tuple[Card, ...], ...]:
        """Fewest wild cards first, then colours in order, then those that spare the harbor symbol."""
        if not route.pair:
            return super().ways(hand, route, order, settings)
        return tuple(
            [cards + (WILD,) * wilds for wilds, sets in pair_ways(hand, route, settings) for cards in sets]
        )

    def fault(self, cards: tuple[Card, ...], route: Route, settings: Settings) -> Reason | None:
        """The first thing wrong: kind, number, a card without a partner."""
        if not route.pair:
            return super().fault(cards, route, settings)
        if not SHIP_CARDS.isdisjoint(cards):
            return Reason.WRONG_KIND_OF_CARD
        if len(cards) != 2 * route.length:
            return Reason.WRONG_NUMBER_OF_CARDS
        wilds = cards.count(WILD)
        coloured = tuple(card for card in cards if card != WILD)
        return None if _paired(coloured, wilds, settings) else Reason.NOT_IN_PAIRS


def pair_ways(
    hand: Mapping[Card, int], route: Route, settings: Settings
) -> Iterator[tuple[int, Iterator[tuple[Card, ...]]]]:
    """For each number of wild cards that might pay for a route of pairs, the sets of others beside them."""
    need = 2 * route.length
    for wilds in range(min(hand.get(WILD, 0), need) + 1):
        if settings.all_wild != "refuse" or wilds <= need - wilds:
            yield wilds, _coloured(hand, need - wilds, wilds)


def _coloured(hand: Mapping[Card, int], count: int, wilds: int) -> Iterator[tuple[Card, ...]]:
    """Every set of so many train cards of the hand, wild ones aside, by colours.

    Args:
        wilds: of how many colours there may be an odd number: wild cards make their pairs.
    """
    held = [(hand.get(plain, 0), hand.get(symbol, 0)) for plain, symbol in TRAINS]
    # How many there are from each colour on: where they are too few, nothing has to be tried.
    rest = [*accumulate(map(sum, reversed(held)), initial=0)][::-1]
    return _from(0, held, rest, count, wilds)


def _from(
    first: int, held: Sequence[tuple[int, int]], rest: Sequence[int], count: int, wilds: int
) -> Iterator[tuple[Card, ...]]:
    """The sets of the colours from `first` on."""
    if count == 0:
        yield ()
        return
    if count > rest[first]:
        return
    (plain, symbol), (most, most_symbol) = TRAINS[first], held[first]
    for number in range(min(count, most + most_symbol), -1, -1):
        odd = number % 2
        if odd > wilds:
            continue
        for others in _from(first + 1, held, rest, count - number, wilds - odd):
            for with_symbol in range(max(0, number - most), min(number, most_symbol) + 1):
                yield (plain,) * (number - with_symbol) + (symbol,) * with_symbol + others


def _paired(coloured: tuple[Card, ...], wilds: int, settings: Settings) -> bool:
    """True when so many wild cards make pairs of all these."""
    odd = sum(n % 2 for n in Counter(COLOUR_OF[card] for card in coloured).values())
    if settings.all_wild == "refuse" and wilds > len(coloured):
        return False
    return odd <= wilds


class PairRoutes(Mechanic):
    """Routes of the kind `train` that take pairs."""

    settings = ("all_wild",)
    payments: ClassVar[Mapping[str, WayToPay]] = {"train": PairCards()}
