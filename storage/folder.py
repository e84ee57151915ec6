"""SHELL: the folder of stored games: which there are, which was played last, what a new one is called.

Games have numbers, for a number is short to say and to type, and a Pi's clock cannot be trusted to tell
which game was the last.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from dialog.setup import StoredGame
from engine import Game, GameStarted, Seat
from storage.store import SITTINGS, read_file
from storage.whole_file import write_whole
from table.errors import CallError, StoreError

ENDING: Final = ".fingerpost"
_LATEST: Final = "latest"  # names the game that was played last


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
    winners: tuple[Seat, ...] | None = None  # None: not over
    fault: str = ""  # what is wrong with the file


def kept_games(folder: Path) -> list[Kept]:
    """Every game of a folder, by number; those of older versions, which have dates, first."""
    return [_look(path) for path in _paths(folder)]


def _paths(folder: Path) -> list[Path]:
    found = (path for path in folder.glob(f"*{ENDING}") if _is_file(path))
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


def _look(path: Path) -> Kept:
    told = number(path)
    name = path.name.removesuffix(ENDING) if told is None else str(told)
    try:
        log = read_file(path)
    except StoreError as error:
        return Kept(name=name, path=path, fault=str(error))
    fault = "" if log.fault is None else str(log.fault)
    started = log.events[0] if log.events else None
    if not isinstance(started, GameStarted):
        return Kept(name=name, path=path, fault=fault or "no game in it")
    try:
        state = Game.replay(log.events).state
    except ValueError as error:  # a map that does not ship, say: the list goes on
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
        cut=[note.kind for note in log.notes if note.kind in SITTINGS][-1:] == ["opened"],
        winners=None if state.result is None else state.result.winners,
        fault=fault,
    )


def to_go_on(folder: Path, board: str | None, now: datetime, *, most: int = 7) -> tuple[StoredGame, ...]:
    """The games that are not over, newest first, the one played last before all.

    Args:
        board: the map that the table is; None: any.
        now: wall clock that tells yesterday's game; without a zone it is this machine's, summer and winter.
    """
    first = latest(folder)
    paths = _paths(folder)[::-1]
    paths.sort(key=lambda path: path != first)
    found: list[StoredGame] = []
    for path in paths:
        game = _look(path)
        if game.winners is None and not game.fault and game.edition and board in (None, game.map):
            found.append(
                StoredGame(
                    name=game.name,
                    edition=game.edition,
                    seats=game.seats,
                    turn=game.turn,
                    to_move=game.to_move,
                    when=_when(game.played, now),
                    cut=game.cut,
                    dealt=game.cards == "dealt",
                )
            )
        if len(found) == most:
            break
    return tuple(found)


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
    if path.is_file():
        return path
    names = [str(number(path) or path.name.removesuffix(ENDING)) for path in _paths(folder)][-8:]
    there = f"the newest there are {', '.join(names)}" if names else "there is none yet"
    raise CallError(f"no game {name} in {folder}; {there}")


def _stem(name: str) -> str:
    return f"game-{int(name):04}" if re.fullmatch(r"[0-9]{1,9}", name) else name


def new_path(folder: Path) -> Path:
    """Where the next game goes."""
    names = [re.match(r"game-(\d{1,9})\.", path.name) for path in folder.glob("game-*")]
    used = [int(name[1]) for name in names if name is not None]  # damaged ones too: they are set aside
    return folder / f"game-{max(used, default=0) + 1:04}{ENDING}"


def next_path(path: Path) -> Path:
    """Where a new game goes when another table has taken this number."""
    return path.with_name(f"game-{(number(path) or 0) + 1:04}{ENDING}")


def latest(folder: Path) -> Path | None:
    """The game that was played last; None: there is none."""
    with suppress(OSError, UnicodeDecodeError):
        named = folder / ((folder / _LATEST).read_text(encoding="utf-8").strip() + ENDING)
        if named.parent == folder and named.is_file():
            return named
    paths = _paths(folder)
    return paths[-1] if paths else None


def remember(path: Path) -> None:
    """This game is being played: `latest` finds it. A card that cannot be written is said by the store."""
    with suppress(OSError):
        write_whole(path.parent / _LATEST, (path.name.removesuffix(ENDING) + "\n").encode())
