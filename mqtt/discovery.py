"""What Home Assistant is told of a table: one payload with every entity. Pure.

Templates read our payloads as they are on the wire; tests render them against real ones. An entity whose
template finds nothing (in the lobby there are no seats) becomes unknown, not an error.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import msgspec

from announce import Vocabulary, house_words
from engine import SEATS, Built, Seat
from mqtt.payloads import decoded
from mqtt.topics import NAME, Topics

Fields = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discoverable:
    """What of a table is shown: its seats, its nodes, and those that are its nodes no more."""

    vocabulary: Vocabulary
    seats: Sequence[Seat]
    software: str = ""
    nodes: Sequence[str] = ()
    gone: Sequence[str] = ()

    def name(self, key: str) -> str:
        """Of an entity, in the table's language."""
        return house_words.house_name(self.vocabulary.phrases, key)


def nodes_shown(payload: bytes) -> frozenset[str]:
    """The nodes in a discovery payload of this table's name, of whatever start; none in anything else."""
    known = decoded(payload, _Known)
    keys = () if known is None else known.components
    names = (key.removeprefix(_NODE) for key in keys if key.startswith(_NODE))
    return frozenset(sorted(name for name in names if NAME.fullmatch(name))[:_MOST_GONE])


class _Known(msgspec.Struct, frozen=True):
    components: dict[str, msgspec.Raw]


_NODE = "node_"
_MOST_GONE = 64  # the topic is ours, and yet anybody may have written there


def discovery(topics: Topics, table: Discoverable) -> bytes:
    """The payload of `homeassistant/device/fingerpost_<table>/config`."""
    components = {
        **_sensors(topics, table),
        **_seat_sensors(topics, table),
        **_event(topics, table),
        **_problem(topics, table),
        **_node_sensors(topics, table),
        **_buttons(topics, table),
    }
    payload = {
        "device": {
            "identifiers": [f"fingerpost_{topics.table}"],
            "name": f"Fingerpost {topics.table}",
            "manufacturer": "Fingerpost",
            "model": "Fingerpost table",
            "sw_version": table.software,
        },
        "origin": {"name": "Fingerpost", "sw_version": table.software},
        "availability": [_engine_there(topics)],
        "availability_mode": "all",
        "qos": 1,
        "components": components,
    }
    return msgspec.json.encode(payload)


def _engine_there(topics: Topics) -> Fields:
    return {"topic": topics.availability, "payload_available": "online", "payload_not_available": "offline"}


def _sensor(
    topics: Topics, table: Discoverable, key: str, name: str, template: str, **more: object
) -> Fields:
    return {
        key: {
            "platform": "sensor",
            "unique_id": f"fingerpost_{topics.table}_{key}",
            "name": name,
            "state_topic": topics.state,
            "value_template": template,
            **more,
        }
    }


def _sensors(topics: Topics, table: Discoverable) -> Fields:
    found: Fields = {}
    for key, template, more in (
        ("to_move", _field("to_move"), {"icon": "mdi:account-arrow-right"}),
        ("turn", _field("turn"), {"icon": "mdi:counter", **_NUMBER}),
        ("phase", _field("phase"), {"icon": "mdi:flag"}),
        ("round", _field("turns_left"), {"icon": "mdi:flag-checkered", **_NUMBER}),
        ("deck", _dealt(_field("deck")), {"icon": "mdi:cards", **_NUMBER}),
    ):
        found |= _sensor(topics, table, key, table.name(key), template, **more)
    return found


_NUMBER: Fields = {"state_class": "measurement"}
"""Home Assistant then draws it as a line over time."""


def _field(field: str) -> str:
    return "{{ value_json.data." + field + " | default(none) }}"


def _dealt(template: str) -> str:
    """Cards in hands and in a deck that the table does not deal are unknown, not none."""
    return "{% if value_json.data.cards | default('') == 'dealt' %}" + template + "{% else %}None{% endif %}"


_OF_A_SEAT = (
    ("score", "points", "mdi:counter"),
    ("trains", "trains", "mdi:train"),
    ("cards", "hand", "mdi:cards"),
)


