"""`fingerpost map check` and `fingerpost score --explain`: what is printed, and the exit status."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from announce.colour_letters import COLOURS
from fingerpost.cli import main

EUROPE = str(files("engine").joinpath("maps", "europe.json"))


def test_given_a_good_map_then_nothing_is_said_but_its_size_and_exit_is_0(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["map", "check", EUROPE]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "Europe (2005): 47 cities, 101 routes, 46 tickets; no complaint\n")


def test_given_the_option_tickets_then_every_value_beside_its_shortest_way(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["map", "check", EUROPE, "--tickets"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["ticket", "value", "shortest"]
    assert ["london-wien", "10", "9"] in lines
    assert len(lines) == 47


def test_given_complaints_then_a_line_each_and_exit_is_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"cities": [{"id": "a"}, {"id": "b"}], "routes": []}))
    assert main(["map", "check", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == ["city a has no route", "city b has no route"]
    assert main(["map", "check", EUROPE, "--edition", "us-accessible"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 31


def test_given_one_route_and_one_ticket_then_each_is_counted_as_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "own.json"
    ends = {"a": "a", "b": "b", "length": 4}
    ticket = {"id": "ab", "cities": ["a", "b"], "value": 4}
    own = {
        "id": "own",
        "cities": [{"id": "a"}, {"id": "b"}],
        "routes": [{"id": "ab", **ends}],
        "tickets": [ticket],
    }
    path.write_text(json.dumps(own))
    assert main(["map", "check", str(path)]) == 1
    assert "2 cities, 1 route, 1 ticket; complaints: 1" in capsys.readouterr().err


def test_given_too_few_tickets_for_any_edition_then_a_line_says_so_and_an_edition_is_asked_by_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "own.json"
    whole = json.loads(Path(EUROPE).read_text("utf-8"))
    path.write_text(json.dumps({**whole, "id": "own", "tickets": whole["tickets"][:3]}))
    assert main(["map", "check", str(path)]) == 1
    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("no edition can be played on it (europe: ")
    assert main(["map", "check", str(path), "--edition", "europe"]) == 1
    assert capsys.readouterr().out.startswith("europe: ")


def test_given_the_map_of_the_page_on_boards_then_it_is_whole_and_named_as_its_commands_name_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """How a map of one's own is written stood nowhere but in a schema."""
    page = (Path(__file__).parents[3] / "docs" / "boards.md").read_text("utf-8")
    path = tmp_path / "trees.json"
    path.write_text(page.partition("```json\n")[2].partition("```")[0], "utf-8")
    assert main(["map", "check", str(path)]) == 0
    assert capsys.readouterr().err == "Five Trees: 5 cities, 9 routes, 6 tickets; no complaint\n"
    assert {"fingerpost map check trees.json", "fingerpost board make trees.json --out board.json"} <= {
        line.partition(" #")[0].strip() for line in page.splitlines()
    }
    colours = next(line for line in page.splitlines() if "`gray` (if left out)" in line)
    assert [name for name in COLOURS if f"`{name}`" not in colours] == []


@pytest.mark.parametrize("text", ["[", "[]", '{"cities": 3}', None])
def test_given_no_map_then_one_line_and_exit_is_2(
    text: str | None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "own.json"
    if text is not None:
        path.write_text(text)
    assert main(["map", "check", str(path)]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert "own.json" in said.err


def test_given_explain_then_the_score_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "end.json"
    seats = [{"seat": "blue", "routes": ["berlin-wien"], "tickets": ["paris-wien"]}, {"seat": "red"}]
    path.write_text(json.dumps({"edition": "europe", "seats": seats}))
    assert main(["score", str(path), "--explain"]) == 0
    out = capsys.readouterr().out
    assert "blue: 18 points, place 1" in out
    assert "Paris - Wien: failed by 6 spaces" in out
    assert main(["score", str(path), "--explain", "--lines"]) == 2
