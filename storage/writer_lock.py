"""SHELL: a game is written by one program at a time: a lock beside its log, which dies with its writer.

The lock is on a file of its own, `.NAME.fingerpost.lock`: a log may be mended, taken away or begun anew while
it is held, and SQLite's own lock is on the very file and would go with it. The system lets go of it when the
process ends, however it ends; a lock file that is left behind locks nothing. One is left on purpose where
acts could not be written: a card that is full takes no new byte, but another one in the place of an old.
"""

import fcntl
import os
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from storage.acts_beside import acts_of
from storage.reading import read_regular
from table.errors import StoreError

_LOOKED_AT_S: Final = 0.1  # far longer than a look at a lock lasts
_AGAIN_S: Final = 0.005
_UNSAVED: Final = b"unsaved"
_SIGNED: Final = 20  # bytes, whatever stands there: so it fits where it stood before
_SIDES: Final = ("", "-wal", "-shm")  # a log and what is beside it while it is open


class WriterLock:
    """The right to write one log, from when it is made to `release`."""

    def __init__(self, path: Path, *, wanted: bool = True) -> None:
        """Take it; not `wanted`: nobody else knows the file, none is taken.

        Where no file can be made (a card that is full, gone or only read) it is not held: nothing can be
        written there either, and SQLite keeps others out when it can.

        Raises:
            StoreError: another program writes this log, or one in this process.
        """
        self.path = path
        self.unsaved = False  # whether acts were lost after what the log holds
        self._file = _lock_file(path)
        self._held, self._wanted = -1, wanted
        self.renew()

    def _take(self) -> None:
        until = time.monotonic() + _LOOKED_AT_S
        while True:
            found = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() < until:  # somebody may only look whether it is held
                    os.close(found)
                    time.sleep(_AGAIN_S)
                    continue
                writer = os.pread(found, _SIGNED, 0).decode(errors="replace").strip()
                os.close(found)
                raise busy(self.path, writer) from None
            except OSError:  # a file system without locks
                os.close(found)
                raise
            if self._is(found):
                break
            os.close(found)  # whoever held it has just let go of it, and the file with it
        self._held = found
        with suppress(OSError):
            self.unsaved = self.unsaved or os.pread(found, len(_UNSAVED), 0) == _UNSAVED
        self._sign()

    def _sign(self) -> None:
        with suppress(OSError):
            os.pwrite(self._held, (_UNSAVED if self.unsaved else str(os.getpid()).encode()).ljust(_SIGNED), 0)
            os.fsync(self._held)

    def mark(self, *, unsaved: bool) -> None:
        """Note whether acts are lost after what the log holds: whoever takes the lock next finds it so."""
        if unsaved != self.unsaved:
            self.unsaved = unsaved
            if self._held >= 0:
                self._sign()

    def _is(self, held: int) -> bool:
        """Whether the lock file is still the one that is held: a card may have been changed."""
        try:
            return os.path.samestat(os.fstat(held), self._file.stat())
        except OSError:
            return False

    def renew(self) -> None:
        """Take it where it could not be taken before, or again on another card.

        Raises:
            StoreError: as when it is made.
        """
        if not self._wanted:
            return
        if self._held >= 0 and self._is(self._held):
            return
        self.release()
        with suppress(OSError):
            self._take()

    def release(self) -> None:
        """Let others write the log; twice does no harm."""
        if self._held < 0:
            return
        if self._is(self._held) and not self.unsaved:
            with suppress(OSError):
                self._file.unlink()
        os.close(self._held)
        self._held = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _lock_file(path: Path) -> Path:
    """Two names of one file are one game."""
    named = Path(os.path.realpath(path))
    return named.with_name(f".{named.name}.lock")


def is_held(path: Path) -> bool:
    """Whether a program writes this log now, this one too; who takes it in that moment tries again."""
    try:
        found = os.open(_lock_file(path), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(found, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # a file system without locks
        return False
    finally:
        os.close(found)
    return False


def is_unsaved(path: Path) -> bool:
    """Whether acts were lost after what this log holds."""
    try:
        return read_regular(_lock_file(path), most=_SIGNED).strip() == _UNSAVED
    except OSError:
        return False


def busy(path: Path, writer: str = "") -> StoreError:
    """The log is another's. `writer`: its process, as its lock file names it."""
    who = f" (process {writer})" if writer.isdecimal() else ""
    text = (
        f"game log {path}: another Fingerpost is writing this game{who}; end that one, or play another game"
    )
    return StoreError(text, "busy")


def erase(lock: WriterLock) -> None:
    """Take the locked log away, for another game of its name. Raises OSError as the system does."""
    acts_of(lock.path).unlink(missing_ok=True)  # first: else they would be the game
    for side in _SIDES:
        Path(f"{lock.path}{side}").unlink(missing_ok=True)
