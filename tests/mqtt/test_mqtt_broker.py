"""The sink against a real Mosquitto: order, will, reconnects, hostile clients, no broker at all."""

import json
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from announce import Announcement
from engine import Event, Game, Refusal, State, legal
from mqtt import DISABLED, Asked, MqttSink, PressButton, TableOptions, ok_fields, probe
from mqtt.local_broker import SETTINGS, LocalBroker
from tabletop import DeviceHealth
from tests.mqtt.listener import ROOT, WITHIN_S, Listener, command

QUICK = (0.05, 0.2)  # seconds between attempts, so that tests need not wait


class Engine:
    """A sink with a real game behind it."""

    def __init__(self, url: str, boot: str = "boot-1", seed: int = 3) -> None:
        self.health: list[DeviceHealth] = []
        self.asked: list[Asked] = []
        self.changed = threading.Condition()
        self.game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", seed)
        self.told = 0
        self.sink = MqttSink(
            "kitchen",
            url,
            game="game-1",
            boot=boot,
            on_health=self._on_health,
            on_command=self._on_command,
            options=TableOptions(backoff_s=QUICK),
        )

    def _on_command(self, asked: Asked) -> None:
        self.asked.append(asked)
        asked.answer(ok_fields(self.told))

    def _on_health(self, health: DeviceHealth) -> None:
        with self.changed:
            self.health.append(health)
            self.changed.notify_all()

    def tell(self, at_least: int = 1) -> int:
        """Play on and tell each act; returns the last seq."""
        until = self.told + at_least
        while self.told < until:
            if self.told:
                answer = self.game.do(next(iter(legal(self.game.state))))
                assert not isinstance(answer, Refusal)
                self.game = answer[0]
            news = list(enumerate(self.game.events[self.told :], start=self.told + 1))
            self.sink.told(news, self.game.state)
            self.told = len(self.game.events)
        return self.told

    def until(self, condition: str, count: int = 1) -> None:
        with self.changed:
            done = lambda: sum(health.condition == condition for health in self.health) >= count  # noqa: E731
            assert self.changed.wait_for(done, WITHIN_S), self.health


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as broker:
        yield broker


@pytest.fixture
def ear(broker: LocalBroker) -> Iterator[Listener]:
    listener = Listener(broker.url)
    yield listener
    listener.close()


@pytest.fixture
def engine(broker: LocalBroker) -> Iterator[Engine]:
    engine = Engine(broker.url)
    yield engine
    engine.sink.close()


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
    engine.sink.start()
    engine.until("live")
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
    engine.sink.start()
    engine.until("live")
    engine.sink.announced(Announcement(audience="red", urgency="polite", normal="secret-canary"), 1)
    engine.sink.announced(Announcement(audience="everyone", urgency="polite", normal="Red square's turn."), 1)
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
    engine.sink.start()
    engine.until("live")
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


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_given_a_broker_that_restarts_when_it_is_back_then_nothing_is_lost_and_no_seq_means_two_things(
    broker: LocalBroker, ear: Listener, engine: Engine, sign: signal.Signals
) -> None:
    engine.sink.start()
    engine.until("live")
    before = engine.tell(20)
    ear.wait(lambda: len(ear.events()) == before)
    broker.stop(sign)
    during = engine.tell(20)
    engine.until("lost")
    during = engine.tell(20)
    broker.start()
    engine.until("live", 2)
    ear.wait(lambda: ear.times("subscribed") == 2)
    last = engine.tell(20)
    ear.wait(lambda: last in ear.events())
    known = set(ear.events())
    # The engine may be back before the ear: then there is a gap, and the ear sees it and asks.
    missing = sorted(set(range(1, last + 1)) - known)
    if missing:
        known |= set(ear.replay(missing[0], missing[-1]))
    assert known == set(range(1, last + 1))
    texts: dict[object, set[str]] = {}
    for event in ear.told("event"):
        texts.setdefault(event["seq"], set()).add(json.dumps(event))
    assert all(len(same) == 1 for same in texts.values())
    assert [health.condition for health in engine.health] == ["live", "lost", "live"]
    assert before < during < last


