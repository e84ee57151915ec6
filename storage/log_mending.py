"""SHELL: a damaged log made whole again, from what is whole of it or from its second copy.

The damaged file is never thrown away: it is set aside as `NAME.damaged`. A power cut in the middle of it is
borne: the new file is complete before the old one is moved, and `finish_mending` does what is left.
"""

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from storage.store import SITTINGS, GameLog, Log
from storage.writer_lock import WriterLock

_SIDES: Final = ("", "-wal")  # a log and what is not in it yet


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
    with GameLog(path, clock=lambda: _moment(next(times)), game_id=log.game_id, lock=lock) as store:
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
        with suppress(ValueError):
            datetime.fromisoformat(note.at)
            newest[note.kind] = note.at, note.kind, json.loads(note.body)
    return [note for kind, note in newest.items() if kind not in SITTINGS]


def mend(path: Path, whole: Log) -> None:
    """Put a file with these acts in the place of a damaged one.

    Raises:
        StoreError: the disk is full or gone; then nothing has changed.
    """
    write_log(whole, _new(path))
    if path.exists():
        aside = _aside(path)
        for side in _SIDES:
            with suppress(FileNotFoundError):
                Path(f"{path}{side}").rename(f"{aside}{side}")
    finish_mending(path)


def finish_mending(path: Path) -> None:
    """After a power cut: put the mended file in its place, if it was complete; else forget it."""
    new = _new(path)
    if not new.exists():
        return
    if path.exists():  # the old file was not moved yet: begin again
        new.unlink()
        return
    with suppress(FileNotFoundError):  # the old file was moved, what belonged to it was not
        Path(f"{path}-wal").rename(f"{_aside(path)}-wal")
    new.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _new(path: Path) -> Path:
    return Path(f"{path}.mending")


def _aside(path: Path) -> Path:
    """Where the damaged file goes: a name that is free."""
    number = 1
    while (aside := Path(f"{path}.damaged" + (f"-{number}" if number > 1 else ""))).exists():
        number += 1
    return aside
