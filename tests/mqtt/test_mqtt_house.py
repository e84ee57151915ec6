"""Home Assistant: one payload, templates that read real messages, told again at birth, cleared at the end."""

import json
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment

from announce import Wording
from engine import Game, game_map
from mqtt import MqttSink, TableOptions, Topics
from mqtt.client_loop import BIRTH_SPREAD_S
from mqtt.command_envelope import RemoteCommand, read_command
from mqtt.command_kinds import BadRequest, want_from
from mqtt.discovery import EVENT_TYPES, Discoverable, discovery, nodes_shown
from mqtt.payloads import Encoder, Stamp, health_fields
from tabletop import DeviceHealth
from tests.mqtt.games import whole_game
from tests.mqtt.listener import Listener
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.table import Outside, Place

STAMP = Stamp(1_790_000_000_123, bytes(range(10)))
ENCODER = Encoder("kitchen", "game-1", "boot-1")
TOPICS = Topics("kitchen")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "home-assistant.md"
CONFIG = "homeassistant/device/fingerpost_kitchen/config"
GAME = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 3)
VOCABULARY = Wording(game_map("usa"), None).vocabulary
SHOWN = Discoverable(vocabulary=VOCABULARY, seats=("blue", "red"), software="fingerpost/1", nodes=["porch"])
MADE = json.loads(discovery(TOPICS, SHOWN))
COMPONENTS = {key: one for key, one in MADE["components"].items() if len(one) > 1}  # without those taken away

house = Environment(autoescape=False)
house.filters["tojson"] = json.dumps
house.globals["now"] = lambda: datetime(2026, 9, 21, tzinfo=UTC)


compiled = cache(house.from_string)


def rendered(template: str, **values: object) -> str:
    return compiled(template).render(**values)


def value(key: str, payload: bytes) -> str:
    return rendered(COMPONENTS[key]["value_template"], value_json=json.loads(payload))


def test_given_the_payload_when_read_then_it_is_what_home_assistant_asks_for() -> None:
    assert MADE["device"]["identifiers"] == ["fingerpost_kitchen"] and MADE["origin"]["name"]
    assert MADE["availability"][0]["topic"] == "fingerpost/1/kitchen/availability"
    assert MADE["availability_mode"] == "all"
    for key, component in COMPONENTS.items():
        assert component["unique_id"] == f"fingerpost_kitchen_{key}"
        assert component["platform"] in ("sensor", "binary_sensor", "event", "button")
        topic = component.get("state_topic") or component["command_topic"]
        assert topic.startswith("fingerpost/1/kitchen/")
    assert {f"{seat}_{what}" for seat in ("blue", "red") for what in ("score", "trains", "cards")} < set(
        COMPONENTS
    )
    assert {"to_move", "turn", "phase", "round", "deck", "event", "problem", "repeat", "pause"} < set(
        COMPONENTS
    )
    assert [one["topic"] for one in COMPONENTS["node_porch"]["availability"]] == [
        "fingerpost/1/kitchen/availability",
        "fingerpost/1/kitchen/node/porch/availability",
    ]


def test_given_the_states_of_a_game_when_rendered_then_sensors_show_them() -> None:
    for _, state in whole_game("us-accessible", 3, "dealt", 2):
        payload = ENCODER.state(state, STAMP)
        assert value("to_move", payload) == str(state.to_move)
        assert value("turn", payload) == str(state.turn)
        assert value("phase", payload) == state.phase
        assert value("deck", payload) == str(len(state.deck))
        assert value("red_score", payload) == str(state.points["red"])
        assert value("red_trains", payload) == str(state.trains["red"])
        assert value("blue_cards", payload) == str(state.hand_size("blue"))
    assert state.phase == "over"


def test_given_cards_in_hands_when_rendered_then_their_counts_are_unknown_instead_of_none() -> None:
    ((_, state), *_) = whole_game("us-accessible", 2, "untracked", 2)
    payload = ENCODER.state(state, STAMP)
    assert [value(key, payload) for key in ("deck", "blue_cards", "red_cards")] == ["None"] * 3
    assert value("red_trains", payload) == str(state.trains["red"])


def test_given_a_game_of_two_when_shown_then_the_sensors_of_other_seats_are_taken_away() -> None:
    gone = {key for key, one in MADE["components"].items() if one == {"platform": "sensor"}}
    seats, kinds = ("green", "yellow", "black"), ("score", "trains", "cards")
    assert gone == {f"{seat}_{kind}" for seat in seats for kind in kinds}


