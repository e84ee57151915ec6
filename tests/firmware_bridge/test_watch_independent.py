"""`hub watch` as a process, on a hub that is another program than ours, through all that befalls a wire."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware_bridge.pty_hub import PtyHub
from tests.firmware_bridge.watch_process import ENVIRONMENT, Watched
from tests.waiting import PATIENCE_S

SITES = 48


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[PtyHub]:
    hub = PtyHub(tmp_path / "hub", SITES)
    yield hub
    hub.close()


@pytest.fixture
def table(hub: PtyHub, tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(hub.link, tmp_path / "wire.log", SITES)
    yield watched
    watched.close()


def test_given_an_independent_hub_when_its_day_is_bad_then_the_watch_tells_the_truth_and_can_be_replayed(
    hub: PtyHub, table: Watched
) -> None:
    chance = random.Random(2)

    def changes(count: int) -> list[str]:
        return [f"put {chance.randrange(SITES)} {chance.choice((0, 1, 33))}" for _ in range(count)]

    table.until(lambda: table.said == ["live"])
    hub.do(*changes(20), "say Traceback (most recent call last):", "key 1 d", "key 1 u")
    table.until(table.live(hub.truth()))
    table.until(lambda: table.keys == [(1, "down"), (1, "up")])

    hub.do("loss 0.1", "harm 0.01")
    for _ in range(40):
        hub.do(*changes(3))
        table.reader.join(0.05)
    hub.do("loss 0", "harm 0")
    table.until(table.live(hub.truth()))

    hub.do("reboot", *changes(5))
    table.until(lambda: "stale" in table.said[-2:])
    table.until(table.live(hub.truth()))

    hub.do("unplug")
    table.until(lambda: table.said[-1] == "lost")
    hub.do(*changes(5), "plug")
    table.until(table.live(hub.truth()))

    hub.do("wander", *changes(5))
    table.until(table.live(hub.truth()))

    assert table.interrupt(PATIENCE_S) == 0
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
        env=ENVIRONMENT,
        check=True,
    )
    assert replayed.stdout.splitlines() == table.lines


def test_given_an_independent_hub_when_it_hangs_then_stale_and_lost_and_live_again(
    hub: PtyHub, table: Watched
) -> None:
    table.until(lambda: table.said == ["live"])
    hub.do("put 3 1")
    table.until(table.live(hub.truth()))
    hub.do("hang 600000")
    table.until(lambda: table.said[-1] == "lost")
    hub.do("hang 0")
    table.until(lambda: table.said[-1] == "live")
    assert table.said == ["live", "stale", "lost", "live"]
