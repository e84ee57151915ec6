"""SHELL: buttons on the lines of the Pi itself, through gpiozero (docs/wiring.md)."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from firmware_bridge.buttons import Debouncer
from firmware_bridge.gpio_header import GpioError, InputLine, header_factory, opened
from tabletop import BUTTONS, TOKEN_COLOURS, Press
from tabletop.panel_pins import PanelKey

if TYPE_CHECKING:
    from gpiozero.pins import Factory

__all__ = ["ButtonPanel", "GpioError"]


class ButtonPanel:
    """Buttons between a line and ground, read by polling about every 10 to 20 ms.

    Args:
        pins: key → BCM number.
        factory: a gpiozero pin factory; None: the header of this Pi.
    Raises:
        GpioError: no such lines, no lgpio, a line in use.
    """

    def __init__(self, pins: Mapping[PanelKey, int], factory: "Factory | None" = None) -> None:
        from gpiozero import InputDevice

        self._lines: dict[PanelKey, InputLine] = {}
        self._debouncers = {key: Debouncer() for key in pins}
        self._factory = factory
        twice = {pin for pin in pins.values() if list(pins.values()).count(pin) > 1}
        if twice:
            raise GpioError(f"GPIO {min(twice)} is given to two buttons; give each its own")
        if self._factory is None:
            self._factory = header_factory()
        for key, pin in pins.items():
            try:
                self._lines[key] = opened(
                    f"button {key}",
                    pin,
                    partial(InputDevice, pin, pull_up=True, pin_factory=self._factory),
                )
            except GpioError:
                self.close()
                raise

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
