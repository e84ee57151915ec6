"""The sink against a real Mosquitto: order, what is retained, the will, what comes in, a second engine."""

import gc
import json
import signal
import subprocess
import sys
from pathlib import Path

from announce import Announcement
from mqtt import MqttSink
from table.requests import PressButton
from tabletop import DeviceHealth
from tests.mqtt.engine import Engine
from tests.mqtt.listener import ROOT, Listener, command
from tests.mqtt.local_broker import LocalBroker


def test_given_a_connection_when_it_begins_then_info_state_health_and_only_then_online(
    ear: Listener, engine: Engine
) -> None:
    engine.tell()
    engine.sink.start()
    ear.wait(lambda: ear.times("availability") == 1)
    order = [topic for topic, _, _ in ear.heard if topic != "subscribed"]
    assert order[:4] == ["info", "state", "health", "availability"]
    assert ear.heard[4][1] == b"online"
    ear.wait(lambda: len(ear.events()) == engine.told)


def test_given_a_game_when_told_then_each_acts_events_come_before_its_state(
    ear: Listener, engine: Engine
) -> None:
    engine.go_live()
    last = engine.tell(60)
    ear.wait(lambda: bool(ear.told("state")) and ear.told("state")[-1]["seq"] == last)
    assert ear.events() == list(range(1, last + 1))
    seen = 0
    for topic, payload, retain in ear.heard:
        if topic == "event":
            assert not retain
            seen = json.loads(payload)["seq"]
        elif topic == "state":
            assert json.loads(payload)["seq"] == seen
    assert seen == last >= 60


def test_given_a_late_listener_when_it_comes_then_it_finds_what_is_retained_and_no_event(
    broker: LocalBroker, engine: Engine, ear: Listener
) -> None:
    engine.sink.start()
    last = engine.tell(20)
    engine.sink.health(DeviceHealth(device="camera", condition="lost", at=1.0, cause="unplugged"))
    ear.wait(lambda: ear.times("availability") == 1 and any(b"camera" in heard[1] for heard in ear.heard))
    ear.wait(lambda: last in ear.events() and ear.told("state")[-1]["seq"] == last)
    late = Listener(broker.url, "late")
    late.wait(lambda: len({topic for topic, _, _ in late.heard}) == 5)
    found = {topic: retain for topic, _, retain in late.heard if topic != "subscribed"}
    assert found == {"availability": True, "info": True, "state": True, "health": True}
    assert late.told("state")[0]["seq"] == last
    late.close()


def test_given_words_when_announced_then_only_those_for_everyone_are_heard(
    ear: Listener, engine: Engine
) -> None:
    engine.go_live()
    engine.sink.announced(Announcement(audience="red", urgency="polite", normal="secret-canary"))
    engine.sink.announced(Announcement(audience="everyone", urgency="polite", normal="Red square's turn."))
    ear.wait(lambda: ear.times("announce") == 1)
    engine.tell(30)
    engine.sink.close()
    ear.wait(lambda: ear.heard[-1][:2] == ("availability", b"offline"))
    assert not [payload for _, payload, _ in ear.heard if b"canary" in payload]
    fields = ear.told("announce")[0]["data"]
    assert isinstance(fields, dict) and fields["text"] == "Red square's turn."


def test_given_a_clean_stop_when_closed_then_all_is_out_and_offline_is_said_last(
    broker: LocalBroker, ear: Listener, engine: Engine
) -> None:
    engine.go_live()
    last = engine.tell(100)
    engine.sink.close()
    engine.sink.close()
    ear.wait(lambda: ear.heard[-1][:2] == ("availability", b"offline"))
    assert ear.events() == list(range(1, last + 1))
    late = Listener(broker.url, "late", f"{ROOT}/availability")
    late.wait(lambda: late.times("availability") == 1)
    assert late.heard[-1] == ("availability", b"offline", True)
    late.close()


CHILD = """
import sys
from engine import Game
from mqtt import MqttSink
game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
sink = MqttSink("kitchen", sys.argv[1], game="g", boot="child", on_health=print, on_command=print)
sink.told(list(enumerate(game.events, start=1)), game.state)
sink.start()
sys.stdin.read()
"""


def test_given_an_engine_that_is_killed_when_it_is_gone_then_the_will_says_offline(
    broker: LocalBroker, ear: Listener
) -> None:
    root = Path(__file__).resolve().parents[2]
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, broker.url], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    try:
        ear.wait(lambda: ("availability", b"online", False) in ear.heard)
        child.send_signal(signal.SIGKILL)
        ear.wait(lambda: ear.heard[-1][:2] == ("availability", b"offline"))
    finally:
        child.kill()
        child.communicate()


