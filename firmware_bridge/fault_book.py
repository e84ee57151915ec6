"""The faults of one hub that stand now, with their evidence, as its packets and its lists tell them."""

from dataclasses import dataclass
from typing import Final

from firmware_bridge.messages import WHOLE_HUB, HubFault
from firmware_bridge.states import FaultMoved

MOST: Final = 512  # faults kept; a hub that tells of more tells nonsense


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a fault is believed to stand: what the hub counted, and since when (monotonic seconds)."""

    channel: int | None  # None: the hub's own
    kind: str
    count: int
    since: float


class FaultBook:
    """Keeps what stands; tells what came and went, each once."""

    def __init__(self) -> None:
        self._standing: dict[tuple[int, str], Evidence] = {}
        self._listing: int | None = None  # the SEQ of the list that is being told
        self._listed: set[tuple[int, str]] = set()

    def __len__(self) -> int:
        return len(self._standing)

    @property
    def standing(self) -> tuple[Evidence, ...]:
        """All that stand, by channel; the hub's own last."""
        return tuple(self._standing[which] for which in sorted(self._standing))

    def hear(self, fault: HubFault, listing: int | None, at: float) -> list[FaultMoved]:
        """A fault packet; `listing`: the SEQ of our own question, if a list is being answered."""
        which = (fault.site, fault.kind)
        if self._listing != listing:
            self._listing, self._listed = listing, set()
        if not fault.standing:
            self._listed.discard(which)
        elif len(self._listed) < MOST:
            self._listed.add(which)
        return self._set(which, bool(fault.standing), fault.count, at)

    def listed(self, reply: int, at: float) -> list[FaultMoved]:
        """The list under this SEQ is whole: whatever stood and is not in it has gone, unheard."""
        listed = self._listed if self._listing == reply else set()
        gone = [which for which in self._standing if which not in listed]
        return [moved for which in gone for moved in self._set(which, False, 0, at)]

    def _set(self, which: tuple[int, str], standing: bool, count: int, at: float) -> list[FaultMoved]:
        channel = None if which[0] == WHOLE_HUB else which[0]
        known = self._standing.get(which)
        if standing and known is None and len(self._standing) >= MOST:
            return []
        if standing:
            since = at if known is None else known.since
            self._standing[which] = Evidence(channel, which[1], count, since)
        else:
            self._standing.pop(which, None)
        if (known is not None) == standing:
            return []
        return [FaultMoved(channel, which[1], standing, count, at)]
