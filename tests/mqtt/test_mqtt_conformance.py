"""Every rule of fingerpost/1, from outside, at a whole table: on an open broker, a guarded one, one of yours.

    FINGERPOST_BROKER=mqtt://host:1883 python -m pytest tests/mqtt/test_mqtt_conformance.py

With FINGERPOST_BROKER_MQTT=3.1.1 the clients outside speak that (`make test-brokers`: three brokers in turn).
Needs a broker that holds nothing of a table named kitchen, and lets everybody in; or one by `fingerpost
broker` for the table kitchen, its folder in FINGERPOST_BROKER_DIR, with the users wall (viewer), lamp
(controller), anna (seat) and porch (node). At the end each rule stands with how it was kept.
"""

import json
import queue
import time
from collections.abc import Iterator

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from mqtt import Access, MqttSink, TableOptions, parse_address
from mqtt.codes import STATUS
from mqtt.payloads import Stamp
from mqtt.sense_payloads import written
from tabletop import Observation, SiteId
from tests.mqtt.table import MODERN, PROTOCOL, QUICK, HouseTable, Outside, Place, code
from tests.waiting import PATIENCE_S

ROUTES = ("denver-omaha", "boston-montreal:1", "duluth-helena", "calgary-seattle")


@pytest.fixture
def wall(place: Place) -> Iterator[Outside]:
    client = Outside(place, "viewer", "wall")
    yield client
    for topic in ("availability", "info", "state", "health", "cmd/press", "cmd/claim-route"):
        client.raw(topic, b"", retain=True) if not place.users else None
    client.close()


@pytest.fixture
def lamp(place: Place) -> Iterator[Outside]:
    client = Outside(place, "controller", "lamp")
    yield client
    client.close()


@pytest.fixture
def table(place: Place, wall: Outside) -> Iterator[HouseTable]:
    table = HouseTable(place)
    wall.until_live()
    yield table
    table.close()


def seen(client: Outside) -> int:
    """Where the game is, once the client has a snapshot of it."""
    client.until_live()
    return client.seq()


def test_rule_1_of_two_engines_the_first_goes_on_and_the_second_stops(
    place: Place, table: HouseTable, wall: Outside
) -> None:
    causes: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
    boot = wall.told("info")[-1]["boot"]  # what is retained at first may be of an engine before
    second = MqttSink(
        "kitchen",
        place.url("engine"),
        game="game-2",
        boot="second",
        on_health=lambda health: causes.put((health.condition, health.cause)),
        on_command=lambda asked: None,
        options=TableOptions(password_file=place.password_file("engine"), backoff_s=QUICK),
    )
    second.start()
    while causes.get(timeout=PATIENCE_S) != ("fault", "second-engine"):
        pass
    second.close()
    wall.wait(lambda: wall.told("info")[-1]["boot"] == boot)
    wall.wait(lambda: [one for one in wall.heard if one[0] == "availability"][-1][1] == b"online")


def test_rule_2_info_state_health_come_before_online_and_offline_is_last(
    table: HouseTable, wall: Outside
) -> None:
    order = [topic for topic, payload, *_ in wall.heard if payload]
    start = order.index("info") if order[0] == "availability" else 0
    assert order[start : start + 4] == ["info", "state", "health", "availability"]
    table.close()
    wall.wait(lambda: wall.heard[-1][:2] == ("availability", b"offline"))


