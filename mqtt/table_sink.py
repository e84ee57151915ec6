"""The MQTT client as a sink of the session, before a game and in it."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from announce import Announcement
from engine import Event, State
from table.ports import QuietSink
from table.session import Session
from tabletop import DeviceHealth

if TYPE_CHECKING:
    from mqtt.client import MqttSink

_COMPARE_EVERY_S: Final = 0.5


class WireSink(QuietSink):
    """Publishes what the session tells, and where its board and game disagree.

    Args:
        kind: the class that an announcement is published with.
        closed: is called when the wire has been closed.
    """

    def __init__(
        self,
        wire: "MqttSink",
        kind: Callable[[Announcement], str],
        closed: Callable[[], None] = lambda: None,
    ) -> None:
        self._wire, self._kind, self._closed = wire, kind, closed
        self._session: Session | None = None
        self._compared_at = float("-inf")

    def start(self) -> None:
        """Begin to connect; returns at once. Call it once."""
        self._wire.start()

    def follow(self, session: Session) -> None:
        """Tell where this session's board and game disagree."""
        self._session = session

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Publish the events, then the state; an undo that these have overtaken is asked for no more."""
        self._ask_homes()
        self._wire.told(events, state)
        self._compare()
        self._ask_homes()

    def say(self, announcement: Announcement, at: float) -> None:
        """Publish public words."""
        public = announcement.audience == "everyone" and not announcement.in_the_room
        if public and announcement.normal:
            self._wire.announced(announcement, self._kind(announcement))
        self._compare()
        self._ask_homes()

    def walked(self, announcement: Announcement, at: float) -> None:
        """Nothing: the house has heard it, and would take it for news."""

    def health(self, health: DeviceHealth) -> None:
        """Publish a device's condition."""
        self._wire.health(health)

    def lay(self, board: str) -> None:
        """Hear of nodes only what they sense of the board of this map."""
        self._wire.lay(board)

    def ask_senses(self) -> None:
        """Have the nodes of this table say all that they sense once more."""
        self._wire.ask_senses()

    def counts(self) -> dict[str, int]:
        """What came in and was refused, ignored or dropped, by error code or kind."""
        return self._wire.counts()

    def close(self) -> None:
        """Say goodbye."""
        self._wire.close()
        self._closed()

    def _ask_homes(self) -> None:
        """Tell the homes that play along whether they are asked to agree to an undo."""
        if self._session is not None and self._session.linked is not None:
            linked = self._session.linked
            self._wire.asks_undo(linked.asks_undo, tuple(linked.undo_no))

    def _compare(self) -> None:
        """Whatever is said may be about a difference; looking at the whole board is not for every word."""
        now = time.monotonic()
        if self._session is None or now - self._compared_at < _COMPARE_EVERY_S:
            return
        self._compared_at = now
        tracker, state = self._session.tracker, self._session.game.state
        found = () if tracker.in_doubt() else tracker.differences(state)
        self._wire.disagreements([{"site": one.site, "kind": one.kind, "seat": one.seat} for one in found])
