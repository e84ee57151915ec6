"""SHELL: the folder of stored games: which there are, which was played last, what a new one is called.

Games have numbers, for a number is short to say and to type, and a Pi's clock cannot be trusted to tell
which game was the last.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from dialog.setup import StoredGame
from engine import GameMap, GameStarted, Seat, edition
from storage.acts_beside import ENDING as ACTS
from storage.acts_beside import acts_of, log_of
from storage.log_format import ADVICE, SITTINGS
from storage.log_reading import MENDING, is_there, read_file
from storage.reading import read_regular
from storage.whole_file import write_whole
from storage.writer_lock import is_held, is_unsaved
from table.errors import CallError, StoreError, unforeseen

ENDING: Final = ".fingerpost"
_LATEST: Final = "latest"  # names the game that was played last
_LONGEST_NAME: Final = 1000  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A stored game, as a list shows it."""

    name: str
    path: Path
    began: str = ""  # wall clock
    edition: str = ""
    map: str = ""
    cards: str = ""
    seats: tuple[Seat, ...] = ()
    turn: int = 0
    to_move: Seat | None = None
    played: str = ""  # wall clock of the last act
    cut: bool = False  # the power went while it was played
    unsaved: bool = False  # acts after these could not be written
    winners: tuple[Seat, ...] | None = None  # None: not over
    fault: str = ""  # what is wrong with the file
    cause: str = ""  # what kind of fault that is, `Cause`
    harm: str = ""  # what is wrong with one of its two files, where the other has everything that is known
    sure: bool = True  # whether that is known to be all
    game_map: GameMap | None = None  # as the game was played on it


def kept_games(folder: Path, table: GameMap | None = None) -> list[Kept]:
    """Every game of a folder, by number; those of older versions, which have dates, first.

    `table`: the table's map, as in `read_file`.
    """
    return [_look(path, table) for path in _paths(folder)]


def newest_paths(folder: Path, most: int) -> list[Path]:
    """The logs of a folder, the newest first."""
    return _paths(folder)[-most:][::-1]


def _paths(folder: Path) -> list[Path]:
    found = {path for path in folder.glob(f"*{ENDING}") if _is_file(path)}
    # The log itself may be lost.
    found |= {log_of(path) for path in folder.glob(f".*{ENDING}{ACTS}") if _is_file(path)}
    left = (path for path in folder.glob(f"*{ENDING}{MENDING}") if _is_file(path))
    found |= {path.with_name(path.name.removesuffix(MENDING)) for path in left}
    return sorted(found, key=lambda path: (number(path) or 0, path.name))


def _is_file(path: Path) -> bool:
    """Whether it can be a game; one that may not be looked at can, and is listed with its fault."""
    try:
        return path.is_file()
    except OSError:
        return True


def number(path: Path) -> int | None:
    """7 for game-0007.fingerpost; None for a name of another kind."""
    found = re.fullmatch(r"game-(\d{1,9})", path.name.removesuffix(ENDING))
    return None if found is None else int(found[1])


def _look(path: Path, table: GameMap | None) -> Kept:
    told = number(path)
    name = path.name.removesuffix(ENDING) if told is None else str(told)
    try:
        return _looked(path, name, table)
    except StoreError as error:
        return Kept(name=name, path=path, fault=str(error), cause=error.cause)
    except Exception as error:  # whatever is in one file, the others are listed
        return Kept(name=name, path=path, fault=f"game log {path}: {unforeseen(error)}; {ADVICE}")


def _looked(path: Path, name: str, table: GameMap | None) -> Kept:
    log = read_file(path, table)
    fault = "" if log.fault is None else str(log.fault)
    started = log.events[0] if log.events else None
    if not isinstance(started, GameStarted):
        cause = "empty" if log.fault is None else log.fault.cause
        return Kept(name=name, path=path, fault=fault or "no game in it", cause=cause)
    try:
        state = log.game().state
    except ValueError as error:  # an old log on a map that is not here, say: the list goes on
        return Kept(name=name, path=path, fault=fault or " ".join(str(error).split()))
    return Kept(
        name=name,
        path=path,
        began=log.times[0],
        edition=started.edition,
        map=started.map,
        cards=started.cards,
        seats=started.seats,
        turn=state.turn,
        to_move=state.to_move,
        played=log.times[-1],
        cut=log.proven and [note.kind for note in log.notes if note.kind in SITTINGS][-1:] == ["opened"],
        unsaved=is_unsaved(path),
        winners=None if state.result is None else state.result.winners,
        fault=fault,
        cause="" if log.fault is None else log.fault.cause,
        harm=log.harm,
        sure=log.sure,
        game_map=state.game_map,
    )


