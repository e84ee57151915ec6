"""Stored games for tests: acts of bots, written as a table would."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bots.bot import GreedyBot
from engine import CardMode, Game, Refusal, Seat
from storage.acts_beside import acts_of
from storage.store import GameLog


def played(
    path: Path,
    *,
    acts: int | None,
    edition: str = "us-accessible",
    on: str = "usa",
    seats: Sequence[Seat] = ("blue", "red"),
    cards: CardMode = "dealt",
    seed: int = 1,
) -> Game:
    """A game of so many acts (None: to the end) in a new log."""
    game = Game.new(edition, on, seats, cards=cards, seed=seed)
    bots = {seat: GreedyBot(seed) for seat in seats}
    done = 0
    with GameLog(path) as store:
        store.opened()
        store.append(1, game.events)
        while game.state.result is None and (acts is None or done < acts):
            seat = game.state.waiting_for()[0]
            answer = game.do(bots[seat].choose(game.state, seat))
            assert not isinstance(answer, Refusal)
            store.append(len(game.events) + 1, answer[1])
            game, done = answer[0], done + 1
        store.closed()
    return game


def cut_off(path: Path) -> None:
    """The power goes in a later sitting, before anybody has left it."""
    with GameLog(path) as store:
        store.opened()


def change(path: Path, sql: str) -> None:
    """Another hand in the file."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql)


def alone(path: Path) -> None:
    """The acts beside it are lost: the log has to tell by itself."""
    acts_of(path).unlink(missing_ok=True)
