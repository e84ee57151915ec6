"""SHELL: a stored game read from its files: the log and the acts beside it, without touching either.

One of the two may be harmed in any way: what is lost of it stands in the other. `Log.harm` tells of that, and
`Log.fault` where neither has it.
"""

import errno
import re
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine import GameMap
from storage.acts_beside import LONGEST, ActsRead, acts_of, read_acts
from storage.log_format import ADVICE, MAGIC, SCHEMA, SITTINGS
from storage.log_rows import Log, read_beside, read_open
from storage.reading import read_regular
from table.errors import Cause, StoreError

_DAMAGED: Final = (errno.EIO, errno.EFBIG, errno.EINVAL, errno.ENXIO)  # the last: a pipe nobody reads
MENDING: Final = ".mending"
_FIRST_WORDS: Final = 8_000  # bytes: so much the power may have left of a log that was being made
_TRIES: Final = 5  # to copy a file that a table is writing to right now


def read_file(path: Path, table: GameMap | None = None) -> Log:
    """A stored game as far as it is whole, read from a copy: neither file nor folder is touched.

    Not for a log that this very process has open: closing a copy's source lets go of SQLite's locks.

    Args:
        table: the table's map, or one that was named: a log has its own with it, but for old ones.
    Raises:
        StoreError: no such file, no right to read it, no log, or one of a newer Fingerpost.
    """
    if not is_there(path):
        raise StoreError(f"no game log at {path}; give the file of a stored game")
    with _room(path) as folder:
        for _ in range(_TRIES):
            before = _stamps(path)
            acts = read_acts(path)  # before the log, which must not have less
            log = _joined(path, _read_main(path, Path(folder), table), acts, table)
            if (log.fault is None and not log.harm) or _stamps(path) == before:  # else it was written to
                break
        return log


def copied(path: Path, to: Path) -> None:
    """Copy the files of a stored game, all of one moment, also while a table writes to it.

    Nothing asks SQLite for them: the table holds its log for itself alone, and whoever waits for it waits
    until the game has ended.

    Raises:
        StoreError: one of them cannot be read.
        OSError: there is no room for the copies.
    """
    for _ in range(_TRIES):
        before = _stamps(path)
        for file, copy in zip(_files(path), _files(to), strict=True):
            copy.unlink(missing_ok=True)
            try:
                content = read_regular(file, most=LONGEST)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise _unread(path, error) from None
            copy.write_bytes(content)
        if _stamps(path) == before:
            return


def _files(path: Path) -> tuple[Path, Path, Path]:
    """In the order in which they are read: the log must not have less than the acts beside it."""
    return acts_of(path), path, Path(f"{path}-wal")


def is_there(path: Path) -> bool:
    """Whether anything of a game is there: its log, its acts, or one that was being mended."""
    return any(file.is_file() for file in (path, acts_of(path), mending_of(path)))


def mending_of(path: Path) -> Path:
    """A mended log, complete, before it takes the place of the damaged one."""
    return Path(f"{path}{MENDING}")


def _read_main(path: Path, room: Path, table: GameMap | None) -> Log | StoreError:
    """The log itself, or why it cannot be read."""
    if not path.is_file() and mending_of(path).is_file():
        path = mending_of(path)
    try:
        return _read_copy(_copied(path, room), path, table)
    except StoreError as error:
        return error


def _joined(path: Path, main: Log | StoreError, acts: ActsRead | None, table: GameMap | None) -> Log:
    """The log and the acts beside it: what both together know."""
    if acts is None or (not acts.schema and acts.rest <= 0):
        if isinstance(main, StoreError):
            raise main
        return _alone(path, main)
    if not acts.schema:
        return _beside_nothing(path, main, acts)
    beside = read_beside(acts, path, table)
    if isinstance(main, StoreError):
        if not _harmed(main, acts) or not beside.events:
            raise main
        return replace(beside, harm=str(main))
    newer = main.fault is not None and main.fault.cause == "newer"
    return main if newer or not _of_one_game(main, beside) else _together(path, main, beside, acts)


def _alone(path: Path, main: Log) -> Log:
    """A log without the acts beside it: whole where it was closed as it should be, or none were there."""
    side = Path(f"{path}-wal")
    if not main.schema and side.is_file() and side.stat().st_size > _FIRST_WORDS:
        return _lost(path, main, f"{side.name} cannot be read")
    sat = [note.kind for note in main.notes if note.kind in SITTINGS][-1:]
    if not main.beside or sat == ["closed"]:
        return main
    return replace(main, harm=_harm(path, f"{acts_of(path).name} cannot be read"), sure=False)


def _beside_nothing(path: Path, main: Log | StoreError, acts: ActsRead) -> Log:
    """A log whose acts beside it cannot be read, only counted."""
    if isinstance(main, StoreError):
        raise _lost_error(path, "nothing in its files can be read") if main.cause == "empty" else main
    if _rows(main) < acts.rest:
        return _lost(path, main, "its last acts are in neither of its files")
    return replace(main, harm=_harm(path, f"{acts_of(path).name} cannot be read"))


def _rows(log: Log) -> int:
    return len(log.events) + len(log.notes)


