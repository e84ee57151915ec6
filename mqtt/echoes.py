"""Whether a broker of MQTT 3.1.1 passes on what it acknowledges. Pure.

In 3.1.1 a publish that access rules keep back is acknowledged like any other. But there a client hears its
own words, too: what has been acknowledged and does not come back was kept from everybody.
"""

from collections import Counter, deque
from collections.abc import Iterable
from typing import Final

WITHIN_S: Final = 5.0  # a broker hands a message on at once, or not at all


class Echoes:
    """Follows what was published on some topics, of one connection."""

    def __init__(self) -> None:
        self._sent: dict[int, str] = {}  # by id, not acknowledged yet
        self._owed: dict[str, deque[float]] = {}  # acknowledged, when, and not heard yet
        self._early: Counter[str] = Counter()  # heard, and not acknowledged yet
        self._told = False

    def follow(self, topics: Iterable[str]) -> None:
        """These are subscribed to from now on."""
        for topic in topics:
            self._owed.setdefault(topic, deque())

    def sent(self, mid: int, topic: str) -> None:
        """A message went out."""
        if topic in self._owed:
            self._sent[mid] = topic

    def acknowledged(self, mid: int, now: float) -> None:
        """The broker has it. An unknown id is no matter."""
        topic = self._sent.pop(mid, None)
        if topic is None:
            return
        if self._early[topic]:
            self._early[topic] -= 1
        else:
            self._owed[topic].append(now)

    def heard(self, topic: str, *, retained: bool) -> bool:
        """A message came; whether it is our own. What was retained before says nothing of now."""
        owed = self._owed.get(topic)
        if owed is None:
            return False
        if not retained and owed:
            owed.popleft()
        elif not retained:
            self._early[topic] += 1
        return True

    def kept_back(self, now: float) -> str | None:
        """A topic that nobody hears, once for a connection; None: all is heard, or it has been told."""
        for topic, owed in self._owed.items():
            if owed and now >= owed[0] + WITHIN_S and not self._told:
                self._told = True
                return topic
        return None
