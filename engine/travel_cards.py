"""The cards of two decks: trains with and without the harbor symbol, single and double ships, wild ones.

`train:red`, `train:red:harbor`, `ship:red:1:harbor`, `ship:red:2`, `wild` (a train card). Source: RS-1, RS-2.
"""

from typing import Final, NamedTuple

from engine.values import Card


class ColourCards(NamedTuple):
    """The four cards that there are of one colour."""

    train: Card
    train_harbor: Card
    single: Card  # with the symbol, as all single ships
    double: Card

    @property
    def trains(self) -> tuple[Card, Card]:
        """Both kinds of train cards; the one that builds no harbor first, for it is missed less."""
        return (self.train, self.train_harbor)


WILD: Final = Card("wild")
TRAVEL_COLOURS: Final = ("purple", "yellow", "green", "red", "black", "white")
OF_COLOUR: Final = {
    colour: ColourCards(
        Card(f"train:{colour}"),
        Card(f"train:{colour}:harbor"),
        Card(f"ship:{colour}:1:harbor"),
        Card(f"ship:{colour}:2"),
    )
    for colour in TRAVEL_COLOURS
}
TRAINS: Final = tuple(cards.trains for cards in OF_COLOUR.values())
"""By colours, as `ColourCards.trains`."""
SHIPS: Final = tuple((cards.single, cards.double) for cards in OF_COLOUR.values())
COLOUR_OF: Final = {card: colour for colour, cards in OF_COLOUR.items() for card in cards}
DOUBLES: Final = frozenset(cards.double for cards in OF_COLOUR.values())
HARBOR_CARDS: Final = frozenset(card for cards in OF_COLOUR.values() for card in cards[1:3])
SHIP_CARDS: Final = frozenset(card for cards in OF_COLOUR.values() for card in cards[2:])

TRAVEL_DECK: Final[tuple[tuple[Card, int], ...]] = (
    *((cards.train, 7) for cards in OF_COLOUR.values()),
    *((cards.train_harbor, 4) for cards in OF_COLOUR.values()),
    *((cards.single, 4) for cards in OF_COLOUR.values()),
    *((cards.double, 6) for cards in OF_COLOUR.values()),
    (WILD, 14),
)
"""80 train cards, the wild ones among them, and 60 ship cards."""
