"""SHELL: which game is played: the one that was named, the one played last, or a new one."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from command_line.by_name import the_layout, the_map, unlike
from engine import Game, GameMap, edition
from fingerpost.config import Config
from storage import unplayable
from storage.folder import find, latest, remember, unread
from storage.resume import Sitting, begin, begin_new, resume
from storage.writer_lock import busy, is_held
from table.errors import CallError, StoreError, unforeseen
from tabletop import DeviceHealth, LayoutError


def open_game(
    config: Config,
    board: GameMap,
    *,
    new: bool,
    name: str | None,
    tried: Callable[[Sitting], None] = lambda sitting: None,
) -> Sitting:
    """The game that was named, or the one played last if it is not over, or a new one.

    A game played last that cannot be read is kept, and the table hears of it: a damaged one is set aside.
    Where that one is of an older form, no newer form is written before the table is ready (`GameLog`, held).

    Args:
        tried: what a stored game has to bear before it is gone on with: an error of any kind tells that it
            cannot be read.
    Raises:
        CallError: no game of that name, or one on another board, or on another form of its map.
        StoreError, ReplayError: its log is of a newer Fingerpost or in use, or the named one cannot be read.
    """
    folder = config.store.path
    with suppress(OSError):  # a card that cannot be written to is said by the store
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = find(folder, name) if name is not None else (None if new else latest(folder, board))
    sitting, trouble = None, None
    try:
        sitting = None if path is None else _stored(path, config.store.second, board, tried)
    except unplayable.CannotBePlayed as error:
        trouble = unplayable.unreadable(error)
        if name is not None or trouble.cause in ("newer", "busy"):
            raise
        assert path is not None
        trouble = unplayable.kept(path, error)
    if sitting is not None and name is not None and (why := _elsewhere(sitting, config, board)) is not None:
        sitting.store.close()
        raise CallError(f"game {name} {why}")
    held = sitting is not None and sitting.store.held
    if sitting is None or (name is None and not _goes_on(sitting, config, board)):
        if sitting is not None:
            sitting.store.closed()
            sitting.store.close()
        said = config.game
        seed = said.seed if said.seed is not None else secrets.randbits(53)
        rules, settings = edition(said.edition), said.own_settings()
        game = Game.new(rules, board, said.seats, cards=said.cards, seed=seed, settings=settings)
        if path is not None and trouble is not None and trouble.cause == "empty":
            sitting = begin(
                path, game
            )  # which was not begun: a table that cannot start fills no card with logs
        else:
            sitting = replace(begin_new(folder, game, held=held), trouble=trouble)
    remember(sitting.store.path)
    return sitting


def last_game_news(config: Config) -> tuple[DeviceHealth, ...]:
    """Before a game is chosen: what is to be said of the last one, if another program plays it or none can.

    Where nothing of its file can be read a second copy may have all of it; else a damaged file is set aside.
    """
    board = the_map(config.game.map)
    last = latest(config.store.path, board)
    if last is not None and is_held(last):
        return (unplayable.unreadable(busy(last)),)
    game = unread(config.store.path, board)
    if game is None:
        return ()
    try:
        sitting = _stored(game.path, config.store.second, board, lambda sitting: None)
    except unplayable.CannotBePlayed as error:
        return (unplayable.kept(game.path, error),)
    sitting.store.closed()
    sitting.store.close()
    return () if sitting.trouble is None else (sitting.trouble,)


def _stored(path: Path, second: Path | None, board: GameMap, tried: Callable[[Sitting], None]) -> Sitting:
    """The game in a log.

    Raises:
        StoreError, ReplayError: it cannot be read, for whatever reason.
    """
    sitting: Sitting | None = None
    try:
        sitting = resume(path, second=second, game_map=board, holds=True)
        tried(sitting)
    except unplayable.CannotBePlayed:
        raise
    except Exception as error:  # whatever a file holds, it must not stop the table
        if sitting is not None:
            sitting.store.close()
        text = f"game log {path}: {unforeseen(error)}; use a backup, or play another game"
        raise StoreError(text, "damaged") from error
    return sitting


def _goes_on(sitting: Sitting, config: Config, board: GameMap) -> bool:
    """Whether there is more to be played, or to be heard: the power went before a game was left."""
    ends = sitting.game.state.result is not None and not sitting.store.was_cut
    return not ends and _elsewhere(sitting, config, board) is None


def _elsewhere(sitting: Sitting, config: Config, board: GameMap) -> str | None:
    """Why a stored game cannot be played on this table's board, and what to change; None: it can."""
    its = sitting.game.state.game_map
    if its.id != board.id:
        return f"is on the map {its.id}, the table is {board.id}; change [game] map"
    differs = not_on_board(its, config)
    return (
        f"has another {its.id} than this board, which {differs}; bring back that of the game"
        if differs
        else None
    )


def not_on_board(game_map: GameMap, config: Config) -> str:
    """What this board has not of a game's map, or has beyond it; "": nothing, or there is no board."""
    try:
        return unlike(the_layout(config.game.layout), game_map)
    except (CallError, LayoutError):
        return ""  # a table without a board is told so where it is set up
