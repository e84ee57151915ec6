"""The form of a game log, what may be wrong with one, and how one of an older form is brought up to date."""

import errno
import sqlite3
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from table.errors import Cause, StoreError

SCHEMA: Final = 2
APPLICATION_ID: Final = 0x4650_4C47  # "FPLG", where `file` and SQLite look for it
MAGIC: Final = b"SQLite format 3\0"  # how the file begins
SITTINGS: Final = ("opened", "closed")  # kinds of notes that tell of a sitting
BESIDE: Final = "beside"  # in `meta`: the acts of this log stand once more beside it (`acts_beside`)
TABLES: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE events (
  seq INTEGER PRIMARY KEY,  -- 1, 2, 3 …; the place of the event in its game
  act INTEGER NOT NULL,     -- seq of the first event of the act it belongs to
  at TEXT NOT NULL,         -- wall clock, for people only
  body TEXT NOT NULL,       -- the event as JSON
  more INTEGER NOT NULL,    -- how many events of its act follow; 0: the act is whole
  crc INTEGER NOT NULL      -- of all rows up to this one: finds what the card has changed since
)""",
    """CREATE TABLE notes (
  id INTEGER PRIMARY KEY,
  after INTEGER NOT NULL,   -- seq of the event before it, 0: none
  at TEXT NOT NULL,
  kind TEXT NOT NULL,       -- opened, closed, missing …
  body TEXT NOT NULL        -- JSON
)""",
)

ADVICE: Final = "use a backup, or fingerpost games --mend"
_ADVICE: Final[dict[Cause, str]] = {
    "full": "free some space",
    "read-only": "let the card be written to, or choose another file",
    "gone": "choose another file or check the card",
    "damaged": ADVICE,
    "foreign": "choose another file",
    "busy": "another program holds it: end that one",
}
_CODES: Final[dict[int, Cause]] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CONSTRAINT: "busy",
}
_ERRNOS: Final[dict[int, Cause]] = {
    errno.EROFS: "read-only",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
}


SQLITE_SAYS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What comes of a file's damage: SQLite quotes what it has read, also where that is no text."""


def trouble(
    path: Path, error: sqlite3.Error | UnicodeDecodeError, system: OSError | None = None
) -> StoreError:
    """What SQLite says, in one line. `system`: what the system says of a file beside it."""
    if isinstance(error, UnicodeDecodeError):
        return StoreError(f"game log {path}: it is no text where it should be; {ADVICE}", "damaged")
    code = getattr(error, "sqlite_errorcode", None)  # none where the sqlite3 module itself complains
    cause = _CODES.get(code & 0xFF) if code is not None else None
    if cause is None and system is not None:
        return refused(path, system)
    return StoreError(f"game log {path}: {error}; {_ADVICE[cause or 'gone']}", cause or "gone")


def refused(path: Path, error: OSError) -> StoreError:
    """What the system says, in one line."""
    cause = _ERRNOS.get(error.errno or 0, "gone")
    return StoreError(f"game log {path}: {error.strerror}; {_ADVICE[cause]}", cause)


def schema_of(db: sqlite3.Connection, path: Path) -> int:
    """The form of the log; 0: an empty file.

    Raises:
        StoreError: the database of another program, or a log of a newer Fingerpost.
    """
    tables = {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    row = None
    if {"meta", "events"} <= tables:
        row = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if row is None or not str(row[0]).isdecimal():
        text = f"{path} is no game log but the data of another program; choose another file"
        raise StoreError(text, "foreign")
    schema = int(row[0])
    if schema > SCHEMA:
        raise StoreError(
            f"game log {path}: written as schema {schema}, this Fingerpost knows {SCHEMA}; update Fingerpost",
            "newer",
        )
    return schema


def row_sum(crc: int, row: Sequence[object]) -> int:
    """The sum after one more row (seq, act, at, body, more), `crc` being that of the row before it, or 0."""
    return zlib.crc32("\n".join(map(str, row)).encode(), crc)


def prepare(db: sqlite3.Connection, path: Path, game_id: str) -> None:
    """Make an empty file a log, or bring an older one up to date: in one transaction, or not at all.

    Raises:
        StoreError: as `schema_of`.
    """
    schema = schema_of(db, path)
    if schema == SCHEMA:
        return
    db.execute("BEGIN IMMEDIATE")
    if schema == 0:
        for table in TABLES:
            db.execute(table)
        db.execute("INSERT INTO meta VALUES ('game', ?)", (game_id,))
    else:  # 1, of 0.1.0: no sums, no notes
        db.execute("ALTER TABLE events ADD COLUMN more INTEGER NOT NULL DEFAULT 0")
        db.execute("ALTER TABLE events ADD COLUMN crc INTEGER NOT NULL DEFAULT 0")
        db.execute(
            "UPDATE events SET more = (SELECT MAX(seq) FROM events AS e WHERE e.act = events.act) - seq"
        )
        db.execute(TABLES[2])
        crc = 0
        for row in db.execute("SELECT seq, act, at, body, more FROM events ORDER BY seq").fetchall():
            crc = row_sum(crc, row)
            db.execute("UPDATE events SET crc = ? WHERE seq = ?", (crc, row[0]))
    db.execute(f"PRAGMA application_id={APPLICATION_ID}")
    db.execute("INSERT OR REPLACE INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
    db.execute("COMMIT")