def to_go_on(
    folder: Path,
    board: str | None,
    now: datetime,
    *,
    table: GameMap | None = None,
    fits: Callable[[Kept], bool] = lambda game: True,
    most: int = 7,
) -> tuple[StoredGame, ...]:
    """The games that are not over and that nobody plays now, newest first, the one played last before all.

    That one is among them too if it is over and the power went before it was left: not all may have heard who
    won.

    Args:
        board: the map that the table is; None: any.
        now: wall clock that tells yesterday's game; without a zone it is this machine's, summer and winter.
        table: the table's map, as in `read_file`.
        fits: whether a game of that map can be played where its tokens would lie.
    """
    first = latest(folder, table)
    paths = _paths(folder)[::-1]
    paths.sort(key=lambda path: path != first)
    found: list[StoredGame] = []
    for path in paths:
        game = _look(path, table)
        goes_on = _goes_on(game) or (path == first and _cut_at_the_end(game))
        if goes_on and board in (None, game.map) and fits(game) and not is_held(path):
            found.append(
                StoredGame(
                    name=game.name,
                    edition=game.edition,
                    seats=game.seats,
                    turn=game.turn,
                    to_move=game.to_move,
                    when=_when(game.played, now),
                    cut=game.cut,
                    unsaved=game.unsaved,
                    over=game.winners is not None,
                    dealt=game.cards == "dealt",
                    own_map=_own_map(game),
                )
            )
        if len(found) == most:
            break
    return tuple(found)


def _own_map(game: Kept) -> str:
    """The name of a map that is not the edition's own; of its own nothing."""
    played = game.game_map
    return "" if played is None or played.id == edition(game.edition).map else played.name


def _when(played: str, now: datetime) -> Literal["today", "yesterday", "before"]:
    """A clock that may jump is trusted as far as a day's name, and no further."""
    with suppress(ValueError):
        days = (now.date() - datetime.fromisoformat(played).astimezone(now.tzinfo).date()).days
        if days in (0, 1):
            return "yesterday" if days else "today"
    return "before"


def find(folder: Path, name: str) -> Path:
    """The log of a game by its number, its name or its path.

    Raises:
        CallError: there is none; the games that there are are named.
    """
    is_path = "/" in name or name.endswith(ENDING)
    path = Path(name) if is_path else folder / f"{_stem(name)}{ENDING}"
    if is_there(path):
        return path
    names = [str(number(path) or path.name.removesuffix(ENDING)) for path in _paths(folder)][-8:]
    there = f"the newest there are {', '.join(names)}" if names else "there is none yet"
    raise CallError(f"no game {name} in {folder}; {there}")


def _stem(name: str) -> str:
    return f"game-{int(name):04}" if re.fullmatch(r"[0-9]{1,9}", name) else name


def new_path(folder: Path) -> Path:
    """Where the next game goes."""
    files = (*folder.glob("game-*"), *folder.glob(".game-*"))
    names = [re.match(r"\.?game-(\d{1,9})\.", path.name) for path in files]
    used = [int(name[1]) for name in names if name is not None]  # damaged ones too: they are set aside
    return folder / f"game-{max(used, default=0) + 1:04}{ENDING}"


def next_path(path: Path) -> Path:
    """Where a new game goes when another table has taken this number."""
    return path.with_name(f"game-{(number(path) or 0) + 1:04}{ENDING}")


def latest(folder: Path, table: GameMap | None = None) -> Path | None:
    """The game that was played last; None: there is none. One that has no word yet is passed over.

    `table`: the table's map, as in `read_file`.
    """
    named = _named(folder)
    if named is not None and not _is_empty(named):
        return named
    paths = _paths(folder)
    going_on = (path for path in reversed(paths) if _goes_on(_look(path, table)))
    return next(going_on, named or (paths[-1] if paths else None))


def _named(folder: Path) -> Path | None:
    with suppress(OSError, ValueError):  # the second: no text, or a name with a zero in it
        named = folder / (read_regular(folder / _LATEST, most=_LONGEST_NAME).decode().strip() + ENDING)
        if named.parent == folder and is_there(named):
            return named
    return None


def unread(folder: Path, table: GameMap | None = None) -> Kept | None:
    """The game that was played last, where nothing of it can be read; None: it can, or there is none.

    `table`: the table's map, as in `read_file`.
    """
    path = latest(folder, table)
    if path is None or _is_empty(path):
        return None
    game = _look(path, table)
    return None if game.edition or game.cause == "empty" or not game.fault else game


def _is_empty(path: Path) -> bool:
    """Whether the power went before its first word."""
    return path.is_file() and path.stat().st_size == 0 and not acts_of(path).is_file()


def _goes_on(game: Kept) -> bool:
    return bool(game.edition) and game.winners is None and game.cause in ("", "damaged")  # which is mended


def _cut_at_the_end(game: Kept) -> bool:
    """Whether the power went when it was over, before anybody left it."""
    return game.winners is not None and game.cut and game.cause in ("", "damaged")


def remember(path: Path) -> None:
    """This game is being played: `latest` finds it. A card that cannot be written is said by the store."""
    with suppress(OSError):
        write_whole(path.parent / _LATEST, (path.name.removesuffix(ENDING) + "\n").encode())
