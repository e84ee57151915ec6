"""The outbox: order, bounds, what a lost connection leaves."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce import Announcement
from engine import Game
from mqtt import MqttSink
from mqtt.outbox import BOUNDS, WINDOW, Class, Outbox, Publication


def message(kind: Class, number: int = 0, topic: str | None = None) -> Publication:
    return Publication(kind=kind, topic=topic or kind, payload=b"%d" % number)


class Wire:
    """A broker as the outbox knows it: takes what is next, acknowledges when told to."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox, self.heard, self._mid = outbox, list[Publication](), 0
        self._unacknowledged: list[int] = []

    def greet(self) -> None:
        self.heard += self.outbox.greeting()
        self.outbox.connected()

    def take(self, limit: int = 10_000) -> None:
        while limit and (message := self.outbox.next()) is not None:
            limit -= 1
            self._mid += 1
            self.outbox.sent(self._mid, message)
            self.heard.append(message)
            if message.qos == 1:
                self._unacknowledged.append(self._mid)

    def acknowledge(self, limit: int = 10_000) -> None:
        for mid in self._unacknowledged[:limit]:
            self.outbox.acknowledged(mid)
        del self._unacknowledged[:limit]

    def drain(self) -> None:
        while not self.outbox.idle:
            self.take()
            self.acknowledge()

    def lose(self) -> None:
        self._unacknowledged.clear()
        self.outbox.disconnected()

    def events(self) -> list[int]:
        return [int(message.payload) for message in self.heard if message.kind == "event"]


def test_given_a_sentence_that_names_an_event_when_it_comes_before_it_then_it_and_the_next_wait_for_it() -> (
    None
):
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 7)
    sink = MqttSink("kitchen", "mqtt://127.0.0.1:9", game="g", boot="b", on_health=print, on_command=print)
    wire = Wire(sink._outbox)
    wire.outbox.connected()
    for seq, text in ((2, "First."), (None, "Then.")):
        sink.announced(Announcement(audience="everyone", urgency="polite", normal=text, seq=seq))
    wire.drain()
    assert not [one for one in wire.heard if one.kind == "announce"]
    sink.told(tuple(enumerate(game.events, 1)), game.state)
    wire.drain()
    kinds = [one.kind for one in wire.heard]
    assert [kind for kind in kinds if kind in ("event", "announce")] == ["event"] * 2 + ["announce"] * 2
    said = [json.loads(one.payload)["data"]["text"] for one in wire.heard if one.kind == "announce"]
    assert said == ["First.", "Then."]


def offline() -> tuple[Outbox, Wire]:
    outbox = Outbox("state")
    return outbox, Wire(outbox)


def online() -> tuple[Outbox, Wire]:
    outbox, wire = offline()
    wire.greet()
    return outbox, wire


def test_given_a_connection_when_events_and_states_are_put_then_they_keep_their_order() -> None:
    outbox, wire = online()
    for number in range(1, 4):
        outbox.put(message("event", number))
        outbox.put(message("retained", number, "state"))
    wire.take()
    assert [(m.topic, m.payload) for m in wire.heard] == [
        (topic, b"%d" % number) for number in range(1, 4) for topic in ("event", "state")
    ]


def test_given_no_acknowledgement_when_more_is_put_then_the_window_holds_it_back() -> None:
    outbox, wire = online()
    for number in range(100):
        outbox.put(message("event", number))
    wire.take()
    assert len(wire.heard) == WINDOW
    wire.acknowledge(3)
    wire.take()
    assert len(wire.heard) == WINDOW + 3


def test_given_no_connection_when_much_is_put_then_the_newest_state_and_all_events_wait() -> None:
    outbox, wire = offline()
    for number in range(1, 51):
        outbox.put(message("event", number))
        outbox.put(message("retained", number, "state"))
        outbox.put(message("announce", number))
        outbox.put(message("reply", number))
    assert outbox.next() is None
    wire.greet()
    wire.drain()
    assert wire.events() == list(range(1, 51))
    assert [m.payload for m in wire.heard if m.topic == "state"] == [
        b"50",
        b"50",
    ]  # greeting, after the events
    assert wire.heard[-1].topic == "state"
    assert outbox.dropped == {"announce": 50, "reply": 50}


def test_given_more_events_than_may_wait_when_connected_then_the_oldest_are_gone_and_counted() -> None:
    outbox, wire = offline()
    for number in range(BOUNDS["event"] + 30):
        outbox.put(message("event", number))
    wire.greet()
    wire.drain()
    assert wire.events() == list(range(30, BOUNDS["event"] + 30))
    assert outbox.dropped["event"] == 30


def test_given_events_under_way_when_the_connection_goes_then_they_come_again_before_the_others() -> None:
    outbox, wire = online()
    for number in range(1, 31):
        outbox.put(message("event", number))
    wire.take()
    wire.acknowledge(4)
    wire.lose()
    wire.heard.clear()
    wire.greet()
    wire.drain()
    assert wire.events() == list(range(5, 31))


def test_given_a_message_that_could_not_be_handed_over_when_connected_again_then_it_is_first() -> None:
    outbox, wire = online()
    outbox.put(message("event", 1))
    outbox.put(message("event", 2))
    taken = outbox.next()
    assert taken is not None
    outbox.unsent(taken)
    wire.lose()
    wire.greet()
    wire.take()
    assert wire.events() == [1, 2]


def test_given_a_state_told_between_greeting_and_online_when_connected_then_it_follows() -> None:
    outbox = Outbox("state")
    outbox.put(message("retained", 1, "state"))
    assert [m.payload for m in outbox.greeting()] == [b"1"]
    outbox.put(message("retained", 2, "state"))
    outbox.connected()
    following = outbox.next()
    assert following is not None and following.payload == b"2"


@pytest.mark.parametrize("kind", ["announce", "reply", "retained"])
def test_given_a_broker_that_stands_still_when_much_is_put_then_the_queue_stays_bounded(kind: Class) -> None:
    outbox, wire = online()
    for number in range(WINDOW):
        outbox.put(message("event", number))
    wire.take()
    for number in range(3 * BOUNDS[kind]):
        outbox.put(message(kind, number))
    wire.heard.clear()
    wire.drain()
    assert len(wire.heard) == BOUNDS[kind]
    assert wire.heard[-1].payload == b"%d" % (3 * BOUNDS[kind] - 1)
    assert outbox.dropped[kind] == 2 * BOUNDS[kind]


STEPS = st.lists(
    st.sampled_from(["event", "state", "announce", "take", "acknowledge", "lose", "greet"]), max_size=120
)


@given(STEPS)
def test_given_any_fate_of_the_connection_when_it_comes_back_then_no_event_is_missing_and_order_holds(
    steps: Sequence[str],
) -> None:
    outbox, number, connected = Outbox("state"), 0, False
    wire = Wire(outbox)
    for step in steps:
        match step:
            case "event":
                number += 1
                outbox.put(message("event", number))
            case "state":
                outbox.put(message("retained", number, "state"))
            case "announce":
                outbox.put(message("announce"))
            case "take":
                wire.take(3)
            case "acknowledge":
                wire.acknowledge(2)
            case "lose":
                wire.lose()
                connected = False
            case _ if not connected:
                wire.greet()
                connected = True
    wire.lose()
    wire.greet()
    wire.drain()
    heard, last = wire.events(), 0
    for seq in heard:  # rule 3: what is not newer is a repetition; a jump would be a loss
        assert seq <= last + 1
        last = max(last, seq)
    assert last == number
