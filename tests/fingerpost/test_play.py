"""The real table's loop in real time: a hub process that lives by itself, at a port that may go away."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lab.hub.process import HubProcess
from storage.store import read_log
from tabletop import SiteId, board_layout
from tests.waiting import PATIENCE_S

LAYOUT = board_layout("usa")


class Playing:
    """`fingerpost play` as a process, and the hub it listens to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.link = folder / "hub"
        self.hub = HubProcess(144, link=self.link)
        (folder / "table.toml").write_text(
            f'[game]\nmap = "usa"\nseats = ["blue", "red"]\ncards = "untracked"\nseed = 1\n'
            f'[hub]\nport = "{self.link}"\n[speech]\nmute = true\n[store]\npath = "{folder}/games"\n',
            encoding="utf-8",
        )
        self.lines: list[str] = []
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fingerpost", "play", "--config", str(self.folder / "table.toml")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.strip())

    def set_token(self, site: str, *, there: bool = True) -> None:
        channel = LAYOUT.sites[SiteId(site)].channel
        assert channel is not None
        self.hub.contact(channel, 1 if there else 0, bounce_ms=4)

    def hears(self, words: str) -> None:
        self.until(lambda: any(words in line for line in self.lines), words)

    def until(self, done: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not done():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited for {what!r}; heard {self.lines}")
            self._reader.join(0.05)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.hub.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    playing = Playing(tmp_path)
    yield playing
    playing.close()


def test_given_a_hub_when_tokens_are_set_then_claims_are_told_and_kept_through_a_stop(table: Playing) -> None:
    table.hears("Blue disc to move.")
    table.set_token("denver-omaha")
    table.hears("Blue disc claims Denver to Omaha: 4 trains, 7 points. Red square to move.")
    assert table.stop() == 0
    [log] = (table.folder / "games").glob("*.fingerpost")
    events = read_log(log).events
    assert type(events[-1]).__name__ == "TurnStarted"
    table.lines.clear()
    table.start()
    table.hears("red square to move")
    assert not any("claims" in line or "fell" in line for line in table.lines)


def test_given_the_hub_is_unplugged_when_plugged_in_elsewhere_then_said_once_each_way(table: Playing) -> None:
    table.hears("Blue disc to move.")
    table.hub.unplug()
    table.hears("check")
    table.hub.plug()
    table.hears("The pins are back")
    table.set_token("denver-omaha")
    table.hears("Blue disc claims Denver to Omaha")
    assert sum("are back" in line for line in table.lines) == 1


def test_given_no_hub_at_the_start_when_it_comes_then_the_game_goes_on(tmp_path: Path) -> None:
    playing = Playing(tmp_path)
    try:
        playing.hears("Blue disc to move.")
        playing.hub.close()
        playing.hears("check")
        assert playing.process.poll() is None
    finally:
        playing.close()
