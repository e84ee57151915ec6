"""SHELL: what changes in the hall and at each table, told to everybody who has a page or a stream open.

One look at the database serves all; it is made while anybody listens. A listener that is too slow is ended,
comes again with the last `id` that it has, and is told what changed since.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Final

from club.database import Database, GoneError
from club.hall import Hall, TableNow
from club.hall_pages import TABLES, hall_parts, table_parts
from club.hall_thread import HallThread
from web.sections import whole

JOINED_S: Final = 0.1
"""Between two looks: what comes meanwhile is told together."""
BEAT_S: Final = 15.0
MOST: Final = 1000
"""Listeners at once."""
_PARTS_MS: Final = 500
_CLOCK_MS: Final = 1000
_SLOW: Final = 200
_AWAY_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class StreamedEvent:
    """One event of a stream. `nr`: who has it already is not told again, unless it is said `again`."""

    nr: int
    text: str
    again: bool = False


@dataclass(slots=True, eq=False)
class HallListener:
    """Who listens. `after`: what it has; `waiting`: what it has not taken yet."""

    after: int
    waiting: "asyncio.Queue[str | None]" = field(default_factory=lambda: asyncio.Queue(_SLOW))


@dataclass(slots=True)
class Channel:
    """Everything about the hall (`table` None) or one table. `page`: with the parts of its page."""

    table: str | None
    page: bool
    listeners: set[HallListener] = field(default_factory=set)
    told: int = 0
    called: int = 0
    parts: dict[str, str | None] = field(default_factory=dict)
    parts_at: int = 0
    stale: bool = False  # its parts may be others than it was told


class HallStreams:
    """All channels. `speak`: says what is called."""

    def __init__(self, hall: HallThread, version: str, speak: Callable[[str], None] | None = None) -> None:
        self._hall, self._version, self._speak = hall, version, speak
        self._channels: dict[tuple[str | None, bool], Channel] = {}
        self._looking: asyncio.Task[None] | None = None
        self._spoken = -1

    def start(self) -> None:
        """Look at the database from now on, as long as there is anybody to tell."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look())

    def full(self) -> bool:
        """Nobody more can listen."""
        return sum(len(one.listeners) for one in self._channels.values()) >= MOST

    async def told(self, table: str | None, after: int | None, *, page: bool) -> AsyncIterator[str]:
        """The events of one stream, first what changed since `after`."""
        channel = self._channels.setdefault((table, page), Channel(table, page))
        listener = HallListener(0 if after is None else after)

        def first(hall: Hall, database: Database, now: int) -> list[StreamedEvent]:
            listener.after = hall.nr if after is None else after
            found = _since(hall, table, listener.after)
            listener.after = max([listener.after, *(one.nr for one in found)])
            parts = _parts(hall, table, now, self._version) if page else {}
            if not channel.listeners:
                channel.told, channel.called = max(listener.after, hall.top), _newest(hall)
                channel.parts, channel.parts_at, channel.stale = parts, now, False
            return [*found, *_as_news(parts, {})]

        yield "retry: 2000\n\n"
        try:
            news = await self._hall.ask(first)
        except GoneError:
            return
        channel.listeners.add(listener)
        self.start()
        try:
            if news:
                yield "".join(one.text for one in news)
            while True:
                try:
                    async with asyncio.timeout(BEAT_S):
                        text = await listener.waiting.get()
                except TimeoutError:
                    text = ": beat\n\n"
                if text is None:
                    return
                yield text
        finally:
            channel.listeners.discard(listener)
            if not channel.listeners:
                self._channels.pop((table, page), None)

    async def _look(self) -> None:
        while self._speak is not None or any(one.listeners for one in self._channels.values()):
            try:
                told, called = await self._hall.ask(self._news)
            except GoneError:
                await asyncio.sleep(_AWAY_S)
                continue
            for channel, news in told:
                _send(channel, news)
            for text in called:
                if self._speak is not None:
                    self._speak(text)
            await asyncio.sleep(JOINED_S)

    def _news(
        self, hall: Hall, database: Database, now: int
    ) -> tuple[list[tuple[Channel, list[StreamedEvent]]], list[str]]:
        """What each channel is told now, and what is spoken; in the hall's own thread."""
        changed, self._hall.changed = self._hall.changed, set()
        told = [
            (one, self._of(hall, one, changed, now)) for one in [*self._channels.values()] if one.listeners
        ]
        newest = max((one.nr for one in hall.calls), default=0)
        spoken = [one.text for one in reversed(hall.calls) if one.nr > self._spoken >= 0]
        self._spoken = newest
        return [(channel, news) for channel, news in told if news], spoken

    def _of(self, hall: Hall, channel: Channel, changed: set[str], now: int) -> list[StreamedEvent]:
        channel.stale |= bool(changed) if channel.table is None else channel.table in changed
        if channel.table is None:
            lines = sorted((hall.tables[name] for name in changed), key=lambda one: one.nr)
            news = [_told(one, max(one.nr, channel.told), one.seq, one.line, again=True) for one in lines]
            calls = [one for one in reversed(hall.calls) if one.nr > channel.called]
            if channel.page:
                news += [_event_of("heard", {"text": one.text, "alert": False}) for one in calls]
            channel.stale |= bool(calls) or now - channel.parts_at >= _CLOCK_MS
            channel.called = max(channel.called, _newest(hall))
        else:
            news = _since(hall, channel.table, channel.told)
        channel.told = max([channel.told, *(one.nr for one in news)])
        if channel.page and channel.stale and now - channel.parts_at >= _PARTS_MS:
            parts = _parts(hall, channel.table, now, self._version)
            news = [*_as_news(parts, channel.parts), *news]
            channel.parts, channel.parts_at, channel.stale = parts, now, False
        return news


