"""SHELL: one hub's port, found, opened, listened to and opened again, for whoever listens."""

import queue
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Generic, TypeVar

from firmware_bridge.drive import Drive
from firmware_bridge.hub_places import HubPlace
from firmware_bridge.listener import HubListener
from firmware_bridge.ring_log import RingLog
from firmware_bridge.serial_hub import LOCK_PATIENCE_S, PortError, SerialPort
from firmware_bridge.usb_ports import find

SEARCH_S: Final = 0.25
SLOW_SEARCH_S: Final = 1.0  # after a minute without a port
_PATIENCE_S: Final = 60.0
_QUIET_S: Final = 1.5  # a hub beats each second: quiet for longer, a link that points elsewhere is followed
_BACKLOG: Final = 4096
"""Pieces of input kept while nobody polls; what is lost then is seen as a gap, and repaired."""

T = TypeVar("T")
_Item = tuple[float, bytes | PortError]


class HubLine(Generic[T]):
    """Drives a listener from a port that may go away and come back under another name.

    Args:
        place: where the hub is; ids and `auto` are searched anew each time.
        seek: place → paths to try; for tests.
        say: takes lines for the log: what is wrong with the port, once each.
    """

    def __init__(
        self,
        place: HubPlace,
        listener: HubListener[Sequence[T]],
        *,
        say: Callable[[str], None],
        seek: Callable[[HubPlace], list[str]] = find,
        log: RingLog | None = None,
    ) -> None:
        self.place = place
        self.drive = Drive(listener, log)
        self._listener = listener
        self._say = say
        self._seek = seek
        self._port: SerialPort | None = None
        self._inbox: queue.Queue[_Item] = queue.Queue(_BACKLOG)
        self._first: _Item | None = None  # taken from the inbox by `wait`
        self._search_at = float("-inf")
        self._lost_at: float | None = None
        self._turn = 0  # which of several candidates is next
        self._refused = 0  # candidates in a row that were other hubs than the one wanted
        self._paths = 1  # how many candidates there were
        self._busy_since: float | None = None
        self._complaint = ""
        self._cause = ""  # as last told
        self._bytes_at = 0.0

    @property
    def path(self) -> str | None:
        """The path of the open port."""
        return None if self._port is None else self._port.path

    def start(self, patience_s: float) -> list[T]:
        """Open the port for the first time; a busy one is tried for so long.

        Raises:
            PortError: absent, no terminal, forbidden, or still busy.
        """
        paths = self._seek(self.place)
        if not paths:
            raise _nothing_there(self.place)
        port = SerialPort(paths[0])
        port.open(patience_s=patience_s)
        return self._begin(port, time.monotonic())

    def poll(self, at: float) -> list[T]:
        """Hand over what arrived, let time pass until `at`, write what waits, open again when it is time."""
        told = self._hear()
        told += self.drive.advance(at)
        if self._port is not None:
            told += self._mind(self._port, at)
        if self._port is None and at >= self._search_at:
            told += self._search(at)
        told += self._write(at)
        return told

    def wait(self, seconds: float) -> None:
        """Until something arrives, or for so long."""
        if self._port is None:
            time.sleep(seconds)
        elif self._first is None:
            with suppress(queue.Empty):
                self._first = self._inbox.get(timeout=seconds)

    def close(self) -> None:
        """Let the port go."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def save_log(self, path: Path) -> None:
        """Write the log of the wire; what hinders it is said, not raised."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("w", encoding="ascii") as out:
                out.writelines(f"{line}\n" for line in self.drive.log.lines(self.drive.at))
        except OSError as trouble:
            self._say(f"log of the hub's wire {path}: {trouble.strerror}; choose another place")

    def _hear(self) -> list[T]:
        """Everything that waits, in its order and with its own times."""
        told: list[T] = []
        while (item := self._next()) is not None:
            at, what = item
            if isinstance(what, PortError):
                return [*told, *self._lose(what, at)]
            self._bytes_at = at
            told += self.drive.feed(what, at)
        return told

    def _next(self) -> _Item | None:
        if self._first is not None:
            item, self._first = self._first, None
            return item
        with suppress(queue.Empty):
            return self._inbox.get_nowait()
        return None

    def _mind(self, port: SerialPort, at: float) -> list[T]:
        if self._listener.refused and self.place.kind == "id":
            return self._look_further(port, at)
        if self._listener.wants_reopen:
            return self._lose(PortError("silent", f"hub {port.path} is silent; opening it again"), at)
        if at - self._bytes_at >= _QUIET_S:
            self._bytes_at = at
            if port.moved:
                return self._lose(PortError("unplugged", f"hub {port.path} is another port now"), at)
        return []

    def _look_further(self, port: SerialPort, at: float) -> list[T]:
        """The hub there is another one; that is told when no candidate is left."""
        self._turn += 1
        self._refused += 1
        none_left = self._refused >= self._paths
        words = f"{self.place.name} is not at {port.path}; looking further"
        told = self._lose(PortError("wrong-board" if none_left else "", words), at)
        if none_left:
            self._refused = 0
            self._search_at = at + SLOW_SEARCH_S
        return told

    def _begin(self, port: SerialPort, at: float) -> list[T]:
        inbox: queue.Queue[_Item] = queue.Queue(_BACKLOG)
        self._inbox, self._first = inbox, None  # a new one: a reader of before may still hold the old
        self._port, self._lost_at, self._complaint, self._cause = port, None, "", ""
        self._bytes_at = at
        self._busy_since = None

        def note(what: bytes | PortError) -> None:
            if isinstance(what, bytes) and inbox.full():
                return
            inbox.put((time.monotonic(), what))

        told = self.drive.opened(at)
        port.start(note, note)
        return [*told, *self._write(at)]

    def _lose(self, trouble: PortError, at: float) -> list[T]:
        self.close()
        self._complain(str(trouble))
        self._search_at = at
        self._cause = trouble.cause
        return self.drive.closed(at, trouble.cause, str(trouble))

    def _search(self, at: float) -> list[T]:
        self._lost_at = at if self._lost_at is None else self._lost_at
        self._search_at = at + (SEARCH_S if at - self._lost_at < _PATIENCE_S else SLOW_SEARCH_S)
        paths = self._seek(self.place)
        self._paths = len(paths)
        trouble = _nothing_there(self.place)
        for number in range(len(paths)):
            port = SerialPort(paths[(self._turn + number) % len(paths)])
            try:
                port.open()
                return self._begin(port, at)
            except PortError as error:
                trouble = error
        if trouble.cause != "busy":
            self._busy_since = None
        elif self._busy_since is None:
            self._busy_since = at
        if self._busy_since is not None and at - self._busy_since < LOCK_PATIENCE_S:
            return []  # a modem program that looks at each new port is gone in seconds
        self._complain(f"{trouble}; waiting for it")
        if trouble.cause == self._cause:
            return []
        self._cause = trouble.cause
        return self.drive.closed(at, trouble.cause, str(trouble))

    def _write(self, at: float) -> list[T]:
        out = self.drive.take_outgoing()
        if out and self._port is not None:
            try:
                self._port.write(out)
            except PortError as trouble:
                return self._lose(trouble, at)
        return []

    def _complain(self, text: str) -> None:
        if text != self._complaint:
            self._complaint = text
            self._say(text)


def _nothing_there(place: HubPlace) -> PortError:
    which = f"hub {place.text}" if place.kind == "id" else "a hub"
    return PortError("unplugged", f"{which} is at no serial port; plug it in, or name its port")
