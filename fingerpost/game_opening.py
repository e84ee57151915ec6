"""SHELL: which game is played: the one that was named, the one played last, or a new one."""

import secrets
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from engine import Game, GameMap, edition
from fingerpost.config import Config
from storage import unplayable
from storage.folder import find, latest, remember
from storage.resume import Sitting, begin, begin_new, resume
from table.errors import CallError


def open_game(config: Config, board: GameMap, *, new: bool, name: str | None) -> Sitting:
    """The game that was named, or the one played last if it is not over, or a new one.

    A game played last that cannot be read is left as it is, and the table hears of it.

    Raises:
        CallError: no game of that name, or one on another board.
        StoreError, ReplayError: its log is of a newer Fingerpost or in use, or the named one cannot be read.
    """
    folder = config.store.path
    with suppress(OSError):  # a card that cannot be written to is said by the store
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = find(folder, name) if name is not None else (None if new else latest(folder))
    sitting, trouble = None, None
    try:
        sitting = None if path is None else resume(path, second=_backup(config), game_map=board)
    except unplayable.CannotBePlayed as error:
        trouble = unplayable.unreadable(error)
        if name is not None or trouble.cause in ("newer", "busy"):
            raise
    if sitting is not None and name is not None and sitting.game.state.game_map.id != board.id:
        was = sitting.game.state.game_map.id
        sitting.store.close()
        raise CallError(f"game {name} is on the map {was}, the table is {board.id}; change [game] map")
    if sitting is None or (name is None and not _goes_on(sitting, board)):
        if sitting is not None:
            sitting.store.closed()
            sitting.store.close()
        said = config.game
        seed = said.seed if said.seed is not None else secrets.randbits(31)
        rules, settings = edition(said.edition), said.own_settings()
        game = Game.new(rules, board, said.seats, cards=said.cards, seed=seed, settings=settings)
        if path is not None and trouble is not None and trouble.cause == "empty":
            sitting = begin(
                path, game
            )  # which was not begun: a table that cannot start fills no card with logs
        else:
            sitting = replace(begin_new(folder, game), trouble=trouble)
    remember(sitting.store.path)
    return sitting


def _backup(config: Config) -> Path | None:
    return Path(config.store.backup).expanduser() if config.store.backup else None


def _goes_on(sitting: Sitting, board: GameMap) -> bool:
    return sitting.game.state.result is None and sitting.game.state.game_map.id == board.id
