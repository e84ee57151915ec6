"""Whole games on the simulated table: real bytes, real pixels, the same every time."""

import io
import json
import os
import random
import signal
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest

from engine import GameStarted
from fingerpost.cli import main
from lab.commands.demo_logs import is_a_demos
from storage.log_reading import read_file
from storage.resume import resume
from storage.store import GameLog, read_log
from tests.mqtt.listener import Listener
from tests.mqtt.local_broker import LocalBroker
from tests.storage.logs import played
from tests.waiting import PATIENCE_S

DEMO = (sys.executable, "-m", "fingerpost", "demo")


def demo(tmp_path: Path, *arguments: str, log: str = "game.fingerpost") -> str:
    """What `fingerpost demo` prints; the game is in `log`."""
    done = run("demo", "--speed", "0", "--mute", "--log", str(tmp_path / log), *arguments)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fingerpost", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def printed(*arguments: str) -> dict[str, Any]:
    """What a command prints as JSON, called in this process."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(arguments) == 0
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def position(log: Path) -> dict[str, Any]:
    return printed("replay", str(log), "--position")


def scored(log: Path) -> dict[str, int]:
    """What `fingerpost score` makes of the position of a log."""
    held = log.with_suffix(".json")
    held.write_text(json.dumps(position(log)), encoding="utf-8")
    return {seat["seat"]: seat["total"] for seat in printed("score", str(held))["seats"]}


def totals(transcript: str) -> dict[str, int]:
    """The totals of the table at the end of a demo."""
    lines = transcript.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("seat "))
    rows = [line.split() for line in lines[start + 1 :] if line.strip() and not line.startswith("Check")]
    column = lines[start].split().index("total")
    return {row[0]: int(row[column]) for row in rows}


def without_path(transcript: str) -> list[str]:
    return [line for line in transcript.splitlines() if not line.startswith("Check it")]


def test_given_both_senses_when_a_whole_game_is_played_then_its_score_is_its_positions(
    tmp_path: Path,
) -> None:
    transcript = demo(tmp_path, "--map", "starter", "--edition", "starter", "--seed", "7")
    score = scored(tmp_path / "game.fingerpost")
    assert totals(transcript) == score
    assert len(score) == 3
    assert "wins with" in transcript or "A tie" in transcript


@pytest.mark.parametrize("there", ["text", "game", "harmed", "people's", "folder"])
def test_given_something_of_somebodys_when_a_demo_is_to_be_kept_there_then_one_line_and_it_stays(
    there: str, tmp_path: Path
) -> None:
    """`--resume` forgotten, and the evening was gone."""
    log = tmp_path / "game.fingerpost"
    match there:
        case "text":
            log.write_text("my diary\n")
        case "game":
            played(log, acts=3)
        case "harmed":  # a card's commonest harm: all of it is in the acts beside it
            played(log, acts=3)
            log.write_bytes(b"")
        case "people's":  # who have gone on with what a demo began
            demo(tmp_path, "--no-camera", "--turns", "1")
            demo(tmp_path, "--no-camera", "--turns", "1", "--resume")
            assert is_a_demos(log)
            resume(log).store.close()
        case _:
            log.mkdir()
    before = log.read_bytes() if log.is_file() else b""
    done = run("demo", "--speed", "0", "--mute", "--no-camera", "--turns", "1", "--log", str(log))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "is there already; --resume goes on" in done.stderr
    assert there == "folder" or log.read_bytes() == before


def test_given_a_seed_when_played_twice_then_the_transcripts_are_identical(tmp_path: Path) -> None:
    first = demo(tmp_path, "--seed", "11", "--turns", "3")
    again = demo(tmp_path, "--seed", "11", "--turns", "3")
    assert first == again
    assert first != demo(tmp_path, "--seed", "12", "--turns", "3")


@pytest.mark.parametrize("seats", ["2", "5"])
def test_given_two_or_five_seats_when_played_by_pins_alone_then_the_game_ends(
    tmp_path: Path, seats: str
) -> None:
    assert len(totals(demo(tmp_path, "--seats", seats, "--no-camera"))) == int(seats)


def test_given_faults_of_an_evening_when_played_then_the_final_position_is_the_same(tmp_path: Path) -> None:
    demo(tmp_path, "--seed", "1", "--faults", "none", "--no-camera", "--turns", "20", log="calm")
    trouble = demo(tmp_path, "--seed", "1", "--faults", "home", "--turns", "20", log="home")
    assert position(tmp_path / "home") == position(tmp_path / "calm")
    assert "flickers" in trouble  # something did go wrong


def test_given_a_storm_when_played_then_the_final_position_is_the_same(tmp_path: Path) -> None:
    demo(tmp_path, "--seed", "6", "--faults", "none", "--no-camera", "--turns", "24", log="calm")
    demo(tmp_path, "--seed", "6", "--faults", "storm", "--turns", "24", log="storm")
    assert position(tmp_path / "storm") == position(tmp_path / "calm")


def test_given_europe_when_played_then_tunnels_stations_and_a_score_that_is_its_positions(
    tmp_path: Path,
) -> None:
    transcript = demo(tmp_path, "--edition", "europe", "--no-camera", "--seed", "7")
    assert "wants a station in" in transcript
    assert "tunnel" in transcript
    assert totals(transcript) == scored(tmp_path / "game.fingerpost")


def test_given_the_camera_alone_when_played_then_it_carries_the_game(tmp_path: Path) -> None:
    demo(tmp_path, "--no-camera", "--turns", "15", log="pins")
    transcript = demo(tmp_path, "--no-hub", "--turns", "15", log="camera")
    assert position(tmp_path / "camera") == position(tmp_path / "pins")
    assert "The camera" not in transcript  # it has nothing to complain of


def test_given_cards_in_hands_when_played_then_tickets_are_told_at_the_end(tmp_path: Path) -> None:
    transcript = demo(tmp_path, "--cards", "untracked", "--no-camera", "--seats", "2")
    assert len(totals(transcript)) == 2
    assert all(seat["tickets"] for seat in position(tmp_path / "game.fingerpost")["seats"])


def test_given_kill_9_at_any_moment_when_resumed_then_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    demo(tmp_path, "--no-camera", "--seed", "9", log="whole")
    whole = read_log(tmp_path / "whole").events
    log = tmp_path / "killed"
    chance = random.Random(1)
    told = kill_after(log, chance.uniform(0.5, 1.2), resume=False)
    for _ in range(4):
        read = read_log(log)
        events, acts = read.events, read.acts
        assert events == whole[: len(events)]
        assert not acts or acts[-1][1] == len(events)  # whole acts only
        said = sum(" claims " in line for line in told.splitlines())
        assert said <= sum(type(event).__name__ == "RouteClaimed" for event in events)
        told += kill_after(log, chance.uniform(0.4, 1.0), resume=True)
    demo(tmp_path, "--no-camera", "--resume", log="killed")
    assert read_log(log).events == whole


def kill_after(log: Path, seconds: float, *, resume: bool) -> str:
    """What a demo printed before it was killed, `seconds` after its first word."""
    arguments = ["--speed", "0", "--mute", "--no-camera", "--seed", "9", "--log", str(log)]
    if resume:
        arguments.append("--resume")
    process = subprocess.Popen(
        [*DEMO, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate(timeout=PATIENCE_S)
    return first + rest


def test_given_a_simulated_hub_that_is_killed_when_a_demo_plays_then_one_line_says_how_to_go_on(
    tmp_path: Path,
) -> None:
    log = tmp_path / "killed"
    process = subprocess.Popen(
        [*DEMO, "--mute", "--no-camera", "--speed", "2", "--log", str(log)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    child = int(
        Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()[0]
    )
    os.kill(child, signal.SIGKILL)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert told.splitlines()[-1].endswith(f"the game is kept: fingerpost demo --resume --log {log}")
    assert "Traceback" not in told


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_given_a_demo_with_mqtt_when_it_is_told_to_end_then_it_says_goodbye(
    tmp_path: Path, number: signal.Signals
) -> None:
    with LocalBroker() as broker:
        ear = Listener(broker.url, topic="fingerpost/1/#")
        process = subprocess.Popen(
            [*DEMO, "--mute", "--no-camera", "--mqtt", broker.url, "--log", str(tmp_path / "ended")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        ear.wait(lambda: any(topic.endswith("/event") for topic, _, _ in ear.heard))
        process.send_signal(number)
        _, told = process.communicate(timeout=PATIENCE_S)
        ear.wait(lambda: ear.heard[-1][:2] == ("fingerpost/1/demo/availability", b"offline"))
        ear.close()
    assert process.returncode == 128 + number
    assert "Traceback" not in told
    assert read_file(tmp_path / "ended").notes[-1].kind == "closed"  # no power cut


def test_given_a_stored_game_when_replayed_then_the_table_hears_it_again(tmp_path: Path) -> None:
    transcript = demo(tmp_path, "--no-camera", "--turns", "30")
    again = run("replay", str(tmp_path / "game.fingerpost"), "--spoken")
    assert again.returncode == 0, again.stderr
    claims = [line for line in transcript.splitlines() if " claims " in line]
    assert claims
    assert [line for line in again.stdout.splitlines() if " claims " in line] == claims
    assert "ear]" not in again.stdout


def test_given_a_clone_that_is_not_on_the_path_when_stopped_then_what_is_told_to_type_goes_on(
    tmp_path: Path,
) -> None:
    program = Path(sys.executable).with_name("fingerpost")
    log, environment = tmp_path / "our game", {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    arguments = ["demo", "--speed", "0", "--mute", "--no-camera", "--turns", "2", "--log", str(log)]
    first = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment, check=True)
    told = first.stdout.rpartition("go on with: ")[2].strip()
    again = subprocess.run(
        f"{told} --speed 0 --mute --no-camera --turns 3", shell=True, capture_output=True, text=True,
        env=environment, check=False,
    )  # fmt: skip
    assert (again.returncode, again.stderr) == (0, "")
    assert "Welcome back" in again.stdout


def test_given_a_demo_that_is_playing_when_another_begins_then_each_keeps_its_own_game(
    tmp_path: Path,
) -> None:
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    environment.pop("STATE_DIRECTORY", None)
    arguments = [*DEMO, "--mute", "--no-camera", "--seats", "2"]
    first = subprocess.Popen(
        [*arguments, "--seed", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        assert first.stdout is not None
        first.stdout.readline()
        second = subprocess.run(
            [*arguments, "--seed", "8", "--speed", "0"],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
        assert first.poll() is None
    finally:
        first.send_signal(signal.SIGKILL)
        _, told = first.communicate(timeout=PATIENCE_S)
    assert told == ""
    checked = second.stdout.rpartition("Check it: ")[2]
    own, other = (tmp_path / "fingerpost" / f"{name}.fingerpost" for name in ("demo", "demo-2"))
    assert str(other) in checked
    assert [seed_of(log) for log in (own, other)] == [9, 8]
    assert totals(second.stdout) == scored(other)


def seed_of(log: Path) -> int | None:
    started = read_log(log).events[0]
    assert isinstance(started, GameStarted)
    return started.seed


def test_given_a_log_that_another_demo_writes_when_it_is_named_then_one_line_with_the_cause(
    tmp_path: Path,
) -> None:
    log = tmp_path / "game.fingerpost"
    with GameLog(log):
        done = run("demo", "--speed", "0", "--mute", "--log", str(log))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "another Fingerpost is writing this game" in done.stderr
