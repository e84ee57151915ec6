"""What waits to be published. Pure: the shell asks for the next message and tells what became of it.

paho keeps a queue of its own that survives a lost connection, so that code which publishes again doubles
every message. Here nothing is handed to it but on a live connection, at most `WINDOW` at a time, and what was
not acknowledged when the connection went is sent again on the next. A repeated event is known by its seq.
"""

from collections import Counter, deque
from dataclasses import dataclass
from typing import Final, Literal

WINDOW: Final = 16  # below the 20 that Mosquitto and paho allow, so that neither has to queue
ANNOUNCE_EXPIRY_S: Final = 10

Class = Literal["retained", "event", "reply", "announce"]
BOUNDS: Final[dict[Class, int]] = {"retained": 200, "event": 2000, "reply": 2000, "announce": 50}


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """One publication. `retained`: the newest counts; `event`: all count; the others are for now or never."""

    kind: Class
    topic: str
    payload: bytes
    correlation: bytes | None = None
    clears: bool = False  # a reply that clears a retained topic
    late: bool = False  # retained, and said again on each connection, but after `online`

    @property
    def qos(self) -> Literal[0, 1]:
        """0 for announcements, 1 for the rest."""
        return 0 if self.kind == "announce" else 1

    @property
    def retain(self) -> bool:
        """Whether the broker keeps it."""
        return self.kind == "retained" or self.clears


class Outbox:
    """Messages in the order in which they are to be heard.

    Disconnected, it keeps the newest of every retained topic and up to 2,000 events; the oldest go first,
    are counted in `dropped`, and leave a gap in seq by which a consumer sees it and asks for a replay.
    """

    def __init__(self, snapshot_topic: str) -> None:
        self._snapshot_topic = snapshot_topic
        self._queue: deque[Publication] = deque()
        self._waiting: Counter[Class] = Counter()
        self._in_flight: dict[int, Publication] = {}
        self._retained: dict[str, Publication] = {}
        self._changed: set[str] = set()  # retained topics that the last greeting has no longer right
        self._shown: Publication | None = None  # the snapshot with which the events that wait go on
        self._connected = False
        self._window = WINDOW
        self.dropped: Counter[Class] = Counter()

    def put(self, message: Publication) -> None:
        """Take a message in; never refuses, never blocks."""
        if message.kind == "retained":
            self._retained[message.topic] = message
            if message.topic == self._snapshot_topic and not self._waiting["event"] and not self._in_flight:
                self._shown = message
        elif not self._connected and message.kind != "event":
            self.dropped[message.kind] += 1
            return
        if message.kind == "retained" and not self._connected:
            self._changed.add(message.topic)
            return  # the greeting carries it
        self._append(message)

    def greeting(self) -> tuple[Publication, ...]:
        """The newest of every retained topic, in the order in which the topics were first used.

        While events wait, the snapshot is the one before them: whoever stayed hears each of them as news.
        """
        self._changed.clear()
        newest = (message for message in self._retained.values() if not message.late)
        before = self._shown if self._waiting["event"] else None
        return tuple(
            before if before is not None and message.topic == self._snapshot_topic else message
            for message in newest
        )

    def connected(self, at_once: int = WINDOW) -> None:
        """The greeting is out: what changed during it, the snapshot after events, and what is late.

        `at_once`: how many unacknowledged messages the broker takes.
        """
        self._connected, self._window = True, max(min(at_once, WINDOW), 1)
        if self._waiting["event"]:
            self._changed.add(self._snapshot_topic)
        for topic, message in self._retained.items():
            if topic in self._changed or message.late:
                self._append(message)

    def again(self, topic: str) -> None:
        """Say a retained topic once more, if the connection is there."""
        if self._connected and topic in self._retained:
            self._append(self._retained[topic])

    def disconnected(self) -> None:
        """Nothing can be sent: events that were not acknowledged wait again, what was for now is dropped."""
        unheard = (*self._in_flight.values(), *self._queue)
        events = [message for message in unheard if message.kind == "event"]
        for message in self._queue:
            if message.kind in ("reply", "announce"):
                self.dropped[message.kind] += 1
        self._connected = False
        self._in_flight.clear()
        self._queue.clear()
        self._waiting.clear()
        for message in events:
            self._append(message)

    def next(self) -> Publication | None:
        """The message to publish now, or None: nothing waits, or what comes before it is on its way.

        A broker may pass a sentence on before an event that it has not acknowledged: one that names an event
        waits for that.
        """
        if not self._connected or not self._queue:
            return None
        if self._queue[0].qos == 1 and len(self._in_flight) >= self._window:
            return None
        if self._queue[0].kind == "announce" and any(one.kind == "event" for one in self._in_flight.values()):
            return None
        message = self._queue.popleft()
        self._waiting[message.kind] -= 1
        if message.topic == self._snapshot_topic:
            self._shown = message
        return message

    def sent(self, mid: int, message: Publication) -> None:
        """`message` went out under this id and waits for its acknowledgement."""
        if message.qos == 1:
            self._in_flight[mid] = message

    def unsent(self, message: Publication) -> None:
        """The connection went while `message` was handed over: it comes first again."""
        self._queue.appendleft(message)
        self._waiting[message.kind] += 1

    def kept_back(self, message: Publication) -> None:
        """The broker does not take `message`; sending it again would not help."""
        self.dropped[message.kind] += 1

    def refused(self, mid: int) -> None:
        """The broker's access rules keep back what went out under this id."""
        message = self._in_flight.pop(mid, None)
        if message is not None:
            self.kept_back(message)

    def acknowledged(self, mid: int) -> None:
        """The broker has it. An unknown id is no matter."""
        self._in_flight.pop(mid, None)

    @property
    def idle(self) -> bool:
        """Nothing waits and nothing is under way."""
        return not self._queue and not self._in_flight

    @property
    def drained(self) -> bool:
        """Whether there is a connection that could take more than waits."""
        return self._connected and not self._queue

    def _append(self, message: Publication) -> None:
        if self._waiting[message.kind] >= BOUNDS[message.kind]:
            self._drop_oldest_like(message)
        self._queue.append(message)
        self._waiting[message.kind] += 1

    def _drop_oldest_like(self, new: Publication) -> None:
        """Make room: of retained messages an older one of the same topic goes, of the others the oldest."""
        for index, message in enumerate(self._queue):
            if message.kind == new.kind and (new.kind != "retained" or message.topic == new.topic):
                del self._queue[index]
                self._waiting[new.kind] -= 1
                self.dropped[new.kind] += 1
                return
