"""`hub watch` as a process, on a hub that is another program than ours, through all that befalls a wire."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.firmware_bridge.pty_hub import PtyHub
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
SITES = 48


class Watched:
    """The watch, its hub, and a copy of the board kept from the lines."""

    def __init__(self, folder: Path) -> None:
        self.link = folder / "hub"
        self.hub = PtyHub(self.link, SITES)
        code = (
            "import signal, sys; from firmware_bridge.watch_port import watch; from pathlib import Path;"
            "signal.signal(signal.SIGINT, signal.default_int_handler);"
            "sys.exit(watch(sys.argv[1], None, True, sys.stdout, sys.stderr, Path(sys.argv[2])))"
        )
        self.log = folder / "wire.log"
        self.watch = subprocess.Popen(
            [sys.executable, "-c", code, str(self.link), str(self.log)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self.lines: list[str] = []
        self.copy: list[object] = [None] * SITES
        self.said: list[str] = []
        self.keys: list[tuple[int, str]] = []
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.watch.stdout is not None
        for line in self.watch.stdout:
            record = json.loads(line)
            with self.news:
                self.lines.append(line.rstrip("\n"))
                if "site" in record:
                    self.copy[record["site"]] = record["token"]
                if "key" in record:
                    self.keys.append((record["key"], record["action"]))
                if "hub" in record:
                    self.said.append(record["hub"])
                self.news.notify_all()

    def do(self, *deeds: str) -> None:
        self.hub.do(*deeds)

    def truth(self) -> list[object]:
        return self.hub.truth()

    def until(self, done: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(done, PATIENCE_S), (self.said, self.copy)

    def live(self, truth: list[object]) -> Callable[[], bool]:
        return lambda: bool(self.said) and self.said[-1] == "live" and self.copy == truth

    def close(self) -> None:
        self.watch.kill()
        self.watch.communicate()
        self.hub.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(tmp_path)
    yield watched
    watched.close()


def test_given_an_independent_hub_when_its_day_is_bad_then_the_watch_tells_the_truth_and_can_be_replayed(
    table: Watched,
) -> None:
    chance = random.Random(2)

    def changes(count: int) -> list[str]:
        return [f"put {chance.randrange(SITES)} {chance.choice((0, 1, 33))}" for _ in range(count)]

    table.until(lambda: table.said == ["live"])
    table.do(*changes(20), "say Traceback (most recent call last):", "key 1 d", "key 1 u")
    table.until(table.live(table.truth()))
    table.until(lambda: table.keys == [(1, "down"), (1, "up")])

    table.do("loss 0.1", "harm 0.01")
    for _ in range(40):
        table.do(*changes(3))
        table.reader.join(0.05)
    table.do("loss 0", "harm 0")
    table.until(table.live(table.truth()))

    table.do("reboot", *changes(5))
    table.until(lambda: "stale" in table.said[-2:])
    table.until(table.live(table.truth()))

    table.do("unplug")
    table.until(lambda: table.said[-1] == "lost")
    table.do(*changes(5), "plug")
    table.until(table.live(table.truth()))

    table.do("wander", *changes(5))
    table.until(table.live(table.truth()))

    table.watch.send_signal(signal.SIGINT)
    assert table.watch.wait(PATIENCE_S) == 0
    table.reader.join(PATIENCE_S)
    replayed = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from firmware_bridge.watch_port import replay_file;"
            "sys.exit(replay_file(Path(sys.argv[1]), None, True, 0, sys.stdout, sys.stderr))",
            str(table.log),
        ],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert replayed.stdout.splitlines() == table.lines


def test_given_an_independent_hub_when_it_hangs_then_stale_and_lost_and_live_again(
    table: Watched,
) -> None:
    table.until(lambda: table.said == ["live"])
    table.do("put 3 1")
    table.until(table.live(table.truth()))
    table.do("hang 600000")
    table.until(lambda: table.said[-1] == "lost")
    table.do("hang 0")
    table.until(lambda: table.said[-1] == "live")
    assert table.said == ["live", "stale", "lost", "live"]
