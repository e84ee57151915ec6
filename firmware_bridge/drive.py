"""What happens to a listener of a hub, in one order that can be had again: times, bytes, openings. Pure.

Time passes for a listener only at multiples of 5 ms, and never while bytes that came before are waiting.
So a log of the bytes is enough to make it say the same again.
"""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from firmware_bridge.listener import HubListener
from firmware_bridge.ring_log import RingLog

TICK_S: Final = 0.005
_MOST_TICKS: Final = 2000  # after a long sleep of the machine the time before the last 10 s is passed over

T = TypeVar("T")


class Drive(Generic[T]):
    """Moves a listener, and keeps a log of what it did to it."""

    def __init__(self, listener: HubListener[Sequence[T]], log: RingLog | None = None) -> None:
        self.listener = listener
        self.log = RingLog() if log is None else log
        self._ticks: int | None = None
        self._at = 0.0
        self._out = bytearray()

    @property
    def at(self) -> float:
        """The listener's time (monotonic seconds)."""
        return self._at

    def opened(self, at: float) -> list[T]:
        """The port is open."""
        told = self.advance(at)
        self.log.add(self._at, "open")
        told += self.listener.opened(self._at)
        self._gather()
        return told

    def closed(self, at: float, cause: str = "unplugged", detail: str = "") -> list[T]:
        """The port is gone, or could not be opened."""
        told = self.advance(at)
        self.log.add(self._at, "close", cause.encode())
        told += self.listener.closed(self._at, cause, detail)
        self._out.clear()
        return told

    def feed(self, data: bytes, at: float) -> list[T]:
        """Bytes that arrived."""
        told = self.advance(at)
        self.log.add(self._at, "<", data)
        told += self.listener.feed(data, self._at)
        self._gather()
        return told

    def advance(self, at: float) -> list[T]:
        """Time has passed; a time before the last one is taken as the last one."""
        at = round(at, 6)
        ticks = int(at / TICK_S)
        if self._ticks is None:
            self._ticks = ticks
        told: list[T] = []
        for tick in range(max(self._ticks + 1, ticks - _MOST_TICKS), ticks + 1):
            self._at = max(self._at, round(tick * TICK_S, 6))
            told += self.listener.tick(self._at)
            self._gather()
        self._ticks = max(self._ticks, ticks)
        self._at = max(self._at, at)
        if self.log.wants_key:
            self._put_key()
        return told

    def take_outgoing(self) -> bytes:
        """Bytes to write, each once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def _gather(self) -> None:
        """What the listener wants to write, in the log under the very time at which it wanted it."""
        out = self.listener.take_outgoing()
        if out:
            self.log.add(self._at, ">", out)
            self._out += out

    def _put_key(self) -> None:
        key = self.listener.keyframe()
        if key is not None:
            self.log.add(self._at, "key", key)
