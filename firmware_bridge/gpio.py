"""SHELL: buttons on the lines of the Pi itself, through gpiozero (docs/wiring.md)."""

import os
import tempfile
import warnings
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

from firmware_bridge.buttons import Debouncer
from tabletop import BUTTONS, TOKEN_COLOURS, Button, Press, TokenColour

if TYPE_CHECKING:
    from gpiozero.pins import Factory

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

CHIP_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the chip of the header's pins: Pi 5; Pi 4; all older ones. Its number moves."""


class GpioError(Exception):
    """Lines that cannot be read; the message says what, which and what to do."""


class Line(Protocol):
    """What is needed of a gpiozero input."""

    @property
    def is_active(self) -> bool:
        """Whether the button is pressed."""
        ...

    def close(self) -> None:
        """Let the line go."""
        ...


class LineChips(Protocol):
    """What is needed of lgpio to find a chip by its label."""

    def gpiochip_open(self, chip: int) -> int:
        """A handle."""
        ...

    def gpiochip_close(self, handle: int) -> int:
        """Let it go."""
        ...

    def gpio_get_chip_info(self, handle: int) -> list[int | str]:
        """Status, number of lines, name, label."""
        ...


class ButtonPanel:
    """Buttons between a line and ground, read by polling about every 10 to 20 ms.

    Args:
        pins: key → BCM number.
        factory: a gpiozero pin factory; None: the header of this Pi.
    Raises:
        GpioError: no such lines, no lgpio, a line in use.
    """

    def __init__(self, pins: Mapping[PanelKey, int], factory: "Factory | None" = None) -> None:
        from gpiozero import DigitalInputDevice
        from gpiozero.exc import GPIOZeroError

        self._lines: dict[PanelKey, Line] = {}
        self._debouncers = {key: Debouncer() for key in pins}
        self._factory = factory
        self._own = factory is None
        twice = {pin for pin in pins.values() if list(pins.values()).count(pin) > 1}
        if twice:
            raise GpioError(f"GPIO {min(twice)} is given to two buttons; give each its own")
        if self._factory is None:
            self._factory = header_factory()
        for key, pin in pins.items():
            try:
                self._lines[key] = DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory)
            except (GPIOZeroError, OSError, ValueError, RuntimeError) as trouble:
                self.close()
                raise GpioError(_line_trouble(key, pin, trouble)) from None
            except Exception as trouble:  # lgpio's own error is no kin of any of these
                self.close()
                if type(trouble).__module__.split(".")[0] != "lgpio":
                    raise
                raise GpioError(_line_trouble(key, pin, trouble)) from None

    def poll(self, at: float) -> tuple[Press, ...]:
        """What the buttons did since the last call; `at` in monotonic seconds.

        Raises:
            GpioError: a line can no longer be read.
        """
        presses: list[Press] = []
        for key, line in self._lines.items():
            try:
                level = bool(line.is_active)
            except Exception as trouble:  # lgpio.error is a plain Exception
                raise GpioError(f"button {key} cannot be read any more ({trouble}); restart") from None
            for action in self._debouncers[key].sample(level, at):
                if key in BUTTONS:
                    presses.append(Press(button=key, action=action, at=at))
                elif key in TOKEN_COLOURS:
                    presses.append(Press(seat=key, action=action, at=at))
        return tuple(presses)

    def close(self) -> None:
        """Let the lines go; twice does no harm."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()
        if self._own and self._factory is not None:
            self._factory.close()
            self._factory = None


def header_factory() -> "Factory":
    """gpiozero's way to the header of this Pi: by lgpio, on the chip found by its label.

    gpiozero's own choice is not used: it falls back silently to factories that do not work on newer Pis.
    GPIOZERO_PIN_FACTORY names another one, for older Pis.

    Raises:
        GpioError: no lgpio, no such chip, not allowed.
    """
    os.environ.setdefault("LG_WD", _writable_folder())  # lgpio makes a file where it is imported
    if os.environ.get("GPIOZERO_PIN_FACTORY", "lgpio") != "lgpio":
        return _named_factory()
    try:
        lgpio = import_module("lgpio")
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, OSError) as trouble:
        raise GpioError(
            f"buttons: lgpio cannot be used ({trouble}); install the extra [pi], or python3-lgpio by apt"
        ) from None
    chip = find_chip(cast(LineChips, lgpio), _chip_numbers())
    try:
        factory: Factory = LGPIOFactory(chip=chip)
    except Exception as trouble:  # lgpio.error is a plain Exception
        raise GpioError(
            f"buttons: /dev/gpiochip{chip} cannot be opened ({trouble}); join the group gpio"
        ) from None
    return factory


def find_chip(lgpio: LineChips, numbers: list[int]) -> int:
    """The number of the header's chip among those there are.

    Raises:
        GpioError: none has a label that we know; names those that were found.
    """
    found: dict[str, int] = {}
    refused = ""
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except Exception as trouble:  # lgpio.error is a plain Exception
            refused = f" (/dev/gpiochip{number}: {trouble}; join the group gpio)"
            continue
        try:
            found[str(lgpio.gpio_get_chip_info(handle)[3])] = number
        finally:
            lgpio.gpiochip_close(handle)
    for label in CHIP_LABELS:
        if label in found:
            return found[label]
    labels = ", ".join(sorted(found)) or "none"
    raise GpioError(f"buttons: no pins of a Raspberry Pi here; chips found: {labels}{refused}")


def _named_factory() -> "Factory":
    from gpiozero import Device
    from gpiozero.exc import GPIOZeroError, PinFactoryFallback

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PinFactoryFallback)
            Device.ensure_pin_factory()
    except (GPIOZeroError, PinFactoryFallback, ImportError, OSError, RuntimeError) as trouble:
        name = os.environ["GPIOZERO_PIN_FACTORY"]
        raise GpioError(f"buttons: GPIOZERO_PIN_FACTORY={name} does not work ({trouble}); unset it") from None
    factory: Factory = Device.pin_factory
    return factory


def _chip_numbers() -> list[int]:
    names = (path.name.removeprefix("gpiochip") for path in Path("/dev").glob("gpiochip*"))
    return sorted(int(name) for name in names if name.isdecimal())


def _writable_folder() -> str:
    for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        folder = os.environ.get(name, "")
        if folder and os.access(folder, os.W_OK | os.X_OK):
            return folder
    with suppress(OSError):
        return tempfile.gettempdir()
    return "."


def _line_trouble(key: PanelKey, pin: int, trouble: Exception) -> str:
    if "busy" in str(trouble).lower():
        return f"button {key}: GPIO {pin} is in use; find what takes it in config.txt, or use another"
    return f"button {key}: GPIO {pin} cannot be read ({trouble}); compare docs/wiring.md"
