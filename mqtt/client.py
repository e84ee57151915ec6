"""SHELL: the table on MQTT. The game drops things in an outbox; a thread of its own talks to the broker.

On every connection, in this order (rule 2): info, state, health, subscriptions, then `online`. Without a
broker everything goes on: it is said once, and tried again after 1, 2, 4 … 15 s.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from typing import Final, Protocol

from announce import Announcement
from engine import Event, State
from mqtt.address import parse_address
from mqtt.courier import Courier
from mqtt.desk import Desk, EventLog, PanelPress
from mqtt.outbox import Message, Outbox
from mqtt.payloads import About, Fields, Scribe, Stamp, health_fields, source_of
from mqtt.topics import Topics
from tabletop import DeviceHealth

BACKOFF_S: Final = (1.0, 15.0)  # the first and the longest wait before the next attempt

log = logging.getLogger("fingerpost.mqtt")


class TableSink(Protocol):
    """What the game tells the house; no call blocks or raises because of the broker."""

    def start(self) -> None:
        """Begin to connect; returns at once."""

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Publish each event, then the snapshot with the last seq."""

    def announced(self, announcement: Announcement, seq: int | None = None) -> None:
        """Publish what everyone may hear."""

    def health(self, health: DeviceHealth) -> None:
        """Publish how a device is."""

    def close(self) -> None:
        """Say `offline` and disconnect."""


class _Disabled:
    def start(self) -> None:
        pass

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        pass

    def announced(self, announcement: Announcement, seq: int | None = None) -> None:
        pass

    def health(self, health: DeviceHealth) -> None:
        pass

    def close(self) -> None:
        pass


DISABLED: Final[TableSink] = _Disabled()
"""The sink of a table without a broker: everything is dropped."""


class MqttSink:
    """One table's public life on a broker.

    `on_health` hears DeviceHealth(device="broker") once when the connection comes or goes: `live`; `lost`
    with cause refused, unknown-host, unreachable, silent, forbidden, taken-over, closed or error; `fault`
    with cause forbidden (the broker's access rules keep something back) or second-engine (an engine that was
    there first uses this table's name: this sink has stopped for good). `on_command` hears presses. Both are
    called on the sink's own thread and must only hand on. `history` is what the log held before this start,
    for replay; call `told((), state)` before `start()` to show a resumed game at once.

    Raises:
        TopicError, AddressError: the table's name or the broker's address cannot be used (ValueErrors both).
    """

    def __init__(
        self,
        table: str,
        url: str,
        *,
        game: str,
        boot: str,
        on_health: Callable[[DeviceHealth], None],
        on_command: Callable[[PanelPress], None],
        history: Iterable[tuple[int, Event]] = (),
        about: About | None = None,
        backoff_s: tuple[float, float] = BACKOFF_S,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._topics = Topics(table)
        self._about = about if about is not None else About(software=_version())
        self._scribe = Scribe(table, game, boot)
        self._log = EventLog()
        self._outbox = Outbox(self._topics.state)
        self._sources: dict[str, Fields] = {}
        self._told = 0  # the last event told by this process
        self._lock = threading.Lock()  # guards the outbox; the courier's thread shares it
        self._on_command = on_command
        self._courier = Courier(
            parse_address(url),
            self._topics,
            self._outbox,
            self._lock,
            boot=boot,
            on_health=on_health,
            backoff_s=backoff_s,
            now=now,
        )
        note = self._courier.note
        self._desk = Desk(
            self._topics, self._scribe, self._log, on_press=self._press, stamp=stamp_now, note=note
        )
        for seq, event in history:
            self._log.add(seq, self._scribe.event(seq, event, stamp_now()))
        self._prepare_greeting()

    def _prepare_greeting(self) -> None:
        for topic, payload in (
            (self._topics.info, self._scribe.info(self._about, stamp_now())),
            (self._topics.state, self._scribe.lobby(stamp_now())),
            (self._topics.health, self._scribe.health(self._sources, stamp_now())),
        ):
            self._outbox.put(Message(kind="retained", topic=topic, payload=payload))

    def start(self) -> None:
        """Begin to connect; returns at once. Call it once."""
        self._courier.start(self._desk)

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Publish each event, then the snapshot with the last seq. An event told before is not told again."""
        news = [(seq, self._scribe.event(seq, event, stamp_now())) for seq, event in events]
        snapshot = self._scribe.state(state, stamp_now())
        with self._lock:
            for seq, payload in news:
                self._log.add(seq, payload)
                if seq > self._told:
                    self._told = seq
                    self._outbox.put(Message(kind="event", topic=self._topics.event, payload=payload))
            self._outbox.put(Message(kind="retained", topic=self._topics.state, payload=snapshot))
        self._courier.nudge()

    def announced(self, announcement: Announcement, seq: int | None = None) -> None:
        """Publish what everyone may hear; what is for one seat's ear is dropped here."""
        if announcement.audience != "everyone":
            return
        payload = self._scribe.announcement(announcement, seq, self._about.locales[0], stamp_now())
        with self._lock:
            self._outbox.put(Message(kind="announce", topic=self._topics.announce, payload=payload))
        self._courier.nudge()

    def health(self, health: DeviceHealth) -> None:
        """Publish how a device is. The broker's own health is no news to its listeners."""
        if health.device == "broker":
            return
        stamp = stamp_now()
        with self._lock:
            self._sources[source_of(health)] = health_fields(health, stamp)
            payload = self._scribe.health(self._sources, stamp)
            self._outbox.put(Message(kind="retained", topic=self._topics.health, payload=payload))
        self._courier.nudge()

    def close(self) -> None:
        """Let what waits go out for at most a second, say `offline`, disconnect. Safe to call twice."""
        self._courier.stop()

    def counts(self) -> dict[str, int]:
        """What was refused, ignored or dropped since the start, by error code or kind."""
        with self._lock:
            dropped = {f"dropped-{kind}": count for kind, count in self._outbox.dropped.items()}
        return {**self._desk.counts, **dropped}

    def _press(self, press: PanelPress) -> None:
        try:
            self._on_command(press)
        except Exception:
            log.exception("mqtt: the game could not take a press")
            raise


def stamp_now() -> Stamp:
    """The wall clock and fresh randomness."""
    return Stamp(time.time_ns() // 1_000_000, os.urandom(10))


def _version() -> str:
    try:
        return metadata.version("fingerpost")
    except metadata.PackageNotFoundError:
        return ""
