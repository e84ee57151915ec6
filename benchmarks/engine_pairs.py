"""Random games a processor second, side by side with an older commit: the same games in turn, one run.

    python benchmarks/engine_pairs.py COMMIT [--edition us-accessible] [--games 100] [--seats 4]

Two processes live through the whole run, one with the code of the commit, and play game by game in turn, so
that a machine that grows slower meanwhile is slower for both. Counted is the processor's time, games whole
with all events, bots included. Told: both rates, their quotient, and in how many games both wrote the same
number of events. Bars, against 137c343a: 1.8 on the United States, 2.5 on the World and the Great Lakes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def player(edition: str, seats: int) -> None:
    """Play the game of each seed on stdin; a line for each: seconds of the processor and events."""
    engine = import_module("engine")
    moved = (Path(str(engine.__file__)).parents[1] / "bots").is_dir()
    bots = import_module("bots.bot" if moved else "simulator.bots")
    rules, named = engine.EDITIONS[edition], engine.SEATS[:seats]
    for line in sys.stdin:
        seed, began = int(line), time.process_time()
        state: Any = None
        for event in engine.start(rules, rules.map, named, "dealt", seed):
            state = engine.evolve(state, event)
        players = [bots.RandomBot(seed * 10 + place) for place in range(seats)]
        while state.phase != "over":
            seat = state.waiting_for()[0]
            for event in engine.decide(state, players[state.seats.index(seat)].choose(state, seat)):
                state = engine.evolve(state, event)
        print(time.process_time() - began, state.seq, flush=True)


def begun(folder: Path, edition: str, seats: int) -> "subprocess.Popen[str]":
    """A player with the code of a folder."""
    script = f"import runpy; runpy.run_path({__file__!r}, run_name='player')"
    return subprocess.Popen(
        [sys.executable, "-c", script, edition, str(seats)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
    )


def asked(one: "subprocess.Popen[str]", seed: int) -> tuple[float, int]:
    """Seconds and events of one game of a player."""
    assert one.stdin is not None and one.stdout is not None
    print(seed, file=one.stdin, flush=True)
    seconds, events = one.stdout.readline().split()
    return float(seconds), int(events)


def told(name: str, games: Sequence[tuple[float, int]]) -> float:
    """Print a side's figures; its games a second."""
    rate = len(games) / sum(seconds for seconds, _ in games)
    events = sum(count for _, count in games) / len(games)
    print(f"{name}: {rate:.1f} games a processor second, {events:.0f} events a game")
    return rate


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("commit")
    parser.add_argument("--edition", default="us-accessible")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "-C", str(ROOT), "archive", options.commit], check=True, stdout=subprocess.PIPE
        )
        subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
        sides = [begun(Path(one), options.edition, options.seats) for one in (folder, ROOT)]
        for side in sides:
            asked(side, 0)  # whatever is worked out once
        games = [[asked(side, seed) for side in sides] for seed in range(1, options.games + 1)]
        for side in sides:
            side.communicate()
    old, new = told(options.commit, [pair[0] for pair in games]), told("now", [pair[1] for pair in games])
    same = sum(pair[0][1] == pair[1][1] for pair in games)
    print(f"now / {options.commit}: {new / old:.2f}; as many events in {same} of {len(games)} games")


if __name__ == "__main__":
    main()
if __name__ == "player":
    player(sys.argv[1], int(sys.argv[2]))
