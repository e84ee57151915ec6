"""SHELL: a second copy of the game on another device, written by a thread of its own.

It is a sink: what it is told is in the log already. A stick that is slow, full or pulled out delays nothing;
the table hears once that there is no second copy and once that it is complete again.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from announce import Announcement
from engine import Event, State
from fingerpost.games.folder import ENDING
from fingerpost.store import ActRows, Store, StoreError
from tabletop import Condition, DeviceHealth

RETRY_S: Final = 10.0
CLOSING_S: Final = 5.0  # the end waits so long for what is not written yet


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
    for ending in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").rename(f"{aside}{ending}")


class SecondCopy:
    """Writes each act once more.

    Args:
        folder: where; it must be on another device than the log.
        log: the log whose copy it is.
        past: the acts that the log holds already.
        changed: hears of the copy's health, from the thread.
        apart: whether folder and log are on two devices.
    """

    def __init__(
        self,
        folder: Path,
        log: Path,
        game_id: str,
        *,
        past: Sequence[ActRows],
        changed: Callable[[DeviceHealth], None],
        apart: Callable[[Path, Path], bool] = other_device,
        retry_s: float = RETRY_S,
    ) -> None:
        self._folder = folder
        self._log = log
        self._game_id = game_id
        self._acts = list(past)
        self._changed = changed
        self._apart = apart
        self._retry_s = retry_s
        self._store: Store | None = None
        self._said_well = True
        self._queue: queue.SimpleQueue[ActRows | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="second copy", daemon=True)
        self._thread.start()

    # The thread

    def _work(self) -> None:
        self._write()
        while True:
            try:
                act = self._queue.get(timeout=self._retry_s)
            except queue.Empty:
                if not self._said_well:
                    self._write()
                continue
            if act is None:
                break
            self._acts.append(act)
            self._write()
        if self._store is not None:
            self._store.close()

    def _write(self) -> None:
        try:
            if self._store is None:
                self._store = self._open()
            store = self._store
            store.append_acts([act for act in self._acts if act[0] > store.last])
        except (StoreError, OSError) as error:
            if self._store is not None:
                self._store.close()
                self._store = None
            self._say(well=False, detail=str(error))
        else:
            self._say(well=True)

    def _open(self) -> Store:
        if not self._apart(self._folder, self._log):
            raise StoreError(f"{self._folder} is on the same device as the games; is the stick in?")
        path = copy_path(self._folder, self._log, self._game_id)
        try:
            store = Store(path, game_id=self._game_id)
        except StoreError as error:
            if error.cause not in ("damaged", "foreign"):
                raise
        else:
            events = [event for _, act in self._acts for event in act]
            if list(store.log().events) == events[: store.last]:
                return store
            store.close()
        _set_aside(path)  # harmed, or of a game that went another way: kept
        return Store(path, game_id=self._game_id)

    def _say(self, *, well: bool, detail: str = "") -> None:
        if well != self._said_well:
            self._said_well = well
            condition: Condition = "live" if well else "lost"
            at = time.monotonic()
            self._changed(DeviceHealth(device="backup", condition=condition, at=at, detail=detail))

    # The sink

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """An act that is in the log."""
        if events:
            self._queue.put((events[0][0], [event for _, event in events]))

    def say(self, announcement: Announcement, at: float) -> None:
        """Nothing: words are no events."""

    def again(self, announcement: Announcement, at: float) -> None:
        """Nothing: words are no events."""

    def hush(self, at: float) -> bool:
        """It does not speak."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """Nothing: health is no event."""

    def close(self) -> None:
        """Write what is left, and let go."""
        self._queue.put(None)
        self._thread.join(timeout=CLOSING_S)
