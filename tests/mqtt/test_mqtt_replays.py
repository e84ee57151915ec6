"""Replays: every event, in pages, of this start and of those before it."""

import json

from mqtt import MqttSink
from mqtt.inbound import PAGE, REPLAYS, InboundMessage
from mqtt.payloads import MAX_BYTES
from tests.mqtt.engine import Engine
from tests.mqtt.handled import ROOT, Table, command, data
from tests.mqtt.listener import Listener
from tests.mqtt.listener import command as asked_by
from tests.mqtt.local_broker import LocalBroker


def test_given_a_replay_when_asked_for_then_every_event_comes_once_in_pages() -> None:
    answers = Table().take("replay", command("replay", data={"from": 7, "to": 10**12}))
    parts = [data(answer) for answer in answers]
    assert [(part["page"], part["pages"]) for part in parts] == [(1, 3), (2, 3), (3, 3)]
    pages = [json.loads(answer.payload)["data"]["events"] for answer in answers]
    assert [event["seq"] for page in pages for event in page] == list(range(7, 121))
    assert [len(page) for page in pages] == [PAGE, PAGE, 14]
    assert pages[0][0]["type"] == "turn-started" and pages[0][0]["data"]["turn"] == 7
    assert len({json.loads(answer.payload)["id"] for answer in answers}) == 3
    assert all(len(answer.payload) < MAX_BYTES for answer in answers)


def test_given_a_replay_of_nothing_when_asked_for_then_one_empty_page_comes() -> None:
    (answer,) = Table(0).take("replay", command("replay", data={"from": 1, "to": 9}))
    assert data(answer) == {"ok": True, "seq": 0, "page": 1, "pages": 1, "events": []}


def test_given_a_replay_again_when_the_id_is_known_then_it_is_answered_anew_and_says_so() -> None:
    table = Table()
    asked = command("replay", data={"from": 1, "to": 2})
    table.take("replay", asked)
    (answer,) = table.take("replay", asked)
    assert data(answer)["duplicate"] is True and len(json.loads(answer.payload)["data"]["events"]) == 2


def test_given_a_replay_when_asked_for_then_the_log_of_before_the_start_is_in_it(
    broker: LocalBroker, ear: Listener
) -> None:
    old = Engine(broker.url)
    last = old.tell(30)
    history = list(enumerate(old.game.events, start=1))
    sink = MqttSink(
        "kitchen",
        broker.url,
        game="game-1",
        boot="boot-2",
        on_health=lambda _: None,
        on_command=lambda _: None,
        history=history,
    )
    sink.told((), old.game.state)
    sink.start()
    ear.wait(lambda: ear.times("availability") == 1)
    assert ear.told("state")[0]["seq"] == last
    assert ear.replay(1, 25) == list(range(1, 26))
    assert ear.events() == []
    sink.close()


def test_given_more_replays_than_may_wait_when_asked_for_then_busy_and_the_others_come_whole() -> None:
    table = Table()
    wanted = {"from": 1, "to": 120}
    for number in range(REPLAYS):
        inbound = InboundMessage(
            topic=f"{ROOT}/cmd/replay", payload=command("replay", id=f"r{number}", data=wanted)
        )
        assert table.inbound.take(inbound, 0.0) == ()
    refused, *answers = table.take("replay", command("replay", id="one-more", data=wanted))
    assert b'"busy"' in refused.payload
    assert len(answers) == 3 * REPLAYS


def test_given_a_hundred_clients_when_all_ask_at_once_then_each_gets_all_and_news_goes_before(
    broker: LocalBroker, engine: Engine, ear: Listener
) -> None:
    engine.go_live()
    before = engine.tell(120)
    ear.wait(lambda: before in ear.events())
    for number in range(100):
        ear.say("replay", asked_by("replay", f"c{number}", {"from": 1, "to": before}))
    ear.wait(lambda: ear.times("reply/c0") > 0)
    after = engine.tell(5)
    pages = -(-before // PAGE)
    ear.wait(lambda: sum(ear.times(f"reply/c{number}") for number in range(100)) == 100 * pages)
    for number in range(100):
        found = [
            json.loads(payload)["data"] for topic, payload, _ in ear.heard if topic == f"reply/c{number}"
        ]
        assert [event["seq"] for page in found for event in page["events"]] == list(range(1, before + 1))
    assert after in ear.events()
    assert "dropped-reply" not in engine.sink.counts()
