"""The stream of events of one open page: parts that changed, words to read aloud, a beat when all is quiet.

A stream keeps no queue: it knows what its browser has, and tells the difference to now. However slow a
browser is, it costs nothing; it gets fewer, newer tellings.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from announce import Audience
from engine import Seat
from table.moment import Entry, Moment, Viewer
from web.free_places import who_goes
from web.guard import cursor

BEAT_S: Final = 15.0
APART_S: Final = 0.01  # between two looks: what comes meanwhile goes along
_TIE: Final = (
    1e-6  # of a look: so near to it a ring is after it, whichever way the clock's floats were rounded
)
MOST: Final = 48  # of guests
OWN: Final = 8  # more of each browser that has joined a seat, and of who sits at this machine


@dataclass(frozen=True, slots=True)
class Listener:
    """Who keeps a page open: a guest by its address, or a browser of a seat or of this machine by a name."""

    name: str
    own: bool = False


HERE: Final = Listener("here", own=True)


@dataclass
class Streams:
    """All open pages."""

    closing: bool = False
    _bells: dict[asyncio.Event, Listener] = field(default_factory=dict)  # the oldest first
    _ended: set[asyncio.Event] = field(default_factory=set)
    _begun: float | None = None  # when the first page was opened: looks stand at fixed times since
    _look: asyncio.TimerHandle | None = None  # the next one

    def let_in(self, owner: str, source: str) -> Listener | None:
        """As whom one more page is kept up to date; None: it is not. A guest that gives way is ended.

        Args:
            owner: the browser of a seat or of this machine; empty: a guest.
            source: its address.
        """
        own = Listener(owner, own=True)
        if owner and [*self._bells.values()].count(own) < OWN:
            return own
        guests = [bell for bell, one in self._bells.items() if not one.own and bell not in self._ended]
        names = [self._bells[bell].name for bell in guests]
        gone = who_goes(source, names, MOST)
        if gone is not None and (gone == len(guests) or names[gone] == source):
            return None
        if gone is not None:
            self._ended.add(guests[gone])
            guests[gone].set()
        return Listener(source)

    def ring(self) -> None:
        """Something may have changed: at the next look all open pages see to it."""
        if self._look is None and self._begun is not None and self._bells:
            loop = asyncio.get_running_loop()
            looks = int((loop.time() - self._begun) / APART_S + _TIE) + 1
            self._look = loop.call_at(self._begun + APART_S * looks, self._wake)

    def _wake(self) -> None:
        self._look = None
        for bell in self._bells:
            bell.set()

    def close(self) -> None:
        """End them all."""
        self.closing = True
        self._wake()

    async def bells(self, beat_s: float, listener: Listener = HERE) -> AsyncGenerator[bool, None]:
        """True when something may have changed, False for a beat; first of all True.

        Looks and beats stand at times that were fixed when the first and when this stream began. A ring that
        brings this browser nothing thus moves nothing: no one can tell from the clock that another seat did
        something.
        """
        bell, now = asyncio.Event(), asyncio.get_running_loop().time
        self._bells[bell] = listener
        if self._begun is None:
            self._begun = now()
        beat_at = now() + beat_s
        try:
            yield True
            while not self.closing and bell not in self._ended:
                try:
                    async with asyncio.timeout_at(beat_at):
                        await bell.wait()
                except TimeoutError:
                    beat_at = max(beat_at + beat_s, now())
                    yield False
                else:
                    bell.clear()
                    yield True
        finally:
            del self._bells[bell]
            self._ended.discard(bell)


@dataclass
class StreamClient:
    """What one browser has by now."""

    boot: str
    viewer: Viewer
    public: int  # words for everybody that it was told of
    own: int  # words for its seat
    repeated: Mapping[Audience, Entry] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def news(self, table: Moment, shown: Sequence[tuple[str, str]]) -> str:
        """What it lacks, as events; empty: nothing. `shown`: the parts as they are now."""
        changed = tuple((name, None if self.parts.get(name) == part else part) for name, part in shown)
        other = [name for name, _ in shown] != list(self.parts)
        self.parts = dict(shown)
        told = [_changed(changed)] if other or any(part is not None for _, part in changed) else []
        # Each is numbered by itself: who loses the stream between two of them is told the rest.
        told += [self._with_id(_heard(entry), entry.number) for entry in self._unheard(table)]
        told += [self._with_id(_heard(entry)) for entry in self._again(table)]
        if self.viewer is not None and self._has_own(table, self.viewer):
            told.append(self._with_id(_event("yours", {})))
        return "".join(told)

    def _unheard(self, table: Moment) -> list[Entry]:
        fresh = [entry for entry in table.heard("everyone") if entry.number > self.public]
        self.public = _newest(table.heard("everyone"))
        return fresh

    def _again(self, table: Moment) -> list[Entry]:
        """What everybody hears once more, because somebody asked."""
        again, before = table.repeated.get("everyone"), self.repeated.get("everyone")
        if self.viewer is None:
            self.repeated = table.repeated
        return [] if again is None or again == before else [again]

    def _has_own(self, table: Moment, viewer: Seat) -> bool:
        """Whether its seat has new words, or old ones once more."""
        newest, again = _newest(table.heard(viewer)), table.repeated.get(viewer)
        fresh = newest > self.own or again != self.repeated.get(viewer)
        self.own, self.repeated = newest, table.repeated
        return fresh

    def _with_id(self, event: str, public: int | None = None) -> str:
        return f"id: {cursor(self.boot, self.public if public is None else public, self.own)}\n{event}"


def reader(boot: str, viewer: Viewer, table: Moment, heard: tuple[int, int] | None) -> StreamClient:
    """A browser that comes, or comes back having `heard` so much; of another sitting it begins anew."""
    public = _newest(table.heard("everyone"))
    own = 0 if viewer is None else _newest(table.heard(viewer))
    if heard is not None and heard[0] <= public and heard[1] <= own:
        public, own = heard
    return StreamClient(boot, viewer, public, own, table.repeated)


def _newest(entries: tuple[Entry, ...]) -> int:
    return entries[-1].number if entries else 0


@lru_cache(maxsize=64)
def _heard(entry: Entry) -> str:
    sound = {"sound": entry.sound} if entry.sound else {}
    return _event("heard", {"text": entry.text, "alert": entry.urgency == "assertive", **sound})


@lru_cache(maxsize=16)
def _changed(parts: tuple[tuple[str, str | None], ...]) -> str:
    """All parts in their order, None where nothing changed; made once for all the pages on which they did."""
    return _event("parts", dict(parts))


def _event(kind: str, fields: object) -> str:
    return f"event: {kind}\ndata: {json.dumps(fields, ensure_ascii=False)}\n\n"


async def told(
    streams: Streams,
    shown: Callable[[], tuple[Moment, Viewer, Sequence[tuple[str, str]]] | None],
    boot: str,
    heard: tuple[int, int] | None,
    beat_s: float = BEAT_S,
    listener: Listener = HERE,
) -> AsyncIterator[str]:
    """The events of one page until it is closed. `shown`: the page now; None: it is nobody's any more."""
    known: StreamClient | None = None
    yield "retry: 2000\n\n"
    async with contextlib.aclosing(streams.bells(beat_s, listener)) as bells:
        async for rung in bells:
            now = shown()
            if now is None:
                yield _event("gone", {})
                return
            table, viewer, parts = now
            known = known or reader(boot, viewer, table, heard)
            news = known.news(table, parts) if rung else ""
            if news or not rung:
                yield news or ": beat\n\n"
