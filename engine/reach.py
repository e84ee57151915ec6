"""Which routes of a map a hand pays, all at once.

`payable` answers for one route from the hand. Where many are asked, most of them ask for the same: they
are bits of a number here, looked up by how many spaces the hand pays in each colour.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import getitem, itemgetter, or_
from typing import Final, NamedTuple

from engine.game_map import LONGEST_ROUTE, GameMap
from engine.paying import WayToPay
from engine.ruleset import Edition
from engine.settings import Settings
from engine.state import State
from engine.values import Card


class _Purse(NamedTuple):
    """What pays together: the spaces that a card of each kind is good for, and a wild one."""

    cards: tuple[tuple[Card, int], ...]
    wild: int


class _Pairs(NamedTuple):
    """How routes of pairs are paid, what picks the purses for it, and which of them so many pairs pay."""

    way: WayToPay
    pick: Callable[[Sequence[int]], Sequence[int]]
    routes: tuple[int, ...]


_SPACES: Final = 5 * LONGEST_ROUTE
"""What `LONGEST_ROUTE` single ships, as many double ones and as many wild cards pay at most."""


class Reachable:
    """Which routes of a map a hand pays, as `GameMap.bits`; a card pays out of one purse only."""

    __slots__ = (
        "_bare",
        "_by_card",
        "_ferries",
        "_fills",
        "_pairs",
        "_purses",
        "_settings",
        "_starts",
        "_wild",
        "of",
    )

    def __init__(self, board: GameMap, edition: Edition, settings: Settings) -> None:
        self.of = board, edition, settings
        asked_of = dict[_Purse, set[str]]()
        purses_of = dict[str, list[_Purse]]()
        for asked in edition.asked_of_hands:
            wild = asked.way.wild_covers(settings)
            purses = purses_of[asked.kind] = [_purse(edition, asks, wild) for asks in asked.colours]
            for asks, purse in zip(asked.colours, purses, strict=True):
                asked_of.setdefault(purse, set()).update((asks, asked.gray))
        places = {purse: place for place, purse in enumerate(asked_of)}
        self._settings, self._wild = settings, edition.wild
        self._purses = [_by_spaces(board, asks) for asks in asked_of.values()]
        self._pairs = [
            _Pairs(
                asked.way,
                itemgetter(*(places[one] for one in purses_of[asked.kind])),
                _by_spaces(board, {asked.pair}),
            )
            for asked in edition.asked_of_hands
            if asked.kind in board.pair_kinds
        ]
        # By card the purse it fills, with how many spaces, and the routes that this purse then pays.
        self._fills = dict.fromkeys(edition.order, (0, 0, self._purses[0]))
        self._fills |= {
            card: (places[one], spaces, self._purses[places[one]])
            for one in asked_of
            for card, spaces in one.cards
        }
        # By the number of wild cards: what they put into each purse and pay, and what ferries leave.
        counts = range(LONGEST_ROUTE + 1)
        self._starts = [[purse.wild * count for purse in asked_of] for count in counts]
        self._bare = [reduce(or_, map(getitem, self._purses, start), 0) for start in self._starts]
        self._ferries = [
            sum(board.bits[one.id] for one in board.glances if one.locomotives <= count) for count in counts
        ]
        # Where each purse takes one kind of card for a space each, a hand is looked up card by card.
        single = all([spaces for _, spaces in one.cards] == [one.wild] for one in asked_of)
        pays_nothing = (0,) * (_SPACES + 1)
        self._by_card = dict.fromkeys(edition.order, pays_nothing) if single and not self._pairs else None
        if self._by_card is not None:
            self._by_card |= {card: self._purses[places[one]] for one in asked_of for card, _ in one.cards}

    def bits(self, hand: Mapping[Card, int]) -> int:
        """The routes that a hand pays, whatever the board leaves."""
        try:
            wilds = hand.get(self._wild, 0)
            by_card = self._by_card
            if by_card is None:
                return self._out_of_purses(hand, wilds) & self._ferries[wilds]
            found = self._bare[wilds]
            for card, count in hand.items():
                found |= by_card[card][count + wilds]
            return found & self._ferries[wilds]
        except IndexError:  # more cards of a kind than the longest route could take
            return self.bits({card: min(count, LONGEST_ROUTE) for card, count in hand.items()})

    def _out_of_purses(self, hand: Mapping[Card, int], wilds: int) -> int:
        held, fills, found = self._starts[wilds].copy(), self._fills, self._bare[wilds]
        for card, count in hand.items():
            purse, spaces, routes = fills[card]
            paid = held[purse] + spaces * count
            held[purse] = paid
            found |= routes[paid]  # what more pays is among what all of the purse pays
        for way, pick, routes in self._pairs:
            pairs = way.pairs(pick(held), wilds, self._settings)
            found |= routes[pairs if pairs < LONGEST_ROUTE else LONGEST_ROUTE]
        return found


def _purse(edition: Edition, asks: str, wild: int) -> _Purse:
    """The purse out of which a colour is paid."""
    cards = [
        (card, spaces) for card, helps in edition.helps.items() for one, _, spaces in helps if one == asks
    ]
    return _Purse(tuple(cards), wild)


def _by_spaces(board: GameMap, asks: Collection[str]) -> tuple[int, ...]:
    """The routes that ask for one of these, by the spaces that are paid."""
    exact = [0] * (_SPACES + 1)
    for route in board.glances:
        if route.asks in asks:
            exact[route.length] |= board.bits[route.id]
    return tuple(accumulate(exact, or_))


_KNOWN: Final[dict[tuple[int, int, int], Reachable]] = {}
"""By the identity of what they are of, which they keep, so that it stays theirs."""


def payable_bits(state: State, hand: Mapping[Card, int]) -> int:
    """The routes that a hand pays, whatever the board leaves, as `GameMap.bits`."""
    key = (id(state.game_map), id(state.edition), id(state.settings))
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) > 20:
            _KNOWN.clear()
        known = _KNOWN[key] = Reachable(state.game_map, state.edition, state.settings)
    return known.bits(hand)