def _lost(path: Path, log: Log, what: str) -> Log:
    return log if log.fault is not None else replace(log, fault=_lost_error(path, what))


def _lost_error(path: Path, what: str) -> StoreError:
    return StoreError(f"game log {path}: {what}; {ADVICE}", "damaged")


def _harmed(main: StoreError, acts: ActsRead) -> bool:
    """Whether the log is damaged, and not of another program or of a newer Fingerpost."""
    if main.cause != "newer":
        return main.cause in ("damaged", "foreign", "empty")
    told = re.search(r"as schema (\d+),", str(main))
    return told is not None and acts.schema <= SCHEMA and _one_bit(told[1], str(acts.schema))


def _one_bit(told: str, wrote: str) -> bool:
    if len(told) != len(wrote):
        return False
    return sum((ord(a) ^ ord(b)).bit_count() for a, b in zip(told, wrote, strict=True)) == 1


def _of_one_game(main: Log, beside: Log) -> bool:
    """Whether they tell the same, as far as both go; a game that was copied over another is believed."""
    have = min(len(main.events), len(beside.events))
    if main.events[:have] != beside.events[:have]:
        return False
    return main.game_id == beside.game_id or have > 0 or not main.schema or main.fault is not None


def _together(path: Path, main: Log, beside: Log, acts: ActsRead) -> Log:
    """Everything that one of the two knows. The log is written first, so it may be one act ahead."""
    sure = True
    longer = beside if len(beside.events) > len(main.events) else main
    notes = {note.number: note for note in main.notes} | {note.number: note for note in beside.notes}
    told = {note.number: note for note in main.notes}
    what = str(main.fault or "")
    if longer is beside:
        what = what or f"{path.name} ends after event {len(main.events)}"
    elif any(told.get(note.number) != note for note in beside.notes) or main.game_id != beside.game_id:
        what = what or f"{path.name} is not what was written"
    elif len(main.acts) - len(beside.acts) > 1 or acts.rest > 0:
        what = what or f"{acts_of(path).name} ends after event {len(beside.events)}"
        sure = acts.rest > 0
    log = replace(
        longer,
        game_id=beside.game_id,
        schema=main.schema or beside.schema,
        notes=tuple(notes[number] for number in sorted(notes)),
        fault=beside.fault if longer is beside else _still(main, beside),
        game_map=longer.game_map or main.game_map or beside.game_map,
        harm=_harm(path, what) if what else "",
        beside=True,
        sure=sure,
    )
    if acts.rest > 0 and _rows(log) < acts.rows:
        return _lost(path, log, "its last acts are in neither of its files")
    return log


def _still(main: Log, beside: Log) -> StoreError | None:
    """What is wrong with a log that has as much as the acts beside it, or more: an act that nobody heard of.

    Not so where those acts themselves end too early; and what is of a newer Fingerpost stays so.
    """
    heard = len(main.acts) - len(beside.acts) <= 1
    return None if main.fault is None or (heard and main.fault.cause == "damaged") else main.fault


def _harm(path: Path, what: str) -> str:
    return what if str(path) in what else f"game log {path}: {what}"


def read_log(path: Path, table: GameMap | None = None) -> Log:
    """A stored game of which all is whole, without changing the file. `table`: as in `read_file`.

    Raises:
        StoreError: no such file, no log, a damaged one, or one without a game.
    """
    log = read_file(path, table)
    if log.fault is not None:
        raise log.fault
    if not log.events:
        raise StoreError(f"game log {path}: no game in it yet; play one first")
    return log


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

    return stamp(path), stamp(Path(f"{path}-wal")), stamp(acts_of(path))


def _copied(path: Path, folder: Path) -> Path:
    copy = folder / "log"
    for ending in ("", "-wal", "-shm"):
        Path(f"{copy}{ending}").unlink(missing_ok=True)
    try:
        copy.write_bytes(read_regular(path, most=LONGEST))
    except FileNotFoundError:
        raise StoreError(f"game log {path}: the file is missing; {ADVICE}", "damaged") from None
    except OSError as error:
        raise _unread(path, error) from None
    try:
        Path(f"{copy}-wal").write_bytes(read_regular(Path(f"{path}-wal"), most=LONGEST))
    except FileNotFoundError:
        pass  # closed as it should be: all is in the file itself
    except OSError as error:
        raise _unread(path, error) from None
    return copy


def _unread(path: Path, error: OSError) -> StoreError:
    cause: Cause = "damaged" if error.errno in _DAMAGED else "gone"
    return StoreError(f"game log {path}: {error.strerror}; check the path and your rights", cause)


def _read_copy(copy: Path, path: Path, table: GameMap | None) -> Log:
    with copy.open("rb") as file:
        head = file.read(len(MAGIC))
    if not head:
        raise StoreError(f"game log {path}: no game in it yet; play one first", "empty")
    if head != MAGIC:
        raise StoreError(f"{path} is no game log; give the file of a stored game", "foreign")
    db = sqlite3.connect(copy, isolation_level=None)
    try:
        return read_open(db, path, table)
    finally:
        db.close()
