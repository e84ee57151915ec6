"""SHELL: a game log read: as far as it is whole, and without touching the file."""

import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from engine import Event, event_from_json
from storage.log_format import row_sum, schema_of
from table.errors import StoreError

_COLUMNS: Final = {  # by schema
    1: "seq, act, at, body, (SELECT MAX(seq) FROM events AS e WHERE e.act = events.act) - seq, NULL",
    2: "seq, act, at, body, more, crc",
}
_TRIES: Final = 5  # to copy a file that a table is writing to right now


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A note in a log: what is no event."""

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


@dataclass(slots=True)
class _Found:
    """What is being gathered, row by row."""

    events: list[Event]
    acts: list[tuple[int, int]]
    times: list[str]
    fault: StoreError | None = None
    more: int = 0  # how many events of the last act are still to come


def read_open(db: sqlite3.Connection, path: Path) -> Log:
    """What a connection sees.

    Raises:
        StoreError: no log, or one of a newer Fingerpost. What is damaged is told by `Log.fault`.
    """
    found = _Found([], [], [])
    game_id, schema, notes = "", 0, list[Noted]()
    try:
        schema = schema_of(db, path)
        row = db.execute("SELECT value FROM meta WHERE key = 'game'").fetchone() if schema else None
        game_id = "" if row is None else str(row[0])
        if schema:
            _read_events(db, path, found, columns=_COLUMNS[schema])
        if schema > 1:
            for after, at, kind, body in db.execute("SELECT after, at, kind, body FROM notes ORDER BY id"):
                notes.append(Noted(after=int(after), at=str(at), kind=str(kind), body=str(body)))
    except (sqlite3.Error, ValueError) as error:  # the second: a column that holds something else
        found.fault = found.fault or _fault(path, len(found.events) + 1, f"cannot be read: {error}")
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
    )


def _read_events(db: sqlite3.Connection, path: Path, found: _Found, *, columns: str) -> None:
    crc = 0
    for row in db.execute(f"SELECT {columns} FROM events ORDER BY seq"):
        seq, act, at, body, more, told = row
        number = len(found.events) + 1
        crc = row_sum(crc, row[:5])
        if seq != number:
            found.fault = _fault(path, number, "is missing")
        elif told is not None and told != crc:
            found.fault = _fault(path, number, "is not what was written")
        else:
            found.fault = _take(path, found, int(act), str(at), str(body), int(more))
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
    return StoreError(
        f"game log {path}: event {number} {what}; use a backup, or fingerpost games --mend", "damaged"
    )


def read_file(path: Path) -> Log:
    """A stored game as far as it is whole, read from a copy: neither file nor folder is touched.

    Not for a log that this very process has open: closing a copy's source lets go of SQLite's locks.

    Raises:
        StoreError: no such file, no right to read it, no log, or one of a newer Fingerpost.
    """
    if not path.is_file():
        raise StoreError(f"no game log at {path}; give the file of a stored game")
    with _room(path) as folder:
        for _ in range(_TRIES):
            before = _stamps(path)
            copy = _copied(path, Path(folder))
            log = _read_copy(copy, path)
            if log.fault is None or _stamps(path) == before:  # else it was written to meanwhile
                break
        return log


def read_log(path: Path) -> tuple[tuple[Event, ...], tuple[tuple[int, int], ...]]:
    """The events and acts of a stored game, without changing the file.

    Raises:
        StoreError: no such file, no log, a damaged one, or one without a game.
    """
    log = read_file(path)
    if log.fault is not None:
        raise log.fault
    if not log.events:
        raise StoreError(f"game log {path}: no game in it yet; play one first")
    return log.events, log.acts


def _room(path: Path) -> "tempfile.TemporaryDirectory[str]":
    try:
        return tempfile.TemporaryDirectory(prefix="fingerpost-")
    except OSError as error:
        raise StoreError(f"game log {path}: no room for a copy to read: {error.strerror}") from None


def _stamps(path: Path) -> tuple[tuple[int, int] | None, ...]:
    def stamp(file: Path) -> tuple[int, int] | None:
        try:
            status = file.stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    return stamp(path), stamp(Path(f"{path}-wal"))


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "log"
    for ending in ("", "-wal", "-shm"):
        Path(f"{copy}{ending}").unlink(missing_ok=True)
    try:
        shutil.copyfile(path, copy)
        with Path(f"{path}-wal").open("rb") as wal:
            Path(f"{copy}-wal").write_bytes(wal.read())
    except FileNotFoundError:
        pass  # closed as it should be: all is in the file itself
    except OSError as error:
        raise StoreError(f"game log {path}: {error.strerror}; check the path and your rights") from None
    return copy


def _read_copy(copy: Path, path: Path) -> Log:
    if copy.stat().st_size == 0 or copy.read_bytes()[:15] != b"SQLite format 3":
        raise StoreError(f"{path} is no game log; give the file of a stored game", "foreign")
    db = sqlite3.connect(copy, isolation_level=None)
    try:
        return read_open(db, path)
    finally:
        db.close()
