"""The words of the rules: seats, cities, routes, cards, tickets."""

from typing import Final, Literal, NewType, get_args

Seat = Literal["blue", "red", "green", "yellow", "black"]
SEATS: Final[tuple[Seat, ...]] = get_args(Seat)

CityId = NewType("CityId", str)
RouteId = NewType("RouteId", str)
TicketId = NewType("TicketId", str)

Card = NewType("Card", str)
"""A card as the referee's lines write it: `red` … or `locomotive`; with two decks `wild`, `train:red`,
`train:red:harbor`, `ship:red:1:harbor`, `ship:red:2`."""

COLOURS: Final[tuple[Card, ...]] = tuple(
    Card(name) for name in ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
)
LOCOMOTIVE: Final = Card("locomotive")
NEWSPAPER: Final = Card("newspaper")  # lies in decks and discards, never in a hand or a row
GRAY: Final = "gray"  # a route's colour: any one colour of cards

CardMode = Literal["dealt", "untracked"]
CARD_MODES: Final[tuple[CardMode, ...]] = get_args(CardMode)

Deck = Literal["deck", "train-deck", "ship-deck"]
"""Where a card can be drawn blind: `deck` where there is one deck, the other two where there are two."""

Piece = Literal["train", "ship"]

Phase = Literal[
    "tickets", "pieces", "turn", "second-card", "ticket-choice", "tunnel", "declaring", "loans", "over"
]
"""`tickets`: seats choose their starting tickets; `pieces`: then their mix of trains and ships; `turn`: the
seat to move acts; `second-card`: it has drawn one card and takes another; `ticket-choice`: it keeps some of
the tickets it drew; `tunnel`: it pays what the turned cards ask for, or declines; `declaring`: untracked, the
last turn is over and tickets are told; `loans`: seats choose what their stations lend; `over`: scored."""


def is_ship_card(card: Card) -> bool:
    """True for a card of the ship deck; wilds and all cards of a single deck are not."""
    return card.startswith("ship:")
