"""A game log's rows read: as far as they are whole; from its tables, or from the acts beside it."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from engine import Event, Game, GameMap, GameStarted, event_from_json
from storage.acts_beside import EVENT, NOTE, ActsRead, is_row
from storage.known_things import KnownThings
from storage.log_format import ADVICE, BESIDE, row_sum, schema_of
from storage.own_maps import MAP, map_of_note
from table.errors import StoreError

_COLUMNS: Final = {  # by schema
    1: "seq, act, at, body, (SELECT MAX(seq) FROM events AS e WHERE e.act = events.act) - seq, NULL",
    2: "seq, act, at, body, more, crc",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A note in a log: what is no event."""

    number: int = 0
    after: int  # seq of the event before it, 0: none
    at: str
    kind: str
    body: str  # JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """What a file holds, up to the first thing that is wrong with it: whole acts only."""

    game_id: str
    schema: int
    events: tuple[Event, ...]
    acts: tuple[tuple[int, int], ...]  # (first seq, last seq) of each
    times: tuple[str, ...]  # wall clock of each act; it may jump
    notes: tuple[Noted, ...]
    fault: StoreError | None  # None: all of it is whole
    game_map: GameMap | None = None  # that it is played on; None: the one that ships under that id
    beside: bool = False  # its acts stand once more beside it
    harm: str = ""  # what is wrong with one of its two files, where the other has everything that is known
    sure: bool = True  # whether that is known to be all

    @property
    def proven(self) -> bool:
        """Whether it is known that nothing of it is lost, and not only that what is there is whole."""
        return self.beside and self.fault is None and not self.harm

    def game(self) -> Game:
        """The game that it tells, on its own map.

        Raises:
            ReplayError, EditionError, MapError, SettingsError: as `Game.replay`.
        """
        return Game.replay(self.events, self.game_map)


@dataclass(slots=True)
class _Found:
    """What is being gathered, row by row."""

    events: list[Event]
    acts: list[tuple[int, int]]
    times: list[str]
    fault: StoreError | None = None
    more: int = 0  # how many events of the last act are still to come
    known: KnownThings | None = None
    noted: GameMap | None = None  # the map that is noted with the game
    table: GameMap | None = None  # the table's: it is that of an older log, which has no such note

    @property
    def own(self) -> GameMap | None:
        """The map that the game is played on; None: the one that ships under that id."""
        started = self.events[0] if self.events else None
        return self.own_of(started)

    def own_of(self, started: Event | None) -> GameMap | None:
        """The same of a game that begins so."""
        if not isinstance(started, GameStarted):
            return None
        maps = (one for one in (self.noted, self.table) if one is not None and one.id == started.map)
        return next(maps, None)


def read_open(db: sqlite3.Connection, path: Path, table: GameMap | None = None) -> Log:
    """What a connection sees.

    Args:
        table: the table's map, of which a log that is older than map notes may be.
    Raises:
        StoreError: no log, or one of a newer Fingerpost. What is damaged is told by `Log.fault`.
    """
    found = _Found([], [], [], table=table)
    game_id, schema, beside, notes = "", 0, False, list[Noted]()
    try:
        schema = schema_of(db, path)
        if schema:
            known = dict(db.execute("SELECT key, value FROM meta WHERE key IN ('game', ?)", (BESIDE,)))
            game_id, beside = str(known.get("game", "")), BESIDE in known
            if schema > 1:
                found.noted = _noted_map(db)
            _read_events(db, path, found, columns=_COLUMNS[schema], summed=schema > 1)
        if schema > 1:
            for row in db.execute("SELECT id, after, at, kind, body FROM notes ORDER BY id"):
                notes.append(_noted(row))
        if schema and found.fault is None:
            found.fault = _quick_check(db, path, len(found.events))
    except (sqlite3.Error, ValueError, KeyError) as error:  # a column that holds something else, a form 0
        found.fault = found.fault or _fault(path, len(found.events) + 1, f"cannot be read: {error}")
    return _log(found, game_id, schema, notes, beside=beside)


def _noted_map(db: sqlite3.Connection) -> GameMap | None:
    row = db.execute("SELECT body FROM notes WHERE kind = ? ORDER BY id DESC LIMIT 1", (MAP,)).fetchone()
    return None if row is None else map_of_note(row[0])


