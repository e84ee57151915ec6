"""Random final positions, scored by Fingerpost and again by a slow scorer that tries everything.

python -m benchmarks.score_positions [--positions 300] [--edition NAME] [--seed 1] [--fast]

Every number of score/1 must be equal; what differs is printed, and then the exit status is 1. `--fast` leaves
the slow scorer out and only measures. Bar: a position scored within
2 ms; one that no game can reach, with more pieces than there are, may take longer.
"""

import argparse
import json
import sys
import time
from random import Random
from statistics import median
from typing import Any

from benchmarks.slow_score import is_trail, lent_tickets, slow_score
from benchmarks.some_positions import MAPS, Table, board_of, some_position
from engine import score_position


def differences(position: Table, board: Table, score: dict[str, Any]) -> list[str]:
    """What score/1 says and the slow scorer does not."""
    found: list[str] = []
    ways = {route["id"]: (route["a"], route["b"], route["length"]) for route in board["routes"]}
    for line, expected in zip(score["seats"], slow_score(position, board), strict=True):
        # Of two equal choices of loans either is right, so the list is judged by the one that was made.
        expected["ticket_list"] = lent_tickets(position, board, line)
        told = {**line, "loans": sum(route is not None for route in line["borrowed"].values())}
        for key, value in expected.items():
            if told[key] != value:
                found.append(f"{line['seat']}.{key} is {told[key]}; the slow scorer: {value}")
        trail = [ways[name] for name in line["longest_trail"]]
        if not is_trail(trail) or len(set(line["longest_trail"])) < len(trail):
            found.append(f"{line['seat']}.longest_trail is no trail: {line['longest_trail']}")
        if sum(way[2] for way in trail) != line["longest"]:
            found.append(f"{line['seat']}.longest_trail is not {line['longest']} long")
    by_place = [[line["seat"] for line in score["seats"] if line["place"] == at] for at in range(1, 6)]
    if score["places"] != [seats for seats in by_place if seats] or score["winners"] != by_place[0]:
        found.append(f"places are {score['places']}, winners {score['winners']}; by place: {by_place}")
    return found


def compared(edition: str, seeds: range, *, fast: bool) -> tuple[list[tuple[float, bool, int]], list[str]]:
    """Milliseconds, whether supplies are kept to, and seed of every position; and all that differs."""
    spent, wrong, known = list[tuple[float, bool, int]](), list[str](), board_of(edition)
    for seed in seeds:
        position = some_position(Random(f"{edition} {seed}"), edition, known)
        best = 9e9
        for _ in range(3):  # of three, and of this process only: others work on the machine too
            began = time.process_time()
            score: dict[str, Any] = score_position(position)
            best = min(best, 1000 * (time.process_time() - began))
        kept = not any(" has used " in violation for violation in score["violations"])
        spent.append((best, kept, seed))
        if not fast:
            board = known if isinstance(position["map"], str) else position["map"]
            wrong += [f"{edition}, seed {seed}: {line}" for line in differences(position, board, score)]
            if wrong:
                sys.stderr.write(json.dumps(position) + "\n")
                break
    return spent, wrong


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--edition", choices=list(MAPS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fast", action="store_true")
    options = parser.parse_args()
    failed = False
    for edition in [options.edition] if options.edition else MAPS:
        seeds = range(options.seed, options.seed + options.positions)
        spent, wrong = compared(edition, seeds, fast=options.fast)
        compared_with = "not compared" if options.fast else f"{len(wrong)} differences"
        print(f"{edition}: {len(spent)} positions, {compared_with}")
        for kept, what in ((True, "within the supply"), (False, "up to twice the supply")):
            some = sorted((took, seed) for took, was, seed in spent if was == kept)
            if some:
                took, seed = some[-1]
                middle = median(ms for ms, _ in some)
                print(f"  {what}: {len(some)}, median {middle:.2f} ms, worst {took:.2f} ms (seed {seed})")
        for line in wrong:
            print(line)
        failed = failed or bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
