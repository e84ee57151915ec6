"""`fingerpost play --bots`: programs at a real table, and what a call may name."""

import subprocess
import sys
from pathlib import Path

import pytest

from fingerpost.call_options import _players
from fingerpost.cli import main
from fingerpost.config import Config
from fingerpost.table_file import read_config
from table.errors import CallError

PATIENCE_MS = 2000  # that a program gets for a move: a busy machine must not make the good one late

GREETS = """
import json, sys
print(json.dumps({"bot": 1, "name": "one of two"}), flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if "ask" in told and ANSWERS: print(json.dumps({"ask": told["ask"], "pick": 0}), flush=True)
"""

HURRIED = """
import sys
from table import stand_ins
stand_ins.PAUSE_S = stand_ins.WORD_S = 0.0
from fingerpost.__main__ import main
sys.exit(main())
"""
"""The program, but that no bot leaves anybody time to listen."""


def program(folder: Path, *, answers: bool) -> str:
    path = folder / f"{'answers' if answers else 'deaf'}.py"
    path.write_text(GREETS.replace("ANSWERS", str(answers)), encoding="utf-8")
    return f"{sys.executable} {path}"


def call(folder: Path, bots: str) -> list[str]:
    config = folder / "table.toml"
    config.write_text(f'[game]\nset_up = false\nmap = "usa"\n[store]\npath = "{folder / "games"}"\n', "utf-8")
    game = [
        "--keyboard",
        "--mute",
        "--plain",
        "--cards",
        "dealt",
        "--seats",
        "2",
        "--bot-ms",
        str(PATIENCE_MS),
    ]
    return ["play", "--config", str(config), *game, "--bots", bots]


def test_given_two_programs_at_a_table_when_one_is_deaf_then_the_game_goes_on_and_the_table_hears(
    tmp_path: Path,
) -> None:
    bots = f"blue={program(tmp_path, answers=True)},red={program(tmp_path, answers=False)}"
    with subprocess.Popen(
        [sys.executable, "-c", HURRIED, *call(tmp_path, bots)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        heard = []
        for line in process.stdout:
            heard.append(line.strip())
            if "the planner plays on" in line:
                break
        process.terminate()
        process.communicate()
    assert "Red square's program was late; the planner played." in heard
    assert heard[-1] == "Red square's program was late; the planner plays on."
    assert sum("Red square's program" in line for line in heard) == 3
    assert not any("Blue disc's program" in line for line in heard)


def test_given_a_program_that_does_not_greet_then_no_game_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(call(tmp_path, "red=true")) == 2
    said = capsys.readouterr()
    assert "program true: it ended before it greeted" in said.err
    assert "New game" not in said.out


def test_given_a_name_that_no_bot_has_then_the_line_names_the_bots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(call(tmp_path, "red=planner")) == 2
    told = capsys.readouterr().err
    assert "bots, red: program planner: not found" in told and "or name a bot: random, easy, greedy" in told
    assert not list(tmp_path.rglob("*.fingerpost"))


def test_given_seats_with_their_players_when_called_then_commas_of_a_command_stay_its_own() -> None:
    assert _players("blue=./mybot --deep=1,2 ,red=random,green") == {
        "blue": "./mybot --deep=1,2",
        "red": "random",
        "green": "",
    }
    with pytest.raises(CallError, match="pink is no seat"):
        _players("pink=./mybot")


def test_given_players_in_a_file_then_they_are_of_seats_that_play_by_themselves(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('[game]\nbots = ["red"]\nplayers = { red = "./mybot" }\n', "utf-8")
    assert read_config(path).game.players == {"red": "./mybot"}
    assert Config().game.players == {}
    path.write_text('[game]\nplayers = { red = "./mybot" }\n', "utf-8")
    with pytest.raises(CallError, match='"red" plays not by itself; name it in bots too'):
        read_config(path)
