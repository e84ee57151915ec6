"""SHELL: pins, a knob and lamps on the lines of the Pi itself, through gpiozero (docs/wiring.md)."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.bridge import FIRST_HUB, Sensed, SetAside
from firmware_bridge.gpio_header import GpioError, InputLine, header_factory, opened
from firmware_bridge.knob import Knob, Turned
from firmware_bridge.local_pins import LocalPins
from tabletop import BoardLayout, DeviceHealth, HubId

if TYPE_CHECKING:
    from gpiozero.pins import Factory

MOST_PINS: Final = 20
RETRY_S: Final = 1.0
BLINK_S: Final = 0.5  # so long on, so long off

KNOB_PINS: Final = (12, 4, 7)
"""BCM numbers of the knob: its two contacts and its button. 4 is 1-Wire's, 7 SPI's: leave those two off."""

LAMP_PINS: Final[Mapping[int, int]] = {5: 9, 6: 10, 7: 11}
"""Lamp → BCM number: question, trouble, playing. They are SPI's: leave that off. More lamps go to a hub."""


class _Encoder(Protocol):
    @property
    def steps(self) -> int: ...

    def close(self) -> None: ...


class _Lamp(Protocol):
    value: float

    def close(self) -> None: ...


class GpioPins:
    """Up to 20 pins of a board straight on the Pi: contacts between a line and ground.

    The `channel` of each site is the BCM number of its line. Nothing is opened before the first `poll`;
    lines that cannot be read are said once and tried again each second.

    Args:
        factory: a gpiozero pin factory; None: the header of this Pi.
    Raises:
        GpioError: more than 20 pins, or a number that is no line of the header.
    """

    def __init__(self, layout: BoardLayout, hub: HubId = FIRST_HUB, factory: "Factory | None" = None) -> None:
        sites = {int(channel): site for channel, site in layout.channels(hub).items()}
        if len(sites) > MOST_PINS:
            words = f"the board has {len(sites)} pins on hub {hub}"
            raise GpioError(f"{words}; at most {MOST_PINS} go straight on the Pi, use a hub for more")
        odd = next((line for line in sorted(sites) if line > 27), None)
        if odd is not None:
            raise GpioError(f"site {sites[odd]}: the Pi has no GPIO {odd}; give a channel of 0 to 27")
        self._sites = sites
        self._factory = factory
        self._pins = LocalPins(sites)
        self._lines: dict[int, InputLine] = {}
        self._said = ""
        self._try_at = float("-inf")

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        """Pins that are not believed, with what was counted and since when."""
        return self._pins.set_aside

    def poll(self, at: float) -> tuple[Sensed, ...]:
        """What the pins say since the last call; about every 10 to 20 ms; raises nothing of a device's."""
        if not self._lines and at < self._try_at:
            return ()
        try:
            if not self._lines:
                self._open()
                told: list[Sensed] = [*self._pins.start(self._levels(), at)]
                self._said = ""
                return (*told, DeviceHealth(device="hub", condition="live", at=at))
            return tuple(self._pins.sample(self._levels(), at))
        except GpioError as trouble:
            self.close()
            self._try_at = at + RETRY_S
            if str(trouble) == self._said:
                return ()
            self._said = str(trouble)
            cause = "busy" if "in use" in self._said else "unplugged"
            return (DeviceHealth(device="hub", condition="lost", at=at, cause=cause, detail=self._said),)

    def _open(self) -> None:
        from gpiozero import InputDevice

        factory = header_factory() if self._factory is None else self._factory
        for line, site in self._sites.items():
            ask = partial(InputDevice, line, pull_up=True, pin_factory=factory)
            self._lines[line] = opened(f"pin {site}", line, ask)

    def _levels(self) -> dict[int, bool]:
        try:
            return {number: bool(line.is_active) for number, line in self._lines.items()}
        except Exception as trouble:  # lgpio.error is a plain Exception
            raise GpioError(f"pins on the Pi cannot be read any more ({trouble})") from None

    def close(self) -> None:
        """Let the lines go; twice does no harm."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()


class GpioKnob:
    """A rotary encoder with a button, each contact between its line and ground.

    Args:
        pins: the BCM numbers of its two contacts and its button.
        factory: a gpiozero pin factory; None: the header of this Pi.
    Raises:
        GpioError: no such lines, no lgpio, a line in use.
    """

    def __init__(self, pins: tuple[int, int, int] = KNOB_PINS, factory: "Factory | None" = None) -> None:
        from gpiozero import InputDevice, RotaryEncoder

        factory = header_factory() if factory is None else factory
        a, b, button = pins
        turn = partial(RotaryEncoder, a, b, max_steps=0, pin_factory=factory)
        self._encoder: _Encoder = opened("knob", a, turn)
        try:
            press = partial(InputDevice, button, pull_up=True, pin_factory=factory)
            self._button: InputLine = opened("knob's button", button, press)
        except GpioError:
            self._encoder.close()
            raise
        self._knob = Knob()

    def poll(self, at: float) -> tuple[Turned, ...]:
        """How it was turned since the last call; about every 10 to 20 ms.

        Raises:
            GpioError: a line can no longer be read.
        """
        try:
            return self._knob.sample(self._encoder.steps, bool(self._button.is_active), at)
        except Exception as trouble:  # lgpio.error is a plain Exception
            raise GpioError(f"the knob cannot be read any more ({trouble}); restart") from None

    def close(self) -> None:
        """Let the lines go; twice does no harm."""
        self._encoder.close()
        self._button.close()


class GpioLamps:
    """Lamps on lines of the Pi, a resistor and a light each; by the same masks as the lamps of a hub.

    Args:
        pins: number of the lamp (0 to 7) → BCM number.
        factory: a gpiozero pin factory; None: the header of this Pi.
    Raises:
        GpioError: no such lines, no lgpio, a line in use.
    """

    def __init__(self, pins: Mapping[int, int], factory: "Factory | None" = None) -> None:
        from gpiozero import DigitalOutputDevice

        factory = header_factory() if factory is None else factory
        self._lamps: dict[int, _Lamp] = {}
        self._on = self._blink = 0
        for number, pin in pins.items():
            light = partial(DigitalOutputDevice, pin, pin_factory=factory)
            try:
                self._lamps[number] = opened(f"lamp {number}", pin, light)
            except GpioError:
                self.close()
                raise

    def set(self, on: int, blink: int = 0) -> None:
        """All lamps at once: which are on, which of those blink (bit masks)."""
        self._on, self._blink = on, blink

    def poll(self, at: float) -> None:
        """Light them as is due now (monotonic seconds).

        Raises:
            GpioError: a line is gone.
        """
        dark = self._blink if int(at / BLINK_S) % 2 else 0
        for number, lamp in self._lamps.items():
            try:
                lamp.value = self._on & ~dark & 1 << number and 1
            except Exception as trouble:  # lgpio.error is a plain Exception
                raise GpioError(f"lamp {number} cannot be lit any more ({trouble}); restart") from None

    def close(self) -> None:
        """All off, and the lines free; twice does no harm."""
        for lamp in self._lamps.values():
            lamp.close()
        self._lamps.clear()
