"""SHELL: the thread that carries the outbox to the broker and brings messages back, come what may.

A second thread watches the first: one that has died or hangs is replaced, and the new one begins with a new
connection.
"""

import logging
import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from mqtt.access import Access, LostError
from mqtt.connection import Connection, opened
from mqtt.echoes import Echoes
from mqtt.inbound import Reply
from mqtt.outbox import Outbox, Publication
from mqtt.payloads import boot_of
from mqtt.router import Router
from mqtt.topics import BIRTH, Topics
from tabletop import Condition, DeviceHealth

FAREWELL_S: Final = 1.0  # how long a clean stop lets what waits go out
TAKEN_OVER_TOO_OFTEN: Final = 4
HANGS_AFTER_S: Final = 60.0  # longer than any name look-up and handshake
WATCH_EVERY_S: Final = 2.0
BIRTH_SPREAD_S: Final = 5.0  # not all of a house at once
_NOTE_EVERY_S: Final = 60.0
_COUNTS_EVERY_S: Final = 10.0
_TURN_S: Final = 1.0

log = logging.getLogger("fingerpost.mqtt")


class SecondEngineError(Exception):
    """Another engine uses this table's name and was there first."""


class ClientLoop:
    """Connects, greets, serves and comes back; never raises into the game."""

    def __init__(
        self,
        access: Callable[[], Access],
        topics: Topics,
        outbox: Outbox,
        lock: threading.Lock,
        router: Router,
        *,
        boot: str,
        on_health: Callable[[DeviceHealth], None],
        on_counts: Callable[[], None],
        backoff_s: tuple[float, float],
        now: Callable[[], float],
        house: Callable[[bytes], None] | None = None,
        watch_s: float = WATCH_EVERY_S,
        with_homes: bool = False,
    ) -> None:
        """`access` is asked before each attempt, so that a renewed password or certificate counts.

        `on_counts`: more was refused or ignored than before; every 10 s at most.
        `house`: hears what Home Assistant was told before this start, on the first connection; None: there
        is no Home Assistant. `with_homes`: other homes play along.
        """
        self._access, self._topics, self._outbox, self._lock = access, topics, outbox, lock
        self._boot, self._on_health, self._backoff_s, self._now = boot, on_health, backoff_s, now
        self._router = router
        self._stopping = threading.Event()
        self._waker, self._wake = socket.socketpair()
        self._waker.setblocking(False)
        self._generation = 0  # a thread of an older one ends as soon as it looks
        self._beat = now()
        self._watch_s, self._house, self._with_homes = watch_s, house, with_homes
        self._thread = self._new_thread()
        self._watcher = threading.Thread(target=self._watch, name="mqtt-watch", daemon=True)
        self._condition: Condition | None = None
        self._greeted = False
        self._online: int | None = None  # our `online` is under way; the broker's answer makes us live
        self._earlier_boot: str | None = None  # whose info stood there when we first came
        self._taken_over = 0
        self._echoes: Echoes | None = None  # of a connection in which nobody tells what is kept back
        self._ours = ""  # what is wrong with a file of ours, told once
        self._kept_back = ""  # what the broker does not take, for the log; not told yet
        self._noted: dict[str, float] = {}
        self._born_at: float | None = None  # when the house is told again what there is
        self._on_counts = on_counts
        self._counted: dict[str, int] = {}
        self._counted_at = -_COUNTS_EVERY_S
        self.replaced = 0  # threads that the watcher had to replace

    def start(self) -> None:
        """Begin to connect; returns at once. Call it once."""
        self._thread.start()
        self._watcher.start()

    def nudge(self) -> None:
        """There is something in the outbox."""
        with suppress(OSError):  # full: the thread is about to look anyway; closed: it has ended
            self._waker.send(b".")

    def stop(self) -> None:
        """Say goodbye and end the thread; waits for it for a few seconds at most."""
        self._stopping.set()
        self.nudge()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=FAREWELL_S + 2.0)
        if self._watcher.is_alive():
            self._watcher.join(timeout=1.0)
        if not self._thread.is_alive():
            self._waker.close()
            self._wake.close()

    def note(self, source: str, trouble: str) -> None:
        """Log what a client did wrong, once a minute for each source."""
        now = self._now()
        if now - self._noted.get(source, -_NOTE_EVERY_S) < _NOTE_EVERY_S:
            return
        if len(self._noted) > 64:
            self._noted.clear()
        self._noted[source] = now
        log.warning("mqtt: refused from %s: %s", source, trouble)

    def _new_thread(self) -> threading.Thread:
        return threading.Thread(target=self._run, args=(self._generation,), name="mqtt", daemon=True)

    def _watch(self) -> None:
        while not self._stopping.wait(self._watch_s):
            if self._thread.is_alive() and time.monotonic() - self._beat < HANGS_AFTER_S:
                continue
            log.error("mqtt: its thread has ended or hangs; a new one takes over")
            self.replaced += 1
            self._generation += 1
            self._beat = time.monotonic()
            with self._lock:
                self._outbox.disconnected()
            self._thread = self._new_thread()
            self._thread.start()

    def _run(self, generation: int) -> None:
        first_s, longest_s = self._backoff_s
        wait_s = first_s
        while self._going_on(generation):
            was_live = False
            try:
                self._converse(generation)
            except LostError as lost:
                if generation != self._generation:
                    return
                was_live = self._condition != "lost" and lost.cause != "taken-over" and self._greeted
                self._taken_over += lost.cause == "taken-over"
                self._say("lost", lost.cause, lost.detail)
                if lost.cause == "error" and lost.detail != self._ours:  # a file of ours, not the broker
                    self._ours = lost.detail
                    log.error("mqtt: %s; until then messages wait", lost.detail)
            except SecondEngineError:
                self._say("fault", "second-engine", f"table {self._topics.table}")
                log.error(
                    "mqtt: another engine is table %s there; give this one another name under [mqtt] table",
                    self._topics.table,
                )
                self._stopping.set()
                return
            except Exception as error:
                log.exception("mqtt: a bug of ours ended the connection; it is made again")
                self._say("lost", "error", type(error).__name__)
            if generation != self._generation:
                return
            with self._lock:
                self._outbox.disconnected()
            wait_s = first_s if was_live else wait_s
            self._beat = time.monotonic()
            self._stopping.wait(wait_s)
            wait_s = min(wait_s * 2, longest_s)

    def _going_on(self, generation: int) -> bool:
        self._beat = time.monotonic()
        return not self._stopping.is_set() and generation == self._generation

    def _converse(self, generation: int) -> None:
        def go_on() -> bool:
            return self._going_on(generation)

        name = f"fingerpost-{self._topics.table}-engine"
        will = self._topics.availability
        access = self._access()
        connection = opened(access, client_id=access.client_id(name), will_topic=will, go_on=go_on)
        self._echoes = None if connection.modern else Echoes()
        politely = False
        try:
            self._look_for_another(connection, go_on)
            self._look_at_house(connection, go_on)
            self._greet(connection)
            while go_on():
                self._serve(connection)
            if generation == self._generation:
                self._say_goodbye(connection)
                politely = True
        except SecondEngineError:
            politely = True  # our will would call the other engine offline
            raise
        finally:
            connection.close(politely=politely)

    def _look_for_another(self, connection: Connection, go_on: Callable[[], bool]) -> None:
        """Read who was here before us.

        The broker knows one engine by this client id, so two engines throw each other out in turns. The info
        that stood there when we first came belongs to a dead engine, or to one that will be back: if it is
        back, it was first, and we stop.
        """
        payload = connection.retained(self._topics.info, go_on)
        if self._echoes is not None:
            self._echoes.follow([self._topics.info])
        other = boot_of(payload) if payload else None
        if other is None or other == self._boot:
            return
        if not self._greeted:
            self._earlier_boot = other
        elif other == self._earlier_boot:
            raise SecondEngineError
        elif self._taken_over >= TAKEN_OVER_TOO_OFTEN and self._boot > other:
            raise SecondEngineError  # nobody can tell who was first; one of us has to go
        else:
            log.warning("mqtt: a second engine came for table %s; it is expected to stop", self._topics.table)

    def _look_at_house(self, connection: Connection, go_on: Callable[[], bool]) -> None:
        """Read what stands there for Home Assistant, once: after that it is what we have said."""
        if self._house is None or self._greeted:
            return
        payload = connection.retained(self._topics.discovery, go_on)
        connection.heard.denied = False  # to read it is a convenience: a broker need not allow it
        if payload:
            self._house(payload)

    def _greet(self, connection: Connection) -> None:
        with self._lock:
            greeting = self._outbox.greeting()
        for message in greeting:
            self._hand_over(connection, message)
        connection.subscribe(self._topics.commands)
        connection.subscribe(self._topics.nodes)
        if self._with_homes:
            connection.subscribe(self._topics.homes)
        self._follow_echoes(connection)
        self._online = connection.publish(self._topics.availability, b"online", qos=1, retain=True)
        if self._house is not None:
            connection.subscribe(BIRTH)
        with self._lock:
            self._outbox.connected(connection.heard.at_once)
        self._greeted = True

    def _follow_echoes(self, connection: Connection) -> None:
        if self._echoes is None:
            return
        own = (self._topics.state, self._topics.health, self._topics.event)
        for topic in own:
            connection.subscribe(topic)
        self._echoes.follow(own)

    def _serve(self, connection: Connection) -> None:
        """Send what waits, then wait for something to happen and deal with it."""
        if self._born_at is not None and self._now() >= self._born_at:
            self._born_at = None
            with self._lock:
                self._outbox.again(self._topics.discovery)
        self._send(connection)
        self._router.tick(self._now())
        self._tell_counts()
        wait = _TURN_S if self._born_at is None else max(self._born_at - self._now(), 0.01)
        connection.turn(self._wake, min(wait, _TURN_S))
        self._hear(connection)

    def _tell_counts(self) -> None:
        """What was refused is published with the health of the table, however many send nonsense."""
        counts = self._router.counts()
        if counts != self._counted and self._now() - self._counted_at >= _COUNTS_EVERY_S:
            self._counted, self._counted_at = counts, self._now()
            self._on_counts()

    def _send(self, connection: Connection) -> None:
        while True:
            with self._lock:
                message = self._outbox.next()
                if message is None and not (self._outbox.drained and self._turn_a_page()):
                    return
            if message is None:
                continue
            try:
                mid = self._hand_over(connection, message)
            except LostError:
                with self._lock:
                    self._outbox.unsent(message)
                raise
            if mid is not None:
                with self._lock:
                    self._outbox.sent(mid, message)

    def _turn_a_page(self) -> bool:
        """Put the next page of a replay behind all that is news; False: nobody waits for one."""
        page = self._router.page()
        if page is not None:
            self._outbox.put(as_message(page))
        return page is not None

    def _hand_over(self, connection: Connection, message: Publication) -> int | None:
        """Publish it and return its id; None: it is longer than the broker takes, which is told."""
        topic, payload = message.topic, message.payload
        if connection.takes(topic, payload):
            mid = connection.publish(topic, payload, qos=message.qos, retain=message.retain, message=message)
            if self._echoes is not None:
                self._echoes.sent(mid, topic)
            return mid
        with self._lock:
            self._outbox.kept_back(message)
        self._kept_back = f"{topic}: {len(payload)} bytes; its max_packet_size is {connection.heard.largest}"
        return None

    def _hear(self, connection: Connection) -> None:
        heard = connection.heard
        answered: set[int] = set()
        with self._lock:
            while heard.acknowledged:
                mid = heard.acknowledged.popleft()
                answered.add(mid)
                self._outbox.acknowledged(mid)
                if self._echoes is not None:
                    self._echoes.acknowledged(mid, self._now())
            while heard.refused:
                mid = heard.refused.popleft()
                answered.add(mid)
                self._outbox.refused(mid)
        if self._online in answered:  # what was sent before it, the subscriptions, stands at the broker now
            self._online = None
            self._say("live")
        while heard.messages:
            message = heard.messages.popleft()
            if message.topic == BIRTH:
                self._house_is_born(message.payload)
                continue
            if message.topic == self._topics.discovery:
                continue  # our own words, or read already
            if self._echoes is not None and self._echoes.heard(message.topic, retained=message.retained):
                continue
            for answer in self._router.take(message, self._now()):
                with self._lock:
                    self._outbox.put(as_message(answer))
        silent = None if self._echoes is None else self._echoes.kept_back(self._now())
        if heard.denied or silent is not None:
            heard.denied = False
            which = silent or f"topics of {self._topics.root}"
            self._say("fault", "forbidden", f"the broker keeps {which} from us")
        if self._kept_back:
            self._say("fault", "too-large", self._kept_back)
            self._kept_back = ""

    def _house_is_born(self, payload: bytes) -> None:
        """Home Assistant has started: it has forgotten us, but not all of a house should speak at once."""
        if payload == b"online":
            self._born_at = self._now() + random.uniform(0, BIRTH_SPREAD_S)

    def _say_goodbye(self, connection: Connection) -> None:
        until = time.monotonic() + FAREWELL_S
        while time.monotonic() < until:
            self._send(connection)
            with self._lock:
                if self._outbox.idle:
                    break
            connection.turn(self._wake, 0.05)
            self._hear(connection)
        mid = connection.publish(self._topics.availability, b"offline", qos=1, retain=True)
        while time.monotonic() < until and mid not in connection.heard.acknowledged:
            connection.turn(self._wake, 0.05)

    def _say(self, condition: Condition, cause: str = "", detail: str = "") -> None:
        """Tell the game once when the connection comes or goes; its own trouble with that is not ours."""
        if condition == self._condition or self._stopping.is_set():
            return
        self._condition = condition
        log.info("mqtt: %s %s %s", condition, cause, detail)
        health = DeviceHealth(
            device="broker", condition=condition, at=self._now(), cause=cause, detail=detail
        )
        try:
            self._on_health(health)
        except Exception:
            log.exception("mqtt: the game could not take the broker's health")


def as_message(answer: Reply) -> Publication:
    """An answer, as something to publish."""
    return Publication(
        kind="reply",
        topic=answer.topic,
        payload=answer.payload,
        correlation=answer.correlation,
        clears=answer.retain,
    )
