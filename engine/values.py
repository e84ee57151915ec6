"""The words of the rules: seats, cities, routes, cards, tickets."""

from typing import Final, Literal, NewType, get_args

Seat = Literal["blue", "red", "green", "yellow", "black"]
SEATS: Final[tuple[Seat, ...]] = get_args(Seat)

CityId = NewType("CityId", str)
RouteId = NewType("RouteId", str)
TicketId = NewType("TicketId", str)

Card = NewType("Card", str)
"""A train card as the referee's lines write it: `red` … or `locomotive`."""

COLOURS: Final[tuple[Card, ...]] = tuple(
    Card(name) for name in ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
)
LOCOMOTIVE: Final = Card("locomotive")
GRAY: Final = "gray"  # a route's colour: any one colour of cards

CardMode = Literal["dealt", "untracked"]
CARD_MODES: Final[tuple[CardMode, ...]] = get_args(CardMode)

Phase = Literal["tickets", "turn", "second-card", "ticket-choice", "declaring", "over"]
"""`tickets`: seats choose their starting tickets; `turn`: the seat to move acts; `second-card`: it has
drawn one card and takes another; `ticket-choice`: it keeps some of the tickets it drew; `declaring`:
untracked, the last turn is over and tickets are told; `over`: scored."""