def test_rule_2_all_of_it_is_said_again_on_every_connection_and_no_event_twice(
    place: Place, table: HouseTable, wall: Outside, lamp: Outside
) -> None:
    """Somebody takes the engine's connection from it, and goes: the broker and all listeners stay."""
    seq = seen(lamp)
    assert lamp.ask("claim-route", {"seat": "blue", "route": ROUTES[0]}, expect_seq=seq)["ok"] is True
    wall.wait(lambda: wall.seq() == table.session.game.state.seq)
    before = len(wall.heard)
    secret = place.password_file("engine")
    word = None if secret is None else secret.read_text(encoding="utf-8").strip()
    access = Access(address=parse_address(place.url("engine")), password=word)
    thief = Client(
        CallbackAPIVersion.VERSION2,
        client_id=access.client_id("fingerpost-kitchen-engine"),
        protocol=PROTOCOL,
    )
    if word is not None:
        thief.username_pw_set(place.users["engine"], word)
    thief.connect(place.host, place.port)
    thief.loop(1.0)
    thief.disconnect()
    wall.wait(lambda: ("availability", b"online") in [one[:2] for one in wall.heard[before:]])
    news = wall.heard[before:]
    passing = ("reply/", "cmd/", "announce")  # the claim's own words may come as late as this
    again = [(topic, payload) for topic, payload, *_ in news if not topic.startswith(passing)]
    assert again[0] == ("availability", b"offline")  # its will
    assert [topic for topic, _ in again[1:5]] == ["info", "state", "health", "availability"]
    assert json.loads(again[2][1])["seq"] == table.session.game.state.seq
    assert lamp.ask("press", {"button": "ask"})["ok"] is True  # and it listens again
    assert wall.seqs() == sorted(set(wall.seqs()))


def test_rule_3_events_come_one_by_one_and_each_act_before_its_state(
    table: HouseTable, wall: Outside, lamp: Outside
) -> None:
    for route, seat in zip(ROUTES, ("blue", "red") * 2, strict=False):
        answer = lamp.ask("claim-route", {"seat": seat, "route": route}, expect_seq=seen(lamp))
        assert answer["ok"] is True
        last = answer["seq"]
        lamp.until(int(str(last)))
    wall.wait(lambda: wall.seq() == last)
    assert wall.seqs() == list(range(1, len(wall.seqs()) + 1))
    at = 0
    for topic, payload, retained, _ in wall.heard:
        if topic == "event":
            at = json.loads(payload)["seq"]
        elif topic == "state" and not retained:
            assert json.loads(payload)["seq"] == at
    boots = {event["boot"] for event in wall.told("event")}
    assert boots == {wall.told("info")[-1]["boot"]}


def test_rule_4_a_replay_brings_the_very_events_in_pages(
    table: HouseTable, wall: Outside, lamp: Outside
) -> None:
    for number in range(30):
        last = lamp.ask("end-turn", {"seat": ("blue", "red")[number % 2]}, expect_seq=seen(lamp))["seq"]
        lamp.until(int(str(last)))
    lamp.ask("replay", {"from": 1, "to": 60})
    lamp.wait(lambda: len([r for r in lamp.told("reply/lamp") if r["type"] == "replay"]) == 2)
    pages = [r["data"] for r in lamp.told("reply/lamp") if r["type"] == "replay"]
    events = [event for page in pages if isinstance(page, dict) for event in page["events"]]
    wall.wait(lambda: len(wall.seqs()) >= 60)
    assert events == wall.told("event")[:60]


def test_rule_5_a_command_is_done_once_and_a_retained_one_not_at_all(
    place: Place, table: HouseTable, lamp: Outside
) -> None:
    first = lamp.ask("claim-route", {"seat": "blue", "route": ROUTES[0]}, id="once", expect_seq=seen(lamp))
    again = lamp.ask("claim-route", {"seat": "blue", "route": ROUTES[0]}, id="once", expect_seq=seen(lamp))
    assert again == {**first, "duplicate": True}
    retained = lamp.ask(
        "claim-route", {"seat": "red", "route": ROUTES[1]}, expect_seq=first["seq"], retain=True
    )
    assert code(retained) == "retained-command"
    late = Outside(
        place, "controller", "lamp2" if not place.users else "lamp", topic="fingerpost/1/kitchen/cmd/#"
    )
    assert not [heard for heard in late.heard if heard[1]]
    late.close()
    assert table.session.game.state.owners == {ROUTES[0]: "blue"}


def test_rule_5_acts_need_expect_seq_and_a_stale_one_says_where_the_game_is(
    table: HouseTable, lamp: Outside
) -> None:
    at = seen(lamp)
    acts: dict[str, dict[str, object]] = {
        "claim-route": {"seat": "blue", "route": ROUTES[0]},
        "draw-card": {"seat": "blue", "from": "deck"},
        "undo": {"seat": "blue"},
        "end-turn": {"seat": "blue"},
    }
    for name, data in acts.items():
        assert code(lamp.ask(name, data)) == "bad-envelope"
        stale = lamp.ask(name, data, expect_seq=at + 7)
        assert code(stale) == "stale"
        error = stale["error"]
        assert isinstance(error, dict) and error["data"]["seq"] == at and error["retryable"] is True
    assert table.session.game.state.seq == at


