"""The event log: SQLite, one transaction an act, flushed to the disk before anything is told.

One file is one game. `kill -9` or a power cut at any moment leaves whole acts or nothing of them.
"""

import sqlite3
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from engine import Event, event_from_json, event_to_json

SCHEMA: Final = 1
_TABLES: Final = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
  seq INTEGER PRIMARY KEY,  -- 1, 2, 3 …; the place of the event in its game
  act INTEGER NOT NULL,     -- seq of the first event of the act it belongs to
  at TEXT NOT NULL,         -- wall clock, for people only: a Pi has no clock of its own
  body TEXT NOT NULL        -- the event as JSON
);
"""


class StoreError(Exception):
    """The log cannot be read or written; the message says what, which and what to do."""


class Store:
    """An append-only log of one game's events."""

    def __init__(self, path: Path) -> None:
        """Open the log, making it when it is not there.

        Raises:
            StoreError: no such folder, no right to write, or a file that is no log of Fingerpost.
        """
        self.path = path
        try:
            self._db = sqlite3.connect(path, isolation_level=None, timeout=5)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_TABLES)
            self._check_schema()
            self.game_id = self._game_id()
        except sqlite3.Error as error:
            raise StoreError(f"game log {path}: {error}; choose another file or mend the disk") from None

    def _check_schema(self) -> None:
        row = self._db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
        if row is None:
            self._db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
        elif row[0] != str(SCHEMA):
            raise StoreError(
                f"game log {self.path}: written as schema {row[0]}, this Fingerpost knows {SCHEMA}; "
                "use the Fingerpost that wrote it, or a newer one"
            )

    def _game_id(self) -> str:
        """The name of this game for other programs, made once."""
        self._db.execute("INSERT OR IGNORE INTO meta VALUES ('game', ?)", (uuid.uuid4().hex[:12],))
        return str(self._db.execute("SELECT value FROM meta WHERE key = 'game'").fetchone()[0])

    def append(self, first_seq: int, events: Sequence[Event]) -> None:
        """Write one act's events, the first of them number `first_seq`; on return they are on the disk.

        Raises:
            StoreError: the disk is full or gone, or the numbers are already taken.
        """
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        rows = [
            (first_seq + number, first_seq, at, event_to_json(event)) for number, event in enumerate(events)
        ]
        try:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise StoreError(f"game log {self.path}: {error}; free some space or check the card") from None

    def events(self) -> tuple[Event, ...]:
        """Every event in order.

        Raises:
            StoreError: the file is damaged, or an event cannot be read.
        """
        found: list[Event] = []
        try:
            for seq, body in self._db.execute("SELECT seq, body FROM events ORDER BY seq"):
                if seq != len(found) + 1:
                    raise StoreError(f"game log {self.path}: event {len(found) + 1} is missing; use a backup")
                found.append(event_from_json(body))
        except sqlite3.Error as error:
            raise StoreError(f"game log {self.path}: {error}; use a backup") from None
        except ValueError as error:
            raise StoreError(f"game log {self.path}: event {len(found) + 1}: {error}") from None
        return tuple(found)

    def acts(self) -> tuple[tuple[int, int], ...]:
        """The (first seq, last seq) of every act, in order."""
        rows = self._db.execute("SELECT act, MAX(seq) FROM events GROUP BY act ORDER BY act")
        return tuple((int(first), int(last)) for first, last in rows)

    def close(self) -> None:
        """Close the file; everything is on the disk already."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_log(path: Path) -> tuple[tuple[Event, ...], tuple[tuple[int, int], ...]]:
    """The events and acts of a stored game, without changing the file.

    Raises:
        StoreError: no such file, or no log.
    """
    if not path.is_file():
        raise StoreError(f"no game log at {path}; give the file of a stored game")
    if path.read_bytes()[:15] != b"SQLite format 3":
        raise StoreError(f"{path} is no game log; give the file of a stored game")
    with Store(path) as store:
        events = store.events()
        if not events:
            raise StoreError(f"game log {path}: no game in it yet; play one first")
        return events, store.acts()
