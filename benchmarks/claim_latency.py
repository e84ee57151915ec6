"""How long one claim takes from the tick that settles it to the last sink: decide, store, announce.

`python benchmarks/claim_latency.py` prints medians and 99th percentiles in milliseconds, with the disk's
flush on and off, and beside them what a bare flushed SQLite insert costs in the same run.
"""

import sqlite3
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Final

from announce import Wording
from engine import ClaimRoute, Game, Refusal, edition, game_map
from storage.store import GameLog
from table.session import Session
from tabletop import DeviceHealth, Observation, SiteId, board_layout

GAMES: Final = 12
TURN_S: Final = 0.1  # of the loop
HEARD_S: Final = 2.0  # between a claim and the next seat's token
SETTLED_S: Final = 1.5  # pins alone: a contact that has rested for a second is a token


def claims(folder: Path, *, flush: bool) -> list[float]:
    """Milliseconds of every claim of some untracked games."""
    layout = board_layout("usa")
    taken: list[float] = []
    for seed in range(GAMES):
        game = Game.new(
            edition("us-accessible"),
            game_map("usa"),
            ("blue", "red", "green", "yellow"),
            cards="untracked",
            seed=seed,
        )
        store = GameLog(folder / f"{seed}-{flush}.fingerpost")
        assert store._db is not None
        store._db.execute(f"PRAGMA synchronous={'FULL' if flush else 'OFF'}")
        session = Session(
            game, layout=layout, wording=Wording(game_map("usa"), layout), store=store, sinks=[]
        )
        session.handle(DeviceHealth(device="hub", condition="live", at=0.0), 0.0)
        for pin in layout.pins():
            session.handle(Observation(site=pin.id, sense="pin", seen="empty", at=0.0), 0.0)
        session.begin(0.0)
        at = 1.0
        routes = sorted(game.state.game_map.routes)
        Random(seed).shuffle(routes)
        for route in routes:
            mover = session.game.state.to_move
            if mover is None:
                break
            if isinstance(session.game.do(ClaimRoute(seat=mover, route=route)), Refusal):
                continue
            at = _passed(session, at, HEARD_S)[0]  # else it may be the token of whoever claimed before
            session.handle(Observation(site=SiteId(route), sense="pin", seen="something", at=at), at)
            at, claimed = _passed(session, at, SETTLED_S)
            taken += claimed
        store.close()
    return taken


def _passed(session: Session, at: float, seconds: float) -> tuple[float, list[float]]:
    """Let time pass as the loop does; the time it is then, and milliseconds of each turn that made an act."""
    acted: list[float] = []
    for _ in range(round(seconds / TURN_S)):
        at += TURN_S
        before, started = session.game.state.seq, time.perf_counter()
        session.tick(at)
        if session.game.state.seq > before:
            acted.append((time.perf_counter() - started) * 1000)
    return at, acted


def bare_inserts(folder: Path, count: int) -> list[float]:
    """Milliseconds of one flushed insert each."""
    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
    taken = []
    for number in range(count):
        started = time.perf_counter()
        db.execute("INSERT INTO t VALUES (?, ?)", (number, "x" * 300))
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def row(name: str, taken: list[float]) -> str:
    """One line of the table."""
    p99 = quantiles(taken, n=100)[98]
    return f"{name:38}{len(taken):>7}{median(taken):>10.2f}{p99:>10.2f}{max(taken):>10.2f}"


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"{'milliseconds':38}{'n':>7}{'median':>10}{'p99':>10}{'worst':>10}")
        print(row("claim, without the disk's flush", claims(folder, flush=False)))
        print(row("claim, flushed", claims(folder, flush=True)))
        print(row("one bare flushed insert", bare_inserts(folder, 300)))


if __name__ == "__main__":
    main()
