"""SHELL: the hall as it is now, out of the database alone: each table's game, who sits there, what is called.

`look` reads what is new since the last look and folds it in; nothing is read twice. All of it belongs to one
thread, the one whose connection the database is. With a delay, what was stored less long ago is not there.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from announce import Phrases, Vocabulary, Wording, club_words
from club.calling import Call, calls
from club.club_file import ClubConfig
from club.database import Database, Row
from club.envelopes import Fields, whole, word
from club.played import Played, StoredEvent
from club.rounds import Round, Seated, rounds_now, seated_now
from engine import SEATS, Event, MapError, Seat, State, game_map
from tabletop import BoardLayout, LayoutError, board_layout

Names = tuple[str, ...]
"""Who sits at a game, in turn order; empty: nobody is known."""

_EVENTS: Final = "tbl, game, seq, nr, type, body, seen"
_AT_ONCE: Final = 2000
_HOLE_MS: Final = 2000  # events come in disorder: a hole that stays is told
_AGAIN_MS: Final = 1000  # between two looks at who sits where
_ALL_MS: Final = 5000  # between two looks at all tables: which are silent now
_NO_MAP: Final = "starter"  # names of seats need a map; any will do


@dataclass(slots=True)
class TableNow:
    """One table.

    Attributes:
        live: what its retained topics say, as far as it may be shown.
        nr: the newest row of it that is shown.
        line: its line in the hall; `needs`: what it needs help with.
    """

    table: str
    label: str
    game: str | None = None
    played: Played = field(default_factory=Played)
    names: Names = ()
    live: Row | None = None
    newest: Row | None = None  # what they say now, too new perhaps
    nr: int = 0
    line: str = ""
    needs: tuple[str, ...] = ()
    hole_since: int = 0

    @property
    def seq(self) -> int:
        """How far its game is shown."""
        return self.played.seq


_AVAILABILITY, _BRIDGE, _GAME, _SEQ, _STATE, _HEALTH, _NR, _SEEN = range(1, 9)


class Hall:
    """All tables. Attributes: `nr`: the newest row that is shown; `changed`: tables whose line is another."""

    def __init__(self, config: ClubConfig) -> None:
        self._config = config
        self.phrases = Phrases(config.club.language)
        self._plain: dict[tuple[str, ...], Vocabulary] = {}
        self._wordings: dict[tuple[str, Names, tuple[Seat, ...]], Wording] = {}
        self.tables: dict[str, TableNow] = {}
        for table in config.club.tables:
            self._table(table)
        self.nr = self._live_nr = -1
        self.calls: list[Call] = []
        self.rounds: list[Round] = []
        self._seated: Mapping[str, Seated] = {}
        self._rounds_at = self._all_at = 0

    @property
    def name(self) -> str:
        """What the hall is called."""
        return club_words.label(self.phrases, "hall")

    @property
    def listed(self) -> Sequence[str]:
        """The tables that the settings name, in their order."""
        return self._config.club.tables

    @property
    def top(self) -> int:
        """The newest row of any table that is shown."""
        return max((one.nr for one in self.tables.values()), default=0)

    def label(self, table: str) -> str:
        """What a table is called."""
        return self._config.label(table)

    def look_anew(self) -> None:
        """Something was called or decided here: the next look sees it."""
        self._rounds_at = 0

    def look(self, database: Database, now: int) -> set[str]:
        """See what is new; the tables of which anything is another than before. `now`: Unix milliseconds."""
        until = now - self._config.serve.delay_s * 1000
        touched = self._live(database, until)
        if now - self._rounds_at >= _AGAIN_MS:
            self._rounds_at = now
            self.rounds = rounds_now(database, until)
            self._seated = seated_now(database, until)
        self.calls = calls(database)  # at once, whatever the delay: the desk's own words
        touched |= self._events(database, until)
        if now - self._all_at >= _ALL_MS:
            self._all_at = now
            touched |= set(self.tables)
        else:
            touched |= {one.table for one in self.tables.values() if one.hole_since}
        return {table for table in touched if self._told(self.tables[table], database, until, now)}

    # What is read

    def _table(self, table: str) -> TableNow:
        known = self.tables.get(table)
        if known is None:
            known = self.tables[table] = TableNow(table, self._config.label(table))
        return known

    def _live(self, database: Database, until: int) -> set[str]:
        found = database.rows(
            "SELECT tbl, availability, bridge, game, seq, state, health, nr, seen FROM live WHERE nr > ?",
            self._live_nr,
        )
        unknown = [row for row in found if int(str(row[_SEEN])) > until and str(row[0]) not in self.tables]
        for row in found:
            if row not in unknown:
                self._table(str(row[0])).newest = row
        if found and not unknown:  # of a table that nobody may know of yet the row is read again
            self._live_nr = max(int(str(row[_NR])) for row in found)
        touched = set()
        for one in self.tables.values():
            newest = one.newest
            if newest is not None and newest is not one.live and int(str(newest[_SEEN])) <= until:
                one.live, one.nr = newest, max(one.nr, int(str(newest[_NR])))
                touched.add(one.table)
        return touched

    def _events(self, database: Database, until: int) -> set[str]:
        if self.nr < 0:
            return self._begin(database, until)
        fresh: dict[str, list[StoredEvent]] = {}
        while True:
            found = database.rows(
                f"SELECT {_EVENTS} FROM event WHERE nr > ? ORDER BY nr LIMIT {_AT_ONCE}", self.nr
            )
            for row in found:
                if int(str(row[6])) > until:
                    found = []
                    break
                self.nr = int(str(row[3]))
                table, game = self._table(str(row[0])), str(row[1])
                table.nr = max(table.nr, self.nr)
                if game == table.game:
                    fresh.setdefault(table.table, []).append(_heard(row[2:]))
                elif self._is_current(table, game):
                    fresh.pop(table.table, None)
                    self._open(table, game, database, self.nr)
                    fresh.setdefault(table.table, [])
            if len(found) < _AT_ONCE:
                break
        for name, heard in fresh.items():
            if heard:
                table = self.tables[name]
                table.played.take(heard, self._words(table))
        return set(fresh)

    def _begin(self, database: Database, until: int) -> set[str]:
        """The first look: the newest game of each table."""
        ((top,),) = database.rows("SELECT COALESCE(MAX(nr), 0) FROM event WHERE seen <= ?", until)
        self.nr = int(str(top))
        newest: dict[str, tuple[int, str]] = {}
        for name, game, nr in database.rows(
            "SELECT tbl, game, MAX(nr) FROM event WHERE nr <= ? GROUP BY tbl, game", self.nr
        ):
            table = self._table(str(name))
            table.nr = max(table.nr, int(str(nr)))
            told = table.newest is not None and table.newest[_GAME] == game
            key = (2**62 if told else int(str(nr)), str(game))
            newest[table.table] = max(newest.get(table.table, (0, "")), key)
        for name, (_, game) in newest.items():
            self._open(self.tables[name], game, database, self.nr)
        return set(self.tables)

    def _is_current(self, table: TableNow, game: str) -> bool:
        """Whether an event of another game means that this is what is played now, or only comes late."""
        says = None if table.newest is None else table.newest[_GAME]
        return says == game or table.game is None or (says is None and table.game != game)

    def _open(self, table: TableNow, game: str, database: Database, top: int) -> None:
        """Show another game at a table, or the same with other names."""
        found = database.rows(
            f"SELECT {_EVENTS} FROM event WHERE tbl = ? AND game = ? AND nr <= ? ORDER BY seq",
            table.table, game, top,
        )  # fmt: skip
        table.game, table.played, table.names, table.hole_since = game, Played(), (), 0
        heard = [_heard(row[2:]) for row in found]
        began = next((one.seen for one in heard if one.seq == 1), 0)
        table.names = self._who(table, game, began, _seats_of(heard))
        table.played.take(heard, self._words(table))

    def _who(self, table: TableNow, game: str, began: int, seats: int) -> Names:
        """The people of a tournament who sit at this game."""
        seated = self._seated.get(table.table)
        if seated is None or len(seated.names) != seats:
            return ()
        theirs = seated.game == game or (seated.game is None and began > seated.since)
        return seated.names if theirs else ()

    # What is told

    def _words(self, table: TableNow) -> Callable[[State, State | None, tuple[Event, ...], int], list[str]]:
        def words(state: State, before: State | None, events: tuple[Event, ...], first: int) -> list[str]:
            told = self.wording(state, table.names).public(before, events, state, first)
            return [one.normal for one in told if one.normal]

        return words

    def wording(self, state: State, names: Names) -> Wording:
        """The words of a game."""
        key = state.game_map.id, names, state.seats
        if key not in self._wordings:
            named = dict(zip(state.seats, names, strict=False))
            layout = _layout(state.game_map.id)
            language = self._config.club.language
            self._wordings[key] = Wording(state.game_map, layout, language=language, names=named)
        return self._wordings[key]

    def vocabulary(self, seats: Sequence[Seat], names: Names) -> Vocabulary:
        """Names of seats, for a line that speaks of no place."""
        key = (*seats, "", *names)
        if key not in self._plain:
            named = dict(zip(seats, names, strict=False))
            self._plain[key] = Vocabulary(self.phrases, game_map(_NO_MAP), None, named)
        return self._plain[key]

    def _told(self, table: TableNow, database: Database, until: int, now: int) -> bool:
        """Make its line anew; whether anything of the table is another."""
        game = table.game
        if game is not None and table.played.state is not None:
            names = self._who(table, game, table.played.began, len(table.played.state.seats))
            if names != table.names:
                self._open(table, game, database, self.nr)
        says = None if table.newest is None else table.newest[_GAME]
        if says is not None and says != game and self._has(database, table.table, str(says)):
            self._open(table, str(says), database, self.nr)
        snapshot = self._snapshot(table)
        top = max(table.played.top, snapshot[0] if snapshot is not None else 0)
        if top <= table.played.seq:
            table.hole_since = 0
        elif not table.hole_since:
            table.hole_since = now
        before = table.line, table.needs, table.played.seq, table.game
        needs = self._needs(table, now)
        line = self._where(table, snapshot)
        table.line, table.needs = " ".join((line, *needs)), needs
        return before != (table.line, needs, table.played.seq, table.game)

    def _has(self, database: Database, table: str, game: str) -> bool:
        found = database.rows(
            "SELECT 1 FROM event WHERE tbl = ? AND game = ? AND nr <= ? LIMIT 1", table, game, self.nr
        )
        return bool(found)

    def _snapshot(self, table: TableNow) -> tuple[int, Fields] | None:
        """What the table's own state says, where it is of this game."""
        live = table.live
        if live is None or live[_STATE] is None or live[_GAME] != table.game:
            return None
        return int(str(live[_SEQ])), json.loads(str(live[_STATE]))

    def _where(self, table: TableNow, snapshot: tuple[int, Fields] | None) -> str:
        """Where the game is: by its events, or by the table's own state where that goes further."""
        label, state, live = table.label, table.played.state, table.live
        if live is not None and live[_GAME] is None and live[_STATE] is not None:
            return club_words.waits(self.phrases, label, "lobby")
        if snapshot is not None and (table.played.broken or snapshot[0] > table.played.seq):
            return self._by_snapshot(table, snapshot[1])
        if state is None:
            return club_words.waits(self.phrases, label, "nothing" if table.game is None else "tickets")
        v = self.vocabulary(state.seats, table.names)
        if state.result is not None:
            return club_words.over(v, label, [(one.seat, one.total) for one in state.result.scores])
        return self._moving(v, label, state.phase, state.to_move, state.turn, state.turns_left is not None)

    def _by_snapshot(self, table: TableNow, data: Fields) -> str:
        rows = data.get("seats")
        seats = (
            [_seat(one.get("seat")) for one in rows if isinstance(one, dict)]
            if isinstance(rows, list)
            else []
        )
        v = self.vocabulary([one for one in seats if one is not None], table.names)
        result = data.get("result")
        if isinstance(result, dict) and isinstance(scores := result.get("scores"), list):
            found = [
                (_seat(one.get("seat")), whole(one.get("total"))) for one in scores if isinstance(one, dict)
            ]
            return club_words.over(
                v, table.label, [(a, b) for a, b in found if a is not None and b is not None]
            )
        last = data.get("turns_left") is not None
        to_move, turn = _seat(data.get("to_move")), whole(data.get("turn"), 0) or 0
        return self._moving(v, table.label, word(data.get("phase")), to_move, turn, last)

    def _moving(
        self, v: Vocabulary, label: str, phase: str, to_move: Seat | None, turn: int, last: bool
    ) -> str:
        if to_move is not None:
            return club_words.to_move(v, label, to_move, turn, last=last)
        return club_words.waits(self.phrases, label, "declaring" if phase == "declaring" else "tickets")

    def _needs(self, table: TableNow, now: int) -> tuple[str, ...]:
        p, live, found = self.phrases, table.live, list[str]()
        if live is not None and (live[_AVAILABILITY] == "offline" or live[_BRIDGE] == "0"):
            found.append(club_words.trouble(p, "offline"))
        elif live is not None and live[_AVAILABILITY] == "online" and table.newest is not None:
            quiet = (now - int(str(table.newest[_SEEN]))) // 1000
            if quiet > self._config.serve.silent_s:
                found.append(club_words.silent(p, max(1, quiet // 60)))
        if table.hole_since and now - table.hole_since >= _HOLE_MS:
            found.append(club_words.trouble(p, "missing"))
        if live is not None and live[_HEALTH] is not None and _is_ill(json.loads(str(live[_HEALTH]))):
            found.append(club_words.trouble(p, "device"))
        return tuple(found)


def _heard(row: Row) -> StoredEvent:
    seq, nr, type_, body, seen = row
    return StoredEvent(int(str(seq)), str(type_), str(body), int(str(nr)), int(str(seen)))


def _seats_of(heard: Sequence[StoredEvent]) -> int:
    started = next((one for one in heard if one.type == "game-started"), None)
    seats = None if started is None else json.loads(started.body).get("seats")
    return len(seats) if isinstance(seats, list) else 0


def _seat(value: object) -> Seat | None:
    return next((seat for seat in SEATS if seat == value), None)


def _is_ill(health: Fields) -> bool:
    """Whether a device is lost or at fault; one that the table never had (`absent`) is not."""
    sources = health.get("sources")
    if not isinstance(sources, dict):
        return False
    devices = [one for one in sources.values() if isinstance(one, dict) and one.get("cause") != "absent"]
    return any(one.get("state") in ("lost", "fault") for one in devices)


def _layout(map_id: str) -> BoardLayout | None:
    try:
        return board_layout(map_id)
    except (LayoutError, MapError):
        return None
