"""SHELL: the event log: SQLite, one transaction an act, flushed to the disk before anything is told.

One file is one game. `kill -9` or a power cut at any moment leaves whole acts or nothing of them. What is
in the file, and how it is kept readable for ever, is in docs/store.md.
"""

import contextlib
import json
import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from engine import Event, GameMap, event_to_json
from engine.map_written import own_map
from storage.acts_beside import EVENT, NOTE, ActsBeside, Row, acts_of, read_acts
from storage.log_file import inode, own, why_unwritable
from storage.log_format import (
    ADVICE,
    BESIDE,
    SCHEMA,
    SITTINGS,
    SQLITE_SAYS,
    prepare,
    refused,
    row_sum,
    schema_of,
    trouble,
)
from storage.log_reading import read_file, read_log
from storage.log_rows import Log, read_open
from storage.own_maps import MAP
from storage.version import version
from storage.writer_lock import WriterLock
from table.errors import Cause, StoreError
from table.ports import ActRows

__all__ = ["SITTINGS", "GameLog", "Log", "read_file", "read_log", "wall_clock"]

Statement = tuple[str, Sequence[tuple[object, ...]]]  # SQL, and the rows it is done with

_JSON: Final = json.JSONEncoder(ensure_ascii=False).encode  # made once: `json.dumps` makes one each time
WAL_PAGES: Final = 250  # a quarter of a megabyte waits beside the file at most
_MAY_PASS: Final[tuple[Cause, ...]] = ("full", "read-only", "gone")


def wall_clock() -> datetime:
    """Now, in UTC. For people only: a Pi has no clock of its own, and it may jump back."""
    return datetime.now(UTC)


