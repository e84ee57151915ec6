"""Answers commands: replay and press; every other is refused by name. Pure: what it does is handed to it."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeGuard

import msgspec

from mqtt.commands import Code, Rejected, RemoteCommand, error_fields, read_command
from mqtt.payloads import Fields, Scribe, Stamp, pages
from mqtt.topics import CommandTopic, InfoTopic, NodeTopic, Topics
from tabletop import BUTTONS, Button

PAGE: Final = 50
REMEMBERED: Final = 256
BURST: Final = 40  # commands a client may send at once; one more every 50 ms after that
PER_SECOND: Final = 20.0
CLIENTS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPress:
    """A client presses a button of the panel. Nobody vouches for `client`; `id` names the press in logs."""

    button: Button
    client: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """A message from the broker, as far as the engine looks at it."""

    topic: str
    payload: bytes
    retained: bool = False
    response_topic: str | None = None
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Something to publish: a result, or the clearing (empty, retained) of a command somebody retained."""

    topic: str
    payload: bytes
    retain: bool = False
    correlation: bytes | None = None


class EventLog:
    """The public events of the game as they were published, for replay. A whole game is about 150 kB."""

    def __init__(self) -> None:
        self._events: dict[int, bytes] = {}
        self.last = 0

    def add(self, seq: int, payload: bytes) -> None:
        """Keep one event; what is known of this seq stays."""
        self._events.setdefault(seq, payload)
        self.last = max(self.last, seq)

    def some(self, numbers: range) -> list[msgspec.Raw]:
        """The events with these numbers, in order."""
        return [msgspec.Raw(self._events[seq]) for seq in numbers if seq in self._events]


class Desk:
    """Takes every inbound message of one table.

    `on_press` does what a press does; `note` hears (source, trouble) for the log; `counts` tells how often
    each code was given.
    """

    def __init__(
        self,
        topics: Topics,
        scribe: Scribe,
        log: EventLog,
        *,
        on_press: Callable[[PanelPress], None],
        stamp: Callable[[], Stamp],
        note: Callable[[str, str], None] = lambda source, trouble: None,
    ) -> None:
        self._topics, self._scribe, self._log = topics, scribe, log
        self._on_press, self._stamp, self._note = on_press, stamp, note
        self._results: OrderedDict[tuple[str, str], Fields] = OrderedDict()
        self._allowance: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.counts: Counter[str] = Counter()

    def take(self, message: Inbound, now: float) -> tuple[Answer, ...]:
        """Deal with one message; whatever it holds, the answer is a value. `now`: monotonic seconds."""
        if message.retained and not message.payload:
            return ()  # somebody clears a retained message: as it should be
        match self._topics.parse(message.topic):
            case CommandTopic(name):
                return self._command(name, message, now)
            case NodeTopic() | InfoTopic():  # nodes are not listened to yet
                self.counts["ignored"] += 1
            case None:
                self.counts["unknown-topic"] += 1
                self._note("-", f"topic {message.topic[:80]!r} is none of this table")
                if message.retained and message.topic.startswith(f"{self._topics.root}/cmd/"):
                    return (Answer(topic=message.topic, payload=b"", retain=True),)
        return ()

    def _command(self, name: str, message: Inbound, now: float) -> tuple[Answer, ...]:
        read = read_command(
            message.payload, name=name, topics=self._topics, response_topic=message.response_topic
        )
        clear = (Answer(topic=message.topic, payload=b"", retain=True),) if message.retained else ()
        if message.retained:
            read = Rejected(code="retained-command", why=name, id=read.id, client=read.client)
        elif read.client is not None and not self._may_speak(read.client, now):
            read = Rejected(code="rate-limited", why=name, id=read.id, client=read.client)
        if isinstance(read, Rejected):
            self.counts[read.code] += 1
            self._note(read.client or "-", f"{name}: {read.code}: {read.why}")
            if read.client is None:
                return clear
            return (*clear, self._answer(name, read.client, read.id, error_fields(read.code), message))
        return tuple(self._answer(name, read.client, read.id, fields, message) for fields in self._obey(read))

    def _obey(self, command: RemoteCommand) -> list[Fields]:
        """The `data` of each result. A repeated id is answered from memory and does nothing again."""
        key = (command.client, command.id)
        if command.name == "replay":
            again = key in self._results
            self._remember(key, {})
            return [{**fields, "duplicate": True} if again else fields for fields in self._replay(command)]
        if key in self._results:
            return [{**self._results[key], "duplicate": True}]
        fields = self._press(command) if command.name == "press" else self._no("unknown-command")
        self._remember(key, fields)
        return [fields]

    def _replay(self, command: RemoteCommand) -> list[Fields]:
        first, last = command.data.get("from"), command.data.get("to")
        if self._elsewhere(command):
            return [self._no("stale")]
        if not (_is_count(first) and _is_count(last)):
            return [self._no("bad-data")]
        parts = pages(first, min(last, self._log.last), PAGE)
        return [
            {
                "ok": True,
                "seq": self._log.last,
                "page": page,
                "pages": len(parts),
                "events": self._log.some(part),
            }
            for page, part in enumerate(parts, start=1)
        ]

    def _press(self, command: RemoteCommand) -> Fields:
        button = command.data.get("button")
        if not _is_button(button):
            return self._no("bad-data")
        # Yes and No change the game; a bridge may bring an old one again, and only the seq tells.
        if command.expect_seq is None and button in ("yes", "no"):
            return self._no("bad-data")
        if command.expect_seq not in (None, self._log.last) or self._elsewhere(command):
            return self._no("stale")
        try:
            self._on_press(PanelPress(button=button, client=command.client, id=command.id))
        except Exception:
            return self._no("internal")
        return {"ok": True, "seq": self._log.last}

    def _elsewhere(self, command: RemoteCommand) -> bool:
        return command.game not in (None, self._scribe.game)

    def _no(self, code: Code) -> Fields:
        self.counts[code] += 1
        return error_fields(code, {"seq": self._log.last} if code == "stale" else None)

    def _remember(self, key: tuple[str, str], fields: Fields) -> None:
        self._results[key] = fields
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)

    def _may_speak(self, client: str, now: float) -> bool:
        tokens, at = self._allowance.pop(client, (float(BURST), now))
        tokens = min(float(BURST), tokens + (now - at) * PER_SECOND)
        self._allowance[client] = (max(tokens - 1, 0.0), now)
        if len(self._allowance) > CLIENTS:
            self._allowance.popitem(last=False)
        return tokens >= 1

    def _answer(self, name: str, client: str, corr: str | None, fields: Fields, message: Inbound) -> Answer:
        return Answer(
            topic=self._topics.reply(client),
            payload=self._scribe.result(name, corr, self._log.last, fields, self._stamp()),
            correlation=message.correlation,
        )


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_button(value: object) -> TypeGuard[Button]:
    return value in BUTTONS
