"""The command line on both maps of Rails & Sails: score, referee, simulate."""

import json
import subprocess
import sys
from typing import Any

import pytest

from fingerpost.cli import main
from tests.engine.rails_table import EDITIONS, MAPS
from tests.waiting import PATIENCE_S


def referee(name: str, *lines: dict[str, Any], cards: str = "dealt") -> list[dict[str, Any]]:
    """The referee's answers as parsed lines, the greeting first."""
    call = ["referee", "--map", MAPS[name], "--edition", name, "--seats", "blue,red", "--cards", cards]
    done = subprocess.run(
        [sys.executable, "-m", "fingerpost", *call, "--arrange"],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_given_a_referee_when_pieces_are_chosen_and_cards_taken_then_the_lines_are_the_frozen_ones() -> None:
    hand = {
        "blue": ["train:yellow:harbor"] * 2 + ["ship:yellow:1:harbor", "wild", "ship:white:2", "ship:white:2"]
    }
    steps: list[dict[str, Any]] = [
        {"do": "choose-pieces", "seat": "blue", "train": 25, "ship": 36},
        {"do": "choose-pieces", "seat": "blue", "train": 25, "ship": 35},
        {"do": "choose-pieces", "seat": "red", "train": 20, "ship": 40},
        {
            "set": {
                "hands": hand,
                "row": ["train:red", "wild", "ship:red:2", "ship:green:2", "train:black", "wild"],
            }
        },
        {"do": "draw-card", "seat": "blue", "from": "row", "index": 0},
        {"do": "claim-route", "seat": "blue", "route": "dar-es-salaam-mumbai", "cards": ["ship:white:2"] * 2},
        {"do": "exchange-pieces", "seat": "red", "give": "ship", "count": 2},
        {"do": "build-harbor", "seat": "blue", "city": "mumbai", "cards": hand["blue"][:4]},
        {"ask": "position"},
    ]
    lines = referee("rails-and-sails-world", *first_tickets(), *steps)
    closings = [line for line in lines if "ok" in line]
    errors = [(line["error"]["reason"], line["error"]["rule"]) for line in closings if not line["ok"]]
    assert errors == [("wrong-pieces", "RS-6"), ("no-such-deck", "RS-12")]
    blue, red = closings[-1]["position"]["seats"]
    assert (blue["harbors"], blue["pieces"], blue["routes"]) == (
        ["mumbai"],
        {"train": 25, "ship": 35},
        ["dar-es-salaam-mumbai"],
    )
    assert (red["exchanged"], red["pieces"]) == (2, {"train": 20, "ship": 40})
    revealed = next(line for line in lines if line.get("type") == "pieces-revealed")
    assert revealed["trains"] == {"blue": 25, "red": 20}


def first_tickets() -> list[dict[str, Any]]:
    """What both seats keep at the start of the game with seed 0."""
    asked = referee("rails-and-sails-world", {"ask": "legal"})
    kept: dict[str, dict[str, Any]] = {}
    for command in asked[-1]["legal"]:
        kept.setdefault(command["seat"], command)
    return list(kept.values())


@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_referee_untracked_when_asked_then_the_mix_comes_before_the_first_turn(name: str) -> None:
    train = 20 if name.endswith("world") else 27
    ship = 40 if name.endswith("world") else 23
    chosen = [{"do": "choose-pieces", "seat": seat, "train": train, "ship": ship} for seat in ("red", "blue")]
    lines = referee(name, *chosen, {"do": "end-turn", "seat": "blue"}, {"ask": "state"}, cards="untracked")
    assert [line["ok"] for line in lines if "ok" in line] == [True] * 4
    state = lines[-1]["state"]
    assert (state["to_move"], state["seats"][0]["trains"], state["seats"][0]["ships"]) == ("red", train, ship)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_bots_when_simulated_then_the_planner_wins(
    name: str, cards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call = [
        "simulate",
        "--map",
        MAPS[name],
        "--edition",
        name,
        "--seats",
        "3",
        "--games",
        "4",
        "--cards",
        cards,
    ]
    assert main([*call, "--bots", "greedy,random,random"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 4
    assert told["seats"][0]["wins"] >= 3


@pytest.mark.parametrize("name", EDITIONS)
def test_given_a_position_when_scored_then_every_key_of_these_editions_is_there(
    name: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    harbor, route = ("darwin", "darwin-perth") if name.endswith("world") else ("detroit", "bay-city-detroit")
    seats = [{"seat": "blue", "routes": [route], "harbors": [harbor], "exchanged": 3}, {"seat": "red"}]
    file = tmp_path / "position.json"
    file.write_text(json.dumps({"edition": name, "map": MAPS[name], "seats": seats}))
    assert main(["score", str(file)]) == 0
    blue = json.loads(capsys.readouterr().out)["seats"][0]
    assert blue["harbor_list"] == [{"city": harbor, "tickets": 0, "points": 0}]
    assert (blue["harbors"], blue["harbors_missing"], blue["exchange"], blue["total"]) == (
        0,
        -8,
        -3,
        2 - 8 - 3,
    )
