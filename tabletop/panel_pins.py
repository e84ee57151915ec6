"""PURE: the line of a Pi that each button is wired to, for drivers and for wiring sheets (docs/wiring.md)."""

from collections.abc import Mapping
from typing import Final

from tabletop.values import Button, TokenColour

PanelKey = Button | TokenColour
"""One of the six buttons of the panel, or the button of a seat."""

PANEL_PINS: Final[Mapping[PanelKey, int]] = {
    "ask": 5,
    "back": 6,
    "no": 13,
    "repeat": 17,
    "forward": 27,
    "yes": 22,
}
"""BCM numbers. They leave alone I2C (0 to 3), 1-Wire (4), SPI (7 to 11), UART (14, 15) and I2S (18 to 21)."""

SEAT_PINS: Final[Mapping[PanelKey, int]] = {"blue": 23, "red": 24, "green": 25, "yellow": 16, "black": 26}
"""BCM numbers of the seats' buttons, where there are any."""