def test_rule_6_results_have_the_shape_that_is_promised(table: HouseTable, lamp: Outside) -> None:
    refused = lamp.ask("dance", {})
    error = refused["error"]
    assert refused["ok"] is False and isinstance(error, dict)
    assert set(error) == {"code", "message_key", "args", "retryable", "data"}
    assert error["code"] in STATUS and error["message_key"] == "mqtt.unknown-command"
    lamp.ask("ask", {"question": "turn"}, response=True)
    if MODERN:  # 3.1.1 has no correlation data; there `corr` is all, and `Outside.ask` looks at it
        assert any(heard[3] == b"mark" for heard in lamp.heard)


class Marks(Outside):
    """Keeps with which quality and retain flag each topic comes, as the engine has set them."""

    def __init__(self, place: Place, name: str) -> None:
        self.marks: dict[str, set[tuple[int, bool]]] = {}
        super().__init__(place, "viewer", name, options=SubscribeOptions(qos=1, retainAsPublished=True))

    def _take(self, message: MQTTMessage) -> None:
        self.marks.setdefault(message.topic.rpartition("kitchen/")[2], set()).add(
            (message.qos, message.retain)
        )
        super()._take(message)


def test_rule_7_every_topic_has_its_quality_and_only_what_stands_is_retained(
    table: HouseTable, lamp: Outside, wall: Outside, place: Place
) -> None:
    ear = Marks(place, "wall-2")
    seq = seen(lamp)
    assert lamp.ask("claim-route", {"seat": "blue", "route": ROUTES[0]}, expect_seq=seq)["ok"] is True
    ear.wait(lambda: ear.seq() == table.session.game.state.seq)
    table.close()
    ear.wait(lambda: ear.heard[-1][:2] == ("availability", b"offline"))
    standing = ("availability", "info", "state", "health")
    if MODERN:
        assert {topic: ear.marks[topic] for topic in standing} == {topic: {(1, True)} for topic in standing}
    else:  # 3.1.1 tells of what is retained only on coming
        late = Marks(place, "wall-3" if not place.users else "wall")
        late.wait(lambda: set(standing) <= set(late.marks))
        assert {topic: late.marks[topic] for topic in standing} == {topic: {(1, True)} for topic in standing}
        late.close()
    assert ear.marks["event"] == {(1, False)} and ear.marks["announce"] == {(0, False)}
    ear.close()


def test_rule_8_unknown_fields_are_passed_over(table: HouseTable, lamp: Outside) -> None:
    answer = lamp.ask("press", {"button": "repeat", "colour": "green"}, later={"a": [1]}, expect_seq=None)
    assert answer["ok"] is True


def test_rule_9_what_is_switched_off_is_cleared(place: Place, table: HouseTable) -> None:
    house = Outside(place, "engine", "house", topic="homeassistant/device/fingerpost_kitchen/config")
    house.wait(lambda: bool(house.heard) and house.heard[-1][1] != b"")
    table.close()
    off = HouseTable(place, options=TableOptions(home_assistant=False))
    house.wait(lambda: house.heard[-1][1] == b"")
    off.close()
    house.close()
    late = Outside(place, "engine", "late", topic="homeassistant/device/fingerpost_kitchen/config")
    late.client.subscribe("homeassistant/status", qos=1)
    late.wait(lambda: len(late.granted) == 2)  # and what stands on the first topic has come before that
    assert late.heard == []
    late.close()


def test_rule_10_what_a_node_senses_stays_under_its_own_topic(
    place: Place, table: HouseTable, wall: Outside, lamp: Outside
) -> None:
    at = seen(lamp)
    porch = Outside(place, "node", "porch", topic="fingerpost/1/kitchen/node/porch/cmd/#")
    blue = Observation(site=SiteId(ROUTES[0]), sense="camera", seen="blue", at=0.0)
    stamp = Stamp(1_790_000_000_123, bytes(10))
    said = written((blue,), 0.0, table="kitchen", node="porch", boot="b", seq=1, stamp=stamp)
    porch.raw("node/porch/observation", said)
    for topic in ("event", "state", "announce"):  # nor may a node say there what only the engine knows
        if place.users:
            porch.raw(topic, said)
    lamp.ask("press", {"button": "repeat"})
    assert table.session.game.state.seq == at  # this table names no such node
    public = [topic for topic, payload, *_ in wall.heard if payload == said]
    assert set(public) <= {"node/porch/observation"} and (not place.users or not public)
    porch.close()


