"""The club's evening of the demo: every game collected whole, everybody placed."""

import pytest

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


def test_given_a_wrong_call_of_the_demo_when_run_then_2_and_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--seconds", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
