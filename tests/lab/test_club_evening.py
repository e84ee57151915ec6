"""The club's evening of the demo: every game collected whole, everybody placed."""

import socket

import pytest

import lab.club_evening
from lab.club_evening import NAMES, main
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
