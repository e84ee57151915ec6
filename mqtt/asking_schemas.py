"""Schemas of what is asked of a table and of a node, and of what nodes say. Pure."""

from typing import cast, get_args

from engine import Command
from mqtt.command_kinds import ACTS, MOST_WORDS, NAMES, OF_NODES
from mqtt.orders import CHANCES, CODES_OF_PINS, DEBOUNCES_MS, TOKENS, NodeAnswer
from mqtt.payloads import MAX_ID, MAX_STRING, VERSION
from mqtt.schema_parts import (
    A_NAME,
    A_NODE,
    COUNT,
    TEXT,
    Schema,
    definitions_of,
    envelope,
    tag_of,
    with_fields,
)
from mqtt.sense_payloads import SeenItems
from mqtt.topics import NAME
from tabletop import BUTTONS, TOKEN_COLOURS


def _act_data() -> dict[str, Schema]:
    """The data of each act."""
    kinds = {tag_of(one): one for one in get_args(Command) if isinstance(one, type)}
    _, definitions = definitions_of(Command)
    found: dict[str, Schema] = {}
    for name in ACTS:
        definition = dict(definitions[kinds[name].__name__])
        properties = {key: one for key, one in cast(Schema, definition["properties"]).items() if key != "do"}
        required = [key for key in cast(list[str], definition["required"]) if key != "do"]
        if name == "undo":  # a home's: to how many acts its people have said Yes, 0: No
            properties["acts"] = {"type": ["integer", "null"], "minimum": 0}
        found[name] = {"type": "object", "properties": properties, "required": required}
    return found


def _from_to(kind: str, span: tuple[float, float]) -> Schema:
    return {"type": kind, "minimum": span[0], "maximum": span[1]}


def _order_data() -> dict[str, Schema]:
    """The data of what is asked of a node, by the name under which the node is asked."""
    code = _from_to("integer", CODES_OF_PINS)
    return {
        "calibrate": with_fields(
            {},
            {
                "what": {"enum": ["lens", "empty", "tokens", "keep", "forget"]},
                "seat": {"enum": list(TOKEN_COLOURS)},
            },
        ),
        "set-threshold": with_fields(
            {},
            {
                "chance": _from_to("number", CHANCES),
                "debounce_ms": _from_to("integer", DEBOUNCES_MS),
                "token": _from_to("integer", TOKENS),
                "low": code,
                "high": code,
                "site": {"type": ["string", "null"]},
            },
        ),
    }


def _of_nodes() -> dict[str, Schema]:
    """The data of commands about a node: which one, and what is to be asked of it."""
    node: Schema = {"type": "string", "pattern": A_NAME}
    asked = _order_data()
    return {
        name: with_fields({"node": node}, cast(Schema, asked[order]["properties"]))
        for name, order in OF_NODES.items()
    }


def command_data() -> dict[str, Schema]:
    """The `data` of each command, by its name."""
    words: Schema = {
        "type": "string",
        "minLength": 1,
        "maxLength": MAX_STRING,
        "description": f"1 to {MOST_WORDS} words",
    }
    first: Schema = {"type": "integer", "minimum": 1}
    return {
        "replay": with_fields({"from": first, "to": first}),
        "games": {"type": "object"},
        "press": with_fields({"button": {"enum": list(BUTTONS)}}),
        "ask": with_fields({"question": TEXT}, {"about": TEXT}),
        "say": with_fields({"text": words}),
        "pause": {"type": "object"},
        "resume": {"type": "object"},
        "volume": with_fields({"level": _from_to("integer", (0, 100))}),
        "rate": with_fields({"words_per_minute": _from_to("integer", (80, 450))}),
        **_of_nodes(),
        **_act_data(),
    }


def command() -> Schema:
    """A client's command. Of `src` only a client's own name is taken, and for its reply alone."""
    required: Schema = {
        "v": {"const": VERSION},
        "kind": {"const": "command"},
        "type": {"enum": list(NAMES)},
        "id": {"type": "string", "pattern": f"^[A-Za-z0-9_-]{{1,{MAX_ID}}}$"},
        "table": {"type": "string", "pattern": A_NAME},
    }
    optional: Schema = {
        "src": {"type": "string", "pattern": f"^client/{NAME.pattern}$"},
        "game": {"type": ["string", "null"]},
        "ts": {"type": ["string", "null"]},
        "expect_seq": {"type": ["integer", "null"], "minimum": 0},
        "ttl_ms": {"type": ["integer", "null"]},
        "reply_to": {"type": ["string", "null"]},
        "data": {"type": "object"},
    }
    each: list[Schema] = []
    for name, data in command_data().items():
        then: Schema = {"properties": {"data": data}}
        if data.get("required"):
            then["required"] = ["data"]
        if name in ACTS or name in OF_NODES:
            then["required"] = ["data", "expect_seq"]
        each.append({"if": {"properties": {"type": {"const": name}}}, "then": then})
    return {**with_fields(required, optional), "allOf": each}


def observation() -> Schema:
    """What a node has seen."""
    reference, definitions = definitions_of(SeenItems)
    around = envelope("observation", reference, type={"const": "seen"}, seq=True, src=A_NODE)
    return {**around, "$defs": definitions}


def node_info() -> Schema:
    """What a node says of itself, and after an order what became of it."""
    reference, definitions = definitions_of(NodeAnswer)
    settings = with_fields({}, {"chance": {"type": "number"}, "debounce_ms": COUNT})
    counts: Schema = {"type": "object", "additionalProperties": COUNT}
    data = with_fields(
        {"sense": TEXT, "software": TEXT},
        {
            "commands": {"type": "array", "items": TEXT},
            "settings": settings,
            "refused": counts,
            "answer": reference,
        },
    )
    around = envelope("info", data, type={"const": "info"}, src=A_NODE)
    return {**around, "$defs": definitions}


def node_command() -> Schema:
    """What the engine asks of a node; but for `report` with the node's life and its newest observation."""
    asked = _order_data()
    around = envelope("command", {"type": "object"}, type={"enum": ["report", *asked]})
    heard = with_fields({"node_boot": TEXT, "node_seq": {"type": "integer", "minimum": 1}})
    each: list[Schema] = [
        {
            "if": {"properties": {"type": {"const": name}}},
            "then": {"properties": {"data": {"allOf": [heard, data]}}},
        }
        for name, data in asked.items()
    ]
    return {**around, "allOf": each}