class GameLog:
    """An append-only log of one game's events, held by one program at a time."""

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], datetime] = wall_clock,
        patient: bool = False,
        game_id: str = "",
        lock: WriterLock | None = None,
        beside: bool = True,
        held: Callable[[], None] | None = None,
        board: GameMap | None = None,
    ) -> None:
        """Open the log for playing, making it when it is not there; an older one is brought up to date.

        Args:
            path: the file; only its owner may read it, for it holds what is in every hand.
            clock: what the time in the log is taken from.
            patient: a disk that cannot be written to now may be later: `failure` tells, `open_again` tries.
            game_id: the name that a new log gets, and that one which is there must have; "": any.
            lock: this log's, where its caller has taken it already; it is let go of with the log.
            beside: each act stands once more beside it (`acts_beside`); not so where it is itself a copy.
            held: nothing is written, and no older form is brought up to date, before `open_again`, which does
                this first. A new version that never comes to be ready leaves what the former reads.
            board: the game's map: one that does not ship is noted in the log (`own_maps`).
        Raises:
            StoreError: no such folder, no right to write, a file that is no log of Fingerpost or one of a
                newer Fingerpost, or another program plays this game.
        """
        self.path = path
        self.game_id = game_id or uuid.uuid4().hex[:12]
        self.last = 0  # the last event that is on the disk
        self.was_cut = False  # whether the sitting before this one ended by a power cut
        self.was_unsaved = False  # whether it lost acts that could not be written
        self.failure: StoreError | None = None
        self._crc = 0
        self._noted = 0  # the number of the last note
        self._flushed: bool | None = None  # whether this connection waits for the disk; None: not asked yet
        self._board = board
        self._named = bool(game_id)  # whether the log must be this game's
        self._clock = clock
        self._file: tuple[int, int] | None = None  # what the path named when it was opened
        self._db: sqlite3.Connection | None = None
        self._acts = ActsBeside(path) if beside else None
        self._lock = WriterLock(path) if lock is None else lock
        self._loses = False  # whether acts of this sitting could not be written
        self.held, self._first = held is not None, held  # nothing is written yet; what is done before it is
        with ExitStack() as undone:
            undone.callback(self._lock.release)
            try:
                if self.held:
                    own(path)
                    raise StoreError(f"game log {path}: it is written to when the table is ready", "gone")
                self._open()
            except StoreError as error:
                if not patient or error.cause not in _MAY_PASS:
                    raise
                self.failure = error
            undone.pop_all()

    def _open(self) -> None:
        own(self.path)
        db: sqlite3.Connection | None = None
        try:
            db = sqlite3.connect(self.path, isolation_level=None, timeout=2)
            # Two tables on one log would lose each other's acts; and so it needs no shared memory.
            db.execute("PRAGMA locking_mode=EXCLUSIVE")
            schema_of(db, self.path)  # before anything is changed: it may be another program's
            db.execute("PRAGMA page_size=1024")  # of a new file: an act is small, and a card wears out
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
            prepare(db, self.path, self.game_id)
            self._know(db)
            self._settle(db)
            self._noted = int(db.execute("SELECT MAX(id) FROM notes").fetchone()[0] or 0)
            self._file, self._flushed = inode(self.path), None
            self._db, db = db, None
        except SQLITE_SAYS as error:
            raise trouble(self.path, error, why_unwritable(self.path)) from None
        finally:
            if db is not None:
                db.close()
        self._note_map()

    def _note_map(self) -> None:
        """The map goes with the game, onto each card that the game is written to."""
        noted = None if self._board is None else own_map(self._board)
        if noted is None:
            return
        try:
            if self.last_note(MAP) is None:
                self.note(MAP, noted)
        except StoreError:
            self._shut()
            raise

    def _know(self, db: sqlite3.Connection) -> None:
        """Learn whose log it is and how far it goes."""
        named = db.execute("SELECT value FROM meta WHERE key = 'game'").fetchone()
        game_id = "" if named is None else str(named[0])
        if self._named and game_id != self.game_id:
            raise StoreError(f"game log {self.path}: another game is there now; choose another file", "busy")
        last = db.execute("SELECT seq, crc FROM events ORDER BY seq DESC LIMIT 1").fetchone()
        sat = "SELECT kind FROM notes WHERE kind IN (?, ?) ORDER BY id DESC LIMIT 1"
        note = db.execute(sat, SITTINGS).fetchone()
        if self._file is None:  # the first time
            # Without its acts beside it nothing proves that what the power cut has left is all.
            proven = db.execute("SELECT 1 FROM meta WHERE key = ?", (BESIDE,)).fetchone() is not None
            self.was_unsaved = self._lock.unsaved and last is not None
            self.was_cut = proven and last is not None and note is not None and note[0] != "closed"
        try:
            self.last, self._crc = (0, 0) if last is None else (int(last[0]), int(last[1]))
        except (TypeError, ValueError):
            raise StoreError(
                f"game log {self.path}: its last event cannot be read; {ADVICE}", "damaged"
            ) from None
        self.game_id, self._named = game_id, True

    def _settle(self, db: sqlite3.Connection) -> None:
        """See that what is in the log stands beside it too."""
        known = db.execute("SELECT 1 FROM meta WHERE key = ?", (BESIDE,)).fetchone() is not None
        if self._acts is None:
            if known:  # it was played itself, and is a copy again: acts that stand still would be called lost
                db.execute("DELETE FROM meta WHERE key = ?", (BESIDE,))
                acts_of(self.path).unlink(missing_ok=True)
            return
        self._catch_up(db)
        events = db.execute("SELECT seq, act, at, body, more FROM events ORDER BY seq").fetchall()
        notes = db.execute("SELECT id, after, at, kind, body FROM notes ORDER BY id").fetchall()
        try:
            self._acts.settle(SCHEMA, self.game_id, events, notes)
        except OSError as error:
            raise refused(self._acts.path, error) from None
        except (TypeError, ValueError):
            raise StoreError(f"game log {self.path}: a row cannot be read; {ADVICE}", "damaged") from None
        if not known:
            db.execute("INSERT INTO meta VALUES (?, '1')", (BESIDE,))

    def _catch_up(self, db: sqlite3.Connection) -> None:
        """A log that was taken away in mid-game and made anew has what stands beside it."""
        acts = read_acts(self.path)
        if self.last or acts is None or acts.game_id != self.game_id:
            return
        events = [*acts.events]
        while events and events[-1][-1] != 0:  # an act is whole or it is not there
            events.pop()
        crc, rows = 0, list[Row]()
        for row in events:
            crc = row_sum(crc, row)
            rows.append((*row, crc))
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        db.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?, ?)", acts.notes)
        db.execute("COMMIT")
        self.last, self._crc = len(rows), crc

    def append(self, first_seq: int, events: Sequence[Event]) -> None:
        """Write one act's events, the first of them number `first_seq`; on return they are on the disk.

        Raises:
            StoreError: the disk is full or gone, or the numbers do not follow on.
        """
        self.append_acts([(first_seq, events)])

    def append_acts(self, acts: Sequence[ActRows], notes: Mapping[str, object] | None = None) -> None:
        """Write several acts and what is noted with them, all or none; on return they are on the disk.

        Args:
            notes: kind → body, see `note`; they stand after the last of these acts.
        Raises:
            StoreError: as `append`.
        """
        try:
            self._append(acts, notes or {})
        except StoreError:
            self._loses = self._loses or bool(acts)
            self._lock.mark(unsaved=self._loses or self._lock.unsaved)
            raise
        self._loses = self._loses and not acts
        self._lock.mark(unsaved=self._loses)

    def _append(self, acts: Sequence[ActRows], notes: Mapping[str, object]) -> None:
        at = self._clock().isoformat(timespec="milliseconds")
        rows: list[tuple[int, int, str, str, int, int]] = []
        last, crc = self.last, self._crc
        for first_seq, events in acts:
            if first_seq != last + 1:
                raise StoreError(
                    f"game log {self.path}: event {first_seq} does not follow {last}; "
                    "another program wrote there: end that one",
                    "busy",
                )
            for more, event in zip(reversed(range(len(events))), events, strict=True):
                last += 1
                row = (last, first_seq, at, event_to_json(event), more)
                crc = row_sum(crc, row)
                rows.append((*row, crc))
        noted = [
            (number, last, at, kind, _JSON(body))
            for number, (kind, body) in enumerate(notes.items(), start=self._noted + 1)
        ]
        self._write(
            ("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows),
            ("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", noted),
        )
        self.last, self._crc, self._noted = last, crc, self._noted + len(noted)
        self._write_beside([*((EVENT, *row[:5]) for row in rows), *((NOTE, *row) for row in noted)])

    def _write_beside(self, rows: Sequence[Row]) -> None:
        """The same once more: after the log, so that it never holds what the log does not."""
        if self._acts is None or not rows:
            return
        try:
            if self._flushed is None:
                self._flushed = self._connected().execute("PRAGMA synchronous").fetchone() != (0,)
            self._acts.append(rows, flush=self._flushed)
        except OSError as error:
            raise refused(self._acts.path, error) from None

    def note(self, kind: str, body: object = None) -> None:
        """Write down what is no event of the game: that a sitting began, what the table agreed to leave.

        Args:
            kind: a word for programs, `opened`, `closed`, `missing` …
            body: anything JSON can hold.
        Raises:
            StoreError: the disk is full or gone.
        """
        self.append_acts((), {kind: body})

    def last_note(self, kind: str) -> object:
        """What was written down last of this kind; None: nothing, or nothing that can be read.

        Raises:
            StoreError: the disk is gone, or the file is damaged.
        """
        try:
            row = (
                self._connected()
                .execute("SELECT body FROM notes WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,))
                .fetchone()
            )
        except SQLITE_SAYS as error:
            raise trouble(self.path, error) from None
        try:
            return json.loads(row[0]) if row is not None else None
        except (TypeError, ValueError, RecursionError):
            return None

    def _write(self, *statements: Statement) -> None:
        """Do these in one transaction."""
        db = self._connected()
        self._see_file()
        try:
            db.execute("BEGIN IMMEDIATE")
            for sql, rows in statements:
                db.executemany(sql, rows)
            db.execute("COMMIT")
        except SQLITE_SAYS as error:
            with contextlib.suppress(sqlite3.Error):
                db.rollback()
            raise trouble(self.path, error, why_unwritable(self.path)) from None

    @property
    def gone(self) -> bool:
        """Whether the file that was written to is no longer there."""
        return self._file is not None and inode(self.path) != self._file

    def _see_file(self) -> None:
        """A file that was deleted would still take everything, and all of it would be lost."""
        if self.gone:
            raise StoreError(f"game log {self.path} was taken away; it is made anew", "gone")

    def _connected(self) -> sqlite3.Connection:
        if self._db is None:
            raise self.failure or StoreError(f"game log {self.path} is closed; open it again")
        return self._db

    def open_again(self) -> None:
        """After a failure: let go of the file and open it anew; `last` tells what it holds.

        What the system could not flush it may have dropped, while its memory still shows it; so all is
        written to the file itself once more. A file that is gone (another card) begins empty, as the same
        game.

        Raises:
            StoreError: as when it was opened first.
        """
        self._shut()
        self._lock.renew()
        if self._first is not None:
            self._first()
            self._first = None
        self._open()
        self.failure = None
        if self.held:
            self.held = False
            self.opened()
        try:
            self._connected().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except SQLITE_SAYS as error:
            raise trouble(self.path, error) from None

    def log(self) -> Log:
        """All that is in the file, as far as it is whole."""
        return read_open(self._connected(), self.path, self._board)

    def opened(self) -> None:
        """A sitting begins: noted, with the version that plays. Raises StoreError as `note`."""
        self.note("opened", {"software": version()})

    def closed(self) -> None:
        """The sitting ends as it should: the next one need not speak of a power cut."""
        with contextlib.suppress(StoreError):  # a full disk: then the next sitting speaks of one
            self.note("closed")

    def close(self) -> None:
        """Close the file, and let others write it; everything is on the disk already."""
        self._shut()
        self._lock.release()

    def _shut(self) -> None:
        if self._db is not None:
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None
        if self._acts is not None:
            self._acts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
