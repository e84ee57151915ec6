"""The words that sensor packages and the game share: sites, channels, token colours."""

from typing import Final, Literal, NewType, get_args

SiteId = NewType("SiteId", str)
"""Id of one sensed place on the board: a route id, a city id, `control:NAME`, `score:SEAT:VALUE`."""

HubId = NewType("HubId", int)
Channel = NewType("Channel", int)

TokenColour = Literal["blue", "red", "green", "yellow", "black"]
TOKEN_COLOURS: Final[tuple[TokenColour, ...]] = get_args(TokenColour)

Shape = Literal["disc", "square", "triangle", "star", "cross"]
SHAPES: Final[dict[TokenColour, Shape]] = {
    "blue": "disc",
    "red": "square",
    "green": "triangle",
    "yellow": "star",
    "black": "cross",
}
"""The shape that goes with a colour on every board/1 board that we know (docs/boards.md)."""

Button = Literal["ask", "back", "no", "repeat", "forward", "yes"]
BUTTONS: Final[tuple[Button, ...]] = get_args(Button)
