"""Takes every message from outside: refuses with a code, answers replays, hands the rest to the game. Pure.

What the game is asked it answers later, from its own thread; everything here is behind one lock.
"""

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeGuard

import msgspec

from engine import SEATS, Event
from mqtt.answered import CachedResult, IdempotencyCache
from mqtt.codes import answer_fields, error_fields, ok_fields
from mqtt.command_envelope import Rejected, RemoteCommand, read_command
from mqtt.command_kinds import (
    NAMES,
    PRIVATE_QUESTIONS,
    BadRequest,
    GamesRequest,
    GameWant,
    needs_seq,
    seat_of,
    want_from,
)
from mqtt.orders import NodeRequest
from mqtt.payloads import Encoder, Fields, Stamp, pages
from mqtt.rights import Rights, may
from mqtt.topics import CommandTopic, HomeTopic, NodeTopic, OwnTopic, Topics
from table.answers import Code
from table.requests import Request

PAGE: Final = 50
BURST: Final = 512  # commands a client may send at once; one more every 20 ms after that
PER_SECOND: Final = 50.0
CLIENTS: Final = 64
REPLAYS: Final = 256  # that are under way at once; their pages are made when they can be sent


@dataclass(frozen=True, slots=True, kw_only=True)
class InboundMessage:
    """A message from the broker, as far as the engine looks at it."""

    topic: str
    payload: bytes
    retained: bool = False
    response_topic: str | None = None
    correlation: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
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

    def add(self, seq: int, payload: bytes) -> bytes:
        """Keep one event; what is known of this seq stays, and is returned: one event has one id."""
        self.last = max(self.last, seq)
        return self._events.setdefault(seq, payload)

    def some(self, numbers: range) -> list[msgspec.Raw]:
        """The events with these numbers, in order."""
        return [msgspec.Raw(self._events[seq]) for seq in numbers if seq in self._events]


class KeptGames(Protocol):
    """The games that a table has stored."""

    def newest(self) -> Sequence[Fields]:
        """The newest twenty, `{game, seq, ended}` each, the newest first."""

    def events(self, game: str) -> Sequence[Event] | None:
        """All events of one; None: it is not kept, or cannot be read."""


@dataclass(slots=True)
class _Replay:
    """A replay that is under way: the pages that are still to be sent."""

    command: RemoteCommand
    log: EventLog
    parts: Sequence[range]
    again: bool
    message: InboundMessage
    sent: int = 0


REMEMBERED_CODES: Final = ("bad-envelope", "too-large", "unsupported-version", "retained-command")
"""Of what is no command: another by the same id is no new one, as when a bridge brings a retained one again
and does not say so. Who speaks for another is not remembered."""

Order = Callable[[NodeRequest, Callable[[Fields], None], float], None]
"""Has a node do something: what, where the answer goes, now."""


