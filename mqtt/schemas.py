"""JSON Schemas (2020-12) of every message, made from the types themselves. Pure.

They are the contract that is published in docs/mqtt/; at run time messages are checked by the types.
"""

import hashlib
from functools import cache
from typing import cast, get_args

import msgspec

from engine import SEATS, Event
from mqtt.asking_schemas import command, node_command, node_info, observation
from mqtt.codes import CODES
from mqtt.payloads import MAX_ID, VERSION
from mqtt.schema_parts import (
    A_CLIENT,
    A_NAME,
    COUNT,
    DIALECT,
    MAYBE_SEAT,
    TEXT,
    Schema,
    definitions_of,
    envelope,
    tag_of,
    with_fields,
)
from tabletop import Condition


def _event_types() -> tuple[tuple[str, str], ...]:
    """(type on the wire, name of its definition) of every event there is."""
    structs = [one for one in get_args(Event) if isinstance(one, type)]
    return tuple((tag_of(one), one.__name__) for one in structs)


def _event() -> Schema:
    _, definitions = definitions_of(Event)
    for name, definition in definitions.items():
        properties = cast(Schema, definition.get("properties", {}))
        if name in {defined for _, defined in _event_types()}:
            properties.pop("type", None)
            definition["required"] = [f for f in cast(list[str], definition["required"]) if f != "type"]
    each: list[Schema] = [
        {"properties": {"type": {"const": kind}, "data": {"$ref": f"#/$defs/{name}"}}}
        for kind, name in _event_types()
    ]
    kinds: Schema = {"enum": [kind for kind, _ in _event_types()]}
    return {
        **envelope("event", {"type": "object"}, type=kinds, seq=True),
        "oneOf": each,
        "$defs": definitions,
    }


def _state() -> Schema:
    seat = with_fields(
        {
            "seat": {"enum": list(SEATS)},
            "trains": COUNT,
            "points": {"type": "integer"},
            "routes": {"type": "array", "items": TEXT},
            "hand": {"type": ["integer", "null"]},
            "tickets": COUNT,
            "choosing": COUNT,
            "tickets_open": {"type": ["array", "null"], "items": TEXT},
        }
    )
    lobby = with_fields({"phase": {"const": "lobby"}})
    game = with_fields(
        {
            "edition": TEXT,
            "map": TEXT,
            "cards": {"enum": ["dealt", "untracked"]},
            "seq": COUNT,
            "phase": {"type": "string", "not": {"const": "lobby"}},
            "to_move": MAYBE_SEAT,
            "turn": COUNT,
            "turns_left": {"type": ["integer", "null"]},
            "claims": {"type": "object", "additionalProperties": {"enum": list(SEATS)}},
            "seats": {"type": "array", "items": seat},
            "row": {"type": "array", "items": TEXT},
            "deck": COUNT,
            "discards": COUNT,
            "own": {"type": "null"},  # the view that belongs to no seat
            "result": {"type": ["object", "null"]},
        },
        {  # where homes play along
            "homes": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"enum": list(SEATS)}},
            },
            "undo_asked": COUNT,
            "undo_no": {"type": "array", "items": TEXT},
        },
    )
    return envelope("state", {"oneOf": [lobby, game]}, type=None, seq=True)


def _home_board() -> Schema:
    """How far the board of a home that plays along shows the game; written by that home."""
    difference = with_fields({"site": TEXT, "kind": TEXT, "seat": MAYBE_SEAT})
    data = with_fields(
        {"seq": COUNT, "shown": {"type": "boolean"}, "differences": {"type": "array", "items": difference}}
    )
    made = envelope("state", data, type={"const": "board"}, seq=True, src=A_CLIENT)
    required = cast(list[str], made["required"])
    return {**made, "required": [name for name in required if name != "boot"]}  # no process of the engine's


def _info() -> Schema:
    data = with_fields(
        {
            "protocol": with_fields({"major": {"const": VERSION}, "minor": COUNT}),
            "software": TEXT,
            "boot": TEXT,
            "map": TEXT,
            "edition": TEXT,
            "locales": {"type": "array", "items": TEXT, "minItems": 1},
            "capabilities": {"type": "array", "items": TEXT},
            "limits": with_fields({"bytes": COUNT, "depth": COUNT, "string": COUNT, "id": COUNT}),
            "schemas": {"type": "object", "additionalProperties": TEXT},
        }
    )
    return envelope("info", data, type={"const": "info"})


def _health() -> Schema:
    source = with_fields(
        {
            "state": {"enum": list(get_args(Condition))},
            "cause": TEXT,
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "last_seen": {"type": "string", "format": "date-time"},
            "last_change": {"type": "string", "format": "date-time"},
        }
    )
    difference = with_fields(
        {"site": TEXT, "kind": {"enum": ["missing", "extra", "wrong-shape"]}, "seat": MAYBE_SEAT}
    )
    data = with_fields(
        {
            "sources": {"type": "object", "additionalProperties": source},
            "disagreements": {"type": "array", "items": difference},
        },
        {"counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}},
    )
    return envelope("health", data, type={"const": "health"})


def _announce() -> Schema:
    data = with_fields(
        {
            "locale": TEXT,
            "class": {"enum": ["alert", "answer", "result", "turn", "ambient"]},
            "urgency": {"enum": ["assertive", "polite", "ambient"]},
            "text": {"type": "string", "minLength": 1},
            "brief": TEXT,
            "full": TEXT,
            "earcon": {"type": ["string", "null"]},
            "event_seq": {"type": ["integer", "null"]},
        }
    )
    return envelope("announce", data, type={"const": "announcement"})


def _result() -> Schema:
    error = with_fields(
        {
            "code": {"enum": list(CODES)},
            "message_key": {"type": "string", "pattern": "^mqtt\\."},
            "args": {"type": "object"},
            "retryable": {"type": "boolean"},
            "data": {"type": "object"},
        }
    )
    more: Schema = {"duplicate": {"const": True}}
    page: Schema = {"page": COUNT, "pages": COUNT, "events": {"type": "array", "maxItems": 50}}
    kept = with_fields({"game": TEXT, "seq": COUNT, "ended": {"type": "boolean"}})
    games: Schema = {"games": {"type": "array", "maxItems": 20, "items": kept}}
    yes = with_fields({"ok": {"const": True}, "seq": COUNT}, {**more, **page, **games})
    no = with_fields({"ok": {"const": False}, "error": error}, more)
    kind: Schema = {"type": "string", "pattern": A_NAME}
    made = envelope("result", {"oneOf": [yes, no]}, type=kind, seq=True)
    corr: Schema = {"type": "string", "maxLength": MAX_ID}  # not there when the command's id cannot be read
    cast(Schema, made["properties"])["corr"] = corr
    return made


@cache
def schemas() -> dict[str, Schema]:
    """Every schema by the kind of message it is for."""
    made = {
        "info": _info(),
        "state": _state(),
        "health": _health(),
        "home-board": _home_board(),
        "event": _event(),
        "announce": _announce(),
        "command": command(),
        "result": _result(),
        "observation": observation(),
        "node-info": node_info(),
        "node-command": node_command(),
    }
    return {
        kind: {"$schema": DIALECT, "title": f"fingerpost/1 {kind}", **schema} for kind, schema in made.items()
    }


@cache
def schema_digests() -> dict[str, str]:
    """SHA-256 of each schema, first 16 hex digits: tells a client when a shape has changed."""
    return {
        kind: hashlib.sha256(msgspec.json.encode(schema, order="deterministic")).hexdigest()[:16]
        for kind, schema in schemas().items()
    }
