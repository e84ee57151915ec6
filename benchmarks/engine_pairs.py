"""Random games a processor second, side by side with an older commit: the same games in turn, one run.

    python benchmarks/engine_pairs.py COMMIT [--edition us-accessible] [--games 100] [--seats 4]
    python benchmarks/engine_pairs.py COMMIT --edition all --logs [--cards untracked]
    python benchmarks/engine_pairs.py COMMIT --compiled …    # ours as scripts/compiling.py makes it

Two processes live through the whole run, one with the code of the commit, and play in turn, so that a
machine that grows slower meanwhile is slower for both: game by game, or, as who plays many games does,
several before the other has its turn, `--in-a-row 10`. Each turn begins with the processor's caches full of
what the other did, and a quick engine loses more by it. Counted is the processor's time, games whole with
all events, bots included. Told: both rates, the quotient of their sums and the median of the games' own,
and in how many games both wrote the same events, byte for byte; with `--logs` only that, exit 1 where one
differs. Bars, against 137c343a: 1.8 on the United States, 2.5 on the World and the Great Lakes.
"""

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

EDITIONS = (
    "us-accessible",
    "us-10th-anniversary",
    "europe",
    "rails-and-sails-world",
    "rails-and-sails-great-lakes",
    "legends-of-the-west",
)
ROOT = Path(__file__).resolve().parents[1]


class Told(NamedTuple):
    """What a side says of one game: seconds of the processor, how many events, and what they are."""

    seconds: float
    events: int
    digest: str


def player(edition: str, seats: int, cards: str) -> None:
    """Play the game of each seed on stdin; a line for each, the fields of `Told`."""
    engine = import_module("engine")
    moved = (Path(str(engine.__file__)).parents[1] / "bots").is_dir()
    bots = import_module("bots.bot" if moved else "simulator.bots")
    rules, named = engine.EDITIONS[edition], engine.SEATS[:seats]

    def played(seed: int, keep: Callable[[Any], object]) -> None:
        state: Any = None
        for event in engine.start(rules, rules.map, named, cards, seed):
            keep(event)
            state = engine.evolve(state, event)
        players = [bots.RandomBot(seed * 10 + place) for place in range(seats)]
        while state.phase != "over":
            seat = state.waiting_for()[0]
            for event in engine.decide(state, players[state.seats.index(seat)].choose(state, seat)):
                keep(event)
                state = engine.evolve(state, event)

    for line in sys.stdin:
        seed, events, began = int(line), list[Any](), time.process_time()
        played(seed, events.append)
        seconds = time.process_time() - began
        told = b"\n".join(map(msgspec.json.encode, events))
        print(seconds, len(events), hashlib.sha256(told).hexdigest(), flush=True)


def begun(folder: Path, edition: str, options: argparse.Namespace) -> "subprocess.Popen[str]":
    """A player with the code of a folder."""
    script = f"import runpy; runpy.run_path({__file__!r}, run_name='player')"
    return subprocess.Popen(
        [sys.executable, "-c", script, edition, str(options.seats), options.cards],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
    )


def asked(one: "subprocess.Popen[str]", seeds: Sequence[int]) -> list[Told]:
    """Some games of a player, in a row."""
    assert one.stdin is not None and one.stdout is not None
    print(*seeds, sep="\n", file=one.stdin, flush=True)
    lines = [one.stdout.readline().split() for _ in seeds]
    return [Told(float(seconds), int(events), digest) for seconds, events, digest in lines]


def told(name: str, games: Sequence[Told]) -> float:
    """Print a side's figures; its games a second."""
    rate = len(games) / sum(game.seconds for game in games)
    events = sum(game.events for game in games) / len(games)
    print(f"{name}: {rate:.1f} games a processor second, {events:.0f} events a game")
    return rate


def compared(folder: Path, ours: Path, edition: str, options: argparse.Namespace) -> bool:
    """Play an edition with both and print how they compare; whether all games are the same."""
    sides = [begun(one, edition, options) for one in (folder, ours)]
    for side in sides:
        asked(side, [0])  # whatever is worked out once
    pairs = list[tuple[Told, Told]]()
    for first in range(1, options.games + 1, options.in_a_row):
        seeds = range(first, min(first + options.in_a_row, options.games + 1))
        pairs += zip(asked(sides[0], seeds), asked(sides[1], seeds), strict=True)
    for side in sides:
        side.communicate()
    same = sum(old.digest == new.digest for old, new in pairs)
    told_same = f"{edition}: the same events in {same} of {len(pairs)} games"
    if options.logs:
        print(told_same)
        return same == len(pairs)
    whole = told("now", [new for _, new in pairs]) / told(options.commit, [old for old, _ in pairs])
    median = statistics.median(old.seconds / new.seconds for old, new in pairs)
    print(f"now / {options.commit}: {whole:.2f}, median of the games {median:.2f}; {told_same}")
    return same == len(pairs)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("commit")
    parser.add_argument("--edition", default="us-accessible", help="or all")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--in-a-row", type=int, default=1, help="games that one plays before the other does")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--cards", choices=("dealt", "untracked"), default="dealt")
    parser.add_argument("--compiled", action="store_true", help="with our busiest modules compiled")
    parser.add_argument("--logs", action="store_true", help="tell only whether the events are the same")
    options = parser.parse_args()
    if options.in_a_row < 1:
        parser.error("--in-a-row: give 1 or more")
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "-C", str(ROOT), "archive", options.commit], check=True, stdout=subprocess.PIPE
        )
        theirs, ours = Path(folder, "theirs"), ROOT
        theirs.mkdir()
        subprocess.run(["tar", "x", "-C", str(theirs)], input=archive.stdout, check=True)
        if options.compiled:
            ours = Path(folder, "ours")
            subprocess.run([sys.executable, "-m", "scripts.compiling", str(ours)], cwd=ROOT, check=True)
        editions = EDITIONS if options.edition == "all" else (options.edition,)
        same = [compared(theirs, ours, edition, options) for edition in editions]
    sys.exit(0 if all(same) or not options.logs else 1)


if __name__ == "__main__":
    main()
if __name__ == "player":
    player(sys.argv[1], int(sys.argv[2]), sys.argv[3])
