"""The cards of two decks by name: trains, single and double ships, those with a harbor symbol, wild ones."""

from announce.catalogue import Phrases
from engine import GRAY, Card

WILD = Card("wild")


def of_two_decks(card: Card | str) -> bool:
    """True for a card as games with two decks write it."""
    return card == WILD or ":" in card


def in_a_list(p: Phrases, card: Card | str) -> str:
    """Such a card in a list: `red train`, `red double ship`. A single ship always has the harbor symbol."""
    if card == WILD:
        return p.name("card in a list", "wild")
    kind, hue, *more = card.split(":")
    if kind == "ship" and more[0] == "2":
        return p.phrase("{colour} double ship", colour=_hue(p, hue))
    if kind == "ship":
        return p.phrase("{colour} ship", colour=_hue(p, hue))
    if more:
        return p.phrase("{colour} harbor train", colour=_hue(p, hue))
    return p.phrase("{colour} train", colour=_hue(p, hue))


def counted(p: Phrases, card: Card, n: int) -> str:
    """So many such cards: `2 red trains`, `1 wild card`."""
    if card == WILD:
        return p.count("{n} wild card", "{n} wild cards", n)
    kind, hue, *more = card.split(":")
    name = _hue(p, hue)
    if kind == "ship" and more[0] == "2":
        return p.count("{n} {colour} double ship", "{n} {colour} double ships", n, colour=name)
    if more and kind == "train":
        return p.count("{n} {colour} harbor train", "{n} {colour} harbor trains", n, colour=name)
    return ships(p, hue, n) if kind == "ship" else trains(p, hue, n)


def ships(p: Phrases, hue: str, n: int) -> str:
    """So many single ships, or spaces for ships, of a colour."""
    if hue == GRAY:
        return p.count("{n} gray ship", "{n} gray ships", n)
    return p.count("{n} {colour} ship", "{n} {colour} ships", n, colour=_hue(p, hue))


def trains(p: Phrases, hue: str, n: int) -> str:
    """So many trains, or spaces for trains, of a colour."""
    if hue == GRAY:
        return p.count("{n} gray train", "{n} gray trains", n)
    return p.count("{n} {colour} train", "{n} {colour} trains", n, colour=_hue(p, hue))


def _hue(p: Phrases, hue: str) -> str:
    """Its colour beside the word train or ship, which in some languages is no word like card."""
    return {
        "purple": p.name("train or ship", "purple"),
        "white": p.name("train or ship", "white"),
        "green": p.name("train or ship", "green"),
        "yellow": p.name("train or ship", "yellow"),
        "black": p.name("train or ship", "black"),
        "red": p.name("train or ship", "red"),
        "blue": p.name("train or ship", "blue"),
        "orange": p.name("train or ship", "orange"),
    }[hue]


def by_itself(p: Phrases, card: Card | str) -> str:
    """One such card: `a red train card`."""
    if card == WILD:
        return p.name("one card", "a wild card")
    return p.phrase("a {card} card", card=in_a_list(p, card))


def order_of(card: Card, places: dict[Card, int]) -> tuple[int, int]:
    """Where a card comes in a hand that is read: trains before ships, then by colour."""
    kind, _, rest = card.partition(":")
    colour = Card(rest.split(":")[0]) if rest else card
    return (kind == "ship", places.get(colour, 0))
