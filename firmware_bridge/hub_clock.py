"""A hub's clock against ours: when, on our clock, it was when the hub wrote a time into a packet."""

from collections import deque
from dataclasses import dataclass
from typing import Final

_SAMPLES: Final = 16  # half a minute of pings: a crystal drifts by less than a millisecond in it
_ENOUGH: Final = 3
_SPREAD_S: Final = 0.05  # samples that disagree by more than this and their round trips are no clock
_WRAP_MS: Final = 1 << 32


@dataclass(frozen=True, slots=True)
class _Sample:
    """One ping: the hub's time stood between these two of ours."""

    t_ms: int
    sent_at: float
    heard_at: float

    @property
    def trip_s(self) -> float:
        return self.heard_at - self.sent_at


class HubClock:
    """Learns from pings; trusted once three of them, some seconds apart, tell the same tale."""

    def __init__(self) -> None:
        self._samples: deque[_Sample] = deque(maxlen=_SAMPLES)

    def forget(self) -> None:
        """The hub has restarted."""
        self._samples.clear()

    def sample(self, t_ms: int, sent_at: float, heard_at: float) -> None:
        """A ping sent and answered at these times (monotonic seconds) told this time of the hub."""
        self._samples.append(_Sample(t_ms, sent_at, heard_at))

    @property
    def error_s(self) -> float | None:
        """Half of the shortest round trip: how far `to_host` may be wrong; None while not trusted."""
        if len(self._samples) < _ENOUGH:
            return None
        best = min(self._samples, key=lambda sample: sample.trip_s)
        for other in self._samples:
            span_s = _span_ms(other.t_ms, best.t_ms) / 1000
            if abs((other.sent_at - best.sent_at) - span_s) > _SPREAD_S + best.trip_s + other.trip_s:
                return None
        return best.trip_s / 2

    def to_host(self, t_ms: int) -> float | None:
        """Our time (monotonic seconds) when the hub's clock showed this; None while not trusted."""
        if self.error_s is None:
            return None
        best = min(self._samples, key=lambda sample: sample.trip_s)
        return (best.sent_at + best.heard_at) / 2 + _span_ms(t_ms, best.t_ms) / 1000

    def age_s(self, t_ms: int, at: float) -> float | None:
        """How long before `at` the hub's clock showed this, at the least; None while not trusted."""
        then, error_s = self.to_host(t_ms), self.error_s
        return None if then is None or error_s is None else max(0.0, at - then - error_s)


def _span_ms(later: int, earlier: int) -> int:
    """The way from one hub time to another; hub times count modulo 2^32."""
    span = (later - earlier) % _WRAP_MS
    return span - _WRAP_MS if span >= _WRAP_MS // 2 else span
