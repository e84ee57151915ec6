"""PURE: who has to go where a guest comes and all places are taken.

Seats and who sits at this machine have places of their own (`web.server`, `web.stream`). Guests share what is
left by address: whose address has most gives way, so no number of connections from one keeps another out.
"""

from collections import Counter
from collections.abc import Sequence


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
