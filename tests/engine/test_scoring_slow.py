"""Positions of every edition, scored again by a slow scorer that tries everything: equal in all numbers.

`python -m benchmarks.score_positions` compares thousands.
"""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.score_positions import differences
from benchmarks.some_positions import MAPS, Table, board_of, some_position
from engine import score_position
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
COUNTED = {
    "us-accessible": {"routes", "longest_bonus"},
    "us-10th-anniversary": {"routes", "longest_bonus"},
    "europe": {"routes", "longest_bonus", "stations", "loans"},
    "rails-and-sails-world": {"routes", "harbors", "exchange", "exact", "loose", "failed"},
    "rails-and-sails-great-lakes": {"routes", "harbors", "exchange"},
    "legends-of-the-west": {"coins", "trains_bonus"},
}


def drawn(name: str, seed: int) -> tuple[Table, Table, dict[str, Any]]:
    """A position, its map and its score/1."""
    board = board_of(name)
    position = some_position(Random(f"{name} {seed}"), name, board)
    shown = position["map"] if isinstance(position["map"], dict) else board
    return position, shown, score_position(position)


@pytest.mark.parametrize("name", MAPS)
def test_given_random_positions_then_the_slow_scorer_finds_the_same(name: str) -> None:
    counted, odd = set[str](), 0
    for seed in range(60):
        position, board, score = drawn(name, seed)
        assert differences(position, board, score) == [], seed
        odd += bool(score["violations"])
        for line in score["seats"]:
            lent = any(line["borrowed"].values())
            counted |= {key for key, value in line.items() if value} | ({"loans"} if lent else set())
            counted |= {ticket["tour"] for ticket in line["ticket_list"]}
    assert counted >= COUNTED[name] | {"tickets_completed", "longest", "total"}
    assert 0 < odd < 60


def test_given_a_score_with_one_number_wrong_then_it_is_found() -> None:
    position, board, score = drawn("europe", 4)
    *others, last = score["seats"]
    for key in ("routes", "tickets", "longest", "stations", "total", "place"):
        wrong = {**score, "seats": [*others, {**last, key: last[key] + 1}]}
        assert differences(position, board, wrong) != []
    for key in ("longest_trail", "ticket_list"):
        wrong = {**score, "seats": [*others, {**last, key: last[key][1:]}]}
        assert differences(position, board, wrong) != []


def test_given_two_processes_that_order_sets_differently_then_they_tell_the_same_trails() -> None:
    code = (
        "from tests.engine.test_scoring_slow import drawn\n"
        "seats = [line for seed in range(12) for line in drawn('us-accessible', seed)[2]['seats']]\n"
        "print([line['longest_trail'] for line in seats])"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0]) > 500
