"""What a newcomer tries first: each answer names the cause, and what to type."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from command_line import progress
from engine.events import CardsArranged
from fingerpost.cli import main
from tests.storage.logs import played

Out = pytest.CaptureFixture[str]
POSITION = {
    "edition": "us-accessible",
    "map": "usa",
    "seats": [{"seat": "blue", "routes": ["denver-omaha"]}, {"seat": "red", "routes": []}],
}


class Tty(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def refused(out: Out, *arguments: str) -> str:
    assert main(arguments) == 2
    told = out.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.startswith("fingerpost: ")
    return told.err


def test_given_an_empty_position_when_scored_then_it_says_what_is_missing_and_how_to_give_one(
    tmp_path: Path, capsys: Out
) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("{}")
    assert "edition is missing; give one of us-accessible, " in refused(capsys, "score", str(empty))
    assert "| fingerpost score -" in refused(capsys, "score", "{}")


def test_given_a_terminal_when_a_position_is_scored_then_a_table_and_json_elsewhere_or_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    file = tmp_path / "position.json"
    file.write_text(json.dumps(POSITION))
    assert main(["score", str(file)]) == 0
    elsewhere = capsys.readouterr().out
    assert json.loads(elsewhere)["seats"][0]["seat"] == "blue"
    for arguments, shown in (
        (["--json"], elsewhere),
        ([], r"seat +routes .*total"),
        (["--plain"], "blue: routes 7, "),
        (["--plain", "--language", "de"], "Blau: Strecken 7, "),
    ):
        terminal = Tty()
        monkeypatch.setattr(sys, "stdout", terminal)
        assert main(["score", str(file), *arguments]) == 0
        monkeypatch.undo()
        text = terminal.getvalue()
        assert text == shown if shown == elsewhere else re.match(shown, text)


def test_given_no_terminal_when_games_are_simulated_then_json_is_what_it_was(capsys: Out) -> None:
    assert main(["simulate", "--games", "1", "--seats", "2", "--json"]) == 0
    asked = json.loads(capsys.readouterr().out)
    assert main(["simulate", "--games", "1", "--seats", "2"]) == 0
    assert json.loads(capsys.readouterr().out).keys() == asked.keys()


@pytest.mark.parametrize(
    ("arguments", "fits"),
    [
        ("referee --map europe --edition us-accessible", "--edition europe"),
        ("referee --map usa --edition europe", "--edition us-accessible or us-10th-anniversary"),
        ("simulate --map europe --edition us-accessible --games 1", "--edition europe"),
        ("demo --map europe --edition us-accessible --no-camera --speed 0", "--edition europe"),
    ],
)
def test_given_another_maps_edition_when_called_then_the_one_that_fits_is_named(
    arguments: str, fits: str, capsys: Out
) -> None:
    told = refused(capsys, *arguments.split())
    assert "cannot be played on --map" in told
    assert fits in told


def test_given_no_port_when_a_hub_is_tested_then_its_line_begins_as_all_do(capsys: Out) -> None:
    assert "no such" not in refused(capsys, "hub", "test", "/dev/no-such-hub")


def test_given_schemas_when_written_then_only_where_told_and_it_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "--out is missing" in refused(capsys, "mqtt", "schemas")
    assert not list(tmp_path.iterdir())
    assert main(["mqtt", "schemas", "--out", "there"]) == 0
    count = len([path for path in (tmp_path / "there").rglob("*") if path.is_file()])
    assert capsys.readouterr().err == f"fingerpost: {count} files written into there\n"


def names(out: Out) -> list[str]:
    """How the games of a list are called."""
    return [line.partition(":")[0] for line in out.readouterr().out.splitlines()]


def test_given_demos_when_games_are_listed_then_they_are_there_and_a_folder_can_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    games = tmp_path / "fingerpost" / "games"
    games.mkdir(parents=True)
    for name in ("demo", "demo-2", "games/game-0001"):
        played(tmp_path / "fingerpost" / f"{name}.fingerpost", acts=2)
    assert main(["games"]) == 0
    assert names(capsys) == ["1", "demo", "demo-2"]
    assert main(["games", str(games)]) == 0
    assert names(capsys) == ["1"]
    assert main(["export", "demo-2", "--format", "transcript"]) == 0
    assert main(["games", "--mend", "demo"]) == 0
    assert "is whole" in capsys.readouterr().err


def test_given_long_work_at_a_terminal_when_it_goes_on_then_a_line_tells_how_far_and_elsewhere_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "EVERY_S", 0.0)
    for err, lines in ((Tty(), ["0 of 3", "1 of 3", "2 of 3"]), (io.StringIO(), [])):
        monkeypatch.setattr(sys, "stderr", err)
        assert list(progress.told([7, 8, 9], "pictures")) == [7, 8, 9]
        assert err.getvalue().splitlines() == [f"fingerpost: {line} pictures …" for line in lines]


def test_given_what_set_takes_when_the_page_is_read_then_every_key_is_there() -> None:
    row = next(line for line in Path("docs/referee.md").read_text().splitlines() if '{"set"' in line)
    assert [key for key in CardsArranged.__struct_fields__ if f"`{key}`" not in row] == []