def _send(channel: Channel, news: list[StreamedEvent]) -> None:
    whole = "".join(one.text for one in news)
    newest = max((one.nr for one in news), default=0)
    for listener in [*channel.listeners]:
        text = whole
        if any(one.nr <= listener.after and not one.again for one in news):
            text = "".join(one.text for one in news if one.nr > listener.after or one.again)
        listener.after = max(listener.after, newest)
        if listener.waiting.full():
            listener.waiting.get_nowait()
            channel.listeners.discard(listener)
            listener.waiting.put_nowait(None)
        elif text:
            listener.waiting.put_nowait(text)


def _newest(hall: Hall) -> int:
    return max((one.nr for one in hall.calls), default=0)


def _since(hall: Hall, table: str | None, after: int) -> list[StreamedEvent]:
    """What changed after this row: a line for each table, or what happened at one."""
    if table is None:
        old = [one for one in hall.tables.values() if one.nr > after]
        return [_told(one, one.nr, one.seq, one.line) for one in sorted(old, key=lambda one: one.nr)]
    known = hall.tables.get(table)
    if known is None:
        return []
    return [
        _told(known, piece.nr, piece.seq, piece.text) for piece in known.played.pieces if piece.nr > after
    ]


def _parts(hall: Hall, table: str | None, now: int, version: str) -> dict[str, str | None]:
    """The parts of a page; None: the lines of the hall, which are told one by one."""
    known = None if table is None else hall.tables.get(table)
    if table is None:
        return {**{one[0]: whole(*one) for one in hall_parts(hall, now)}, TABLES: None}
    return {} if known is None else {one[0]: whole(*one) for one in table_parts(hall, known, version)}


def _as_news(parts: dict[str, str | None], before: dict[str, str | None]) -> list[StreamedEvent]:
    """All parts in their order, as an open page takes them in: None where nothing changed."""
    changed = {name: None if before.get(name) == html else html for name, html in parts.items()}
    return [_event_of("parts", changed)] if any(changed.values()) or [*parts] != [*before] else []


def _told(table: TableNow, nr: int, seq: int, text: str, *, again: bool = False) -> StreamedEvent:
    data = {"table": table.table, "game": table.game, "seq": seq, "text": text}
    return StreamedEvent(
        nr, f"id: {nr}\nevent: table\ndata: {json.dumps(data, ensure_ascii=False)}\n\n", again
    )


def _event_of(kind: str, data: object) -> StreamedEvent:
    return StreamedEvent(0, f"event: {kind}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n", again=True)
