"""A terminal that is closed ends a game as it should be ended; a full disk is told of at the end again."""

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.store import read_file
from tests.fingerpost.test_play import Playing
from tests.waiting import PATIENCE_S

DEMO = (sys.executable, "-m", "fingerpost", "demo", "--mute", "--no-camera", "--seed", "9")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    playing = Playing(tmp_path)
    yield playing
    playing.close()


def test_given_a_game_when_its_terminal_is_closed_then_it_ends_and_no_power_cut_is_told_of(
    table: Playing,
) -> None:
    table.hears("Blue disc to move.")
    table.set_token("denver-omaha")
    table.hears("Blue disc claims Denver to Omaha")
    table.process.send_signal(signal.SIGHUP)
    assert table.process.wait(PATIENCE_S) == 0
    [log] = (table.folder / "games").glob("*.fingerpost")
    assert read_file(log).notes[-1].kind == "closed"
    table.lines.clear()
    table.start()
    table.hears("Welcome back.")


def test_given_a_demo_whose_disk_is_full_when_it_ends_then_that_is_said_again_and_the_answer_is_1(
    tmp_path: Path,
) -> None:
    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1500, resource.RLIM_INFINITY))

    log = tmp_path / "game.fingerpost"
    done = subprocess.run(
        [*DEMO, "--speed", "0", "--turns", "30", "--log", str(log)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        preexec_fn=little,
    )
    assert done.returncode == 1, done.stderr
    told = done.stdout.splitlines()
    assert sum("The game is not being saved" in line for line in told) == 1
    assert sum("The last turns could not be saved and are lost." in line for line in told) == 1
    assert "the game could not be saved: its disk is full or gone" in done.stderr
