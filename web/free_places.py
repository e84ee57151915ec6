"""PURE: who has to go where a guest comes and all places are taken.

Seats and who sits at this machine have places of their own (`web.server`, `web.stream`). Guests share what is
left by address: whose address has most gives way, so no number of connections from one keeps another out.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

AT_ONCE: Final = 30  # requests or new connections of one address; then
EACH_S: Final = 10.0  # so many a second
_ADDRESSES: Final = 512


def who_goes(newcomer: str, guests: Sequence[str], places: int) -> int | None:
    """Which of the guests gives way to who comes; None: nobody has to.

    Args:
        newcomer: its address.
        guests: the addresses of all, who may go first standing first.

    The index that is returned is `len(guests)` where the newcomer is the one that has to go.
    """
    if len(guests) < places:
        return None
    counts = Counter(guests)
    most = max(counts.values(), default=0)
    if counts[newcomer] and counts[newcomer] + 1 >= most:
        return guests.index(newcomer)  # of its own: it may be a seat that has not said so yet
    if most <= 1:
        return len(guests)
    return next(number for number, one in enumerate(guests) if counts[one] == most)


class RateLimit:
    """How fast each address may go on."""

    def __init__(self, *, at_once: int = AT_ONCE, each_s: float = EACH_S) -> None:
        self._ahead_s, self._apart_s = at_once / each_s, 1.0 / each_s
        self._free: dict[str, float] = {}  # when all that an address has asked for is paid

    def wait_s(self, source: str, at: float) -> float:
        """Take one more of this address; how long it has to wait for it, 0: not at all."""
        free = max(self._free.pop(source, at), at) + self._apart_s
        self._free[source] = free
        if len(self._free) > _ADDRESSES:
            del self._free[next(iter(self._free))]
        return max(free - at - self._ahead_s, 0.0)

    def refuses(self, source: str, at: float) -> bool:
        """Whether one more would have to wait; then it is not taken."""
        if self._free.get(source, at) + self._apart_s - at > self._ahead_s:
            return True
        self.wait_s(source, at)
        return False
