"""`fingerpost arena` through its command: deals, digests, figures, and what is left when it is broken off."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bots.bot import RandomBot
from engine import EDITIONS, Command, Referee, Seat, State
from fingerpost.cli import main
from lab.arena.standings import PairLine, strengths, wilson
from tests.waiting import until

GREEDY = f"{sys.executable} -m fingerpost bot greedy"


def arena(folder: Path, *arguments: str) -> dict[str, Any]:
    out = folder / "out.json"
    assert main(["arena", "--out", str(out), *arguments]) == 0
    made: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return made


def met(a: str, b: str, ahead: int, behind: int, equal: int) -> PairLine:
    return PairLine(a=a, b=b, games=ahead + behind + equal, ahead=ahead, behind=behind, equal=equal)


def timeless(made: dict[str, Any]) -> dict[str, Any]:
    """Without what a clock has measured."""
    bots = [{key: value for key, value in bot.items() if not key.startswith("ms_")} for bot in made["bots"]]
    return {**made, "bots": bots}


def test_given_a_seed_when_played_again_by_two_processes_then_nothing_differs(tmp_path: Path) -> None:
    called = ("--games", "7", "--bots", "greedy,random,random", "--seed", "5")
    one, other = arena(tmp_path, *called), arena(tmp_path, *called, "--jobs", "2")
    assert timeless(one) == timeless(other)
    assert len(one["games"]) == 9  # whole blocks
    assert len({game["digest"] for game in one["games"]}) == 9
    assert timeless(arena(tmp_path, *called[:-1], "6"))["games"] != one["games"]


def test_given_a_block_then_its_games_share_a_deal_and_every_bot_sits_everywhere(tmp_path: Path) -> None:
    made = arena(tmp_path, "--games", "6", "--bots", "greedy,random,greedy")
    first, second = made["games"][:3], made["games"][3:]
    assert len({game["seed"] for game in first}) == len({game["seed"] for game in second}) == 1
    assert first[0]["seed"] != second[0]["seed"]
    turned = ["greedy", "random", "greedy"]
    assert [game["bots"] for game in first] == [turned[n:] + turned[:n] for n in range(3)]
    assert first[0]["seats"] == ["blue", "red", "green"]
    assert [(bot["name"], bot["games"]) for bot in made["bots"]] == [("greedy", 12), ("random", 6)]
    assert sum(bot["wins"] for bot in made["bots"]) == pytest.approx(6)
    (pair,) = made["pairs"]
    assert (pair["a"], pair["b"], pair["games"]) == ("greedy", "random", 12)
    assert pair["ahead"] + pair["behind"] + pair["equal"] == 12
    greedy = made["bots"][0]
    assert greedy["low"] <= greedy["win_rate"] <= greedy["high"]
    assert (greedy["elo"], len(greedy["by_place"])) == (1000, 3)


@pytest.mark.parametrize(
    ("name", "bot"),
    [*((name, "random") for name in EDITIONS), ("europe", "greedy"), ("us-accessible", "greedy")],
)
def test_given_a_bot_of_ours_as_a_program_then_it_plays_the_same_game(
    name: str, bot: str, tmp_path: Path
) -> None:
    """So it knows nothing at home either that its seat may not know."""
    called = ("--games", "2", "--edition", name, "--seed", "3", "--ms", "60000")
    program = f"{sys.executable} -m fingerpost bot {bot}"
    home = arena(tmp_path, *called, "--bots", f"{bot},{bot}")
    away = arena(tmp_path, *called, "--bots", f"{bot},mine", "--bot", f"mine={program}")
    assert [game["digest"] for game in away["games"]] == [game["digest"] for game in home["games"]]
    assert [one["mishaps"] for one in away["bots"]] == [{}, {}]


def test_given_one_that_looks_ahead_as_a_program_then_it_plays_the_same_game(tmp_path: Path) -> None:
    called = ("--games", "2", "--edition", "starter", "--map", "starter", "--seed", "3", "--ms", "60000")
    program = f"{sys.executable} -m fingerpost bot strong:2"
    home = arena(tmp_path, *called, "--bots", "strong:2,greedy")
    away = arena(tmp_path, *called, "--bots", "mine,greedy", "--bot", f"mine={program}")
    assert [game["digest"] for game in away["games"]] == [game["digest"] for game in home["games"]]


def test_given_a_log_then_the_referee_plays_its_games_to_their_digests(tmp_path: Path) -> None:
    log = tmp_path / "log"
    made = arena(
        tmp_path, "--games", "2", "--bots", "greedy,random", "--edition", "europe", "--log", str(log)
    )
    for game in made["games"]:
        referee = Referee("europe", "europe", game["seats"], seed=game["seed"], explain=lambda s, r: "")
        digest = sha256()
        for line in (log / f"{game['game']}.jsonl").read_text("utf-8").splitlines():
            *events, closing = referee.line(line)
            assert json.loads(closing)["ok"]
            for event in events:
                digest.update(event.encode() + b"\n")
        assert referee.game.state.phase == "over"
        assert digest.hexdigest() == game["digest"]


def test_given_a_program_that_errs_then_the_table_counts_its_mishaps_and_the_log_keeps_its_words(
    tmp_path: Path,
) -> None:
    program = tmp_path / "errs.py"
    program.write_text(
        'import sys\nprint(\'{"bot": 1, "name": "errs"}\', flush=True)\n'
        "for line in sys.stdin:\n    print('I err', file=sys.stderr, flush=True)\n"
        "    print('no\\nno\\nno', flush=True)\n",
        encoding="utf-8",
    )
    made = arena(
        tmp_path,
        *("--games", "2", "--bots", "greedy,errs", "--ms", "60000", "--log", str(tmp_path / "log")),
        *("--bot", f"errs={sys.executable} {program}"),
    )
    assert made["bots"][1]["mishaps"] == {"taken-over": 2, "unreadable": 6}
    assert made["games"][0]["mishaps"][-1] == {"seat": "red", "ask": 1, "kind": "taken-over"}
    assert made["games"][1]["mishaps"][-1]["seat"] == "blue"
    assert until(lambda: "I err" in (tmp_path / "log" / "0-red.err").read_text())


def test_given_a_program_that_no_longer_greets_then_what_was_played_is_kept_and_said_to_be_not_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "greets-twice.sh"
    program.write_text(
        f"[ -e {tmp_path}/2 ] && exit 1\n[ -e {tmp_path}/1 ] && touch {tmp_path}/2\ntouch {tmp_path}/1\n"
        f"exec {sys.executable} -m fingerpost bot random\n",
        encoding="utf-8",
    )
    out, called = tmp_path / "out.json", ("--games", "8", "--bots", "greedy,ours", "--ms", "60000")
    assert main(["arena", *called, "--bot", f"ours=sh {program}", "--out", str(out)]) == 1
    made = json.loads(out.read_text("utf-8"))
    assert (len(made["games"]), made["complete"]) == (2, False)
    assert "broken off after 2 of 8 games: " in capsys.readouterr().err


class _Slow(RandomBot):
    """It waits before each act, and takes no time of the processor for that."""

    def choose(self, state: State, seat: Seat) -> Command:
        time.sleep(0.002)
        return super().choose(state, seat)


def test_given_the_time_of_the_processor_then_what_else_keeps_a_bot_waiting_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.arena.match.bot_of", lambda name, seed, while_time: _Slow(seed))
    called = ("--games", "2", "--bots", "random,random")
    wall, processor = arena(tmp_path, *called), arena(tmp_path, *called, "--processor-time")
    assert (wall["clock"], processor["clock"]) == ("wall", "processor")
    assert wall["bots"][0]["ms_mean"] >= 2 > processor["bots"][0]["ms_mean"]
    assert wall["games"] == processor["games"]


def test_given_a_name_ending_in_csv_then_there_is_a_line_for_every_seat(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert main(["arena", "--games", "2", "--bots", "greedy,random", "--out", str(out)]) == 0
    lines = list(csv.DictReader(io.StringIO(out.read_text("utf-8"))))
    head = "game,block,seed,seat,turn_order,bot,place,won,total,mishaps,digest,routes,tickets,longest_bonus"
    assert ",".join(lines[0]).startswith(head)
    assert [(line["game"], line["seat"], line["bot"]) for line in lines] == [
        ("0", "blue", "greedy"),
        ("0", "red", "random"),
        ("1", "blue", "random"),
        ("1", "red", "greedy"),
    ]
    for line in lines:
        points = ("routes", "tickets", "longest_bonus")
        assert int(line["total"]) == sum(int(line[one]) for one in points)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_given_ctrl_c_then_what_was_played_is_told_and_the_exit_says_that_it_is_not_all(
    jobs: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    called = [sys.executable, "-m", "fingerpost", "arena", "--games", "100000", "--bots", "random,random"]
    with subprocess.Popen(
        [*called, "--jobs", jobs, "--log", str(log)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert until((log / "3.jsonl").exists)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate()
    made = json.loads(out)
    assert (process.returncode, made["complete"]) == (1, False)
    assert len(made["games"]) < 100000
    assert b"broken off after" in err
    assert b"Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "greedy"], "give 2 to 5"),
        (["--bots", "greedy,./nowhere"], "not found"),
        (["--bots", "greedy,mine", "--bot", "mine"], "give NAME=COMMAND"),
        (["--bots", "greedy,mine", "--bot", "greedy=true"], "give NAME=COMMAND"),
        (["--bots", "greedy,true"], "it ended before it greeted"),
        (["--bots", "greedy,random", "--games", "0"], "give at least 1"),
        (["--bots", "greedy,random", "--out", "/nowhere/x.json", "--games", "2"], "name another file"),
    ],
)
def test_given_a_wrong_call_then_one_line_says_so(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_given_figures_known_from_books_then_bounds_and_strengths_are_theirs() -> None:
    assert wilson(8, 10) == pytest.approx((0.490162, 0.943318), abs=1e-6)
    assert wilson(0, 0) == (0.0, 1.0)
    # One drawn game added: 75.5 to 25.5, so 400 * log10(75.5 / 25.5) points.
    assert strengths(["greedy", "x"], [met("greedy", "x", 25, 75, 0)]) == {"greedy": 1000, "x": 1188.5}
    assert strengths(["a", "b"], [met("a", "b", 1, 1, 1)]) == {"a": 1000, "b": 1000}
    assert strengths(["a"], []) == {"a": 1000}