def test_given_the_lobby_when_rendered_then_sensors_are_unknown_and_none_fails() -> None:
    payload = ENCODER.lobby(STAMP)
    for key, component in COMPONENTS.items():
        if component.get("state_topic") == TOPICS.state and key != "phase":
            assert value(key, payload) == "None", key
    assert value("phase", payload) == "lobby"


def test_given_events_when_rendered_then_the_event_entity_takes_those_it_lists() -> None:
    kinds = set()
    for events, _ in whole_game("us-accessible", 3, "dealt", 2):
        for seq, event in events:
            payload = ENCODER.event(seq, event, STAMP)
            kind, text = json.loads(payload)["type"], value("event", payload)
            kinds.add(kind)
            if kind in EVENT_TYPES:
                found = json.loads(text)
                assert (found["event_type"], found["seq"]) == (kind, seq)
            else:
                assert text == ""  # which Home Assistant passes over
    assert {"route-claimed", "turn-started", "game-ended"} <= kinds


@pytest.mark.parametrize(
    ("condition", "cause", "shown_as"),
    [("live", "", "OFF"), ("lost", "unplugged", "ON"), ("fault", "chat", "ON"), ("lost", "absent", "OFF")],
)
def test_given_the_health_of_a_device_when_rendered_then_trouble_is_shown_where_there_is_some(
    condition: str, cause: str, shown_as: str
) -> None:
    fields = health_fields(
        DeviceHealth(device="hub", condition=condition, at=1.0, cause=cause),  # type: ignore[arg-type]
        STAMP,
    )
    payload = ENCODER.health({"hub": fields, "node/porch": fields}, STAMP)
    assert value("problem", payload) == shown_as
    assert value("node_porch", payload) == condition
    assert value("node_porch", ENCODER.health({}, STAMP)) == "None"


def obeyed(topic: str, payload: str) -> RemoteCommand:
    read = read_command(payload.encode(), name=topic.rpartition("/")[2], topics=TOPICS)
    assert isinstance(read, RemoteCommand), read
    assert not isinstance(want_from(read), BadRequest)
    return read


@pytest.mark.parametrize("key", ["repeat", "pause", "resume"])
def test_given_a_button_when_pressed_then_its_payload_is_a_command_that_is_obeyed(key: str) -> None:
    button = COMPONENTS[key]
    obeyed(button["command_topic"], rendered(button["command_template"], value="press"))


# docs/home-assistant.md


def quoted(after: str, text: str) -> list[str]:
    """Templates and payloads that stand behind a key of the automations, folded blocks joined."""
    found = re.findall(rf'^ *{after}: (?:"(.*)"|>-\n((?: {{10,}}.*\n)+))', text, flags=re.MULTILINE)
    return [one or " ".join(line.strip() for line in block.splitlines()) for one, block in found]


def test_given_the_lamps_automation_when_a_turn_starts_then_it_is_lit_in_the_seats_colour() -> None:
    text = DOCS.read_text(encoding="utf-8")
    (colour,) = quoted("rgb_color", text)
    (kind,) = [one for one in quoted("value_template", text) if "value_json" in one]
    lit = 0
    for events, _ in whole_game("us-accessible", 3, "untracked", 5):
        for seq, event in events:
            message = json.loads(ENCODER.event(seq, event, STAMP))
            if rendered(kind, value_json=message) == "turn-started":
                shown_colour = rendered(colour, trigger={"payload_json": message})
                assert re.fullmatch(r"\[\d+, \d+, \d+\]", shown_colour)
                lit += 1
    assert lit > 20


def test_given_the_chimes_automation_when_words_are_said_then_only_those_of_the_end_are_spoken() -> None:
    text = DOCS.read_text(encoding="utf-8")
    (wanted,) = [one for one in quoted("value_template", text) if "earcon" in one]
    (message,) = quoted("message", text)
    wording, spoken, before = Wording(game_map("usa"), None), [], None
    for events, state in whole_game("us-accessible", 3, "untracked", 2):
        said = wording.events(before, tuple(event for _, event in events), state, events[0][0])
        before = state
        for one in said:
            if one.audience == "everyone" and one.normal:
                payload = {"payload_json": json.loads(ENCODER.announcement(one, "en", STAMP))}
                if rendered(wanted, trigger=payload) == "True":
                    spoken.append(rendered(message, trigger=payload))
    assert 1 <= len(spoken) <= 4 and any("win" in one or "wins" in one for one in spoken)


