"""A button's level over time → down, held, up. Debouncing is ours: not every pin factory has any."""

from typing import Final, Literal

Action = Literal["down", "up", "held"]
STEADY_S: Final = 0.015
"""How long a new level must stand; measured buttons bounce for 1 to 5 ms, old ones for 10."""
HOLD_S: Final = 2.0
QUIET_START_S: Final = 1.0
"""What is down in the first second was pressed by the boot, or by who carried the box."""


class Debouncer:
    """One button. Give it the level as often as it is read; it tells each act once.

    A button that is down within the first second is not heard until it has come up again.
    """

    def __init__(self, *, steady_s: float = STEADY_S, hold_s: float = HOLD_S) -> None:
        self._steady_s = steady_s
        self._hold_s = hold_s
        self._first_at: float | None = None
        self._level = False  # as accepted
        self._seen = False  # as read last
        self._seen_at = 0.0  # since when it reads so
        self._down_at: float | None = None  # of a press that was told
        self._held = False

    def sample(self, level: bool, at: float) -> tuple[Action, ...]:
        """What this reading means; `level` is True while the button is pressed."""
        if self._first_at is None:
            self._first_at = at
        if level != self._seen:
            self._seen, self._seen_at = level, at
        if self._seen != self._level and at - self._seen_at >= self._steady_s:
            self._level = self._seen
            return self._accepted(at)
        if self._down_at is not None and not self._held and at - self._down_at >= self._hold_s:
            self._held = True
            return ("held",)
        return ()

    def _accepted(self, at: float) -> tuple[Action, ...]:
        if self._level:
            if self._first_at is None or at - self._first_at < QUIET_START_S:
                return ()  # a ghost; its release will not count either
            self._down_at, self._held = at, False
            return ("down",)
        told, self._down_at = self._down_at is not None, None
        return ("up",) if told else ()
