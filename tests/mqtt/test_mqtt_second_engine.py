"""Two engines of one name: the one that was there first goes on."""

from tests.mqtt.engine import Engine
from tests.mqtt.listener import Listener
from tests.mqtt.local_broker import LocalBroker


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
