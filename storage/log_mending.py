"""SHELL: a damaged log made whole again, from what is whole of it or from its second copy.

The damaged file is never thrown away: it is set aside as `NAME.damaged`. A power cut in the middle of it is
borne: the new file is complete before the old one is moved, and `finish_mending` does what is left.
"""

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from storage.acts_beside import acts_of
from storage.log_format import SITTINGS, refused
from storage.log_reading import mending_of
from storage.log_rows import Log
from storage.store import GameLog
from storage.whole_file import SECRET
from storage.writer_lock import WriterLock


def _files(log: Path) -> tuple[Path, Path, Path]:
    """A log, what is not in it yet, and its acts."""
    return log, Path(f"{log}-wal"), acts_of(log)


def write_log(log: Log, path: Path) -> None:
    """Write the whole acts of a log, with the times they had, and what was agreed on last, into a new file.

    Raises:
        StoreError: the disk is full or gone.
    """
    for side in ("", "-wal", "-shm"):
        Path(f"{path}{side}").unlink(missing_ok=True)
    notes = _newest(log)
    times = iter([*log.times, *(at for at, _, _ in notes)])
    lock = WriterLock(path, wanted=False)  # whoever mends holds the game's own
    with GameLog(
        path, clock=lambda: _moment(next(times)), game_id=log.game_id, lock=lock, beside=False
    ) as store:
        for first, last in log.acts:
            store.append(first, log.events[first - 1 : last])
        for _, kind, body in notes:
            store.note(kind, body)


def _moment(text: str) -> datetime:
    """When it was; an old log without sums may hold nonsense there, and only people read it."""
    with suppress(ValueError):
        return datetime.fromisoformat(text)
    return datetime.fromtimestamp(0, UTC)


def agreed(log: Log) -> dict[str, object]:
    """What the table agreed on beside the game: kind → body, the newest of each kind."""
    return {kind: body for _, kind, body in _newest(log)}


def _newest(log: Log) -> list[tuple[str, str, object]]:
    """Time, kind and body of the newest note of each kind; of sittings, and what cannot be read, none."""
    newest: dict[str, tuple[str, str, object]] = {}
    for note in log.notes:
        with suppress(ValueError, RecursionError):
            datetime.fromisoformat(note.at)
            newest[note.kind] = note.at, note.kind, json.loads(note.body)
    return [note for kind, note in newest.items() if kind not in SITTINGS]


def mend(path: Path, whole: Log) -> None:
    """Put a file with these acts in the place of a damaged one.

    Raises:
        StoreError: the disk is full or gone; then nothing has changed.
    """
    try:
        _mend(path, whole)
    except OSError as error:
        raise refused(path, error) from None


def _mend(path: Path, whole: Log) -> None:
    if not path.exists():  # else `finish_mending` would take a half of the new one for all of it
        path.touch(mode=SECRET)
    write_log(whole, mending_of(path))
    set_aside(path)
    finish_mending(path)


def set_aside(path: Path) -> Path:
    """Move a damaged log and what is beside it to a name that is free, and tell it.

    Raises:
        OSError: it cannot be moved.
    """
    aside = _aside(path)
    for file, to in zip(_files(path), _files(aside), strict=True):
        with suppress(FileNotFoundError):
            file.rename(to)
    return aside


def finish_mending(path: Path) -> None:
    """After a power cut: put the mended file in its place, if it was complete; else forget it."""
    new = mending_of(path)
    if not new.exists():
        return
    if path.exists():  # the old file was not moved yet: begin again
        new.unlink()
        return
    # The old file was moved, what belonged to it was not.
    for file, to in zip(_files(path)[1:], _files(_last_aside(path))[1:], strict=True):
        with suppress(FileNotFoundError):
            file.rename(to)
    new.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _aside(path: Path) -> Path:
    """Where the damaged file goes: a name that is free."""
    number = 1
    while any(file.exists() for file in _files(_numbered(path, number))):
        number += 1
    return _numbered(path, number)


def _last_aside(path: Path) -> Path:
    """Where the damaged file has gone."""
    number = 1
    while _numbered(path, number + 1).exists():
        number += 1
    return _numbered(path, number)


def _numbered(path: Path, number: int) -> Path:
    return Path(f"{path}.damaged" + (f"-{number}" if number > 1 else ""))