def _seat_sensors(topics: Topics, table: Discoverable) -> Fields:
    """What is shown of each seat; of one that does not play the platform alone, which takes them away."""
    found: Fields = {}
    for seat in SEATS:
        for key, field, icon in _OF_A_SEAT:
            if seat not in table.seats:
                found[f"{seat}_{key}"] = {"platform": "sensor"}
                continue
            template = (
                "{{ value_json.data.seats | default([]) | selectattr('seat', 'eq', '"
                + seat
                + "') | map(attribute='"
                + field
                + "') | first | default(none) }}"
            )
            name = f"{table.vocabulary.seat(seat)}: {table.name(key)}"
            shown_as = _dealt(template) if key == "cards" else template
            found |= _sensor(topics, table, f"{seat}_{key}", name, shown_as, icon=icon, **_NUMBER)
    return found


EVENT_TYPES = (
    "game-started", "turn-started", "route-claimed",
    *(str(kind.__struct_config__.tag) for kind in get_args(Built)),
    "card-drawn", "tickets-dealt", "tickets-kept", "final-round-started", "game-ended", "undone",
)  # fmt: skip
"""Events that an automation may wait for; others are passed over there, for Home Assistant wants a list."""


def _event(topics: Topics, table: Discoverable) -> Fields:
    """Home Assistant ignores retained events on purpose, and ours never are."""
    allowed = ", ".join(f"'{kind}'" for kind in EVENT_TYPES)
    template = (
        "{% if value_json.type in [" + allowed + "] %}"
        "{{ dict(value_json.data, event_type=value_json.type, seq=value_json.seq) | tojson }}"
        "{% endif %}"
    )
    return {
        "event": {
            "platform": "event",
            "unique_id": f"fingerpost_{topics.table}_event",
            "name": table.name("event"),
            "state_topic": topics.event,
            "event_types": list(EVENT_TYPES),
            "value_template": template,
        }
    }


def _problem(topics: Topics, table: Discoverable) -> Fields:
    """On while a device that the table has is not live; one that was left out on purpose is no trouble."""
    template = (
        "{{ 'ON' if value_json.data.sources.values() | rejectattr('cause', 'eq', 'absent')"
        " | rejectattr('state', 'eq', 'live') | list else 'OFF' }}"
    )
    return {
        "problem": {
            "platform": "binary_sensor",
            "unique_id": f"fingerpost_{topics.table}_problem",
            "name": table.name("problem"),
            "device_class": "problem",
            "state_topic": topics.health,
            "value_template": template,
        }
    }


def _node_sensors(topics: Topics, table: Discoverable) -> Fields:
    """What each node says of itself; unavailable when the engine or the node is.

    A component that is left out stays in Home Assistant for ever: one that is gone is its platform alone.
    """
    found: Fields = {_NODE + node: {"platform": "sensor"} for node in table.gone}
    for node in table.nodes:
        there = {"payload_available": "online", "payload_not_available": "offline"}
        found |= _sensor(
            topics,
            table,
            _NODE + node,
            node,
            "{{ (value_json.data.sources['node/" + node + "'] | default({})).state | default(none) }}",
            state_topic=topics.health,
            entity_category="diagnostic",
            availability=[_engine_there(topics), {"topic": topics.node(node, "availability"), **there}],
            availability_mode="all",
        )
    return found


def _buttons(topics: Topics, table: Discoverable) -> Fields:
    """Each press is a command with an id of its own, made by the template from the clock of the house."""
    found: Fields = {}
    for key, command, data in (
        ("repeat", "press", '{"button": "repeat"}'),
        ("pause", "pause", "{}"),
        ("resume", "resume", "{}"),
    ):
        template = (
            '{"v": 1, "kind": "command", "type": "' + command + '", '
            '"id": "ha-' + key + '-{{ (now().timestamp() * 1000) | int }}", '
            '"table": "' + topics.table + '", "src": "client/homeassistant", "data": ' + data + "}"
        )
        found[key] = {
            "platform": "button",
            "unique_id": f"fingerpost_{topics.table}_{key}",
            "name": table.name(key),
            "command_topic": topics.command(command),
            "command_template": template,
            "payload_press": "press",
        }
    return found
