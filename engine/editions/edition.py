"""An edition: one published set of rules and numbers, as data."""

from collections.abc import Mapping

import msgspec

from engine.commands import Reason
from engine.settings import Settings
from engine.values import Card


class EditionError(ValueError):
    """No such edition, or one that does not go with the map; one line names those there are."""


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition. Rules read its numbers and `settings`, never its name."""

    name: str
    title: str
    source: str  # the document
    map: str  # the map it is printed on
    fewest_seats: int
    most_seats: int
    deck: tuple[tuple[Card, int], ...]  # each card and how many of it
    route_kinds: frozenset[str]  # the kinds of route that it has rules for
    ticket_decks: tuple[str, ...]
    settings: Settings
    rules: Mapping[Reason, str]  # the casebook number behind each refusal

    def __str__(self) -> str:
        return self.name

    @property
    def cards(self) -> frozenset[Card]:
        """Every card that can be in a hand."""
        return frozenset(card for card, _ in self.deck)

    @property
    def colours(self) -> frozenset[str]:
        """Every colour a route can have."""
        return frozenset(self.cards)
