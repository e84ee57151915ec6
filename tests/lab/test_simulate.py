"""`simulate` and `referee` without a map, and what `simulate` prints."""

import csv
import io
import json

import pytest
from msgspec.structs import replace

from engine import EDITIONS, SEATS, edition, game_map
from fingerpost.cli import main
from lab.series import MOST_TURNS, TOO_LONG, play_game, summary


def simulated(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", "--games", "2", "--seats", "2", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", EDITIONS)
def test_given_no_map_when_called_then_the_editions_own_is_taken(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = json.loads(simulated(capsys, "--edition", name, "--cards", "untracked"))
    assert (figures["games"], figures["ended"]) == (2, {"final-round": 2})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["referee", "--edition", name]) == 0
    greeting = json.loads(capsys.readouterr().out)["game"]
    assert (greeting["edition"], greeting["map"]) == (name, EDITIONS[name].map)


def test_given_games_when_told_as_csv_then_each_seat_of_each_game_has_a_line_whose_points_add_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = simulated(capsys, "--edition", "europe", "--output", "csv", "--bots", "greedy,random")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert [(line["seed"], line["seat"], line["bot"]) for line in lines] == [
        (seed, seat, bot) for seed in ("7", "8") for seat, bot in (("blue", "greedy"), ("red", "random"))
    ]
    for line in lines:
        sources = ("routes", "tickets", "longest_bonus", "stations")
        assert int(line["total"]) == sum(int(line[source]) for source in sources)


def test_given_games_when_told_as_a_table_then_seats_are_columns_and_figures_have_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = simulated(capsys, "--output", "table", "--bots", "greedy,random")
    assert "1: blue, greedy" in text
    assert "2: red, random" in text
    assert all(name in text for name in ("wins in all", "tickets done", "turns:", "final-round 2"))


def test_given_a_game_without_end_when_played_then_it_is_scored_as_it_stands() -> None:
    rules = edition("us-accessible")
    endless = replace(rules, settings=rules.with_settings({"trains": 500}))
    played = play_game(game_map("usa"), endless, SEATS[:2], "untracked", ("random", "random"), 1)
    assert (played.why, played.turns) == (TOO_LONG, MOST_TURNS)
    figures = summary(SEATS[:2], ("random", "random"), [played], 1.0)
    assert (figures["games"], figures["ended"]) == (1, {TOO_LONG: 1})
    assert played.winners == (max(played.totals, key=played.totals.__getitem__),)
