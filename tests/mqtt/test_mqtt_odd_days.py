"""A clock that jumps, a subscriber of QoS 0, a game that stands still: nothing hangs on them."""

import json
import time

import pytest

from mqtt.answered import PENDING
from tests.mqtt.engine import Engine
from tests.mqtt.listener import Listener, command
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import HouseTable, Outside, Place, code

HOUR_NS = 3_600 * 10**9


def test_given_a_wall_clock_that_jumps_when_a_game_is_told_then_order_ids_and_commands_hold(
    engine: Engine, ear: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi has no clock of its own: it learns the time when the network is there, or never."""
    right = time.time_ns
    engine.go_live()
    for hours in (0, -1, 1, -400_000):
        monkeypatch.setattr(time, "time_ns", lambda hours=hours: right() + hours * HOUR_NS)
        last = engine.tell(20)
        asked = {**json.loads(command("press", "ear", {"button": "ask"}, f"at-{hours}")), "ttl_ms": 60_000}
        ear.say("press", json.dumps(asked))
        ear.wait(lambda last=last: last in ear.events())  # type: ignore[misc]
    ear.wait(lambda: ear.times("reply/ear") == 4)
    assert ear.events() == list(range(1, last + 1)) == ear.replay(1, 50) + ear.replay(51, last)
    assert len({event["id"] for event in ear.told("event")}) == last
    assert [corr for result in ear.told("reply/ear") if (corr := str(result["corr"])).startswith("at-")] == [
        "at-0",
        "at--1",
        "at-1",
        "at--400000",
    ]
    assert [health.condition for health in engine.health] == ["live"]


def test_given_a_subscriber_of_qos_0_when_a_game_is_told_then_it_hears_all_while_it_is_there(
    broker: LocalBroker, engine: Engine
) -> None:
    ear = Listener(broker.url, qos=0)
    engine.go_live()
    last = engine.tell(60)
    ear.wait(lambda: last in ear.events() and ear.told("state")[-1]["seq"] == last)
    assert ear.events() == list(range(1, last + 1))
    ear.close()


def test_given_a_game_that_stands_still_when_many_ask_then_busy_at_once_and_the_others_when_it_goes_on(
    open_place: Place,
) -> None:
    table, lamp = HouseTable(open_place), Outside(open_place, "controller", "lamp")
    lamp.until_live()
    with table.standing_still():
        for number in range(PENDING):
            press = json.dumps(lamp.envelope("press", {"button": "ask"}, id=f"p{number}"))
            lamp.client.publish(f"{lamp.root}/cmd/press", press, qos=1)
        assert code(lamp.ask("press", {"button": "ask"})) == "busy"
        assert lamp.ask("replay", {"from": 1, "to": 1})["ok"] is True  # needs no game
        before = len(lamp.payloads("reply/lamp"))
    lamp.wait(lambda: len(lamp.payloads("reply/lamp")) == before + PENDING)
    answers = [json.loads(payload) for payload in lamp.payloads("reply/lamp")[before:]]
    assert [answer["corr"] for answer in answers] == [f"p{number}" for number in range(PENDING)]
    assert all(answer["data"]["ok"] for answer in answers)
    table.close()
    lamp.close()
