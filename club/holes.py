"""What is missing of the games that are collected: found at each batch, told once, asked of its table."""

import time
from collections.abc import Iterator, Sequence
from typing import Final

from club.asking import MOST, Game, Holes, Question
from club.collector_news import CollectorNews
from club.database import Database, GoneError
from club.envelopes import ToldEvent
from club.keeping import Kept, KnownGame, first_gap, games_with_gaps, gaps_from_first

_REMEMBERED: Final = 10_000  # games whose end is known by heart


class Missing:
    """The holes of one collector's games.

    Attributes:
        asking: which hole is asked for when.
    """

    def __init__(self, asking: Holes, news: CollectorNews) -> None:
        self.asking, self._news = asking, news
        self._tops: dict[Game, int] = {}  # games of which all is stored up to here

    def begin(self, database: Database) -> None:
        """A database was opened: what is missing in it."""
        for game in games_with_gaps(database):
            self.asking.hole(game, time.monotonic())
        self._tops.clear()

    def look(self, database: Database, rows: Sequence[Kept | KnownGame]) -> None:
        """See of each game that came whether anything of it is missing."""
        now = time.monotonic()
        for table, game in dict.fromkeys((one.table, one.game) for one in rows if isinstance(one.game, str)):
            key = (table, game)
            numbers = sorted({one.seq for one in rows if (one.table, one.game) == key and one.seq})
            top = self._tops.get(key, -1)
            if top >= 0:
                for number in numbers:
                    top = max(top, number) if number <= top + 1 else -1
                    if top < 0:
                        break
                told = any(isinstance(one, ToldEvent) for one in rows if (one.table, one.game) == key)
                if top >= 0 and (told or top == self._tops[key]):
                    self._tops[key] = top
                    continue
            missing = first_gap(database, table, game)
            if missing is None:
                found = database.rows("SELECT known FROM game WHERE tbl = ? AND game = ?", table, game)
                if len(self._tops) > _REMEMBERED:
                    self._tops.clear()
                if found:
                    self._tops[key] = int(str(found[0][0]))
                self._news.healed(key, self.asking.whole(key))
            else:
                self._tops.pop(key, None)
                self.asking.hole(key, now)
                if self.asking.is_told(key):
                    self._gap(key, missing)

    def _gap(self, game: Game, missing: tuple[int, int]) -> None:
        """Tell of a hole once, and of the one before it that it has closed."""
        fresh = not self.asking.is_told(game)
        before = self.asking.told(game, missing)
        if before is not None:
            self._news.healed(game, before)
        if fresh or before is not None:
            self._news.gap(game, missing)

    def tell(self, database: Database | None) -> bool:
        """Tell of every open hole that is not told yet; whether any hole is open."""
        still = False
        for game in self.asking.holes():
            try:
                missing = None if database is None else first_gap(database, *game)
            except GoneError:
                database = missing = None
            if missing is not None:
                self._gap(game, missing)
            elif database is not None:
                self._news.healed(game, self.asking.whole(game))
                continue
            still = True  # or nobody can say
        return still

    def due(self, database: Database | None, now: float) -> Iterator[Question]:
        """What is to be asked now."""
        for wanted in self.asking.due(now):
            span = None
            if not isinstance(wanted, str):
                try:
                    gaps = None if database is None else gaps_from_first(database, *wanted, within=MOST)
                except GoneError:
                    return  # the next batch finds out
                if gaps is None:
                    self._news.healed(wanted, self.asking.whole(wanted))
                    continue
                first, last, end = gaps
                self._gap(wanted, (first, last))
                span = first, end
            yield self.asking.ask(wanted, span, now)

    def finish(self, database: Database, table: str) -> None:
        """All pages of what a table was asked are stored: whether that has helped."""
        asked = self.asking.asked(table)
        still = None if asked is None or asked.game is None else first_gap(database, table, asked.game)
        self.asking.finish(table, still, time.monotonic())
