"""The cards of two decks by name: trains, single and double ships, those with a harbor symbol, wild ones."""

from collections.abc import Callable

from announce.catalogue import Phrases
from engine import Card

WILD = Card("wild")


def of_two_decks(card: Card | str) -> bool:
    """True for a card as games with two decks write it."""
    return card == WILD or ":" in card


def in_a_list(p: Phrases, card: Card | str, colour: Callable[[str], str]) -> str:
    """Such a card in a list: `red train`, `red double ship`. A single ship always has the harbor symbol."""
    if card == WILD:
        return p.name("card in a list", "wild")
    kind, hue, *more = card.split(":")
    if kind == "ship" and more[0] == "2":
        return p.phrase("{colour} double ship", colour=colour(hue))
    if kind == "ship":
        return p.phrase("{colour} ship", colour=colour(hue))
    if more:
        return p.phrase("{colour} harbor train", colour=colour(hue))
    return p.phrase("{colour} train", colour=colour(hue))


def counted(p: Phrases, card: Card, n: int, colour: Callable[[str], str]) -> str:
    """So many such cards: `2 red trains`, `1 wild card`."""
    if card == WILD:
        return p.count("{n} wild card", "{n} wild cards", n)
    kind, hue, *more = card.split(":")
    name = colour(hue)
    if kind == "ship" and more[0] == "2":
        return p.count("{n} {colour} double ship", "{n} {colour} double ships", n, colour=name)
    if kind == "ship":
        return p.count("{n} {colour} ship", "{n} {colour} ships", n, colour=name)
    if more:
        return p.count("{n} {colour} harbor train", "{n} {colour} harbor trains", n, colour=name)
    return p.count("{n} {colour} train", "{n} {colour} trains", n, colour=name)


def by_itself(p: Phrases, card: Card | str, colour: Callable[[str], str]) -> str:
    """One such card: `a red train card`."""
    if card == WILD:
        return p.name("one card", "a wild card")
    return p.phrase("a {card} card", card=in_a_list(p, card, colour))


def order_of(card: Card, places: dict[Card, int]) -> tuple[int, int]:
    """Where a card comes in a hand that is read: trains before ships, then by colour."""
    kind, _, rest = card.partition(":")
    colour = Card(rest.split(":")[0]) if rest else card
    return (kind == "ship", places.get(colour, 0))
