"""No broker, one that goes, freezes or lets nobody in: the game does not wait, and it is said once."""

import json
import signal
import statistics
import threading
import time

import pytest

from announce import Announcement
from engine import Event, State
from mqtt import probe
from mqtt.local_broker import SETTINGS
from tabletop import DeviceHealth
from tests.mqtt.engine import Engine
from tests.mqtt.listener import Listener
from tests.mqtt.local_broker import LocalBroker


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_given_a_broker_that_restarts_when_it_is_back_then_nothing_is_lost_and_no_seq_means_two_things(
    broker: LocalBroker, ear: Listener, engine: Engine, sign: signal.Signals
) -> None:
    engine.go_live()
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


def test_given_no_broker_when_a_game_is_played_then_nothing_stops_it_and_it_is_said_once(
    broker: LocalBroker,
) -> None:
    broker.stop()
    before = set(threading.enumerate())
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
    assert not [one for one in set(threading.enumerate()) - before if one.name.startswith("mqtt")]


def test_given_no_broker_when_told_then_it_takes_less_than_a_millisecond(broker: LocalBroker) -> None:
    broker.stop()
    engine = Engine(broker.url)
    engine.sink.start()
    engine.tell(40)
    one: list[tuple[int, Event]] = [(engine.told + 1, engine.game.events[-1])]
    state: State = engine.game.state
    took: list[float] = []
    for _ in range(200):
        begin = time.thread_time()  # its own work: others on this machine cost it nothing
        engine.sink.told(one, state)
        took.append(time.thread_time() - begin)
    engine.sink.close()
    assert statistics.median(took) < 0.001


def test_given_a_broker_that_freezes_when_told_then_the_game_does_not_wait(
    broker: LocalBroker, ear: Listener, engine: Engine
) -> None:
    engine.go_live()
    broker.freeze()
    last = engine.tell(400)  # would never end if it waited: the broker goes on only then
    broker.resume()
    ear.wait(lambda: last in ear.events())
    assert ear.events() == list(range(1, last + 1))


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
