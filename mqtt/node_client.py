"""SHELL: a node's side of the wire: what this machine senses goes to a table on another one.

It keeps a picture of all that it senses now. On each connection, whenever the engine comes back and whenever
the engine asks (`report`) the whole picture is said again, so that nothing that was missed stays missing.
What else the engine asks is handed on, and answered in `info`.
"""

import logging
import queue
import secrets
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from mqtt import Access, LostError, Topics
from mqtt.client import stamp_now
from mqtt.connection import Connection, opened
from mqtt.ordered import OrderBook, Ordered, Unfit
from mqtt.orders import CALIBRATE, REPORT, SET_THRESHOLD, NodeAnswer
from mqtt.payloads import Fields, node_info
from mqtt.sense_payloads import Sensed, written
from mqtt.unsent import Unsent
from tabletop import SENSES, Sense

BACKOFF_S: Final = (1.0, 15.0)
STEADY_S: Final = 5.0  # one that was lost sooner is tried later and later: another node may have our name
_TURN_S: Final = 1.0

log = logging.getLogger("fingerpost.node")


class NodeWire:
    """One node's connection; `put` may be called from any thread and never waits.

    Args:
        access: asked before each attempt.
        sense: what it senses; for people a node of pins is a `hub`. `board`: the map of the board it senses.
        now: the clock of the values that are put.
        changed: hears whether the broker is there.
        software: what runs here, by name and version.
    """

    def __init__(
        self,
        access: Callable[[], Access],
        topics: Topics,
        node: str,
        *,
        sense: Sense,
        now: Callable[[], float],
        board: str | None = None,
        software: str = "",
        changed: Callable[[bool, str], None] = lambda there, why: None,
        backoff_s: tuple[float, float] = BACKOFF_S,
    ) -> None:
        self._access, self._topics, self._node = access, topics, node
        self._kind = SENSES[sense].device
        self._board, self._software = board, software
        self._now, self._changed, self._backoff_s = now, changed, backoff_s
        self._boot, self._seq = secrets.token_hex(8), 0
        self._book = OrderBook(topics, node, self._boot, sense)
        self._orders: queue.SimpleQueue[Ordered] = queue.SimpleQueue()
        self._answers: deque[NodeAnswer] = deque()
        self._settings: Fields = {}
        self._unsent = Unsent()
        self._heard_since = 0.0
        self._unanswered: set[int] = set()  # published, and nothing heard of it
        self._there: bool | None = None  # as it was told last
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._waker, self._wake = socket.socketpair()
        self._waker.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="node", daemon=True)

    def start(self) -> None:
        """Begin to connect; returns at once."""
        self._thread.start()

    def put(self, item: Sensed) -> None:
        """Something was sensed."""
        with self._lock:
            self._unsent.put(item)
            heard = self._unsent.heard
        if heard:
            self._nudge()

    def orders(self) -> list[Ordered]:
        """What the engine has asked since the last look; each wants an answer."""
        found: list[Ordered] = []
        with suppress(queue.Empty):
            while True:
                found.append(self._orders.get_nowait())
        return found

    def answer(self, answer: NodeAnswer) -> None:
        """Tell what became of an order."""
        with self._lock:
            self._answers.append(answer)
        self._nudge()

    def settings(self, settings: Fields) -> None:
        """What stands in `info` of how this node was set, from the next time on that it is said."""
        with self._lock:
            self._settings = settings

    @property
    def refused(self) -> Fields:
        """How many messages on this node's commands were passed over, by why."""
        return dict(self._book.counts)

    def close(self) -> None:
        """Say `offline` and end."""
        self._stopping.set()
        self._nudge()
        self._thread.join(timeout=3.0)

    def _nudge(self) -> None:
        with suppress(OSError):
            self._waker.send(b".")

    def _tell(self, there: bool, why: str = "") -> None:
        """Say that the broker is there or not, once."""
        if there != self._there:
            self._there = there
            self._changed(there, why)

    def _run(self) -> None:
        wait_s, longest_s = self._backoff_s
        while not self._stopping.is_set():
            try:
                self._converse()
            except LostError as lost:
                log.info("node: %s", lost)
                steady = self._unsent.heard and time.monotonic() - self._heard_since >= STEADY_S
                wait_s = self._backoff_s[0] if steady else min(wait_s * 2, longest_s)
                self._tell(False, lost.cause)
            except Exception:
                log.exception("node: a bug of ours ended the connection; it is made again")
            with self._lock:
                self._unsent.unheard()
            self._stopping.wait(wait_s)

    def _converse(self) -> None:
        there = self._topics.node(self._node, "availability")
        name = f"fingerpost-{self._topics.table}-node-{self._node}"
        access, stopping = self._access(), self._stopping
        connection = opened(
            access,
            client_id=access.client_id(name),
            will_topic=there,
            go_on=lambda: not stopping.is_set(),
        )
        politely = False
        try:
            self._unanswered = {self._introduce(connection)}
            self._book.connected(self._seq + 1)
            connection.subscribe(self._book.topic)
            self._unanswered.add(connection.publish(there, b"online", qos=1, retain=True))
            connection.subscribe(self._topics.availability)
            self._report()
            while not self._stopping.is_set():
                self._send(connection)
                connection.turn(self._wake, _TURN_S)
                self._hear(connection)
            connection.publish(there, b"offline", qos=1, retain=True)
            connection.turn(None, 0.05)
            politely = True
        finally:
            connection.close(politely=politely)

    def _introduce(self, connection: Connection, answer: NodeAnswer | None = None) -> int:
        """Say what this node is, and what became of an order; returns the message's id."""
        with self._lock:
            settings = self._settings
        fields: dict[str, object] = {
            "sense": self._kind,
            "software": self._software,
            "commands": (REPORT, CALIBRATE, SET_THRESHOLD),
            "settings": settings,
            "refused": self.refused,
        }
        if answer is not None:
            fields["answer"] = msgspec.to_builtins(answer)
        info = node_info(self._topics.table, self._node, self._boot, fields, stamp_now())
        return connection.publish(self._topics.node(self._node, "info"), info, qos=1, retain=True)

    def _report(self) -> None:
        with self._lock:
            if not self._unsent.heard:
                self._heard_since = time.monotonic()
            self._unsent.report()

    def _send(self, connection: Connection) -> None:
        while self._answers:
            with self._lock:
                answer = self._answers.popleft()
            self._unanswered.add(self._introduce(connection, answer))
        while True:
            with self._lock:
                items = self._unsent.next()
            if items is None:
                return
            self._seq += 1
            payload = written(
                items,
                self._now(),
                table=self._topics.table,
                node=self._node,
                boot=self._boot,
                seq=self._seq,
                stamp=stamp_now(),
                board=self._board,
            )
            topic = self._topics.node(self._node, "observation")
            self._unanswered.add(connection.publish(topic, payload, qos=1, retain=False))

    def _hear(self, connection: Connection) -> None:
        heard = connection.heard
        if heard.refused:  # tried again: its rights may be mended meanwhile
            raise LostError("forbidden", "the broker does not take what this node says")
        self._unanswered.difference_update(heard.acknowledged)
        heard.acknowledged.clear()
        if not self._unanswered:  # not before: a broker that lets us in may still keep us silent
            self._tell(True)
        while heard.messages:
            message = heard.messages.popleft()
            if message.topic == self._topics.availability:
                if message.payload == b"online":
                    self._report()
                continue
            match self._book.take(message):
                case "report":
                    self._report()
                case Ordered() as order:
                    self._orders.put(order)
                case Unfit() as unfit:
                    log.info("node: %s is not obeyed: %s", unfit.name, unfit.line)
                    self.answer(
                        NodeAnswer(to=unfit.id, type=unfit.name, ok=False, code="bad-data", why=unfit.why)
                    )
