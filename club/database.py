"""SHELL: the club's database: SQLite by its file, PostgreSQL by its address; the same statements for both.

A statement has `?` for its values. What the database cannot do just now (`GoneError`: it is away, locked, its
disk is full) is told apart from a row that it will never take (`NotKeptError`).
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final, Protocol

from table.errors import CallError

FORM: Final = "1"
_LOCK: Final = 0x66_70_63_6C_75_62  # "fpclub": the advisory lock of the one collector
_BUSY_MS: Final = 5000
_TROUBLES: Final = (sqlite3.Error, UnicodeDecodeError)  # the second: damage told in bytes that are no text

Value = str | int | None
Row = Sequence[Value]


class GoneError(Exception):
    """The database cannot be reached or written now; later it may be."""


class NotKeptError(Exception):
    """The database does not take this row, now or ever."""


class Database(Protocol):
    """What the club asks of a database; a connection belongs to the thread that made it."""

    def run(self, statement: str, *values: Value) -> int:
        """Do it; how many rows it changed."""

    def rows(self, statement: str, *values: Value) -> list[Row]:
        """What it finds."""

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is done inside, or nothing of it."""

    def sole_writer(self) -> bool:
        """Take the right to collect, held until `close`; False: another has it."""

    def close(self) -> None:
        """Let go of everything; twice does no harm."""


def schema() -> str:
    """The text that makes an empty database the club's."""
    return files("club").joinpath("schema.sql").read_text(encoding="utf-8")


def opened(where: str, *, wait_ms: int = _BUSY_MS) -> Database:
    """The database of a path or a `postgresql://` address, made where there is none.

    Raises:
        CallError: no club's database, or psycopg is not installed. GoneError: it is away.
    """
    made: Database
    if where.startswith(("postgresql://", "postgres://")):
        made = _Postgres(where)
    else:
        made = _Sqlite(Path(where).expanduser(), wait_ms)
    try:
        found = made.rows("SELECT value FROM meta WHERE key = ?", "form")
    except BaseException:
        made.close()
        raise
    if found != [(FORM,)]:
        made.close()
        form = found[0][0] if found else "none"
        raise CallError(
            f"database {shown(where)}: its form is {form}, known is {FORM}; use a newer Fingerpost"
        )
    return made


def shown(where: str) -> str:
    """Where the database is, without what an address may hold of a password."""
    scheme, sign, rest = where.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}" if sign else where


class _Sqlite:
    """A file, with a write-ahead log beside it so that pages are read while it is written."""

    def __init__(self, path: Path, wait_ms: int) -> None:
        self._path, self._lock = path, -1
        if path.is_dir():
            raise CallError(f"database {path}: a folder; name the file in it")
        try:
            self._db = sqlite3.connect(path, timeout=wait_ms / 1000, isolation_level=None)
        except sqlite3.Error as error:
            raise GoneError(f"database {path}: {error}") from None
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")  # what is acknowledged outlasts a power cut
            self._make()
        except _TROUBLES as error:
            self._db.close()
            if isinstance(error, sqlite3.OperationalError):
                raise GoneError(f"database {path}: {error}") from None
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                raise CallError(f"database {path}: {error}; name the club's own") from None
            raise CallError(_harmed(path, error)) from None

    def _make(self) -> None:
        """Make the tables where there are none; who only reads never waits for who writes."""
        if self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'gap'").fetchall():
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            there = self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            if not there:
                for statement in _statements(schema()):
                    self._db.execute(statement)
            elif ("meta",) not in there or ("event",) not in there:
                raise CallError(f"database {self._path}: it is no club's; name another file")
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise

    def run(self, statement: str, *values: Value) -> int:
        return self._do(statement, values).rowcount

    def rows(self, statement: str, *values: Value) -> list[Row]:
        try:
            return self._do(statement, values).fetchall()
        except _TROUBLES as error:
            raise GoneError(_told(self._path, error)) from None

    def _do(self, statement: str, values: Sequence[Value] = ()) -> sqlite3.Cursor:
        try:
            return self._db.execute(statement, values)
        except (sqlite3.IntegrityError, sqlite3.DataError, OverflowError, UnicodeEncodeError) as error:
            raise NotKeptError(str(error)) from None
        except _TROUBLES as error:
            raise GoneError(_told(self._path, error)) from None

    @contextmanager
    def together(self) -> Iterator[None]:
        self._do("BEGIN IMMEDIATE")
        try:
            yield
            self._do("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def sole_writer(self) -> bool:
        if self._lock >= 0:
            return True
        real = Path(os.path.realpath(self._path))
        try:
            held = os.open(real.with_name(f".{real.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise GoneError(f"database {self._path}: lock: {error.strerror}") from None
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(held)
            return False
        self._lock = held
        return True

    def close(self) -> None:
        self._db.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _told(path: Path, error: Exception) -> str:
    """What is the matter with a file."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CORRUPT:
        return _harmed(path, error)
    return f"database {path}: {error}"


def _harmed(path: Path, error: Exception) -> str:
    return (
        f"database {path}: {error}; it is damaged: move it aside, put a copy in its place"
        " (docs/club.md, Copies), and collect: the tables are asked for what it lacks"
    )


class _Postgres:
    """A server; psycopg 3."""

    def __init__(self, where: str) -> None:
        import psycopg

        self._where, self._errors = shown(where), psycopg
        try:
            self._db: psycopg.Connection[tuple[Value, ...]] = psycopg.connect(
                where, autocommit=True, connect_timeout=5, application_name="fingerpost-club"
            )
        except psycopg.ProgrammingError as error:
            raise CallError(
                f"database {self._where}: {_line(error)}; give postgresql://user@host/name"
            ) from None
        except psycopg.Error as error:
            raise GoneError(f"database {self._where}: {_line(error)}") from None
        try:
            self._make()
        except BaseException:
            self._db.close()
            raise

    def _make(self) -> None:
        with self.together():
            self.rows("SELECT pg_advisory_xact_lock(?)", _LOCK + 1)  # two that begin at once make it once
            if self.rows("SELECT to_regclass('meta')") == [(None,)]:
                for statement in _statements(schema()):
                    self.run(statement)

    def run(self, statement: str, *values: Value) -> int:
        with self._told():
            return self._db.execute(statement.replace("?", "%s"), values or None).rowcount

    def rows(self, statement: str, *values: Value) -> list[Row]:
        with self._told():
            return list(self._db.execute(statement.replace("?", "%s"), values or None).fetchall())

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (self._errors.DataError, self._errors.IntegrityError, UnicodeEncodeError) as error:
            raise NotKeptError(_line(error)) from None
        except self._errors.Error as error:
            raise GoneError(f"database {self._where}: {_line(error)}") from None

    @contextmanager
    def together(self) -> Iterator[None]:
        with self._told(), self._db.transaction():
            yield

    def sole_writer(self) -> bool:
        return self.rows("SELECT pg_try_advisory_lock(?)", _LOCK) == [(True,)]

    def close(self) -> None:
        self._db.close()


def _statements(text: str) -> Iterator[str]:
    """The statements of the schema, each whole: its comments hold semicolons too."""
    one = ""
    for line in text.splitlines(keepends=True):
        one += line
        bare = line.partition("--")[0].rstrip()
        if bare.endswith(";"):
            yield one
            one = ""


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