class InboundHandler:
    """Takes every inbound message of one table; the pages of replays are to be fetched from it.

    Args:
        on_command: does what only the game can; it must only hand on.
        order: has a node do something (what, where the answer goes, now); the answer is an error, or what
            more is to be told. Without one there are no nodes.
        send: publishes what the game answers later.
        on_answered: hears of every result that is to be remembered.
        note: hears (source, trouble) for the log.
        kept: the stored games, whose events are replayed, too; None: only this one's.

    `counts` tells how often each code was given.
    """

    def __init__(
        self,
        topics: Topics,
        encoder: Encoder,
        log: EventLog,
        *,
        on_command: Callable[[Request], None],
        stamp: Callable[[], Stamp],
        order: Order = lambda wish, answer, now: answer(error_fields("bad-data", {"nodes": []})),
        send: Callable[[Reply], None] = lambda answer: None,
        on_answered: Callable[[CachedResult], None] = lambda answered: None,
        note: Callable[[str, str], None] = lambda source, trouble: None,
        before: Iterable[CachedResult] = (),
        rights: Rights | None = None,
        kept: KeptGames | None = None,
    ) -> None:
        self._topics, self._encoder, self._log, self._kept = topics, encoder, log, kept
        self._on_command, self._send, self._on_answered = on_command, send, on_answered
        self._order, self._stamp, self._note, self._rights = order, stamp, note, rights or Rights()
        self._memory = IdempotencyCache(before)
        self._replays: deque[_Replay] = deque()
        self._read: tuple[str, EventLog] | None = None  # the stored game that was asked for last
        self._allowance: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()

    def take(self, message: InboundMessage, now: float) -> tuple[Reply, ...]:
        """Deal with one message; whatever it holds, the answer is a value. `now`: monotonic seconds."""
        if message.retained and not message.payload:
            return ()  # somebody clears a retained message: as it should be
        match self._topics.parse(message.topic):
            case CommandTopic(name, vouched):
                return self._command(name, vouched, message, now)
            case NodeTopic() | HomeTopic() | OwnTopic():
                self.counts["ignored"] += 1
            case None:
                self.counts["unknown-topic"] += 1
                self._note("-", f"topic {message.topic[:80]!r} is none of this table")
                if message.retained and message.topic.startswith(f"{self._topics.root}/cmd/"):
                    return (Reply(topic=message.topic, payload=b"", retain=True),)
        return ()

    def _command(
        self, name: str, vouched: str | None, message: InboundMessage, now: float
    ) -> tuple[Reply, ...]:
        read = read_command(
            message.payload,
            name=name,
            topics=self._topics,
            response_topic=message.response_topic,
            vouched=vouched,
        )
        clear = (Reply(topic=message.topic, payload=b"", retain=True),) if message.retained else ()
        if message.retained:
            read = Rejected(code="retained-command", why=name, id=read.id, client=read.client)
        elif read.client is not None and not self._may_speak(read.client, now):
            read = Rejected(code="rate-limited", why=name, id=read.id, client=read.client)
        if isinstance(read, Rejected):
            self.counts[read.code] += 1
            self._note(read.client or "-", f"{name}: {read.code}: {read.why}")
            if read.client is None:
                return clear
            if read.id is not None and read.code in REMEMBERED_CODES:
                with self._lock:
                    known = self._memory.result(read.client, read.id)
                    waits = self._memory.waits(read.client, read.id)
                if known is not None:
                    again = {**known, "duplicate": True}
                    return (*clear, self._answer(name, read.client, read.id, again, message))
                if not waits:
                    self._remember(read.client, read.id, error_fields(read.code))
            return (*clear, self._answer(name, read.client, read.id, error_fields(read.code), message))
        return tuple(
            self._answer(name, read.client, read.id, fields, message)
            for fields in self._obey(read, message, now)
        )

    def _obey(self, command: RemoteCommand, message: InboundMessage, now: float) -> list[Fields]:
        """The `data` of each result; none yet when the game is asked. A repeated id does nothing again."""
        with self._lock:
            known = self._memory.result(command.client, command.id)
            waits, full = self._memory.waits(command.client, command.id), self._memory.full
        if command.name == "replay" and (known is None or not known):
            return self._replay(command, message, again=known is not None)
        if known is not None:
            self.counts["duplicate"] += 1
            return [{**known, "duplicate": True}]
        if waits:  # its answer comes, and is the one to be remembered
            return [self._no("busy")]
        if full:
            return [self._refuse(command, "busy")]
        refused = self._refused(command)
        if refused is None:
            want = want_from(command)
            if isinstance(want, GamesRequest):
                games = ok_fields(
                    self._log.last, games=[] if self._kept is None else list(self._kept.newest())
                )
                self._remember(command.client, command.id, games)
                return [games]
            if isinstance(want, NodeRequest):
                return self._ask_node(command, want, message, now)
            if not isinstance(want, BadRequest):
                return self._ask_game(command, want, message, now)
            refused = self._no(want.code, want.word)
        self._remember(command.client, command.id, refused)
        return [refused]

    def _refused(self, command: RemoteCommand) -> Fields | None:
        """What stands in a command's way before its wish is looked at."""
        if command.name not in NAMES:
            return self._no("unknown-command")
        if command.ttl_ms is not None and command.ttl_ms <= 0:
            return self._no("expired")
        seat = seat_of(command.name, command.data)
        right = self._rights.of(command.client, vouched=command.vouched)
        allowed = may(right, command.name, seat, self._rights.seats_of(command.client))
        if allowed != "yes":
            return self._no(allowed)
        if command.name == "ask" and command.data.get("question") in PRIVATE_QUESTIONS and right not in SEATS:
            return self._no("unauthorized")  # the answer is for one ear, and this is no seat's credential
        # A bridge may bring an old command again as if it were new (MQTT has no word for it): only the seq
        # protects the game.
        if command.expect_seq is None and needs_seq(command.name, command.data):
            return self._no("bad-envelope")
        if self._elsewhere(command):
            return self._no("stale")
        return None

    def _ask_game(
        self, command: RemoteCommand, want: GameWant, message: InboundMessage, now: float
    ) -> list[Fields]:
        right = self._rights.of(command.client, vouched=command.vouched)
        request = Request(
            want=want,
            seat=next((seat for seat in SEATS if seat == right), None),
            home=command.client if right == "home" else None,
            expect_seq=command.expect_seq,
            due=None if command.ttl_ms is None else now + command.ttl_ms / 1000,
            answer=lambda answer: self._answered(command, message, answer_fields(answer)),
        )
        with self._lock:
            self._memory.asked(command.client, command.id)
        try:
            self._on_command(request)
        except Exception:
            refused = self._no("internal")
            self._remember(command.client, command.id, refused)
            return [refused]
        return []

    def _ask_node(
        self, command: RemoteCommand, wanted: NodeRequest, message: InboundMessage, now: float
    ) -> list[Fields]:
        """Which is no matter of the game; only the seq of it is looked at."""
        if command.expect_seq != self._log.last:
            refused = self._no("stale")
            self._remember(command.client, command.id, refused)
            return [refused]

        def answer(found: Fields) -> None:
            fields = found if "error" in found else ok_fields(self._log.last, **found)
            self._answered(command, message, fields)

        with self._lock:
            self._memory.asked(command.client, command.id)
        self._order(wanted, answer, now)
        return []

    def _answered(self, command: RemoteCommand, message: InboundMessage, fields: Fields) -> None:
        """The game's answer: kept, then sent. A second answer to the same command is dropped."""
        with self._lock:
            if not self._memory.waits(command.client, command.id):
                return
        error = fields.get("error")
        if isinstance(error, dict):
            self.counts[str(error.get("code"))] += 1
        self._remember(command.client, command.id, fields)
        self._send(self._answer(command.name, command.client, command.id, fields, message))

    def _replay(self, command: RemoteCommand, message: InboundMessage, *, again: bool) -> list[Fields]:
        first, last = command.data.get("from"), command.data.get("to")
        late = not again and command.expect_seq not in (None, self._log.last)
        log = self._log_of(command)
        if log is None or late:
            return [self._refuse(command, "stale")]
        if not (_is_count(first) and _is_count(last)):
            return [self._refuse(command, "bad-data")]
        if len(self._replays) >= REPLAYS:
            return [self._no("busy") if again else self._refuse(command, "busy")]
        if not again:  # the pages are made anew; what was there stays there
            self._remember(command.client, command.id, {})
        parts = pages(first, min(last, log.last), PAGE)
        self._replays.append(_Replay(command, log, parts, again, message))
        return []

    def page(self) -> Reply | None:
        """The next page of a replay, the oldest first; None: nobody waits for one."""
        if not self._replays:
            return None
        replay = self._replays[0]
        part = replay.parts[replay.sent]
        replay.sent += 1
        if replay.sent == len(replay.parts):
            self._replays.popleft()
        more = {"duplicate": True} if replay.again else {}
        found = replay.log.some(part)
        fields = ok_fields(replay.log.last, page=replay.sent, pages=len(replay.parts), events=found, **more)
        return self._answer("replay", replay.command.client, replay.command.id, fields, replay.message)

    def _log_of(self, command: RemoteCommand) -> EventLog | None:
        """The events of the game that a replay names: of this one, or as one that is stored tells them."""
        if not self._elsewhere(command):
            return self._log
        if self._kept is None or command.game is None:
            return None
        if self._read is None or self._read[0] != command.game:  # its questions come one after the other
            events = self._kept.events(command.game)
            if events is None:
                return None
            log, encoder = EventLog(), replace(self._encoder, game=command.game)
            for seq, event in enumerate(events, 1):
                log.add(seq, encoder.event(seq, event, self._stamp()))
            self._read = command.game, log
        return self._read[1]

    def _elsewhere(self, command: RemoteCommand) -> bool:
        return command.game not in (None, self._encoder.game)

    def _no(self, code: Code, why: str | None = None) -> Fields:
        self.counts[code] += 1
        if code == "stale":
            return error_fields(code, {"seq": self._log.last})
        return error_fields(code, {"why": why} if why else None)

    def _refuse(self, command: RemoteCommand, code: Code) -> Fields:
        refused = self._no(code)
        self._remember(command.client, command.id, refused)
        return refused

    def _remember(self, client: str, id: str, fields: Fields) -> None:
        one = CachedResult(client=client, id=id, result=fields)
        with self._lock:
            self._memory.answered(one)
        self._on_answered(one)

    def _may_speak(self, client: str, now: float) -> bool:
        tokens, at = self._allowance.pop(client, (float(BURST), now))
        tokens = min(float(BURST), tokens + (now - at) * PER_SECOND)
        self._allowance[client] = (max(tokens - 1, 0.0), now)
        if len(self._allowance) > CLIENTS:
            self._allowance.popitem(last=False)
        return tokens >= 1

    def _answer(
        self, name: str, client: str, corr: str | None, fields: Fields, message: InboundMessage
    ) -> Reply:
        return Reply(
            topic=self._topics.reply(client),
            payload=self._encoder.result(name, corr, self._log.last, fields, self._stamp()),
            correlation=message.correlation,
        )


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
