"""Builds what [panel] of the config names, on the lines of docs/wiring.md."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from announce import Wording
from fingerpost.config import Config
from fingerpost.devices.gpio_parts import Adjustable, KeysPart, KnobPart, Put
from fingerpost.devices.lamps import LampsPart
from firmware_bridge.gpio import ButtonPanel
from firmware_bridge.gpio_devices import KNOB_PINS, LAMP_PINS, GpioKnob, GpioLamps
from firmware_bridge.gpio_header import GpioError
from firmware_bridge.several import hubs_of
from table.errors import CallError
from tabletop import BoardLayout
from tabletop.panel_pins import PANEL_PINS, SEAT_PINS

if TYPE_CHECKING:
    from gpiozero.pins import Factory


def panel(
    config: Config,
    layout: BoardLayout,
    put: Put,
    speaker: Adjustable | None,
    wording: Wording,
    look: Callable[[], tuple[int, int]],
    factory: "Factory | None" = None,
) -> list[KeysPart | KnobPart | LampsPart]:
    """The parts that [panel] names; a knob without a voice moves nothing and is left alone.

    Args:
        factory: a gpiozero pin factory; None: the header of this Pi.
    Raises:
        CallError: its lines cannot be had on this machine, or the board's pins are on the same.
    """
    wanted = _lines(config, layout)
    keys = {key: pin for key, pin in {**PANEL_PINS, **SEAT_PINS}.items() if key in wanted}
    parts: list[KeysPart | KnobPart | LampsPart] = []
    try:
        if keys:
            parts.append(KeysPart(lambda: ButtonPanel(keys, factory), put))
        if config.panel.knob and speaker is not None:
            parts.append(KnobPart(lambda: GpioKnob(factory=factory), put, speaker, wording))
        if config.panel.lamps == "gpio":
            parts.append(LampsPart(lambda: GpioLamps(LAMP_PINS, factory), put, look))
    except GpioError as error:
        for part in parts:
            part.close()
        raise CallError(f"[panel]: {error}") from None
    return parts


def _lines(config: Config, layout: BoardLayout) -> dict[str, int]:
    """What is to be on which line (BCM numbers), by docs/wiring.md; each line carries one thing."""
    wanted: dict[str, int] = {}
    if config.panel.gpio or config.panel.seats:
        wanted |= {str(key): pin for key, pin in PANEL_PINS.items()}
    if config.panel.seats:
        wanted |= {str(key): pin for key, pin in SEAT_PINS.items()}
    if config.panel.knob:
        wanted |= dict(zip(("knob", "knob's second contact", "knob's button"), KNOB_PINS, strict=True))
    if config.panel.lamps == "gpio":
        wanted |= {f"lamp {number}": pin for number, pin in LAMP_PINS.items()}
    carried = {pin: what for what, pin in wanted.items()}
    for hub, place in zip(hubs_of(layout), config.hub.port.split(","), strict=False):
        for channel, site in layout.channels(hub).items():
            if place.strip() == "gpio" and channel in carried:
                what = f"site {site} and the panel's {carried[channel]} are both on GPIO {channel}"
                raise CallError(f"[panel]: {what}; give the site another channel in the board's file")
    return wanted
