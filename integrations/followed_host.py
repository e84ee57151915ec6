"""The table that is followed: its game, kept here, and its wire.

What was kept of the host's game goes on at once, whether or not the host can be reached; else the table here
waits until the host has told all of it. A host that plays another game has another one kept here.
"""

import ipaddress
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from dialog import LineCause
from engine import EditionError, Event, Game, MapError, ReplayError, Seat, SettingsError
from integrations.wire_settings import FollowSection
from mqtt import AddressError, HostWire, TopicError, parse_address
from mqtt.following import BACKOFF_S
from storage import unplayable
from storage.folder import latest, remember
from storage.kept_pairing import KeptPairing, pairing_file
from storage.resume import Sitting, begin, begin_new, resume
from storage.writer_lock import WriterLock
from table.errors import CallError
from table.followed import Followed
from table.host_acts import acts_of
from table.linked import HostCounts, HostThere, HostTold, LinkNews, SeatWish
from web.host_line import PageAddress, SeatLine

KIND: Final = "follows"  # of the note that says whose game it is
LOOK_S: Final = 0.2

Put = Callable[[LinkNews], None]
Waits = Callable[[LineCause | None], None]


def host_called(follow: FollowSection) -> str:
    """How the host's home is said: by the first part of its broker's name, else by its table."""
    host = parse_address(follow.host).host
    with suppress(ValueError):
        ipaddress.ip_address(host)
        return follow.table
    first = host.split(".")[0]
    return follow.table if first == "localhost" else first


