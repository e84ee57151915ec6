"""A knob that is turned, and turned while it is pressed: steps since the last look. Pure."""

from dataclasses import dataclass

from firmware_bridge.buttons import Debouncer


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """The knob was turned: volume, or the rate of speech while it was pressed."""

    steps: int  # clockwise is positive
    pressed: bool
    at: float  # monotonic seconds


class Knob:
    """Makes turns of the count of an encoder and the level of its button."""

    def __init__(self) -> None:
        self._count: int | None = None
        self._button = Debouncer()
        self._pressed = False

    def sample(self, count: int, level: bool, at: float) -> tuple[Turned, ...]:
        """What the knob did since the last call.

        Args:
            count: the encoder's, in detents; clockwise counts up.
            level: True while the button is pressed.
        """
        for action in self._button.sample(level, at):
            self._pressed = action != "up"
        before, self._count = self._count, count
        if before is None or before == count:
            return ()
        return (Turned(steps=count - before, pressed=self._pressed, at=at),)
