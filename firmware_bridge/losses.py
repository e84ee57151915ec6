"""What a wire loses: gaps in the hub's count of packets, packets that came harmed, and the rate of both."""

from collections import deque
from typing import Final

LARGEST_GAP: Final = 100  # packets; a hub whose count jumps further has restarted, or counts oddly
NOISY_SHARE: Final = 0.01  # lost or harmed: "cable or noise"
_WINDOW: Final = 500  # packets over which the share is taken: five minutes of beats and pings
_ENOUGH: Final = 5  # fewer losses than this are no rate
_CALM: Final = 1  # so few in a whole window, and it is over


class Losses:
    """Follows the count that a hub gives its packets.

    A packet that came harmed is missing from the count too; it is taken once.
    """

    def __init__(self) -> None:
        self.lost = 0  # packets that the hub counted and that never came whole
        self.noisy = False  # whether at least 1 % were lost of late
        self._expected: int | None = None
        self._harmed = 0  # since the last whole packet
        self._window: deque[bool] = deque(maxlen=_WINDOW)  # True: lost

    @property
    def expected(self) -> int:
        """The count that the next packet should have."""
        return self._expected or 0

    def restart(self) -> None:
        """The port was opened anew, or the hub has restarted: its count begins anew."""
        self._expected = None
        self._harmed = 0

    def harmed(self) -> None:
        """A packet came that could not be read."""
        self._harmed += 1
        self._note(1, whole=False)

    def unheard(self, count: int) -> None:
        """The hub tells that so many of our packets came to it harmed."""
        self._note(min(count, LARGEST_GAP), whole=False)

    def heard(self, seq: int) -> int:
        """A whole packet came; how many the hub had sent since the one before, unheard, if it counts on."""
        missing = 0
        if self._expected is not None:
            missing = (seq - self._expected) % (1 << 16)
            if missing >= (1 << 16) - LARGEST_GAP:
                self._note(0, whole=True)
                return 0  # an answer that is repeated keeps its old count
        self._expected = (seq + 1) % (1 << 16)
        counted = missing if missing < LARGEST_GAP else 0
        self.lost += counted
        self._note(max(0, counted - self._harmed), whole=True)
        self._harmed = 0
        return missing

    def _note(self, lost: int, *, whole: bool) -> None:
        self._window.extend([True] * lost)
        if whole:
            self._window.append(False)
        count = sum(self._window)
        if count >= max(_ENOUGH, NOISY_SHARE * len(self._window)):
            self.noisy = True
        elif len(self._window) == _WINDOW and count <= _CALM:
            self.noisy = False
