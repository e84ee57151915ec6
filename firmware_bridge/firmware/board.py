"""SHELL: the pins of a Raspberry Pi Pico (docs/wiring.md). The modules that touch them are passed in.

Chips of 74HC165 stand in a chain, chip 0 nearest the hub; the far end is held at a level that alternates from
scan to scan and must come out behind the last chip. Clock idles high and is sampled as it falls (SPI mode 2).
"""

import binascii

from . import pins
from .core import REFERENCE
from .pieces import Pieces

MOST_CHIPS = 31
REFERENCE_INPUT = 127  # the last input of the last multiplexer
BRIGHTNESS = 24  # of 255, so that eight lamps draw less than 60 mA
WATCHDOG_MS = 8000

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from typing import Any


class Board:
    """The hardware of one hub.

    Args:
        machine, neopixel: MicroPython's modules, or stand-ins for them.
        facts: what `hub.json` on the hub says: `sites`, `tokens` ("resistor" when there is a converter),
            `supply` (true when the 5 V divider is there), `spi_hz`. Without `sites` the chips are counted.
    """

    def __init__(self, machine: "Any", neopixel: "Any", facts: "dict[str, Any]") -> None:
        self._machine = machine
        pin = machine.Pin
        self._spi = machine.SPI(
            0,
            baudrate=int(facts.get("spi_hz", 1000000)),
            polarity=1,
            phase=0,
            sck=pin(pins.CLOCK),
            miso=pin(pins.DATA_IN),
        )
        self._load = pin(pins.LOAD, pin.OUT, value=1)
        self._echo = pin(pins.ECHO, pin.OUT, value=0)  # after SPI, which takes this pin for its own output
        self._keys = [pin(number, pin.IN, pin.PULL_UP) for number in pins.KEYS]
        self._select = [pin(number, pin.OUT, value=0) for number in pins.SELECT + pins.CHIP]
        self._banks = [machine.ADC(pin(number)) for number in pins.BANKS]
        self._supply = machine.ADC(pin(pins.SUPPLY)) if facts.get("supply") else None
        self._lamps = neopixel.NeoPixel(pin(pins.LAMPS, pin.OUT), 8)
        self._level = False
        self._watchdog: Any = None
        self.sites = int(facts.get("sites", 0)) or 8 * self._count_chips()
        self.pieces = Pieces() if facts.get("tokens") == "resistor" else None
        self.levels = bytearray((self.sites + 7) // 8 + 1)

    def _count_chips(self) -> int:
        """How many chips there are: behind the last one, only the echo is read. 16 when none answers."""
        low, high = bytearray(MOST_CHIPS + 1), bytearray(MOST_CHIPS + 1)
        self._read(False, low)
        self._read(True, high)
        chips = MOST_CHIPS + 1
        while chips and low[chips - 1] == 0x00 and high[chips - 1] == 0xFF:
            chips -= 1
        return chips if 1 <= chips <= MOST_CHIPS else 16

    def _read(self, echo: bool, into: bytearray) -> None:
        self._echo(echo)
        self._load(0)
        self._load(1)
        self._spi.readinto(into)

    def scan(self) -> bool:
        """Read all inputs into `levels`; the level that the echo must have."""
        self._level = not self._level
        self._read(self._level, self.levels)
        return self._level

    def keys(self) -> int:
        """Which keys are down, a bit each."""
        down = 0
        bit = 1
        for key in self._keys:
            if not key():
                down |= bit
            bit <<= 1
        return down

    def measure(self, site: int, codes: "array[int]") -> None:
        """Read a site's converter five times, 0 to 4,095 each; the first, settling reading is thrown away."""
        number = REFERENCE_INPUT if site == REFERENCE else site
        for line in self._select:  # S0 to S3 are bits 0 to 3, the chip of its bank bits 4 and 5
            line(number & 1)
            number >>= 1
        bank = self._banks[number]
        bank.read_u16()
        for at in range(5):
            codes[at] = bank.read_u16() >> 4

    def supply_mv(self) -> int:
        """The 5 V supply; -1 when it is not wired."""
        return -1 if self._supply is None else self._supply.read_u16() * 6600 // 65535

    def show(self, lit: int) -> None:
        """Let those lamps burn."""
        for lamp in range(8):
            on = BRIGHTNESS if lit >> lamp & 1 else 0
            self._lamps[lamp] = (on, on, on)
        self._lamps.write()

    def feed(self) -> None:
        """All is well: the watchdog, which starts with the first call, waits another 8 s."""
        if self._watchdog is None:
            self._watchdog = self._machine.WDT(timeout=WATCHDOG_MS)
        self._watchdog.feed()

    def id(self) -> str:
        """The chip's own number, 16 hex digits."""
        return binascii.hexlify(self._machine.unique_id()).decode()[-16:]

    def woken_by_watchdog(self) -> bool:
        """Whether the watchdog started this run; a restart that was asked for looks the same."""
        return bool(self._machine.reset_cause() == self._machine.WDT_RESET)

    def restart(self, mode: str) -> None:
        """Start anew: `run`, or `boot` to be given another firmware over USB."""
        if mode == "boot":
            self._machine.bootloader()
        self._machine.reset()
