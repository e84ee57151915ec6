"""The parts around a Pico, as a stand-in for MicroPython's `machine` and `neopixel`.

A chain of 74HC165, eight 74HC4067 on two converters, keys, lamps. Runs on MicroPython and CPython.
"""

from firmware_bridge.firmware import pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ADDRESS = pins.SELECT + pins.CHIP


class Parts:
    """All parts as they come out of the box; what the world does to them is done to the attributes."""

    WDT_RESET = 3
    PWRON_RESET = 1

    def __init__(self, chips: int) -> None:
        self.inputs = bytearray(b"\xff" * chips)
        self.codes: dict[int, int] = {}  # by site; all others are open
        self.reference = 2796
        self.supply_mv = 5000
        self.broken = False  # the chain
        self.down = 0
        self.lamps = 0
        self.fed = 0
        self.restarted = ""
        self.cause = self.PWRON_RESET
        self.outputs = bytearray(30)  # what the hub drives each GP pin to
        self.loads = 0
        self.Pin = _Pins(self)

    def SPI(self, number: int, **options: object) -> "_Chain":  # noqa: N802
        """The chain's clock and data."""
        assert options["polarity"] == 1 and options["phase"] == 0
        return _Chain(self)

    def ADC(self, pin: "_Pin") -> "_Converter":  # noqa: N802
        """A converter."""
        return _Converter(self, pin.number)

    def WDT(self, timeout: int) -> "_Watchdog":  # noqa: N802
        """The watchdog."""
        assert timeout <= 8388
        return _Watchdog(self)

    def NeoPixel(self, pin: "_Pin", count: int) -> "_Lamps":  # noqa: N802
        """The lamps."""
        return _Lamps(self, count)

    def shift(self, into: bytearray) -> None:
        """After PL went low and high the clock runs: first come the chips, then what stands at SER."""
        echo = 0xFF if self.outputs[pins.ECHO] else 0x00
        inputs = self.inputs
        for at in range(len(into)):
            into[at] = 0xFF if self.broken else inputs[at] if at < len(inputs) else echo

    def code(self, bank: int) -> int:
        """What a converter reads, by the address that the hub has set."""
        site = 64 * bank
        for place in range(6):
            site += self.outputs[ADDRESS[place]] << place
        return self.reference if site == 127 else self.codes.get(site, 4095)

    def unique_id(self) -> bytes:
        """The chip's number."""
        return b"\xe6\x61\x41\x03\xe7\x45\x2d\x2f"

    def reset_cause(self) -> int:
        """Why it started."""
        return self.cause

    def reset(self) -> None:
        """Restart."""
        self.restarted = self.restarted or "run"

    def bootloader(self) -> None:
        """Restart to be given another firmware."""
        self.restarted = "boot"


class _Pins:
    """Makes pins."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def __call__(self, number: int, mode: int = 0, pull: int = 0, value: int = 0) -> "_Pin":
        self._parts.outputs[number] = value
        return _Pin(self._parts, number)


class _Pin:
    def __init__(self, parts: Parts, number: int) -> None:
        self._parts = parts
        self.number = number

    def __call__(self, value: "Any" = None) -> int:
        parts = self._parts
        if value is None:
            return 0 if parts.down >> pins.KEYS.index(self.number) & 1 else 1
        if self.number == pins.LOAD and not value:
            parts.loads += 1
        parts.outputs[self.number] = 1 if value else 0
        return 0


class _Chain:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def readinto(self, into: bytearray) -> None:
        self._parts.shift(into)


class _Converter:
    def __init__(self, parts: Parts, number: int) -> None:
        self._parts = parts
        self._number = number

    def read_u16(self) -> int:
        if self._number == pins.SUPPLY:
            return self._parts.supply_mv * 65535 // 6600
        return self._parts.code(pins.BANKS.index(self._number)) << 4


class _Watchdog:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def feed(self) -> None:
        self._parts.fed += 1


class _Lamps:
    def __init__(self, parts: Parts, count: int) -> None:
        self._parts = parts
        self._colours = [(0, 0, 0)] * count

    def __setitem__(self, lamp: int, colour: "tuple[int, int, int]") -> None:
        self._colours[lamp] = colour

    def write(self) -> None:
        lit = 0
        for lamp in range(len(self._colours)):
            lit |= (self._colours[lamp] != (0, 0, 0)) << lamp
        self._parts.lamps = lit
