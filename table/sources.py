"""The senses of the board as events: that one was lost and found again stands in the log. Pure."""

from collections.abc import Iterable

from engine import Event, SourceFound, SourceLost
from tabletop import DeviceHealth, sense_of


class Sources:
    """Knows which senses the log has as lost; each loss and each return becomes one event."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        """`events`: of the game so far; what was lost before a stop may be found after it."""
        self._lost: set[str] = set()
        for event in events:
            if isinstance(event, SourceLost):
                self._lost.add(event.source)
            elif isinstance(event, SourceFound):
                self._lost.discard(event.source)

    def heard(self, health: DeviceHealth) -> SourceLost | SourceFound | None:
        """The event that a device's word makes; None: it is no sense, absent, or nothing new."""
        source, lost = health.device, health.device in self._lost
        if sense_of(source) is None or health.cause == "absent":
            return None
        if health.condition == "lost" and not lost:
            self._lost.add(source)
            return SourceLost(source=source, cause=health.cause)
        if health.condition == "live" and lost:
            self._lost.discard(source)
            return SourceFound(source=source)
        return None