def test_given_the_doorbells_automation_when_it_rings_then_both_commands_are_obeyed() -> None:
    text = DOCS.read_text(encoding="utf-8")
    topics = re.findall(r"topic: (fingerpost/1/kitchen/cmd/\S+)", text)
    assert [
        obeyed(topic, rendered(payload)).name
        for topic, payload in zip(topics, quoted("payload", text), strict=True)
    ] == ["say", "pause"]


# On a broker


def sink(
    url: str, *, on: bool = True, nodes: tuple[str, ...] = (), password_file: Path | None = None
) -> MqttSink:
    made = MqttSink(
        "kitchen",
        url,
        game="g",
        boot="b",
        on_health=lambda health: None,
        on_command=lambda asked: None,
        vocabulary=VOCABULARY,
        options=TableOptions(
            home_assistant=on,
            backoff_s=(0.05, 0.2),
            nodes=dict.fromkeys(nodes, "camera"),
            password_file=password_file,
        ),
    )
    made.told((), GAME.state)
    made.start()
    return made


def test_given_a_house_that_is_born_when_it_says_so_then_it_is_told_again_and_a_table_that_goes_is_cleared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert BIRTH_SPREAD_S == 5.0
    monkeypatch.setattr("random.uniform", lambda low, high: low)
    with LocalBroker() as broker:
        ear = Listener(broker.url, topic="#")
        table = sink(broker.url)
        ear.wait(lambda: ear.times(CONFIG) == 1)
        order = [topic for topic, _, _ in ear.heard]
        assert order.index("availability") < order.index(CONFIG)
        ear.client.publish("homeassistant/status", "online", qos=1)
        ear.wait(lambda: ear.times(CONFIG) == 2)
        ear.client.publish("homeassistant/status", "offline", qos=1)
        table.close()
        late = Listener(broker.url, "late", topic=CONFIG)
        late.wait(lambda: late.times(CONFIG) == 1)
        assert late.heard[-1][2]
        off = sink(broker.url, on=False)
        ear.wait(lambda: any(one[:2] == (CONFIG, b"") for one in ear.heard))
        off.close()
        gone = Listener(broker.url, "gone", topic="homeassistant/#")
        gone.client.publish("homeassistant/mark", b"", qos=1)
        gone.wait(lambda: gone.times("homeassistant/mark") == 1)
        assert gone.times(CONFIG) == 0 and ear.times(CONFIG) == 3
        for one in (ear, late, gone):
            one.close()


def nodes_in(place: Place, nodes: tuple[str, ...]) -> dict[str, object]:
    """What a table with these nodes leaves for Home Assistant: the components of nodes, these and former."""
    ear = Outside(place, "engine", "ear", topic=CONFIG)
    table = sink(place.url("engine"), nodes=nodes, password_file=place.password_file("engine"))
    ear.wait(lambda: any(topic == CONFIG and not retained for topic, _, retained, _ in ear.heard))
    table.close()
    ear.close()
    return {key: one for key, one in shown_now(ear).items() if key.startswith("node_")}


def shown_now(ear: Outside) -> dict[str, object]:
    heard = ear.told(CONFIG)
    components = heard[-1]["components"] if heard else {}
    assert isinstance(components, dict)
    return components


def test_given_a_node_that_the_table_names_no_more_when_started_again_then_its_sensor_alone_is_taken_away(
    place: Place,
) -> None:
    before = nodes_in(place, ("porch", "desk"))
    assert set(before) == {"node_porch", "node_desk"}
    after = nodes_in(place, ("desk",))
    assert after == {"node_porch": {"platform": "sensor"}, "node_desk": before["node_desk"]}
    assert nodes_in(place, ()) == {key: {"platform": "sensor"} for key in before}  # and it stays away
    assert nodes_in(place, ("porch",))["node_porch"] == before["node_porch"]
    sink(place.url("engine"), on=False, password_file=place.password_file("engine")).close()


@pytest.mark.parametrize(
    "payload", [b"", b"[]", b"\xff", b"{" * 2000, b'{"components": 3}', b'{"components": {"node_A b": {}}}']
)
def test_given_junk_where_the_house_is_told_when_read_then_no_node_was_shown(payload: bytes) -> None:
    assert nodes_shown(payload) == frozenset()
