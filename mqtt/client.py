"""SHELL: the table on MQTT. The game drops things in an outbox; a thread of its own talks to the broker.

On every connection, in this order (rule 2): info, state, health, subscriptions, then `online`. Without a
broker everything goes on: it is said once, and tried again after 1, 2, 4 … 15 s.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from announce import Announcement, Vocabulary
from engine import Event, Seat, State
from mqtt.access import Access, BrokerAddress, parse_address, password_in
from mqtt.answered import CachedResult
from mqtt.client_loop import WATCH_EVERY_S, ClientLoop, as_message
from mqtt.discovery import Discoverable, discovery, nodes_shown
from mqtt.homes_heard import HomeNews, HomesHeard, homes_fields
from mqtt.inbound import EventLog, InboundHandler, KeptGames, Reply
from mqtt.nodes import Nodes
from mqtt.orders import REPORT
from mqtt.outbox import Outbox, Publication
from mqtt.payloads import Encoder, Fields, Stamp, TableInfo, health_fields, heard_again, source_of
from mqtt.rights import Rights
from mqtt.router import Router
from mqtt.sense_payloads import Sensed
from mqtt.topics import Topics
from table.requests import Request
from tabletop import DeviceHealth, Sense

BACKOFF_S: Final = (1.0, 15.0)  # the first and the longest wait before the next attempt

log = logging.getLogger("fingerpost.mqtt")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """What a table's owner chose about the wire.

    `password_file`: read before each attempt; without one the environment's FINGERPOST_MQTT_PASSWORD counts.
    `nodes`: by name, what a camera or hub on another machine senses for this table. `kept`: stored games.
    """

    password_file: Path | None = None
    ca: Path | None = None
    home_assistant: bool = True
    rights: Rights = field(default_factory=Rights)
    nodes: Mapping[str, Sense] = field(default_factory=dict)
    backoff_s: tuple[float, float] = BACKOFF_S
    watch_s: float = WATCH_EVERY_S
    kept: KeptGames | None = None

    def password(self) -> str | None:
        """The secret, from its file or the environment.

        Raises:
            LostError: the file cannot be read.
        """
        return password_in(self.password_file)


class MqttSink:
    """One table's public life on a broker.

    `on_health` hears DeviceHealth(device="broker") once when the connection comes or goes: `live`; `lost`
    with cause refused, unknown-host, unreachable, untrusted, silent, forbidden, taken-over, closed or error;
    `fault` with cause forbidden (the broker's access rules keep something back) or second-engine (an engine
    that was there first uses this table's name: this sink has stopped for good). `on_command` hears what only
    the game can answer, `on_sensed` what the table's nodes sense, `on_home` what homes that play along say,
    `on_answered` every result that is to be remembered over a restart; `before` are those of an earlier
    start. All are called on the sink's own thread and must only hand on. `game` None: there is none yet, the
    lobby. `history` is what the log held before this start, for replay; call `told((), state)` before
    `start()` to show a resumed game at once.

    Raises:
        TopicError, AddressError: the table's name or the broker's address cannot be used (ValueErrors both).
    """

    def __init__(
        self,
        table: str,
        url: str,
        *,
        game: str | None,
        boot: str,
        on_health: Callable[[DeviceHealth], None],
        on_command: Callable[[Request], None],
        on_sensed: Callable[[Sensed], None] = lambda sensed: None,
        on_home: Callable[[HomeNews], None] = lambda news: None,
        on_answered: Callable[[CachedResult], None] = lambda answered: None,
        before: Iterable[CachedResult] = (),
        history: Iterable[tuple[int, Event]] = (),
        about: TableInfo | None = None,
        vocabulary: Vocabulary | None = None,
        options: TableOptions | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._topics = Topics(table)
        self._options = options or TableOptions()
        self._about = about or TableInfo()
        self._vocabulary = vocabulary
        self._encoder = Encoder(table, game, boot)
        self._log = EventLog()
        self._outbox = Outbox(self._topics.state)
        self._sources: dict[str, Fields] = {}
        self._disagreements: tuple[Fields, ...] = ()
        self._seats: tuple[Seat, ...] = ()
        self._gone: tuple[str, ...] = ()  # nodes of an earlier start, which Home Assistant is to forget
        self._state: State | None = None
        self._undo: tuple[int, Sequence[str]] = (0, ())
        self._told = 0  # the last event told by this process
        self._early: list[tuple[int, Publication]] = []  # sentences that name an event which is not told yet
        self._lock = threading.Lock()  # guards the outbox; the client loop's thread shares it
        self._on_command = on_command
        address = parse_address(url)
        self._nodes = Nodes(
            self._options.nodes,
            on_sensed=on_sensed,
            on_source=lambda node, health: self._source(f"node/{node}", health),
            ask=self._ask_node,
            board=self._about.map,
        )
        inbound = self._new_inbound(self._nodes, on_answered, before)
        homes = HomesHeard(tuple(self._options.rights.homes), on_home, game=game)
        self._router = Router(self._topics, inbound, self._nodes, homes)
        self._loop = self._new_loop(address, boot, on_health, now)
        self._prepare_greeting(history)

    def _new_inbound(
        self, nodes: Nodes, on_answered: Callable[[CachedResult], None], before: Iterable[CachedResult]
    ) -> InboundHandler:
        return InboundHandler(
            self._topics,
            self._encoder,
            self._log,
            on_command=self._command,
            on_answered=on_answered,
            before=before,
            send=self._send,
            stamp=stamp_now,
            order=nodes.order,
            note=self._note,
            rights=self._options.rights,
            kept=self._options.kept,
        )

    def _new_loop(
        self,
        address: BrokerAddress,
        boot: str,
        on_health: Callable[[DeviceHealth], None],
        now: Callable[[], float],
    ) -> ClientLoop:
        options = self._options
        return ClientLoop(
            lambda: Access(address=address, password=options.password(), ca=options.ca),
            self._topics,
            self._outbox,
            self._lock,
            self._router,
            boot=boot,
            on_health=lambda health: self._broker_changed(health, on_health),
            backoff_s=options.backoff_s,
            now=now,
            house=self._house_knows if options.home_assistant else None,
            watch_s=options.watch_s,
            with_homes=bool(options.rights.homes),
            on_counts=self._publish_health,
        )

    def _prepare_greeting(self, history: Iterable[tuple[int, Event]]) -> None:
        for seq, event in history:
            self._log.add(seq, self._encoder.event(seq, event, stamp_now()))
        for topic, payload in (
            (self._topics.info, self._encoder.info(self._about, stamp_now())),
            (self._topics.state, self._encoder.lobby(stamp_now())),
            (self._topics.health, self._encoder.health(self._sources, stamp_now())),
        ):
            self._outbox.put(Publication(kind="retained", topic=topic, payload=payload))
        if not self._options.home_assistant:  # what an earlier start has left there must not stay for ever
            self._outbox.put(
                Publication(kind="retained", topic=self._topics.discovery, payload=b"", late=True)
            )

    def _show(self, state: State) -> None:
        """Tell the house what there is to see, when the seats of the game are known or are others."""
        if state.seats == self._seats or self._vocabulary is None or not self._options.home_assistant:
            return
        self._seats = state.seats
        self._tell_house(self._vocabulary)

    def _tell_house(self, vocabulary: Vocabulary) -> None:
        table = Discoverable(
            vocabulary=vocabulary,
            seats=self._seats,
            software=self._about.software,
            nodes=tuple(self._options.nodes),
            gone=self._gone,
        )
        payload = discovery(self._topics, table)
        self._outbox.put(
            Publication(kind="retained", topic=self._topics.discovery, payload=payload, late=True)
        )

    def start(self) -> None:
        """Begin to connect; returns at once. Call it once."""
        self._loop.start()

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Publish each event, then the snapshot with the last seq. An event told before is not told again."""
        news = [(seq, self._encoder.event(seq, event, stamp_now())) for seq, event in events]
        self._state = state
        homes = homes_fields(self._options.rights.homes, *self._undo)
        snapshot = self._encoder.state(state, stamp_now(), homes)
        with self._lock:
            for seq, payload in news:
                known = self._log.add(seq, payload)
                if seq > self._told:
                    self._told = seq
                    self._outbox.put(Publication(kind="event", topic=self._topics.event, payload=known))
            self._outbox.put(Publication(kind="retained", topic=self._topics.state, payload=snapshot))
            while self._early and self._early[0][0] <= self._log.last:
                self._outbox.put(self._early.pop(0)[1])
            self._show(state)
        self._loop.nudge()

    def asks_undo(self, acts: int, refused: Sequence[str]) -> None:
        """Have the state tell that the homes are asked to undo so many acts; 0: they are not.

        `refused`: the homes that wanted an undo, to which the people here have said No.
        """
        if (acts, refused) == self._undo or self._state is None:
            return
        self._undo = acts, refused
        self.told((), self._state)

    def announced(self, announcement: Announcement, kind: str = "") -> None:
        """Publish what everyone may hear, with its class; what is for one seat's ear is dropped here.

        The table hears of an event before it is told: its sentence, and what is said after, wait for it.
        """
        if announcement.audience != "everyone":
            return
        payload = self._encoder.announcement(announcement, self._about.locales[0], stamp_now(), kind)
        sentence = Publication(kind="announce", topic=self._topics.announce, payload=payload)
        names = announcement.seq or 0
        with self._lock:
            if self._early or names > self._log.last:
                self._early.append((names, sentence))
                return
            self._outbox.put(sentence)
        self._loop.nudge()

    def health(self, health: DeviceHealth) -> None:
        """Publish how a device is. The broker's own health is no news to its listeners."""
        if health.device == "broker":
            return
        self._source(source_of(health), health)

    def disagreements(self, found: Sequence[Fields]) -> None:
        """Publish where board and game disagree now; nothing, when that has not changed."""
        if tuple(found) != self._disagreements:
            self._disagreements = tuple(found)
            self._publish_health()

    def _source(self, name: str, health: DeviceHealth) -> None:
        fields = health_fields(health, stamp_now())
        self._sources[name] = heard_again(self._sources.get(name, {}), fields)
        self._publish_health()

    def _publish_health(self) -> None:
        counts = self.counts()
        with self._lock:
            payload = self._encoder.health(self._sources, stamp_now(), self._disagreements, counts)
            self._outbox.put(Publication(kind="retained", topic=self._topics.health, payload=payload))
        self._loop.nudge()

    def close(self) -> None:
        """Let what waits go out for at most a second, say `offline`, disconnect. Safe to call twice."""
        self._loop.stop()

    def counts(self) -> dict[str, int]:
        """What was refused, ignored or dropped since the start, by error code or kind."""
        with self._lock:
            dropped = {f"dropped-{kind}": count for kind, count in self._outbox.dropped.items()}
        replaced = {"threads-replaced": self._loop.replaced} if self._loop.replaced else {}
        return {**self._router.counts(), **dropped, **replaced}

    # What comes in, on the client loop's thread

    def _broker_changed(self, health: DeviceHealth, on_health: Callable[[DeviceHealth], None]) -> None:
        self._router.broker(health)
        on_health(health)

    def _command(self, asked: Request) -> None:
        try:
            self._on_command(asked)
        except Exception:
            log.exception("mqtt: the game could not take a command")
            raise

    def _house_knows(self, payload: bytes) -> None:
        """What Home Assistant was told by an engine before this one."""
        with self._lock:
            self._gone = tuple(sorted(nodes_shown(payload) - set(self._options.nodes)))
            if self._gone and self._seats and self._vocabulary is not None:
                self._tell_house(self._vocabulary)

    def _note(self, source: str, trouble: str) -> None:
        self._loop.note(source, trouble)

    # What the game answers, on its own thread

    def _send(self, answer: Reply) -> None:
        with self._lock:
            self._outbox.put(as_message(answer))
        self._loop.nudge()

    def lay(self, board: str) -> None:
        """The board of this map lies on the table now: what nodes of another one sense is not heard."""
        self._nodes.lay(board)

    def ask_senses(self) -> None:
        """Have the nodes of this table say all that they sense once more."""
        for node in self._options.nodes:
            self._ask_node(node, REPORT, {})

    def _ask_node(self, node: str, name: str, fields: Fields) -> str:
        """Ask it, and return under which id."""
        stamp = stamp_now()
        payload = self._encoder.node_command(name, fields, stamp)
        self._send(Reply(topic=self._topics.node_command(node, name), payload=payload))
        return stamp.id()


def stamp_now() -> Stamp:
    """The wall clock and fresh randomness."""
    return Stamp(time.time_ns() // 1_000_000, os.urandom(10))
