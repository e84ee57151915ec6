"""SHELL: the folder of stored games: which there are, which was played last, what a new one is called.

Games have numbers, for a number is short to say and to type, and a Pi's clock cannot be trusted to tell
which game was the last.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import Game, GameStarted, Seat
from fingerpost.errors import CallError
from fingerpost.store import StoreError, read_file

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
    winners: tuple[Seat, ...] | None = None  # None: not over
    fault: str = ""  # what is wrong with the file


def kept_games(folder: Path) -> list[Kept]:
    """Every game of a folder, by number; those of older versions, which have dates, first."""
    return [_look(path) for path in _paths(folder)]


def _paths(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{ENDING}"), key=lambda path: (number(path) or 0, path.name))


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
        winners=None if state.result is None else state.result.winners,
        fault=fault,
    )


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
    new = path.parent / f".{_LATEST}"
    with suppress(OSError):
        new.write_text(path.name.removesuffix(ENDING) + "\n", encoding="utf-8")
        new.replace(path.parent / _LATEST)
