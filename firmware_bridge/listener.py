"""Who hears a hub and answers it: what a sensor, a watch and a look at a hub have in common. Pure."""

from typing import Generic, TypeVar

from firmware_bridge.command_queue import CommandQueue
from firmware_bridge.link import Link
from firmware_bridge.states import LinkEvent

Told_co = TypeVar("Told_co", covariant=True)


class HubListener(Generic[Told_co]):
    """A hub's link, and what is made of its events: each call returns what happened, in that order.

    Args:
        channels: how many sites the board needs.
        only: the id that the hub must have; None: any.
        asking: who gives the commands; None: the link itself.
    """

    def __init__(self, channels: int, only: str | None = None, asking: CommandQueue | None = None) -> None:
        self._link = Link(channels, only, asking)
        self._at = 0.0

    @property
    def live(self) -> bool:
        """Whether what was handed on is what the pins say now: only then may a move be confirmed."""
        return self._link.live

    @property
    def wants_reopen(self) -> bool:
        """Whether the port should be closed and opened again, as of the last call."""
        return self._link.wants_reopen(self._at)

    @property
    def refused(self) -> bool:
        """Whether the hub that answered is not the one that is wanted."""
        return self._link.refused

    def keyframe(self) -> bytes | None:
        """The packets that would tell what is known; None while not live."""
        return self._link.keyframe()

    def opened(self, at: float) -> Told_co:
        """The port is open."""
        return self._hear(self._link.opened(at), at)

    def closed(self, at: float, cause: str = "unplugged", detail: str = "") -> Told_co:
        """The port is gone, is closed to be opened anew, or could not be opened.

        Args:
            cause: a code of DeviceHealth.
        """
        return self._hear(self._link.closed(cause, at, detail), at)

    def feed(self, data: bytes, at: float) -> Told_co:
        """Bytes that arrived at this time (monotonic seconds)."""
        return self._hear(self._link.feed(data, at), at)

    def tick(self, at: float) -> Told_co:
        """Time has passed."""
        return self._hear(self._link.tick(at), at)

    def take_outgoing(self) -> bytes:
        """Bytes to write to the port, each once."""
        return self._link.take_outgoing()

    def take_notes(self) -> list[str]:
        """Lines for the log: what the hub said besides packets, what was odd."""
        return self._link.notes.take()

    def _hear(self, events: list[LinkEvent], at: float) -> Told_co:
        self._at = at
        return self._heard(events, at)

    def _heard(self, events: list[LinkEvent], at: float) -> Told_co:
        """What these events come to; called with none too, for time has passed."""
        raise NotImplementedError
