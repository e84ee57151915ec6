"""Where a hub is to be found: a path, an id that is the same at any port, or what is plugged in. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

_ID: Final = re.compile(r"[0-9a-f]{4,16}")
_PICO: Final = 0x2E8A
_PROBE: Final = (_PICO, 0x000C)  # Raspberry Pi's debug probe: a serial port, and no hub
_LIKELY: Final = (_PICO, 0x2341, 0x1A86, 0x0403, 0x10C4, 0x239A)
"""USB vendors of boards that can be a hub, the likeliest first: Pico, Arduino, converters, Adafruit."""


@dataclass(frozen=True, slots=True)
class HubPlace:
    """One hub's place: `path` and `id` with their text; `auto`; `gpio`, the lines of the Pi itself."""

    kind: Literal["path", "id", "auto", "gpio"]
    text: str = ""

    @property
    def only(self) -> str | None:
        """The id that the hub must have; None: any."""
        return self.text if self.kind == "id" else None

    @property
    def name(self) -> str:
        """For words: `hub /dev/ttyACM0`, `hub e6614103e7452d2f`, `hub`."""
        return f"hub {self.text}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbPort:
    """A serial port that is plugged in now."""

    path: str
    vendor: int | None = None
    product: int | None = None
    serial: str = ""  # as the device gives it, lower case; a Pico gives the hub's own id


def place(text: str) -> HubPlace:
    """The place that a config or a call names: a path, an id of 4 to 16 hex digits, `auto` or `gpio`."""
    text = text.strip()
    if text == "auto":
        return HubPlace("auto")
    if text == "gpio":
        return HubPlace("gpio")
    if _ID.fullmatch(text.lower()):
        return HubPlace("id", text.lower())
    return HubPlace("path", text)


def places(text: str) -> tuple[HubPlace, ...]:
    """The places of several hubs, in the order of their numbers, with commas between them.

    Raises:
        ValueError: the same place twice; `auto` for more than one hub.
    """
    found = tuple(place(part) for part in text.split(",") if part.strip())
    twice = next((one for one in found if found.count(one) > 1), None)
    if twice is not None:
        words = twice.text or twice.kind
        raise ValueError(f"[hub] port names {words} twice; give each hub its own id")
    if len(found) > 1 and HubPlace("auto") in found:
        raise ValueError("[hub] port says auto for one of several hubs; give each hub's id")
    return found


def candidates(wanted: HubPlace, ports: Sequence[UsbPort]) -> list[str]:
    """The paths to try for a place, the likeliest first."""
    if wanted.kind == "path":
        return [wanted.text]
    if wanted.kind == "gpio":
        return []
    usable = [port for port in ports if (port.vendor, port.product) != _PROBE]
    return [port.path for port in sorted(usable, key=lambda port: (_unlikeliness(wanted, port), port.path))]


def _unlikeliness(wanted: HubPlace, port: UsbPort) -> int:
    if wanted.kind == "id" and port.serial == wanted.text:
        return 0
    if wanted.kind == "id" and port.vendor == _PICO and port.serial:
        return len(_LIKELY) + 2  # a Pico that says who it is, and is another
    if port.vendor in _LIKELY:
        return 1 + _LIKELY.index(port.vendor)
    return len(_LIKELY) + 1
