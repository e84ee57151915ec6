"""SHELL: a game made ready to be played: a new one, or a stored one with what is to be said of its file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from announce import Announcement, Wording
from engine import EditionError, Game, GameMap, MapError, ReplayError, SettingsError
from engine.map_written import own_map
from storage.folder import new_path, next_path
from storage.log_format import SCHEMA
from storage.log_mending import agreed, finish_mending, mend
from storage.log_rows import Noted
from storage.own_maps import MAP
from storage.second_copy import copies
from storage.store import GameLog, Log, read_file, wall_clock
from storage.writer_lock import WriterLock
from table.earlier import EarlierSittings
from table.errors import StoreError
from table.retelling import retold
from tabletop import DeviceHealth


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A game and its log, before anything is said."""

    store: GameLog
    game: Game
    stored: int = 0  # events that are in the log already; 0: a new game
    acts: Sequence[tuple[int, int]] = ()
    agreed: Mapping[str, object] = field(default_factory=dict)  # beside the game: kind → body
    trouble: DeviceHealth | None = None  # what has to be said of the file

    def earlier(self, past: Sequence[Announcement] = ()) -> EarlierSittings:
        """What a session has to know of the earlier ones; `past`: what was said in them."""
        return EarlierSittings(stored=self.stored, acts=self.acts, agreed=self.agreed, past=past)

    def past(self, wording: Wording) -> tuple[Announcement, ...]:
        """What everybody heard before: the history that Back walks."""
        game_map = self.game.state.game_map
        return tuple(retold(wording, self.game.events[: self.stored], self.acts, game_map))


def begin(
    path: Path,
    game: Game,
    *,
    clock: Callable[[], datetime] = wall_clock,
    lock: WriterLock | None = None,
    held: bool = False,
) -> Sitting:
    """A new game; a disk that cannot be written to now may be later. Raises StoreError as `GameLog`."""
    board = game.state.game_map
    store = GameLog(path, clock=clock, patient=True, lock=lock, held=_nothing if held else None, board=board)
    return _opened(Sitting(store=store, game=game, agreed=_with_map(board, {})))


def _with_map(board: GameMap, agreed: Mapping[str, object]) -> Mapping[str, object]:
    """What was agreed on, and a map that does not ship: a second copy needs that too."""
    noted = own_map(board)
    return agreed if noted is None or MAP in agreed else {MAP: noted, **agreed}


def _nothing() -> None:
    """What a new log needs before it is opened."""


def begin_new(folder: Path, game: Game, *, held: bool = False) -> Sitting:
    """A new game under the next free number of a folder. Raises StoreError as `GameLog`."""
    path = new_path(folder)
    while True:
        try:
            return begin(path, game, held=held)
        except StoreError as error:
            if error.cause != "busy":
                raise
            path = next_path(path)  # another table has just taken that number


def resume(
    path: Path,
    *,
    second: Path | None = None,
    game_map: GameMap | None = None,
    clock: Callable[[], datetime] = wall_clock,
    holds: bool = False,
) -> Sitting:
    """The game in a log, mended if it must be.

    Args:
        second: the folder of second copies, if there is one.
        game_map: the table's, for an old log on a map that does not ship has not its own map with it; a game
            on another map is read all the same.
        holds: a log of an older form stays as it is until its store is opened again (`GameLog`).
    Raises:
        StoreError: no game there, one of a newer Fingerpost, or another table plays it.
        ReplayError: the events are no game, or one of an edition or on a map that is not known here.
    """
    with ExitStack() as undone:
        # Before it is mended: a log that another program writes is not for us to put in order.
        lock = undone.enter_context(WriterLock(path))
        sitting = _resumed(path, second, game_map, clock, lock, holds=holds)
        undone.pop_all()
    return sitting


def _resumed(
    path: Path,
    second: Path | None,
    game_map: GameMap | None,
    clock: Callable[[], datetime],
    lock: WriterLock,
    *,
    holds: bool,
) -> Sitting:
    finish_mending(path)
    log, cause = _whole(path, second, game_map)
    if not log.events and cause:
        raise StoreError(f"game log {path}: nothing of it is whole; use a second copy", "damaged")
    if not log.events:
        raise StoreError(f"game log {path}: no game in it yet; play one first", "empty")
    held = None
    if holds and log.schema < SCHEMA:
        held = partial(mend, path, log) if cause else _nothing
    elif cause:
        mend(path, log)
    game = _replayed(path, log)
    board = game.state.game_map
    try:
        store = GameLog(path, clock=clock, patient=True, lock=lock, held=held, board=board)
    except StoreError as error:
        if cause or error.cause not in ("damaged", "foreign"):
            raise
        cause = "beside"  # all of it can be read, and nothing can be written after it
        lock = WriterLock(path)
        mend(path, log)
        store = GameLog(path, clock=clock, patient=True, lock=lock, board=board)
    if store.held:
        store.game_id, store.last = log.game_id, len(log.events)
    store.was_unsaved = store.was_unsaved and cause != "mended"  # a second copy had them
    trouble = DeviceHealth(device="store", condition="fault", at=0.0, cause=cause) if cause else None
    return _opened(
        Sitting(
            store=store,
            game=game,
            stored=len(log.events),
            acts=log.acts,
            agreed=_with_map(board, agreed(log)),
            trouble=trouble,
        )
    )


def _replayed(path: Path, log: Log) -> Game:
    try:  # its map may have been taken away
        return log.game()
    except (ReplayError, EditionError, MapError, SettingsError) as error:
        raise ReplayError(f"game log {path}: {error}") from error


def _opened(sitting: Sitting) -> Sitting:
    if sitting.store.failure is None:
        try:
            sitting.store.opened()
        except StoreError as error:
            sitting.store.failure = error
    return sitting


def _whole(path: Path, second: Path | None, board: GameMap | None) -> tuple[Log, str]:
    """The most that is whole, and what has to be said: `damaged`, `mended`, `beside` or nothing."""
    second_copies = _copies(path, second, board)
    try:
        log = read_file(path, board)
    except StoreError as error:
        if error.cause == "newer" or len(second_copies) != 1:
            raise
        return second_copies[0], "mended"
    if log.fault is not None and not log.game_id and len(second_copies) == 1:  # not even its name is whole
        return second_copies[0], "mended"
    longer = (copy for copy in second_copies if _is_of(copy, log) and len(copy.events) > len(log.events))
    copy = next(longer, None)
    if log.fault is not None and log.fault.cause != "damaged":
        raise log.fault
    if copy is not None:
        return replace(copy, notes=_in_order([*log.notes, *copy.notes])), "mended"
    if log.fault is None:
        return log, ("beside" if log.sure else "damaged") if log.harm else ""
    notes = [note for copy in second_copies if _is_of(copy, log) for note in copy.notes]
    return replace(log, notes=_in_order([*log.notes, *notes]), fault=None), "damaged"


def _in_order(notes: Iterable[Noted]) -> tuple[Noted, ...]:
    """By the events they followed, for the clock may jump; of one place those that were given last."""
    return tuple(sorted(notes, key=lambda note: note.after))


def _copies(path: Path, folder: Path | None, board: GameMap | None) -> list[Log]:
    """The second copies that can be read; one that cannot is not there."""
    found: list[Log] = []
    for copy in copies(folder, path) if folder is not None else ():
        with suppress(StoreError):
            found.append(read_file(copy, board))
    return [log for log in found if log.events]


def _is_of(copy: Log, log: Log) -> bool:
    """Whether it is a copy of this very game, as far as both know it."""
    have = min(len(copy.events), len(log.events))
    return copy.game_id == log.game_id and copy.events[:have] == log.events[:have]