def test_given_a_listener_that_stayed_when_the_engine_was_away_then_it_hears_all_that_waited_in_order(
    broker: LocalBroker,
) -> None:
    engine = Engine(broker.url)
    waiting = engine.tell(80)
    ear = Listener(broker.url)
    engine.sink.start()
    last = engine.tell(1)
    ear.wait(lambda: bool(ear.told("state")) and last in ear.events() and ear.heard[-1][0] == "state")
    assert ear.events() == list(range(1, last + 1)) and last > waiting
    assert [state["seq"] for state in ear.told("state")][-1] == last
    engine.sink.close()
    ear.close()


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
    engine.sink.start()
    engine.until("live")
    press = command("press", "ear", {"button": "repeat"}, "press-1")
    ear.say("press", press)
    ear.say("press", press)
    ear.wait(lambda: ear.times("reply/ear") == 2)
    assert [(asked.client, asked.id, asked.wish) for asked in engine.asked] == [
        ("ear", "press-1", PressButton(button="repeat"))
    ]
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
    engine.sink.start()
    engine.until("live")
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


def test_given_a_second_engine_when_it_comes_then_it_stops_and_the_first_goes_on(
    broker: LocalBroker, ear: Listener, engine: Engine
) -> None:
    engine.sink.start()
    engine.until("live")
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
    first.sink.start()
    first.until("live")
    first.sink.close()
    again = Engine(broker.url, boot="boot-2")
    again.sink.start()
    again.until("live")
    broker.stop()
    again.until("lost")
    broker.start()
    again.until("live", 2)
    assert [health.condition for health in again.health] == ["live", "lost", "live"]
    again.sink.close()


def test_given_no_broker_when_a_game_is_played_then_nothing_stops_it_and_it_is_said_once(
    broker: LocalBroker,
) -> None:
    broker.stop()
    engine = Engine(broker.url)
    engine.sink.start()
    engine.until("lost")
    engine.tell(300)
    for number in range(20):
        engine.sink.announced(Announcement(audience="everyone", urgency="polite", normal=str(number)))
        engine.sink.health(DeviceHealth(device="hub", condition="lost", at=float(number), cause="silent"))
    assert [(health.condition, health.cause) for health in engine.health] == [("lost", "refused")]
    assert engine.sink.counts()["dropped-announce"] == 20
    engine.sink.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("mqtt")]


def test_given_no_broker_when_told_then_it_takes_less_than_a_millisecond(broker: LocalBroker) -> None:
    broker.stop()
    engine = Engine(broker.url)
    engine.sink.start()
    engine.tell(40)
    one: list[tuple[int, Event]] = [(engine.told + 1, engine.game.events[-1])]
    state: State = engine.game.state
    took: list[float] = []
    for _ in range(200):
        begin = time.perf_counter()
        engine.sink.told(one, state)
        took.append(time.perf_counter() - begin)
    engine.sink.close()
    assert statistics.median(took) < 0.001


def test_given_a_broker_that_freezes_when_told_then_the_game_does_not_wait(
    broker: LocalBroker, ear: Listener, engine: Engine
) -> None:
    engine.sink.start()
    engine.until("live")
    broker.freeze()
    begin = time.monotonic()
    last = engine.tell(400)
    assert time.monotonic() - begin < 5.0
    broker.resume()
    ear.wait(lambda: last in ear.events())
    assert ear.events() == list(range(1, last + 1))


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


def test_given_a_broker_that_lets_nobody_in_when_connected_then_forbidden_is_said_once() -> None:
    with LocalBroker(SETTINGS.replace("anonymous true", "anonymous false")) as locked:
        engine = Engine(locked.url)
        engine.sink.start()
        engine.until("lost")
        assert engine.health[0].cause == "forbidden"
        assert probe(locked.url) == "forbidden"
        engine.sink.close()


def test_given_a_broker_when_probed_then_it_answers_and_without_one_it_is_refused(
    broker: LocalBroker,
) -> None:
    assert probe(broker.url) is None
    broker.stop()
    assert probe(broker.url) == "refused"
    assert probe("mqtt://no-such-host.invalid") in ("unknown-host", "unreachable")


def test_given_no_broker_configured_when_everything_is_told_then_nothing_happens() -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
    DISABLED.start()
    DISABLED.told(list(enumerate(game.events, start=1)), game.state)
    DISABLED.announced(Announcement(audience="everyone", urgency="polite", normal="Hello."))
    DISABLED.health(DeviceHealth(device="hub", condition="live", at=0.0))
    DISABLED.close()
