"""Blueprints for Home Assistant: whole, inputs used, topics real, templates right for real messages."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from jinja2 import Environment

from announce import Announcement
from engine import TurnStarted
from mqtt.command_envelope import RemoteCommand, read_command
from mqtt.command_kinds import NAMES, BadRequest, want_from
from mqtt.payloads import Encoder, Stamp
from mqtt.topics import CommandTopic, Topics

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "home-assistant"
FILES = sorted(FOLDER.glob("*.yaml"))
STAMP, TOPICS = Stamp(1_790_000_000_123, bytes(range(10))), Topics("kitchen")
ENCODER = Encoder("kitchen", "game-1", "boot-1")
SELECTORS = {"text", "entity", "select"}
KEYS = {"blueprint", "trigger_variables", "variables", "triggers", "conditions", "actions", "mode", "max"}
TARGETS = {"assist_satellite", "light", "tts"}

house = Environment(autoescape=False)
house.filters["tojson"] = json.dumps
house.globals["now"] = lambda: datetime(2026, 9, 21, tzinfo=UTC)


class Input(str):
    """What stands where a blueprint names an input."""


class Loader(yaml.SafeLoader):
    """Knows `!input`."""


Loader.add_constructor("!input", lambda loader, node: Input(node.value))


def read(path: Path) -> dict[str, Any]:
    found = yaml.load(path.read_text(encoding="utf-8"), Loader)
    assert isinstance(found, dict)
    return found


def every(value: object) -> Iterator[object]:
    """All that stands in it, however deep."""
    yield value
    if isinstance(value, Mapping):
        for part in value.values():
            yield from every(part)
    elif isinstance(value, list):
        for part in value:
            yield from every(part)


def rendered(template: str, **values: object) -> str:
    return house.from_string(template).render(**values)


def trigger(payload: bytes) -> dict[str, object]:
    return {"payload_json": json.loads(payload)}


def blueprint(name: str) -> dict[str, Any]:
    return read(FOLDER / f"fingerpost_{name}.yaml")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_given_a_blueprint_when_read_then_it_is_one_and_its_inputs_are_those_it_uses(path: Path) -> None:
    found = read(path)
    about = found["blueprint"]
    assert (
        about["domain"] == "automation" and about["name"].startswith("Fingerpost: ") and about["description"]
    )
    assert about["homeassistant"]["min_version"] >= "2024.10.0"  # since when an action stands as `action`
    assert set(found) - {"max_exceeded"} <= KEYS and found["triggers"] and found["actions"]
    for one in about["input"].values():
        assert one["name"]
        (selector,) = one["selector"]
        assert selector in SELECTORS
        if selector == "select":
            values = {option["value"] for option in one["selector"]["select"]["options"]}
            chosen = one["default"] if isinstance(one["default"], list) else [one["default"]]
            assert set(chosen) <= values
    rest = [part for key, part in found.items() if key != "blueprint"]
    assert {str(one) for one in every(rest) if isinstance(one, Input)} == set(about["input"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_given_a_blueprints_topics_when_the_table_is_named_then_they_are_topics_of_that_table(
    path: Path,
) -> None:
    found = read(path)
    heard = [one["topic"] for one in found["triggers"] if "topic" in one]
    assert {rendered(topic, table="kitchen") for topic in heard} <= {TOPICS.event, TOPICS.announce}
    for topic in heard:  # a trigger knows no variables but these
        assert set(found["trigger_variables"]) == {"table"} and "{{ table }}" in topic
    written = [
        rendered(one["data"]["topic"], table="kitchen")
        for one in found["actions"]
        if one["action"] == "mqtt.publish"
    ]
    for topic in written:
        parsed = TOPICS.parse(topic)
        assert isinstance(parsed, CommandTopic) and parsed.name in NAMES
    domains = {one["action"].split(".")[0] for one in found["actions"]}
    assert domains <= {"mqtt", *TARGETS}


@pytest.mark.parametrize(("length", "words"), [("text", "Blue disc to move."), ("brief", "blue.")])
def test_given_words_for_everyone_when_a_satellite_hears_them_then_it_says_them_as_long_as_chosen(
    length: str, words: str
) -> None:
    found = blueprint("announce")
    said = Announcement(audience="everyone", urgency="polite", normal="Blue disc to move.", brief="blue.")
    heard = trigger(ENCODER.announcement(said, "en", STAMP, "turn"))
    condition = found["conditions"][0]["value_template"]
    assert rendered(condition, trigger=heard, kinds=["turn"], length=length) == "True"
    assert rendered(condition, trigger=heard, kinds=["alert"], length=length) == "False"
    (action,) = found["actions"]
    assert action["action"] == "assist_satellite.announce" and action["target"] == {"entity_id": "satellites"}
    assert rendered(action["data"]["message"], trigger=heard, length=length) == words


def test_given_a_turn_when_it_starts_then_the_lamp_takes_the_seats_colour() -> None:
    found = blueprint("lamp")
    payload = ENCODER.event(7, TurnStarted(seat="red", turn=4), STAMP)
    (on,) = found["triggers"]
    assert rendered(on["value_template"], value_json=json.loads(payload)) == on["payload"]
    colour = rendered(found["actions"][0]["data"]["rgb_color"], trigger=trigger(payload))
    assert json.loads(colour) == [255, 0, 0]


@pytest.mark.parametrize(("earcon", "said"), [("win", "True"), ("last", "True"), ("turn", "False")])
def test_given_words_when_they_are_of_the_end_then_the_loudspeaker_says_them(earcon: Any, said: str) -> None:
    found = blueprint("chime")
    words = Announcement(audience="everyone", urgency="polite", normal="Blue disc wins.", earcon=earcon)
    heard = trigger(ENCODER.announcement(words, "en", STAMP))
    assert rendered(found["conditions"][0]["value_template"], trigger=heard) == said
    assert rendered(found["actions"][0]["data"]["message"], trigger=heard) == "Blue disc wins."


def test_given_a_bell_when_it_rings_then_both_commands_are_obeyed_whatever_the_words() -> None:
    for action in blueprint("doorbell")["actions"]:
        name = action["data"]["topic"].rsplit("/", 1)[1]
        payload = rendered(action["data"]["payload"], table="kitchen", words='It is "Anna"').encode()
        command = read_command(payload, name=name, topics=TOPICS)
        assert isinstance(command, RemoteCommand), command
        assert not isinstance(want_from(command), BadRequest)
