"""SHELL: a second copy of the game on another device, written by a thread of its own.

It is a sink: what it is told is in the log already. A stick that is slow, full or pulled out delays nothing;
the table hears once that there is no second copy and once that it is complete again. What the table has
agreed on beside the game goes there with the act that it was agreed with.
"""

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine import Event
from storage.acts_beside import acts_of
from storage.folder import ENDING
from storage.store import GameLog
from table.errors import StoreError
from table.ports import ActRows, QuietSink
from tabletop import Condition, DeviceHealth

RETRY_S: Final = 10.0
CLOSING_S: Final = 5.0  # the end waits so long for what is not written yet

Written = tuple[ActRows | None, Mapping[str, object]]  # an act, or none, and what was noted with it


def copy_path(folder: Path, log: Path, game_id: str) -> Path:
    """Where the second copy of a log is: games of several cards may have one number."""
    return folder / f"{log.name.removesuffix(ENDING)}-{game_id}{ENDING}"


def copies(folder: Path, log: Path) -> list[Path]:
    """All that may be the second copy of a log."""
    return sorted(folder.glob(f"{log.name.removesuffix(ENDING)}-*{ENDING}"))


def other_device(folder: Path, log: Path) -> bool:
    """Whether a folder is on another device than a log: a stick that is not in leaves its empty folder."""
    return folder.stat().st_dev != log.stat().st_dev


def _set_aside(path: Path) -> None:
    """With its journal, for SQLite would write that into a new file of the name."""
    aside = path.with_suffix(f".until-{time.time_ns()}")
    acts_of(path).unlink(missing_ok=True)  # of a copy that was played itself
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")


class SecondCopy(QuietSink):
    """Writes each act once more.

    Args:
        folder: where; it must be on another device than the log.
        log: the log whose copy it is.
        past: the acts that the log holds already.
        agreed: what it notes of the table (`GameLog.note`): kind → body.
        changed: hears of the copy's health, from the thread.
        apart: whether folder and log are on two devices.
        waits: nothing is written before the first act, as in a log that is held (`GameLog`).
    """

    def __init__(
        self,
        folder: Path,
        log: Path,
        game_id: str,
        *,
        past: Sequence[ActRows],
        agreed: Mapping[str, object] | None = None,
        changed: Callable[[DeviceHealth], None],
        apart: Callable[[Path, Path], bool] = other_device,
        retry_s: float = RETRY_S,
        waits: bool = False,
    ) -> None:
        self._folder = folder
        self._log = log
        self._game_id = game_id
        self._acts = list(past)
        self._notes: dict[str, object] = dict(agreed or {})  # the newest of each kind
        self._unwritten: set[str] = set()  # of which kinds the newest is not in the copy yet
        self._changed = changed
        self._apart = apart
        self._retry_s = retry_s
        self._waits = waits
        self._store: GameLog | None = None
        self._said_well = True
        self._queue: queue.Queue[Written | None] = queue.Queue()  # no SimpleQueue: see `Inbox`
        self._thread = threading.Thread(target=self._work, name="second copy", daemon=True)
        self._thread.start()

    # The thread

    def _work(self) -> None:
        if not self._waits:
            self._write()
        while True:
            try:
                written = self._queue.get(timeout=self._retry_s)
            except queue.Empty:
                if not self._said_well:
                    self._write()
                continue
            if written is None:
                break
            self._take(*written)
            self._write()
        if self._store is not None:
            self._store.close()

    def _take(self, act: ActRows | None, notes: Mapping[str, object]) -> None:
        if act is not None:
            self._acts.append(act)
        self._notes |= notes
        self._unwritten |= notes.keys()

    def _write(self) -> None:
        try:
            if self._store is None:
                self._store = self._open()
                self._unwritten = {
                    kind for kind, body in self._notes.items() if self._store.last_note(kind) != body
                }
            store = self._store
            acts = [act for act in self._acts if act[0] > store.last]
            notes = {kind: body for kind, body in self._notes.items() if kind in self._unwritten}
            store.append_acts(acts, notes)
            self._unwritten.clear()
        except (StoreError, OSError) as error:
            if self._store is not None:
                self._store.close()
                self._store = None
            self._say(well=False, detail=str(error))
        else:
            self._say(well=True)

    def _open(self) -> GameLog:
        if not self._apart(self._folder, self._log):
            raise StoreError(f"{self._folder} is on the same device as the games; is the stick in?")
        path = copy_path(self._folder, self._log, self._game_id)
        try:
            store = GameLog(path, game_id=self._game_id, beside=False)
        except StoreError as error:
            if error.cause not in ("damaged", "foreign"):
                raise
        else:
            events = [event for _, act in self._acts for event in act]
            if list(store.log().events) == events[: store.last]:
                return store
            store.close()
        _set_aside(path)  # harmed, or of a game that went another way: kept
        return GameLog(path, game_id=self._game_id, beside=False)

    def _say(self, *, well: bool, detail: str = "") -> None:
        if well != self._said_well:
            self._said_well = well
            condition: Condition = "live" if well else "lost"
            at = time.monotonic()
            self._changed(DeviceHealth(device="backup", condition=condition, at=at, detail=detail))

    # The sink

    def copy(self, events: Sequence[tuple[int, Event]], notes: Mapping[str, object]) -> None:
        """What is in the log."""
        act = (events[0][0], [event for _, event in events]) if events else None
        self._queue.put((act, notes))

    def close(self) -> None:
        """Write what is left, and let go."""
        self._queue.put(None)
        self._thread.join(timeout=CLOSING_S)
