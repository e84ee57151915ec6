"""SHELL: the thread that carries the outbox to the broker and brings commands back, come what may."""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from mqtt.address import BrokerAddress
from mqtt.connection import Connection, LostError
from mqtt.desk import Desk
from mqtt.outbox import Message, Outbox
from mqtt.payloads import boot_of
from mqtt.topics import Topics
from tabletop import Condition, DeviceHealth

FAREWELL_S: Final = 1.0  # how long a clean stop lets what waits go out
TAKEN_OVER_TOO_OFTEN: Final = 4
_NOTE_EVERY_S: Final = 60.0
_TURN_S: Final = 1.0

log = logging.getLogger("fingerpost.mqtt")


class SecondEngineError(Exception):
    """Another engine uses this table's name and was there first."""


class Courier:
    """Connects, greets, serves and comes back; never raises into the game."""

    def __init__(
        self,
        address: BrokerAddress,
        topics: Topics,
        outbox: Outbox,
        lock: threading.Lock,
        *,
        boot: str,
        on_health: Callable[[DeviceHealth], None],
        backoff_s: tuple[float, float],
        now: Callable[[], float],
    ) -> None:
        self._address, self._topics, self._outbox, self._lock = address, topics, outbox, lock
        self._boot, self._on_health, self._backoff_s, self._now = boot, on_health, backoff_s, now
        self._desk: Desk | None = None
        self._stopping = threading.Event()
        self._waker, self._wake = socket.socketpair()
        self._waker.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)
        self._condition: Condition | None = None
        self._greeted = False
        self._earlier_boot: str | None = None  # whose info stood there when we first came
        self._taken_over = 0
        self._noted: dict[str, float] = {}

    def start(self, desk: Desk) -> None:
        """Begin to connect; returns at once. `desk` answers what comes in."""
        self._desk = desk
        self._thread.start()

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

    def note(self, source: str, trouble: str) -> None:
        """Log what a client did wrong, once a minute for each source."""
        now = self._now()
        if now - self._noted.get(source, -_NOTE_EVERY_S) < _NOTE_EVERY_S:
            return
        if len(self._noted) > 64:
            self._noted.clear()
        self._noted[source] = now
        log.warning("mqtt: refused from %s: %s", source, trouble)

    def _run(self) -> None:
        first_s, longest_s = self._backoff_s
        wait_s = first_s
        while not self._stopping.is_set():
            was_live = False
            try:
                self._converse()
            except LostError as lost:
                was_live = self._condition != "lost" and lost.cause != "taken-over" and self._greeted
                self._taken_over += lost.cause == "taken-over"
                self._say("lost", lost.cause, lost.detail)
            except SecondEngineError:
                self._say("fault", "second-engine", f"table {self._topics.table} on {self._address}")
                log.error(
                    "mqtt: another engine is table %s at %s; give this one another name under [mqtt] table",
                    self._topics.table,
                    self._address,
                )
                break
            except Exception as error:
                log.exception("mqtt: a bug of ours ended the connection; it is made again")
                self._say("lost", "error", type(error).__name__)
            with self._lock:
                self._outbox.disconnected()
            wait_s = first_s if was_live else wait_s
            self._stopping.wait(wait_s)
            wait_s = min(wait_s * 2, longest_s)
        self._waker.close()
        self._wake.close()

    def _converse(self) -> None:
        connection = Connection(
            self._address,
            client_id=f"fingerpost-{self._topics.table}-engine",
            will_topic=self._topics.availability,
            password=os.environ.get("FINGERPOST_MQTT_PASSWORD"),  # a secret stands in no shared file
        )
        politely = False
        try:
            connection.open(self._going_on)
            self._look_for_another(connection)
            self._greet(connection)
            self._serve(connection)
            self._say_goodbye(connection)
            politely = True
        except SecondEngineError:
            politely = True  # our will would call the other engine offline
            raise
        finally:
            connection.close(politely=politely)

    def _going_on(self) -> bool:
        return not self._stopping.is_set()

    def _look_for_another(self, connection: Connection) -> None:
        """Read who was here before us.

        The broker knows one engine by this client id, so two engines throw each other out in turns. The info
        that stood there when we first came belongs to a dead engine, or to one that will be back: if it is
        back, it was first, and we stop.
        """
        payload = connection.retained(self._topics.info, self._going_on)
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

    def _greet(self, connection: Connection) -> None:
        with self._lock:
            greeting = self._outbox.greeting()
        for message in greeting:
            self._publish(connection, message)
        connection.subscribe(self._topics.commands)
        connection.subscribe(self._topics.nodes)
        connection.publish(self._topics.availability, b"online", qos=1, retain=True)
        with self._lock:
            self._outbox.connected()
        self._greeted = True
        self._say("live")

    def _serve(self, connection: Connection) -> None:
        while self._going_on():
            self._send(connection)
            connection.turn(self._wake, _TURN_S)
            self._hear(connection)

    def _send(self, connection: Connection) -> None:
        while True:
            with self._lock:
                message = self._outbox.next()
            if message is None:
                return
            try:
                mid = self._publish(connection, message)
            except LostError:
                with self._lock:
                    self._outbox.unsent(message)
                raise
            with self._lock:
                self._outbox.sent(mid, message)

    def _publish(self, connection: Connection, message: Message) -> int:
        return connection.publish(
            message.topic, message.payload, qos=message.qos, retain=message.retain, message=message
        )

    def _hear(self, connection: Connection) -> None:
        heard = connection.heard
        with self._lock:
            while heard.acknowledged:
                self._outbox.acknowledged(heard.acknowledged.popleft())
        while heard.messages:
            message = heard.messages.popleft()
            for answer in self._desk.take(message, self._now()) if self._desk is not None else ():
                with self._lock:
                    self._outbox.put(
                        Message(
                            kind="reply",
                            topic=answer.topic,
                            payload=answer.payload,
                            correlation=answer.correlation,
                            clears=answer.retain,
                        )
                    )
        if heard.denied:
            heard.denied = False
            self._say("fault", "forbidden", f"{self._address} keeps topics of {self._topics.root} from us")

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
