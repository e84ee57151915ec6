"""A stored game for others: whole when it is over, without its secrets before."""

import csv
import io
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine import LOCOMOTIVE, Game, GameStarted
from fingerpost.cli import main
from storage.export import COLUMNS, FORMS, as_csv, as_jsonl, as_transcript, shown
from storage.store import GameLog, read_file
from tests.storage.logs import alone, change, played
from tests.waiting import PATIENCE_S

SEED = 987_654_321
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def exported(path: Path, form: str) -> str:
    return "\n".join(FORMS[form](shown(read_file(path)), None))


@pytest.mark.parametrize(
    ("edition", "board"),
    [
        ("us-accessible", "usa"),
        ("europe", "europe"),
        ("rails-and-sails-world", "world"),
        ("legends-of-the-west", "legends-east"),
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_given_a_game_that_goes_on_when_exported_then_no_secret_is_in_it(
    tmp_path: Path, edition: str, board: str, form: str
) -> None:
    game = played(tmp_path / "a", acts=12, edition=edition, on=board, seed=SEED)
    text = exported(tmp_path / "a", form)
    started = game.events[0]
    assert isinstance(started, GameStarted)
    names = " ".join(game.state.game_map.routes)  # some tickets are called as a route is
    canaries = {ticket for ticket in started.ticket_deck if ticket not in names} | {str(SEED)}
    assert len(canaries) > 20
    assert [canary for canary in canaries if canary in text] == []


def test_given_two_games_that_differ_in_hidden_cards_when_exported_then_they_are_the_same(
    tmp_path: Path,
) -> None:
    games = [Game.new("us-accessible", "usa", ("blue", "red"), cards="dealt", seed=seed) for seed in (1, 2)]
    texts = []
    for number, game in enumerate(games):
        hidden = [event for event in game.events if type(event).__name__ != "RowTurned"]
        with GameLog(tmp_path / str(number), clock=lambda: NOON, game_id="one") as store:
            store.append(1, hidden)
        texts.append([exported(tmp_path / str(number), form) for form in ("jsonl", "csv")])
    assert texts[0] == texts[1]
    assert LOCOMOTIVE not in texts[0][0]


def test_given_a_game_that_is_over_when_exported_then_all_of_it_is_there(tmp_path: Path) -> None:
    game = played(tmp_path / "a", acts=None)
    head, *lines = [json.loads(line) for line in as_jsonl(shown(read_file(tmp_path / "a")), None)]
    assert head["secrets"] == "open"
    assert head["events"] == len(lines) == len(game.events)
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["seed"] == 1
    assert lines[0]["ticket_deck"]


def test_given_a_game_when_exported_as_a_table_then_each_event_is_a_row_and_nothing_is_left_out(
    tmp_path: Path,
) -> None:
    played(tmp_path / "a", acts=None)
    game = shown(read_file(tmp_path / "a"))
    rows = list(csv.DictReader(io.StringIO("\n".join(as_csv(game, None)))))
    lines = [json.loads(line) for line in list(as_jsonl(game, None))[1:]]
    assert len(rows) == len(lines)
    for row, line in zip(rows, lines, strict=True):
        assert {key for key in line if key not in COLUMNS} == set(json.loads(row["more"] or "{}"))
        assert (row["type"], row["seat"]) == (line["type"], line.get("seat", ""))
    claims = [row for row in rows if row["type"] == "route-claimed"]
    assert all(row["route"] and int(row["points"]) > 0 and row["cards"] for row in claims)


def test_given_a_game_when_exported_as_words_then_it_is_what_everybody_heard(tmp_path: Path) -> None:
    game = played(tmp_path / "a", acts=None)
    lines = list(as_transcript(shown(read_file(tmp_path / "a")), None))
    assert sum(" claims " in line for line in lines) >= len(game.state.owners)
    assert any(" wins with " in line or "tie" in line for line in lines)
    assert not any("Keep?" in line or line.startswith("You ") for line in lines)


def test_given_a_damaged_log_when_exported_then_what_is_whole_is_given_and_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "a", acts=20)
    change(tmp_path / "a", "UPDATE events SET at = '1970' WHERE seq = 20")
    alone(tmp_path / "a")
    assert main(["export", str(tmp_path / "a")]) == 1
    out, err = capsys.readouterr()
    assert 10 < out.count("\n") <= 20
    assert "event 20 is not what was written" in err
    assert "Traceback" not in err


def test_given_the_command_when_called_then_file_number_and_format_are_understood(tmp_path: Path) -> None:
    played(tmp_path / "game-0007.fingerpost", acts=8)

    def export(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "fingerpost", "export", *arguments, "--folder", str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    done = export("7", "--format", "csv", "--out", str(tmp_path / "a.csv"))
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "a.csv").read_text(encoding="utf-8").startswith("seq,act,turn,at,type,")
    wrong = export("8")
    assert wrong.returncode == 2
    assert wrong.stderr == f"fingerpost: no game 8 in {tmp_path}; the newest there are 7\n"
