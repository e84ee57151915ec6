"""SHELL: `club collect`: the broker's messages into the database, and only then acknowledged.

One thread, one loop. Broker, database or disk may go at any moment: what has not been acknowledged comes
again, and what comes again is known. Each of them is waited for, for ever, 1, 2 … 15 seconds at a time.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, assert_never

from club.asking import Holes
from club.club_file import ClubConfig
from club.collector_news import CollectorNews, Say
from club.database import Database, GoneError, opened
from club.envelopes import (
    RefusedEnvelope,
    Retained,
    TableAnswer,
    ToldEvent,
    games_of,
    read,
    read_again,
    whole,
)
from club.holes import Missing
from club.keeping import Kept, KnownGame, keep, take_away_old
from mqtt import Access, LostError, Topics, parse_address
from mqtt.client import stamp_now
from mqtt.connection import Connection
from mqtt.connection import opened as connected
from mqtt.topics import ROOT
from table.errors import CallError

SESSION_S: Final = 86_400
MOST: Final = 500  # messages in one transaction
BATCH_S: Final = 0.05
_QUIET_S: Final = 1.5  # with nothing coming, and nothing missing, all has come
_SECOND_S: Final = 15.0  # so long a second collector waits for the first to end
_DAY_S: Final = 86_400.0
_SETTLED_S: Final = 10.0  # a line that ends sooner was cut off
_CUT_OFF_OFTEN: Final = 4  # in a row, by a broker that can be reached all the while
_LEFT_S: Final = 300.0  # to another collector, where two put each other out
_PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 15.0)
_HEARD: Final = ("availability", "info", "state", "health", "event", "bridge")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """What of the world a collector uses."""

    say: Say
    go_on: Callable[[], bool]
    password: Callable[[], str | None] = lambda: None
    pause: Callable[[float], None] = time.sleep


@dataclass(slots=True)
class _Batch:
    rows: list[Kept | KnownGame] = field(default_factory=list)
    mids: list[int] = field(default_factory=list)
    began: float = 0.0
    finished: list[str] = field(default_factory=list)  # tables whose question has been answered with it


class Collector:
    """Collects until it is stopped, or (`once`) until nothing is missing."""

    def __init__(self, config: ClubConfig, shell: Shell) -> None:
        self._config, self._shell = config, shell
        self._name = config.club.name
        self._asking = Holes(f"{self._name[:16]}-{secrets.token_hex(6)}-")
        self._database: Database | None = None
        self._line: Connection | None = None
        self._batch = _Batch()
        self._boots: dict[str, str] = {}
        self._day_at = time.monotonic()
        self._news = CollectorNews(shell.say, self._day_at)
        self._missing = Missing(self._asking, self._news)
        self._heard_at = self._subscribed_at = 0.0
        self._back = False
        self._cut_off = 0  # how often in a row a line has ended at once

    def run(self, *, once: bool = False, wait_s: float = 30.0) -> int:
        """0: stopped, or (`once`) nothing is missing; 1: after `wait_s` something is.

        Raises:
            CallError: another collects into this database, or it is no club's.
        """
        until = time.monotonic() + wait_s if once else None
        try:
            if not self._open_database(until):
                return 1 if once else 0
            while self._shell.go_on():
                code = self._connected(until)
                if code is not None:
                    return code
            return 0
        finally:
            self._news.tell_refused()
            if self._line is not None:
                self._line.close(politely=True)
            if self._database is not None:
                self._database.close()

    # The two things that may be away

    def _open_database(self, until: float | None) -> bool:
        """Wait for the database and for the right to collect into it; False: stopped, or too late."""
        pauses, lost, second = iter(_PAUSES), False, time.monotonic() + _SECOND_S
        while self._shell.go_on():
            try:
                database = self._database or opened(self._config.club.database)
                self._database = database
                if database.sole_writer():
                    if lost:
                        self._news.of("back", "database")
                    self._missing.begin(database)
                    return True
                if time.monotonic() > second:
                    raise CallError("another club collect writes this database; end that one")
                self._shell.pause(0.2)
                continue
            except GoneError as error:
                self._drop_database()
                if not lost:
                    self._news.of("lost", "database", str(error))
                lost, second = True, time.monotonic() + _SECOND_S
            if self._late(until):
                return False
            self._wait(next(pauses, _PAUSES[-1]))
        return False

    def _drop_database(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def _connected(self, until: float | None) -> int | None:
        """One connection to the broker, until it is lost; the exit status when it is time to end."""
        pauses, lost = iter(_PAUSES), self._back
        while self._shell.go_on():
            try:
                self._line = self._subscribed()
                self._news.of("back" if lost else "ready", "broker")
                return self._serve(self._line, until)
            except LostError as error:
                if self._line is not None:
                    self._line.close(politely=False)
                    self._line = None
                    pauses = iter(_PAUSES)
                    self._put_away()
                    lost = False
                    soon = time.monotonic() - self._subscribed_at < _SETTLED_S
                    self._cut_off = self._cut_off + 1 if soon else 0
                else:
                    self._cut_off = 0  # nobody else is let in there either
                if not lost:
                    self._news.of("lost", "broker", self._why(error, stays=until is not None))
                lost = self._back = True
                self._batch.mids.clear()
                self._asking.lost()
            if self._late(until):
                self._missing.tell(self._database)
                return 1
            pause = next(pauses, _PAUSES[-1])
            self._wait(_LEFT_S if self._cut_off >= _CUT_OFF_OFTEN and until is None else pause)
        return 0

    def _why(self, error: LostError, *, stays: bool) -> str:
        """A broker knows one client by a name, and not every one says that another has come for it.

        `stays`: it has until some time to hear all, and leaves the broker to no other.
        """
        if self._cut_off < _CUT_OFF_OFTEN:
            return str(error)
        other = (
            f"another collector may have the name {self._name} there: end it, or give it another [club] name"
        )
        left = "" if stays else f"; this one leaves it to that for {_LEFT_S / 60:.0f} minutes"
        return f"{error}, {self._cut_off} times at once; {other}{left}"

    def _subscribed(self) -> Connection:
        mqtt = self._config.mqtt
        ca = Path(mqtt.ca).expanduser() if mqtt.ca else None
        access = Access(address=parse_address(mqtt.url), password=self._shell.password(), ca=ca)
        line = connected(
            access,
            client_id=access.client_id(f"fingerpost-club-{self._name}"),
            will_topic=None,
            go_on=self._shell.go_on,
            session_s=SESSION_S,
        )
        try:
            for table in self._config.club.tables or ("+",):
                for what in (*_HEARD, f"reply/{self._name}"):
                    line.subscribe(f"{ROOT}/{table}/{what}")
        except LostError:
            line.close(politely=False)
            raise
        self._heard_at = self._subscribed_at = time.monotonic()
        self._boots.clear()  # a table is asked for its games at each start of ours
        return line

    # While both are there

    def _serve(self, line: Connection, until: float | None) -> int | None:
        while self._shell.go_on():
            line.turn(None, 0.005 if self._batch.rows else 0.1)
            came = self._take(line)
            now = time.monotonic()
            batch = self._batch
            full = len(batch.rows) + len(batch.mids) >= MOST or now - batch.began >= BATCH_S
            late = until is not None and now > until
            if (batch.rows or batch.mids) and (full or late or not came):
                self._put_away()
            self._ask(line, now)
            self._once_a_while(now)
            if until is not None:
                missing = bool(self._asking.holes()) or self._asking.waiting
                if not missing and now - self._heard_at > _QUIET_S:
                    self._news.of("done", "club")
                    return 0
                # Who has only just been listened to may still say what it has.
                if late and (missing or now - self._subscribed_at > _QUIET_S):
                    return int(self._missing.tell(self._database))
        self._put_away()
        return 0

    def _take(self, line: Connection) -> bool:
        """Read what has come, a batch at most; whether there was any."""
        came = False
        heard = line.heard
        while heard.messages and len(self._batch.mids) < MOST:
            came = True
            message, mid = heard.messages.popleft(), heard.to_acknowledge.popleft()
            if not self._batch.mids:
                self._batch.began = time.monotonic()
            self._batch.mids.append(mid)
            self._heard_at = time.monotonic()
            self._judge(message.topic, message.payload)
        return came

    def _judge(self, topic: str, payload: bytes) -> None:
        heard = read(topic, payload, tables=self._config.club.tables, me=self._name)
        match heard:
            case RefusedEnvelope():
                self._news.refuse(heard)
            case ToldEvent():
                self._batch.rows.append(heard)
            case Retained():
                self._batch.rows.append(heard)
                if heard.topic == "info" and heard.data is not None:
                    self._started(heard)
            case TableAnswer():
                self._answer(heard)
            case _:
                assert_never(heard)

    def _started(self, info: Retained) -> None:
        """A table is asked for its games when we hear of it first, and whenever it starts anew."""
        if self._boots.get(info.table) == info.boot:
            return
        self._boots[info.table] = info.boot
        self._asking.started(info.table)
        can = (info.data or {}).get("capabilities")
        if isinstance(can, list) and "games" in can:
            self._asking.want_games(info.table)

    def _answer(self, answer: TableAnswer) -> None:
        for payload in answer.events:
            event = read_again(answer.table, payload)
            if isinstance(event, RefusedEnvelope):
                self._news.refuse(event)
            else:
                self._batch.rows.append(event)
        if answer.type == "games":
            self._batch.rows += [KnownGame(answer.table, game, seq) for game, seq in games_of(answer)]
        error = answer.data.get("error")
        code = str(error.get("code")) if isinstance(error, dict) else None
        page, pages = whole(answer.data.get("page"), 0) or 1, whole(answer.data.get("pages"), 0) or 1
        now = time.monotonic()
        if self._asking.answered(answer.table, answer.corr, page=page, pages=pages, code=code, now=now):
            self._batch.finished.append(answer.table)

    # Into the database

    def _put_away(self) -> None:
        """Commit what has come, then acknowledge it; waits for the database for ever."""
        batch = self._batch
        while True:
            try:
                database = self._database
                if database is None:
                    raise GoneError("database away")
                if batch.rows:
                    outcome = keep(database, batch.rows, time.time_ns() // 1_000_000)
                    self._news.conflicts(outcome.conflicts)
                    for no in outcome.refused:
                        self._news.refuse(no)
                    self._missing.look(database, batch.rows)
                for table in batch.finished:
                    self._missing.finish(database, table)
                break
            except GoneError as error:
                self._drop_database()
                self._news.of("lost", "database", str(error))
                if not self._wait_for_database():
                    return  # stopped: what is not committed is not acknowledged
        self._batch = _Batch()
        if self._line is not None:
            for mid in batch.mids:
                self._line.acknowledge(mid)
            self._line.turn(None, 0.0)

    def _wait_for_database(self) -> bool:
        """Wait, keeping the broker's connection alive where it lives; False: stopped."""
        pauses, second = iter(_PAUSES), 0.0
        while self._shell.go_on():
            self._wait(next(pauses, _PAUSES[-1]))
            try:
                if self._database is None:
                    self._database = opened(self._config.club.database)
                if not self._database.sole_writer():
                    second = second or time.monotonic() + _SECOND_S
                    if time.monotonic() > second:
                        raise CallError("another club collect writes this database; end that one")
                    continue
                self._news.of("back", "database")
                return True
            except GoneError:
                self._drop_database()
        return False

    def _ask(self, line: Connection, now: float) -> None:
        for question in self._missing.due(self._database, now):
            topics = Topics(question.table)
            now_told = stamp_now().time()
            payload = question.envelope(topics.reply(self._name), f"client/{self._name}", now_told)
            line.publish(topics.command(question.type, self._name), payload, qos=1, retain=False)

    def _once_a_while(self, now: float) -> None:
        self._news.tick(now)
        days = self._config.keep.days
        if days and self._database is not None and now >= self._day_at:
            self._day_at = now + _DAY_S
            take_away_old(self._database, time.time_ns() // 1_000_000 - days * 86_400_000)

    def _late(self, until: float | None) -> bool:
        return until is not None and time.monotonic() > until

    def _wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self._shell.go_on() and time.monotonic() < end:
            self._shell.pause(0.05)