def test_a_reply_goes_to_the_client_and_nowhere_else(table: HouseTable, lamp: Outside, wall: Outside) -> None:
    foreign = lamp.ask("press", {"button": "repeat"}, reply_to="fingerpost/1/kitchen/reply/wall")
    assert code(foreign) == "bad-envelope"
    lamp.raw("cmd/press", json.dumps(lamp.envelope("press", {"button": "repeat"}, src="engine")))
    assert (
        lamp.ask("press", {"button": "repeat"})["ok"] is True
    )  # and what came before it has been dealt with
    if wall.granted == [True]:
        assert not wall.told("reply/wall")


def test_a_command_that_waited_too_long_is_expired(table: HouseTable, lamp: Outside) -> None:
    at = seen(lamp)
    with table.standing_still():
        late = lamp.envelope("end-turn", {"seat": "blue"}, expect_seq=at, ttl_ms=50)
        lamp.raw("cmd/end-turn", json.dumps(late))
        assert lamp.ask("replay", {"from": 1, "to": 1})["ok"] is True  # so the engine has what came before it
        time.sleep(0.06)
    lamp.wait(lambda: len(lamp.told("reply/lamp")) == 2)
    answer = lamp.told("reply/lamp")[-1]
    assert answer["corr"] == late["id"] and table.session.game.state.seq == at
    assert isinstance(answer["data"], dict) and code(answer["data"]) == "expired"


@pytest.mark.parametrize(
    ("name", "data", "wanted"),
    [
        ("claim-route", {"seat": "green", "route": ROUTES[0]}, "wrong-seat"),
        ("claim-route", {"seat": "red", "route": ROUTES[0]}, "not-your-turn"),
        ("claim-route", {"seat": "blue", "route": "nowhere"}, "illegal-move"),
        ("draw-card", {"seat": "blue", "from": "deck"}, "illegal-move"),
        ("ask", {"question": "hand"}, "unauthorized"),
        ("ask", {"question": "weather"}, "bad-data"),
        ("keep-tickets", {"seat": "blue", "tickets": []}, "unknown-command"),
        ("volume", {"level": 30}, "source-offline"),
    ],
)
def test_what_cannot_be_done_is_refused_by_its_code(
    table: HouseTable, lamp: Outside, name: str, data: dict[str, object], wanted: str
) -> None:
    at = seen(lamp)
    answer = lamp.ask(name, data, expect_seq=at)
    assert code(answer) == wanted
    if wanted == "illegal-move":
        error = answer["error"]
        assert isinstance(error, dict) and error["data"]["rule"]
    assert table.session.game.state.seq == at


def test_a_pause_holds_acts_and_yes_lets_the_game_go_on(table: HouseTable, lamp: Outside) -> None:
    at = seen(lamp)
    assert lamp.ask("pause", {})["ok"] is True
    assert code(lamp.ask("end-turn", {"seat": "blue"}, expect_seq=at)) == "paused"
    assert lamp.ask("press", {"button": "yes"}, expect_seq=at)["ok"] is True
    assert lamp.ask("end-turn", {"seat": "blue"}, expect_seq=at)["ok"] is True
    said = [str(one["data"]) for one in lamp.told("announce")]
    assert any("aused" in one for one in said) and any("goes on" in one for one in said)


def test_words_for_the_table_are_said_and_told(table: HouseTable, lamp: Outside) -> None:
    assert lamp.ask("say", {"text": "Tea is ready."})["ok"] is True
    lamp.wait(lambda: any("Tea is ready." in str(one["data"]) for one in lamp.told("announce")))
    assert lamp.ask("ask", {"question": "turn"})["ok"] is True
    lamp.wait(lambda: any("Blue disc to move" in str(one["data"]) for one in lamp.told("announce")))
