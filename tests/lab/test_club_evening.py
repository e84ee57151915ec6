"""The club's evening of the demo: every game collected whole, everybody placed."""

import socket
import sys
from pathlib import Path

import pytest

import lab.club_evening
from lab.club_evening import NAMES, ClubEvening, main
from mqtt.local_broker import HeldPort


def test_given_the_demo_of_a_club_when_run_then_all_games_are_collected_and_everybody_has_a_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with HeldPort() as port:
        pass
    assert main(["--seconds", "5", "--port", str(port)]) == 0
    told = capsys.readouterr().out
    assert told.count(": the game is over; ") == 8
    assert f"The hall: http://127.0.0.1:{port}/" in told
    rows = told.split("rank,number,name,games,wins,points,total\n")[1].splitlines()[: len(NAMES)]
    assert sorted(row.split(",")[2] for row in rows) == sorted(NAMES)
    assert "Round 1. Table 1: " in told
    assert '"gap"' not in told
    assert "The results of 8 games are taken." in told
    assert "8 pods, of 4, 4, 4, 4, 4, 4, 4, 4." in told
    assert "{" not in told  # people read it


def test_given_a_wrong_call_of_the_demo_when_run_then_2_and_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--seconds", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_given_a_port_that_another_program_has_when_the_demo_runs_then_one_line_asks_for_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        assert main(["--seconds", "5", "--port", str(held.getsockname()[1])]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "give another --port" in told


def test_given_a_hall_that_is_slow_to_start_when_the_demo_runs_then_its_port_is_not_blamed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab.club_evening, "_SERVED_WITHIN_S", 0.0)
    with HeldPort() as port:
        pass
    assert main(["--seconds", "5", "--port", str(port)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "try again" in told and "--port" not in told


def evening_that_answers(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> ClubEvening:
    """An evening whose every command is this script; its hall is not looked at."""
    made = ClubEvening(folder, 8081, 5.0)
    monkeypatch.setattr(made, "_call", lambda *arguments: [sys.executable, "-c", script, *arguments])
    monkeypatch.setattr(made, "_look", lambda: None)
    return made


def test_given_results_that_cannot_be_taken_when_decided_then_the_reason_is_shown_and_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = """
import sys
if "result" in sys.argv:
    sys.exit("club: the database is away")
print('{"call": "Thank you"}')
"""
    assert evening_that_answers(script, tmp_path, monkeypatch)._decide() == 1
    told = capsys.readouterr().out
    assert "$ fingerpost club tournament result evening\nclub: the database is away\n" in told
    assert "are taken" not in told


def test_given_games_that_are_not_collected_in_time_when_decided_then_their_pods_are_named_and_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab.club_evening, "_RESULTS_WITHIN_S", 0.0)
    script = """print('{"taken": [1], "missing": [2, 5], "call": "Thank you"}')"""
    assert evening_that_answers(script, tmp_path, monkeypatch)._decide() == 1
    told = capsys.readouterr().out
    assert "The results of 1 games are taken.\nOf these pods none has come within 0 s: 2, 5.\n" in told