class FollowedHost:
    """The wire to the host, from before its game is known to the end of the game here."""

    def __init__(
        self,
        follow: FollowSection,
        codes: Sequence[str] = (),
        *,
        language: str = "en",
        views: bool = False,
        backoff_s: tuple[float, ...] = BACKOFF_S,
    ) -> None:
        """Nothing is connected yet.

        Args:
            codes: digits that the host's table has said, each for one seat's page.
            language: of this home, for what its seats alone are told.
            views: each seat's page tells the game as it may see it, too, for who plays it without ears.
            backoff_s: so long after each try to reach the host the next one waits.
        Raises:
            CallError: the address, the table's or the home's name, or the page's address cannot be used.
        """
        self._follow, self._codes = follow, tuple(codes)
        self._language, self._views, self._backoff_s = language, views, backoff_s
        ca = Path(follow.ca) if follow.ca else None
        self._page = PageAddress(follow.page, ca) if follow.page else None
        self._lines: dict[Seat, SeatLine] = {}
        self._pairing: KeptPairing | None = None
        try:
            self.called = host_called(follow)
        except AddressError as error:
            raise CallError(str(error)) from None
        self._early: queue.SimpleQueue[LinkNews] = queue.SimpleQueue()
        self._put: Put = self._early.put
        self._lock = threading.Lock()
        self._wire: HostWire | None = None
        self._seats: tuple[Seat, ...] = ()

    def sit_down(
        self,
        folder: Path,
        stop: threading.Event,
        waits: Waits,
        *,
        new: bool = False,
        second: Path | None = None,
        log: Path | None = None,
        lock: WriterLock | None = None,
    ) -> Sitting | None:
        """The host's game as it is kept here, or as it is told; None: `stop` was set before.

        Args:
            folder: where games are kept; `log`: this very file instead, which `lock` is for.
            new: whatever is kept, the game that the host plays now.
            second: the folder of second copies, if there is one.
            waits: hears once that the host has to be waited for, and of each reason that is known.
        Raises:
            CallError: the host knows no such home, or deals the cards and no page is named.
        """
        if self._page is not None:
            self._pairing = KeptPairing(pairing_file(folder, self._follow.home), self._page.origin)
        kept = None if new or log is not None else _kept(folder, self._follow, second)
        if kept is not None:
            sitting, game, self._seats = kept
            if self._misses_page(sitting.game):
                sitting.store.closed()
                sitting.store.close()
                raise self._no_page()
            self._connect(game, sitting.game.events)
            return sitting
        return self._new(folder, stop, waits, log, lock)

    def _new(
        self,
        folder: Path,
        stop: threading.Event,
        waits: Waits,
        log: Path | None,
        lock: WriterLock | None,
    ) -> Sitting | None:
        self._connect(None)
        told, since = list[Event](), time.monotonic()
        waited, counts = False, list[HostCounts]()
        while not told:
            if stop.is_set():
                return None
            if not waited and time.monotonic() - since > 2.0:
                waited = True
                waits(None)
            with suppress(queue.Empty):
                news = self._early.get(timeout=LOOK_S)
                if isinstance(news, HostTold):
                    told = [event for _, event in news.events]
                elif isinstance(news, HostCounts):
                    counts = [news]
                elif isinstance(news, HostThere) and news.why is not None:
                    waited = True
                    waits(news.why)
        for one in counts:
            self._early.put(one)
        try:
            game = Game.replay(told)
        except (ReplayError, EditionError, MapError, SettingsError) as error:
            raise CallError(
                f"table {self._follow.table} tells no game that can be followed: {error}"
            ) from None
        self._seats = self._own(game)
        sitting = begin_new(folder, game) if log is None else begin(log, game, lock=lock)
        if log is None:
            remember(sitting.store.path)
        return self._joined(sitting)

    def _own(self, game: Game) -> tuple[Seat, ...]:
        follow, seats = self._follow, None if self._wire is None else self._wire.seats
        own = tuple(seat for seat in game.state.seats if seat in (seats or ()))
        if not own:
            raise CallError(
                f"table {follow.table} has no seat for {follow.home}; write it under [homes] there"
            )
        if self._misses_page(game):
            raise self._no_page()
        return own

    def _misses_page(self, game: Game) -> bool:
        return game.state.cards == "dealt" and self._page is None

    def _no_page(self) -> CallError:
        table = self._follow.table
        return CallError(f"table {table} deals the cards; give its page, [follow] page = https://…")

    def _joined(self, sitting: Sitting) -> Sitting:
        """A game that has been played for a while is gone on with: nobody wants all of it read out."""
        game = sitting.game
        first = Game.replay(game.events[:1])
        acts = [*acts_of(first, game.events[1:])]
        if len(acts) < 3 or sitting.store.failure is not None:
            return sitting
        rows, seq = list[tuple[int, tuple[Event, ...]]](), 1
        for act in [game.events[:1], *acts]:
            rows.append((seq, act))
            seq += len(act)
        sitting.store.append_acts(rows, self._notes())
        whole = [(first, first + len(act) - 1) for first, act in rows]
        return replace(sitting, stored=len(game.events), acts=whole)

    def _notes(self) -> dict[str, object]:
        game = None if self._wire is None else self._wire.game
        return {KIND: {"table": self._follow.table, "game": game, "seats": list(self._seats)}}

    def _connect(self, game: str | None, kept: Sequence[Event] = ()) -> None:
        self.close()
        follow = self._follow
        try:
            self._wire = HostWire(
                follow.host,
                follow.table,
                follow.home,
                self._news,
                password_file=Path(follow.password_file) if follow.password_file else None,
                ca=Path(follow.ca) if follow.ca else None,
                game=game,
                last=len(kept),
                newest=kept[-1] if kept else None,
                backoff_s=self._backoff_s,
            )
        except (AddressError, TopicError) as error:
            raise CallError(str(error)) from None
        self._wire.start()

    def linked(self, game: Game) -> Followed:
        """This home's side of the session."""
        assert self._wire is not None
        followed = Followed(self.called, self._follow.home, self._seats, game.state.seats)
        followed.notes = self._notes()
        followed.ask, followed.show = self._wire.want, self._wire.show
        if game.state.cards == "dealt" and self._page is not None:
            followed.pages.wish, followed.pages.codes = self._wish, self._codes
        return followed

    def _wish(self, wish: SeatWish) -> None:
        """By the seat's own line, which is opened by its first wish."""
        assert self._page is not None and self._pairing is not None
        if wish.seat not in self._lines:
            self._lines[wish.seat] = line = SeatLine(
                self._page,
                wish.seat,
                self._news,
                kept=self._pairing,
                language=self._language,
                views=self._views,
            )
            line.start()
        self._lines[wish.seat].want(wish)

    def hand_to(self, put: Put) -> None:
        """From now on this takes what is heard, and first what has been."""
        with self._lock:
            with suppress(queue.Empty):
                while True:
                    put(self._early.get_nowait())
            self._put = put

    def _news(self, news: LinkNews) -> None:
        """On the wire's thread. What is heard keeps its order, for nothing is told twice."""
        with self._lock:
            self._put(news)

    def close(self) -> None:
        """Say goodbye; twice does no harm."""
        for line in self._lines.values():
            line.stop()
        for line in self._lines.values():
            line.close()
        self._lines = {}
        if self._wire is not None:
            self._wire.close()
            self._wire = None


def _kept(
    folder: Path, follow: FollowSection, second: Path | None
) -> tuple[Sitting, str, tuple[Seat, ...]] | None:
    """The game that was followed last, if it is not over."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = latest(folder)
    if path is None:
        return None
    try:
        sitting = resume(path, second=second)
    except unplayable.CannotBePlayed:
        return None
    noted = sitting.agreed.get(KIND)
    if isinstance(noted, dict) and noted.get("table") == follow.table and sitting.game.state.result is None:
        game = noted.get("game")
        seats = tuple(seat for seat in sitting.game.state.seats if seat in noted.get("seats", ()))
        if isinstance(game, str) and seats:
            return sitting, game, seats
    sitting.store.closed()
    sitting.store.close()
    return None
