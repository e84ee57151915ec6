"""How much later than others a message of a node has come. Pure.

Two machines share no clock, but each has one that runs evenly: what lies between theirs is what it is for the
messages that come quickest. One that the network has held up came later than these by as much as it was late.
"""

from collections import deque
from typing import Final

_LATEST_S: Final = 10.0  # later than this no message comes: one of the clocks has stood still meanwhile
_MESSAGES: Final = 64  # of which the quickest counts; a clock that has jumped is forgotten after so many


class Lag:
    """Follows the messages of one node, in the order in which they come."""

    def __init__(self) -> None:
        self._gaps: deque[float] = deque(maxlen=_MESSAGES)

    def late_s(self, sent: float, now: float) -> float:
        """For how long a message was held up that was sent at this time of its node's clock."""
        gap = now - sent
        if self._gaps and gap - min(self._gaps) > _LATEST_S:
            self._gaps.clear()
        self._gaps.append(gap)
        return gap - min(self._gaps)