def test_given_a_game_whose_beginning_is_in_the_history_too_when_told_then_it_is_heard_once(
    broker: LocalBroker, ear: Listener, engine: Engine
) -> None:
    news = list(enumerate(engine.game.events, start=1))
    sink = MqttSink(
        "kitchen",
        broker.url,
        game="game-1",
        boot="boot-1",
        on_health=lambda _: None,
        on_command=lambda _: None,
        history=news,
    )
    sink.start()
    sink.told(news, engine.game.state)
    sink.told(news, engine.game.state)
    ear.wait(lambda: bool(ear.told("state")) and ear.told("state")[-1]["seq"] == len(news) in ear.events())
    sink.close()
    ear.wait(lambda: ear.heard[-1][1] == b"offline")
    assert ear.events() == list(range(1, len(news) + 1))


def test_given_a_press_when_sent_then_the_panel_gets_it_once_and_the_client_its_result(
    ear: Listener, engine: Engine
) -> None:
    engine.go_live()
    ear.wait(lambda: ear.times("availability") == 1)  # said after it has asked for commands
    press = command("press", "ear", {"button": "repeat"}, "press-1")
    ear.say("press", press)
    ear.say("press", press)
    ear.wait(lambda: ear.times("reply/ear") == 2)
    assert [asked.want for asked in engine.asked] == [PressButton(button="repeat")]
    assert [result["corr"] for result in ear.told("reply/ear")] == ["press-1", "press-1"]


def test_given_a_retained_command_when_the_engine_comes_then_it_is_cleared_and_not_obeyed(
    broker: LocalBroker, ear: Listener, engine: Engine
) -> None:
    ear.say("press", command("press", "ear", {"button": "repeat"}), retain=True)
    ear.wait(lambda: ear.times("cmd/press") == 1)
    engine.sink.start()
    ear.wait(lambda: ("cmd/press", b"", False) in ear.heard)
    assert engine.asked == []
    late = Listener(broker.url, "late")
    late.wait(lambda: late.times("availability") == 1)
    assert late.times("cmd/press") == 0
    late.close()


def test_given_hostile_messages_when_they_come_then_they_are_counted_and_the_game_is_still_told(
    ear: Listener, engine: Engine
) -> None:
    engine.go_live()
    ear.wait(lambda: ear.times("availability") == 1)
    gc.collect()  # what other tests left has no room to end in the depth of "[[[["
    for payload in (
        b"",
        b"\xff" * 100,
        b"[" * 60_000,
        b"{}",
        b"x" * 65_000,
        command("press", "ear", {}, "a" * 99),
    ):
        ear.say("press", payload)
    for topic in ("cmd/PRESS", "cmd/a/b/c", "node/cam/observation", "node/cam/cmd/x", "info"):
        ear.client.publish(f"{ROOT}/{topic}", b'{"boot": "boot-1"}', qos=1)
    ear.say("dance", command("dance", "ear", {}))
    ear.wait(lambda: any(r["type"] == "dance" for r in ear.told("reply/ear")))
    assert engine.sink.counts()["bad-envelope"] >= 5
    assert engine.sink.counts()["unknown-command"] == 1
    assert engine.sink.counts()["unknown-topic"] == 2
    last = engine.tell(10)
    ear.wait(lambda: last in ear.events())
    assert [health.condition for health in engine.health] == ["live"]


def test_given_a_game_that_fails_on_health_when_the_connection_changes_then_the_sink_goes_on(
    broker: LocalBroker, ear: Listener
) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("the game's own bug")

    engine = Engine(broker.url)
    sink = MqttSink("kitchen", broker.url, game="g", boot="b", on_health=broken, on_command=broken)
    sink.start()
    ear.wait(lambda: ear.times("availability") == 1)
    ear.say("press", command("press", "ear", {"button": "ask"}))
    ear.wait(lambda: ear.times("reply/ear") == 1)
    assert b'"internal"' in ear.heard[-1][1]
    sink.told(list(enumerate(engine.game.events, start=1)), engine.game.state)
    ear.wait(lambda: len(ear.events()) == len(engine.game.events))
    sink.close()


def test_given_a_second_engine_when_it_comes_then_it_stops_and_the_first_goes_on(
    broker: LocalBroker, ear: Listener, engine: Engine
) -> None:
    engine.go_live()
    engine.tell(5)
    second = Engine(broker.url, boot="boot-2")
    second.sink.start()
    second.until("fault")
    assert second.health[-1].cause == "second-engine"
    last = engine.tell(5)
    ear.wait(lambda: last in ear.events() and ear.told("info")[-1]["boot"] == "boot-1")
    ear.wait(lambda: [h for h in ear.heard if h[0] == "availability"][-1][1] == b"online")
    assert second.tell(3)  # a sink that has stopped still takes what it is told
    second.sink.close()


def test_given_the_engine_of_before_when_a_new_one_starts_then_it_is_no_second_engine(
    broker: LocalBroker, ear: Listener
) -> None:
    first = Engine(broker.url)
    first.go_live()
    first.sink.close()
    again = Engine(broker.url, boot="boot-2")
    again.go_live()
    broker.stop()
    again.until("lost")
    broker.start()
    again.until("live", 2)
    assert [health.condition for health in again.health] == ["live", "lost", "live"]
    again.sink.close()