def _quick_check(db: sqlite3.Connection, path: Path, events: int) -> StoreError | None:
    """Damage where no row stands: SQLite would run into it while the game goes on."""
    told = db.execute("PRAGMA quick_check(1)").fetchone()
    if told is None or told[0] == "ok":
        return None
    return StoreError(f"game log {path}: beside its {events} events it is damaged; {ADVICE}", "damaged")


def _noted(row: Sequence[object]) -> Noted:
    if not is_row(NOTE, row):
        raise ValueError("a note of wrong columns")
    number, after, at, kind, body = row
    assert isinstance(number, int) and isinstance(after, int)
    return Noted(number=number, after=after, at=str(at), kind=str(kind), body=str(body))


def _log(found: "_Found", game_id: str, schema: int, notes: Sequence[Noted], *, beside: bool) -> Log:
    """What was gathered, without an act that is not whole."""
    if found.more:  # an act is whole or it is not there
        first, _ = found.acts.pop()
        found.times.pop()
        del found.events[first - 1 :]
    return Log(
        game_id=game_id,
        schema=schema,
        events=tuple(found.events),
        acts=tuple(found.acts),
        times=tuple(found.times),
        notes=tuple(notes),
        fault=found.fault,
        game_map=found.own,
        beside=beside,
    )


def read_beside(acts: ActsRead, path: Path, table: GameMap | None = None) -> Log:
    """What the acts beside a log tell; how they end tells nothing. `table`: as in `read_open`."""
    notes = [_noted(row) for row in acts.notes]
    found = _Found([], [], [], table=table)
    found.noted = next((map_of_note(note.body) for note in reversed(notes) if note.kind == MAP), None)
    for row in acts.events:
        seq, act, at, body, more = row
        if seq != len(found.events) + 1:
            break
        assert isinstance(act, int) and isinstance(more, int)
        if (fault := _take(path, found, act, str(at), str(body), more)) is not None:
            found.fault = fault
            break
    return _log(found, acts.game_id, acts.schema, notes, beside=True)


def _read_events(db: sqlite3.Connection, path: Path, found: _Found, *, columns: str, summed: bool) -> None:
    crc = 0
    for row in db.execute(f"SELECT {columns} FROM events ORDER BY seq"):
        seq, act, at, body, more, told = row
        number = len(found.events) + 1
        if seq != number:
            found.fault = _fault(path, number, "is missing")
        elif not is_row(EVENT, row[:5]):
            found.fault = _fault(path, number, "cannot be read: a column holds something else")
        elif summed and told != (crc := row_sum(crc, row[:5])):
            found.fault = _fault(path, number, "is not what was written")
        else:
            found.fault = _take(path, found, act, at, body, more)
        if found.fault is not None:
            return
    if found.more:
        found.fault = _fault(path, len(found.events) + 1, "is missing")


def _take(path: Path, found: _Found, act: int, at: str, body: str, more: int) -> StoreError | None:
    """Add an event; what is wrong with it, if it cannot be read."""
    number = len(found.events) + 1
    try:
        event = event_from_json(body)
    except ValueError as error:
        kind = _kind(body)
        if kind is None:
            return _fault(path, number, f"cannot be read: {error}")
        text = f"event {number} is {kind}, in a form that this Fingerpost does not know; update Fingerpost"
        return StoreError(f"game log {path}: {text}", "newer")
    found.known = found.known or KnownThings(event, found.own_of(event))
    if stranger := found.known.stranger(event):
        return _fault(path, number, f"names {stranger}, which this game does not have")
    if not found.acts or found.acts[-1][0] != act:
        if act != number:
            return _fault(path, number, "is of no act")
        found.acts.append((act, number))
        found.times.append(at)
    else:
        found.acts[-1] = (act, number)
    found.events.append(event)
    found.more = more
    return None


def _kind(body: str) -> str | None:
    """The type of something that is an event at least in form."""
    try:
        raw = msgspec.json.decode(body)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    kind = raw.get("type") if isinstance(raw, dict) else None
    return kind[:40] if isinstance(kind, str) else None


def _fault(path: Path, number: int, what: str) -> StoreError:
    return StoreError(f"game log {path}: event {number} {what}; {ADVICE}", "damaged")
