"""SHELL: the wire from a home to the table that it follows: connects, hands on, comes back, for ever.

One thread; what is wanted is handed to it under a lock, what is heard goes to the table's inbox. All that
counts, repeats, and is waited for is `host_link`'s.
"""

import logging
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from dialog import LineCause
from engine import Event, Seat
from mqtt.access import Access, Cause, LostError, parse_address, password_in
from mqtt.client import stamp_now
from mqtt.connection import Connection, opened
from mqtt.host_link import HostLink
from mqtt.topics import Topics, checked_name
from table.linked import FarWanted, LinkNews, Shown

SETTLED_S: Final = 20.0  # a table that is put out before is the later one of two with one name
PUT_OUT_TOO_OFTEN: Final = 4  # in a row, each time let in again at once
PEACE_S: Final = 300.0  # so long it leaves the place to the other one
BACKOFF_S: Final = (1.0, 2.0, 4.0, 8.0, 15.0)
_TURN_S: Final = 0.2
_FAREWELL_S: Final = 1.0
_PUT_OUT: Final = ("closed", "taken-over")  # not every broker says which it was

log = logging.getLogger("fingerpost.mqtt")


class HostWire:
    """One home's wire to the table that it follows.

    `on_news` takes what is heard, on this wire's own thread, and must only hand on.

    Raises:
        AddressError, TopicError: the address, the table or the home cannot be used (ValueErrors all).
    """

    def __init__(
        self,
        url: str,
        table: str,
        home: str,
        on_news: Callable[[LinkNews], None],
        *,
        password_file: Path | None = None,
        ca: Path | None = None,
        game: str | None = None,
        last: int = 0,
        newest: Event | None = None,
        backoff_s: tuple[float, ...] = BACKOFF_S,
    ) -> None:
        """`game`, `last`, `newest`: the game that this home has kept, how many events of it, and the last."""
        self._address, self._topics = parse_address(url), Topics(table)
        self._home, self._on_news = checked_name(home, "the home"), on_news
        self._password_file, self._ca, self._backoff_s = password_file, ca, backoff_s
        self._link = HostLink(self._topics, home, stamp_now, game=game, last=last, newest=newest)
        self._lock = threading.Lock()  # guards the link
        self._stopping = threading.Event()
        self._waker, self._wake = socket.socketpair()
        self._waker.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="mqtt-host", daemon=True)

    @property
    def game(self) -> str | None:
        """Which game of the host's is followed; None: none is known yet."""
        return self._link.game

    @property
    def seats(self) -> tuple[Seat, ...] | None:
        """Those of this home, as the host has it; None: not heard yet."""
        return self._link.seats

    def start(self) -> None:
        """Begin to connect; returns at once. Call it once."""
        self._thread.start()

    def want(self, wanted: FarWanted | None) -> None:
        """Have the host do this; None: nothing more."""
        with self._lock:
            self._link.want(wanted)
        self._nudge()

    def show(self, shown: Shown) -> None:
        """Tell how far the board here is."""
        with self._lock:
            self._link.show(shown)
        self._nudge()

    def close(self) -> None:
        """Say goodbye and end the thread."""
        self._stopping.set()
        self._nudge()
        if self._thread.is_alive():
            self._thread.join(timeout=_FAREWELL_S + 2.0)
        if not self._thread.is_alive():
            self._waker.close()
            self._wake.close()

    def _nudge(self) -> None:
        with suppress(OSError):
            self._waker.send(b".")

    def _run(self) -> None:
        tries = put_out = 0
        why: Cause | None
        while not self._stopping.is_set():
            why, began = None, time.monotonic()
            try:
                self._converse()
            except LostError as lost:
                why = lost.cause
                log.info("mqtt: the table that is followed cannot be heard: %s", lost)
            except Exception:
                log.exception("mqtt: a bug of ours ended the connection to the table that is followed")
            soon = time.monotonic() - began < SETTLED_S
            with self._lock:
                put_out = put_out + 1 if soon and self._link.reached and why in _PUT_OUT else 0
                another = put_out >= PUT_OUT_TOO_OFTEN
                tries = 0 if self._link.reached else tries + 1
                self._link.lost("taken-over" if another else _mendable(why))
            self._hand_on()
            if another:  # the broker knows one client by this name: two put each other out for ever
                log.error(
                    "mqtt: another table follows %s as home %s; end one of them",
                    self._topics.table,
                    self._home,
                )
            self._stopping.wait(PEACE_S if another else self._backoff_s[min(tries, len(self._backoff_s) - 1)])

    def _converse(self) -> None:
        access = Access(address=self._address, password=password_in(self._password_file), ca=self._ca)
        available = self._topics.home(self._home, "availability")
        name = f"fingerpost-{self._topics.table}-home-{self._home}"
        connection = opened(
            access,
            client_id=access.client_id(name),
            will_topic=available,
            go_on=lambda: not self._stopping.is_set(),
        )
        politely = False
        try:
            for topic in self._link.topics:
                connection.subscribe(topic)
            connection.publish(available, b"online", qos=1, retain=True)
            with self._lock:
                self._link.connected()
            while not self._stopping.is_set():
                self._serve(connection)
            connection.publish(available, b"offline", qos=1, retain=True)
            politely = True
        finally:
            connection.close(politely=politely)

    def _serve(self, connection: Connection) -> None:
        now = time.monotonic()
        with self._lock:
            while connection.heard.messages:
                self._link.take(connection.heard.messages.popleft(), now)
            outgoing = self._link.due(now)
        self._hand_on()
        for one in outgoing:
            connection.publish(one.topic, one.payload, qos=1, retain=one.retain)
        connection.heard.acknowledged.clear()
        connection.turn(self._wake, _TURN_S)

    def _hand_on(self) -> None:
        while True:
            with self._lock:
                news = self._link.news.popleft() if self._link.news else None
            if news is None:
                return
            self._on_news(news)


def _mendable(cause: Cause | None) -> LineCause | None:
    """The cause, if somebody can do something about it."""
    match cause:
        case "unknown-host" | "refused" | "untrusted" | "forbidden":
            return cause
        case _:
            return None
