"""`club collect` against a real Mosquitto: nothing is lost and nothing twice, whatever is killed."""

import json
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from club.club_file import ClubConfig, ClubSection
from club.collecting import Collector, Shell
from club.database import opened
from mqtt import LostError
from mqtt.connection import Connection
from tests.club.collector import Collecting
from tests.club.databases import LocalPostgres
from tests.mqtt.engine import Engine
from tests.mqtt.local_broker import LocalBroker
from tests.waiting import PATIENCE_S, until


@pytest.fixture(scope="module", autouse=True)
def collecting_twice(
    postgres: LocalPostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[list[Collecting], list[Collecting]]]:
    """Two at a database, of either kind; the second ones wait while other tests here run."""
    with ExitStack() as running:
        first, second = list[Collecting](), list[Collecting]()
        for where in (str(tmp_path_factory.mktemp("second") / "club.sqlite"), postgres.fresh("second")):
            broker = running.enter_context(LocalBroker())  # each its own: they connect by one name
            first.append(running.enter_context(Collecting(where, broker.url)))
            first[-1].until("collect", "ready")
            second.append(running.enter_context(Collecting(where, broker.url)))
        yield first, second


def stored(where: str) -> list[int]:
    database = opened(where)
    try:
        return [
            int(str(row[0]))
            for row in database.rows("SELECT seq FROM event WHERE tbl = 'kitchen' ORDER BY seq")
        ]
    finally:
        database.close()


def all_of(where: str, last: int) -> bool:
    return stored(where) == list(range(1, last + 1))


def test_given_a_table_when_it_plays_then_every_event_is_stored_and_the_collector_ends_in_order(
    where: str,
) -> None:
    with LocalBroker() as broker, Collecting(where, broker.url) as collecting:
        collecting.until("collect", "ready")
        engine = Engine(broker.url)
        engine.go_live()
        last = engine.tell(60)
        assert until(lambda: all_of(where, last))
        assert collecting.stop() == 0
        engine.sink.close()
        assert not [line for line in collecting.lines if "conflict" in line or "refused" in line]
        database = opened(where)
        assert database.rows("SELECT availability, seq, game FROM live") == [("online", last, "game-1")]
        assert database.rows("SELECT edition, map, seats FROM game") == [
            ("us-accessible", "usa", '["blue","red"]')
        ]


def test_given_a_game_that_began_before_when_collected_once_then_all_of_it_has_come(where: str) -> None:
    with LocalBroker() as broker:
        engine = Engine(broker.url)
        engine.go_live()
        last = engine.tell(120)  # more than two pages
        with Collecting(where, broker.url, "--once") as collecting:
            assert collecting.process.wait(PATIENCE_S) == 0
            hole = {"table": "kitchen", "game": "game-1", "first": 1, "last": last}
            collecting.until("gap", hole)
            collecting.until("healed", hole)
        assert all_of(where, last)
        engine.sink.close()


def test_given_a_hole_nobody_can_fill_when_there_is_no_time_then_it_is_told_all_the_same_and_ends_with_1(
    where: str,
) -> None:
    with LocalBroker() as broker:
        client = Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", broker.port)
        client.loop_start()
        envelope = {
            "v": 1,
            "kind": "state",
            "id": "i",
            "table": "kitchen",
            "game": "g",
            "boot": "b",
            "seq": 2**31 - 1,
        }
        state = json.dumps({**envelope, "ts": "", "src": "engine", "data": {}})
        client.publish("fingerpost/1/kitchen/state", state, qos=1, retain=True).wait_for_publish(10)
        with Collecting(where, broker.url, "--once", "--wait", "0") as collecting:
            assert collecting.process.wait(PATIENCE_S) == 1
            collecting.until("gap", {"table": "kitchen", "game": "g", "first": 1, "last": 2**31 - 1})
        client.disconnect()
        client.loop_stop()


def test_given_a_second_collector_when_the_first_goes_on_then_it_ends_with_2_and_never_connects(
    collecting_twice: tuple[list[Collecting], list[Collecting]],
) -> None:
    first, second = collecting_twice
    for one in second:
        assert one.process.wait(PATIENCE_S) == 2
        assert one.lines == []
    for one in first:
        assert one.process.poll() is None
        assert one.stop() == 0
        assert [line["collect"] for line in one.lines] == ["ready"]


def test_given_kills_of_collector_broker_and_database_when_a_table_plays_on_then_nothing_is_lost_or_twice(
    postgres: LocalPostgres,
) -> None:
    where = postgres.fresh("kills")
    with LocalBroker() as broker, Collecting(where, broker.url) as collecting:
        collecting.until("collect", "ready")
        engine = Engine(broker.url)
        engine.go_live()
        for round_ in range(1, 4):
            engine.tell(10)
            collecting.kill()
            engine.tell(10)
            collecting.start()
            engine.tell(10)
            postgres.stop_at_once()
            engine.tell(10)
            postgres.start()
            broker.stop(signal.SIGKILL)
            engine.tell(10)
            broker.start()
            engine.until("live", round_ + 1)
            last = engine.tell(10)
            assert until(lambda last=last: all_of(where, last))  # type: ignore[misc]
        assert collecting.stop() == 0
        engine.sink.close()
        assert opened(where).rows("SELECT COUNT(*) FROM conflict") == [(0,)]


def test_given_two_collectors_of_one_name_when_each_puts_the_other_out_then_one_says_so_and_leaves_it(
    tmp_path: Path,
) -> None:
    with (
        LocalBroker() as broker,
        Collecting(str(tmp_path / "one.sqlite"), broker.url) as one,
        Collecting(str(tmp_path / "other.sqlite"), broker.url) as other,
    ):
        hint = "another collector may have the name club there: end it, or give it another [club] name"
        assert until(lambda: any(hint in str(line.get("why")) for line in (*one.lines, *other.lines)))

        def cuts() -> int:
            return sum(line.get("collect") == "lost" for line in (*one.lines, *other.lines))

        before = cuts()
        threading.Event().wait(6.0)  # each was cut off about once a second
        assert cuts() <= before + 1


@pytest.mark.parametrize("once", [False, True])
def test_given_a_line_that_is_lost_again_and_again_when_it_was_there_for_a_while_then_no_other_is_suspected(
    once: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lasted_s = [0.0, 0.0, 0.0, 60.0, 0.0, 0.0, 0.0, None, 0.0, 0.0, 0.0, 0.0]  # None: nobody is let in
    told, left = list[str](), iter(lasted_s)
    shell = Shell(
        say=lambda line: told.extend([str(line["why"])] if line.get("collect") == "lost" else []),
        go_on=lambda: len(told) < 11,
        pause=lambda seconds: None,
    )
    config = ClubConfig(club=ClubSection(database=str(tmp_path / "club.sqlite")))
    collector = Collector(config, shell)

    def subscribed() -> Connection:
        lasts_s = next(left)
        if lasts_s is None:
            raise LostError("refused")
        collector._subscribed_at = time.monotonic() - lasts_s
        return cast(Connection, SimpleNamespace(close=lambda politely: None))

    def serve(line: Connection, until: float | None) -> int | None:
        raise LostError("closed")

    monkeypatch.setattr("club.collecting._PAUSES", (0.0,))
    monkeypatch.setattr("club.collecting._LEFT_S", 0.0)
    monkeypatch.setattr(collector, "_subscribed", subscribed)
    monkeypatch.setattr(collector, "_serve", serve)
    assert collector.run(once=once) == 0
    assert ["another collector" in why for why in told] == [False] * 10 + [True]
    assert ("leaves it to that" in told[-1]) == (not once), "within its time it goes on trying"
