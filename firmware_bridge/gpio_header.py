"""SHELL: the way to the lines of the Pi itself: which library, which chip, where its file may lie."""

import os
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from gpiozero.pins import Factory

CHIP_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What the kernel calls the chip of the header's pins: Pi 5; Pi 4; all older ones. Its number moves."""

_FIVE: Final = b"Raspberry Pi 5"
_MODEL: Final = Path("/proc/device-tree/model")

T = TypeVar("T")


class GpioError(Exception):
    """Lines that cannot be read; the message says what, which and what to do."""


class InputLine(Protocol):
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


@cache
def header_factory() -> "Factory":
    """gpiozero's way to the header of this Pi: by lgpio, on the chip found by its label; one for all devices.

    gpiozero's own choice is not used: it falls back silently to factories that do not work on newer Pis.
    Without lgpio, RPi.GPIO is taken where it is installed and can work. GPIOZERO_PIN_FACTORY names another.

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
        legacy = _legacy_factory()
        if legacy is not None:
            return legacy
        raise GpioError(
            f"lines of the Pi: lgpio cannot be used ({trouble}); install the extra [pi], "
            "or python3-lgpio by apt; on an old kernel [pi-legacy]"
        ) from None
    chip = find_chip(cast(LineChips, lgpio), _chip_numbers())
    try:
        factory: Factory = LGPIOFactory(chip=chip)
    except Exception as trouble:  # lgpio.error is a plain Exception
        raise GpioError(
            f"lines of the Pi: /dev/gpiochip{chip} cannot be opened ({trouble}); join the group gpio"
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
    raise GpioError(f"lines of the Pi: no pins of a Raspberry Pi here; chips found: {labels}{refused}")


def _legacy_factory(model: Path = _MODEL) -> "Factory | None":
    """RPi.GPIO, by gpiozero; None where it is not there. It cannot reach the lines of a Pi 5."""
    with suppress(OSError):
        if model.read_bytes().startswith(_FIVE):
            return None
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        factory: Factory = RPiGPIOFactory()
    except (ImportError, OSError, RuntimeError):
        return None
    return factory


def _named_factory() -> "Factory":
    from gpiozero import Device
    from gpiozero.exc import GPIOZeroError, PinFactoryFallback

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PinFactoryFallback)
            Device.ensure_pin_factory()
    except (GPIOZeroError, PinFactoryFallback, ImportError, OSError, RuntimeError) as trouble:
        name = os.environ["GPIOZERO_PIN_FACTORY"]
        raise GpioError(
            f"lines of the Pi: GPIOZERO_PIN_FACTORY={name} does not work ({trouble}); unset it"
        ) from None
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


def opened(what: str, pin: int, open_line: Callable[[], T]) -> T:
    """Open one line; whatever a library throws becomes one clear line.

    Raises:
        GpioError: the line does not exist, is in use, or its library cannot.
    """
    from gpiozero.exc import GPIOZeroError

    try:
        return open_line()
    except (GPIOZeroError, OSError, ValueError, RuntimeError) as trouble:
        raise GpioError(_line_trouble(what, pin, trouble)) from None
    except Exception as trouble:  # lgpio's own error is no kin of any of these
        if type(trouble).__module__.split(".")[0] != "lgpio":
            raise
        raise GpioError(_line_trouble(what, pin, trouble)) from None


def _line_trouble(what: str, pin: int, trouble: Exception) -> str:
    if any(word in str(trouble).lower() for word in ("busy", "in use")):
        return f"{what}: GPIO {pin} is in use; find what takes it in config.txt, or use another"
    return f"{what}: GPIO {pin} cannot be read ({trouble}); compare docs/wiring.md"
