"""Brokers that take little: short messages, few at a time, not everything. It is said, nothing is hidden."""

import queue
import time

import pytest

from fingerpost.commands.node import trouble
from mqtt import Access, Topics, parse_address
from mqtt.local_broker import SETTINGS
from mqtt.node_client import NodeWire
from mqtt.outbox import Outbox
from tabletop import DeviceHealth
from tests.mqtt.engine import QUICK, Engine
from tests.mqtt.listener import Listener
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.test_mqtt_outbox import Wire, message
from tests.waiting import PATIENCE_S

SHORT = SETTINGS.replace("max_packet_size 65536", "max_packet_size 1000")
FEW = SETTINGS + "max_inflight_messages 2\n"


def test_given_a_broker_of_short_messages_when_told_then_the_rest_is_heard_and_it_is_said_once() -> None:
    with LocalBroker(SHORT) as broker:
        engine, ear = Engine(broker.url), Listener(broker.url)
        engine.go_live()
        last = engine.tell(20)
        ear.wait(lambda: last in ear.events())
        engine.until("fault")
        engine.sink.close()
        ear.wait(lambda: ("availability", b"offline") in [one[:2] for one in ear.heard])
        ear.close()
    assert [(one.condition, one.cause) for one in engine.health] == [("live", ""), ("fault", "too-large")]
    assert engine.sink.counts()["dropped-retained"] > 0  # states of a game; the lobby's is short
    assert ear.events() == list(range(1, last + 1))
    assert [one[1] for one in ear.heard if one[0] == "availability"] == [b"online", b"offline"]


def test_given_messages_that_nobody_can_answer_when_they_come_then_health_says_how_many() -> None:
    with LocalBroker() as broker:
        engine, ear = Engine(broker.url), Listener(broker.url)
        engine.go_live()
        ear.wait(lambda: ear.times("availability") > 0)  # before it no command has a reader
        ear.say("claim-route", b"no JSON")
        ear.say("fly", b"{}")
        ear.wait(lambda: any("counts" in str(told) for told in ear.told("health")))
        engine.sink.close()
        ear.close()
    assert "counts" not in str(ear.told("health")[0])
    assert "'bad-envelope': " in str(ear.told("health")[-1])


def test_given_a_sentence_that_names_an_event_when_the_broker_has_not_got_it_then_it_waits() -> None:
    outbox = Outbox("state")
    wire = Wire(outbox)
    outbox.connected()
    for one in (message("event", 1), message("announce", 1), message("event", 2)):
        outbox.put(one)
    wire.take()
    assert [one.kind for one in wire.heard] == ["event"]
    wire.acknowledge()
    wire.take()
    assert [one.kind for one in wire.heard] == ["event", "announce", "event"]


def test_given_a_broker_that_takes_few_at_once_when_much_is_told_then_no_more_are_under_way() -> None:
    outbox = Outbox("state")
    wire = Wire(outbox)
    outbox.connected(2)
    for number in range(10):
        outbox.put(message("event", number))
    wire.take()
    assert wire.events() == [0, 1]
    wire.acknowledge(1)
    wire.take()
    assert wire.events() == [0, 1, 2]


def test_given_such_a_broker_when_a_game_is_told_then_all_of_it_arrives_in_order() -> None:
    with LocalBroker(FEW) as broker:
        engine, ear = Engine(broker.url), Listener(broker.url)
        engine.sink.start()
        last = engine.tell(80)
        ear.wait(lambda: last in ear.events())
        engine.sink.close()
        ear.close()
    assert ear.events() == list(range(1, last + 1)) and [one.condition for one in engine.health] == ["live"]


def test_given_rules_that_keep_events_back_when_told_then_it_is_said_and_counted_and_a_replay_has_them() -> (
    None
):
    rules = "topic deny fingerpost/1/kitchen/event\ntopic readwrite #\n"
    with LocalBroker(SETTINGS, access=rules) as broker:
        engine, ear = Engine(broker.url), Listener(broker.url)
        engine.go_live()
        last = engine.tell(10)
        engine.until("fault")
        ear.wait(lambda: bool(ear.told("state")) and ear.told("state")[-1]["seq"] == last)
        assert ear.replay(1, last) == list(range(1, last + 1)) and ear.events() == []
        engine.sink.close()
        ear.close()
    assert engine.health[-1].cause == "forbidden" and engine.sink.counts()["dropped-event"] == last


def test_given_rules_that_keep_a_nodes_senses_back_when_it_says_them_then_its_maker_is_told() -> None:
    told: queue.SimpleQueue[tuple[bool, str]] = queue.SimpleQueue()
    rules = "topic deny fingerpost/1/kitchen/node/porch/observation\ntopic readwrite #\n"
    with LocalBroker(SETTINGS, access=rules) as broker:
        node = NodeWire(
            lambda: Access(address=parse_address(broker.url)),
            Topics("kitchen"),
            "porch",
            sense="camera",
            now=time.monotonic,
            changed=lambda there, why: told.put((there, why)),
            backoff_s=QUICK,
        )
        node.put(DeviceHealth(device="camera", condition="live", at=time.monotonic()))
        node.start()
        assert told.get(timeout=PATIENCE_S) == (False, "forbidden")
        with pytest.raises(queue.Empty):
            told.get(timeout=0.5)  # it goes on trying, and says nothing more
        node.close()


@pytest.mark.parametrize(
    ("why", "advice"), [("forbidden", "role"), ("taken-over", "another --name"), ("refused", "no broker")]
)
def test_given_a_node_that_is_not_heard_when_its_maker_is_told_then_with_what_to_do(
    why: str, advice: str
) -> None:
    assert advice in trouble(why, "porch")
