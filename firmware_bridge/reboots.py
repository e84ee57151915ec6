"""How often a hub restarts: a supply that breaks down shows by nothing else."""

from collections import deque
from typing import Final

TO_WARN: Final = 3
WITHIN_S: Final = 300.0
NO_PLUG: Final = frozenset(("brown", "wdt"))
"""Causes of a restart that no hand makes by pulling the cable."""


class Reboots:
    """Counts restarts. One that was seen on an open port is not counted again by its hello."""

    def __init__(self) -> None:
        self.count = 0
        self._at: deque[float] = deque(maxlen=TO_WARN)
        self._seen = False

    @property
    def often(self) -> bool:
        """Whether the last three fell within five minutes."""
        return len(self._at) == TO_WARN and self._at[-1] - self._at[0] <= WITHIN_S

    def seen(self, at: float) -> str:
        """A packet showed it while the port was open; the cause to tell."""
        self._seen = True
        return self._add(at)

    def told(self, reset: str, at: float) -> str:
        """A hello shows another epoch, and why; the cause to tell."""
        known, self._seen = self._seen, False
        if known or reset not in NO_PLUG:
            return "supply" if known and self.often else "rebooted"
        return self._add(at)

    def _add(self, at: float) -> str:
        self.count += 1
        self._at.append(at)
        return "supply" if self.often else "rebooted"
