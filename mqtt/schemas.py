"""JSON Schemas (2020-12) of every message, made from the types themselves. Pure.

They are the contract that is published in docs/mqtt/; at run time messages are checked by the types.
"""

import hashlib
import inspect
from functools import cache
from typing import Final, cast, get_args

import msgspec

from engine import SEATS, Command, Event
from mqtt.codes import CODES
from mqtt.command_kinds import ACTS, MOST_WORDS, NAMES, OF_NODES
from mqtt.orders import CHANCES, CODES_OF_PINS, DEBOUNCES_MS, TOKENS, NodeAnswer
from mqtt.payloads import MAX_ID, MAX_STRING, VERSION
from mqtt.sense_payloads import SeenItems
from mqtt.topics import NAME
from tabletop import BUTTONS, TOKEN_COLOURS, Condition

Schema = dict[str, object]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_NAME: Final = f"^{NAME.pattern}$"
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_TEXT: Final[Schema] = {"type": "string"}
_MAYBE_SEAT: Final[Schema] = {"enum": [*SEATS, None]}
_ENGINE: Final[Schema] = {"const": "engine"}
_A_CLIENT: Final[Schema] = {"type": "string", "pattern": f"^client/{NAME.pattern}$"}
_A_NODE: Final[Schema] = {"type": "string", "pattern": f"^node/{NAME.pattern}$"}


def _object(required: Schema, optional: Schema | None = None) -> Schema:
    """An object with these fields; more are allowed, for within /1 fields may be added."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }


def _envelope(
    kind: str, data: Schema, *, type: Schema | None, seq: bool = False, src: Schema = _ENGINE
) -> Schema:
    """What surrounds a message of the engine, or of a node."""
    fields: Schema = {
        "v": {"const": VERSION},
        "kind": {"const": kind},
        "id": {"type": "string", "format": "uuid"},
        "table": {"type": "string", "pattern": _NAME},
        "game": {"type": ["string", "null"]},
        "boot": {"type": "string", "maxLength": MAX_ID},
        "ts": {"type": "string", "format": "date-time"},
        "src": src,
        **({} if type is None else {"type": type}),
        **({"seq": _COUNT} if seq else {}),
        "data": data,
    }
    return _object(fields)


def _kind_of(struct: object) -> str:
    return str(cast(type[msgspec.Struct], struct).__struct_config__.tag)


def _event_types() -> tuple[tuple[str, str], ...]:
    """(type on the wire, name of its definition) of every event there is."""
    structs = [one for one in get_args(Event) if isinstance(one, type)]
    return tuple((_kind_of(one), one.__name__) for one in structs)


def definitions_of(type: object) -> tuple[Schema, dict[str, Schema]]:
    """A type and what it refers to; the same by every Python: before 3.13 docstrings stay indented."""
    (reference,), definitions = msgspec.json.schema_components([type])
    for definition in definitions.values():
        if "description" in definition:
            definition["description"] = inspect.cleandoc(definition["description"])
    return reference, definitions


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
        **_envelope("event", {"type": "object"}, type=kinds, seq=True),
        "oneOf": each,
        "$defs": definitions,
    }


def _state() -> Schema:
    seat = _object(
        {
            "seat": {"enum": list(SEATS)},
            "trains": _COUNT,
            "points": {"type": "integer"},
            "routes": {"type": "array", "items": _TEXT},
            "hand": {"type": ["integer", "null"]},
            "tickets": _COUNT,
            "choosing": _COUNT,
            "tickets_open": {"type": ["array", "null"], "items": _TEXT},
        }
    )
    lobby = _object({"phase": {"const": "lobby"}})
    game = _object(
        {
            "edition": _TEXT,
            "map": _TEXT,
            "cards": {"enum": ["dealt", "untracked"]},
            "seq": _COUNT,
            "phase": {"type": "string", "not": {"const": "lobby"}},
            "to_move": _MAYBE_SEAT,
            "turn": _COUNT,
            "turns_left": {"type": ["integer", "null"]},
            "claims": {"type": "object", "additionalProperties": {"enum": list(SEATS)}},
            "seats": {"type": "array", "items": seat},
            "row": {"type": "array", "items": _TEXT},
            "deck": _COUNT,
            "discards": _COUNT,
            "own": {"type": "null"},  # the view that belongs to no seat
            "result": {"type": ["object", "null"]},
        },
        {  # where homes play along
            "homes": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"enum": list(SEATS)}},
            },
            "undo_asked": _COUNT,
        },
    )
    return _envelope("state", {"oneOf": [lobby, game]}, type=None, seq=True)


def _home_board() -> Schema:
    """How far the board of a home that plays along shows the game; written by that home."""
    difference = _object({"site": _TEXT, "kind": _TEXT, "seat": _MAYBE_SEAT})
    data = _object(
        {"seq": _COUNT, "shown": {"type": "boolean"}, "differences": {"type": "array", "items": difference}}
    )
    made = _envelope("state", data, type={"const": "board"}, seq=True, src=_A_CLIENT)
    required = cast(list[str], made["required"])
    return {**made, "required": [name for name in required if name != "boot"]}  # no process of the engine's


def _info() -> Schema:
    data = _object(
        {
            "protocol": _object({"major": {"const": VERSION}, "minor": _COUNT}),
            "software": _TEXT,
            "boot": _TEXT,
            "map": _TEXT,
            "edition": _TEXT,
            "locales": {"type": "array", "items": _TEXT, "minItems": 1},
            "capabilities": {"type": "array", "items": _TEXT},
            "limits": _object({"bytes": _COUNT, "depth": _COUNT, "string": _COUNT, "id": _COUNT}),
            "schemas": {"type": "object", "additionalProperties": _TEXT},
        }
    )
    return _envelope("info", data, type={"const": "info"})


def _health() -> Schema:
    source = _object(
        {
            "state": {"enum": list(get_args(Condition))},
            "cause": _TEXT,
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "last_seen": {"type": "string", "format": "date-time"},
            "last_change": {"type": "string", "format": "date-time"},
        }
    )
    difference = _object(
        {"site": _TEXT, "kind": {"enum": ["missing", "extra", "wrong-shape"]}, "seat": _MAYBE_SEAT}
    )
    data = _object(
        {
            "sources": {"type": "object", "additionalProperties": source},
            "disagreements": {"type": "array", "items": difference},
        },
        {"counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}}},
    )
    return _envelope("health", data, type={"const": "health"})


def _announce() -> Schema:
    data = _object(
        {
            "locale": _TEXT,
            "class": {"enum": ["alert", "answer", "result", "turn", "ambient"]},
            "urgency": {"enum": ["assertive", "polite", "ambient"]},
            "text": {"type": "string", "minLength": 1},
            "brief": _TEXT,
            "full": _TEXT,
            "earcon": {"type": ["string", "null"]},
            "event_seq": {"type": ["integer", "null"]},
        }
    )
    return _envelope("announce", data, type={"const": "announcement"})


def _result() -> Schema:
    error = _object(
        {
            "code": {"enum": list(CODES)},
            "message_key": {"type": "string", "pattern": "^mqtt\\."},
            "args": {"type": "object"},
            "retryable": {"type": "boolean"},
            "data": {"type": "object"},
        }
    )
    more: Schema = {"duplicate": {"const": True}}
    page: Schema = {"page": _COUNT, "pages": _COUNT, "events": {"type": "array", "maxItems": 50}}
    kept = _object({"game": _TEXT, "seq": _COUNT, "ended": {"type": "boolean"}})
    games: Schema = {"games": {"type": "array", "maxItems": 20, "items": kept}}
    yes = _object({"ok": {"const": True}, "seq": _COUNT}, {**more, **page, **games})
    no = _object({"ok": {"const": False}, "error": error}, more)
    kind: Schema = {"type": "string", "pattern": _NAME}
    made = _envelope("result", {"oneOf": [yes, no]}, type=kind, seq=True)
    corr: Schema = {"type": "string", "maxLength": MAX_ID}  # not there when the command's id cannot be read
    cast(Schema, made["properties"])["corr"] = corr
    return made


def _act_data() -> dict[str, Schema]:
    """The data of each act."""
    kinds = {_kind_of(one): one for one in get_args(Command) if isinstance(one, type)}
    _, definitions = definitions_of(Command)
    found: dict[str, Schema] = {}
    for name in ACTS:
        definition = dict(definitions[kinds[name].__name__])
        properties = {key: one for key, one in cast(Schema, definition["properties"]).items() if key != "do"}
        required = [key for key in cast(list[str], definition["required"]) if key != "do"]
        found[name] = {"type": "object", "properties": properties, "required": required}
    return found


def _from_to(kind: str, span: tuple[float, float]) -> Schema:
    return {"type": kind, "minimum": span[0], "maximum": span[1]}


def _order_data() -> dict[str, Schema]:
    """The data of what is asked of a node, by the name under which the node is asked."""
    code = _from_to("integer", CODES_OF_PINS)
    return {
        "calibrate": _object(
            {},
            {
                "what": {"enum": ["lens", "empty", "tokens", "keep", "forget"]},
                "seat": {"enum": list(TOKEN_COLOURS)},
            },
        ),
        "set-threshold": _object(
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
    node: Schema = {"type": "string", "pattern": _NAME}
    asked = _order_data()
    return {
        name: _object({"node": node}, cast(Schema, asked[order]["properties"]))
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
        "replay": _object({"from": first, "to": first}),
        "games": {"type": "object"},
        "press": _object({"button": {"enum": list(BUTTONS)}}),
        "ask": _object({"question": _TEXT}, {"about": _TEXT}),
        "say": _object({"text": words}),
        "pause": {"type": "object"},
        "resume": {"type": "object"},
        "volume": _object({"level": _from_to("integer", (0, 100))}),
        "rate": _object({"words_per_minute": _from_to("integer", (80, 450))}),
        **_of_nodes(),
        **_act_data(),
    }


def _command() -> Schema:
    """A client's command. Of `src` only a client's own name is taken, and for its reply alone."""
    required: Schema = {
        "v": {"const": VERSION},
        "kind": {"const": "command"},
        "type": {"enum": list(NAMES)},
        "id": {"type": "string", "pattern": f"^[A-Za-z0-9_-]{{1,{MAX_ID}}}$"},
        "table": {"type": "string", "pattern": _NAME},
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
    return {**_object(required, optional), "allOf": each}


def _observation() -> Schema:
    reference, definitions = definitions_of(SeenItems)
    envelope = _envelope("observation", reference, type={"const": "seen"}, seq=True, src=_A_NODE)
    return {**envelope, "$defs": definitions}


def _node_info() -> Schema:
    """What a node says of itself, and after an order what became of it."""
    reference, definitions = definitions_of(NodeAnswer)
    settings = _object({}, {"chance": {"type": "number"}, "debounce_ms": _COUNT})
    counts: Schema = {"type": "object", "additionalProperties": _COUNT}
    data = _object(
        {"sense": _TEXT, "software": _TEXT},
        {
            "commands": {"type": "array", "items": _TEXT},
            "settings": settings,
            "refused": counts,
            "answer": reference,
        },
    )
    envelope = _envelope("info", data, type={"const": "info"}, src=_A_NODE)
    return {**envelope, "$defs": definitions}


def _node_command() -> Schema:
    """What the engine asks of a node; but for `report` with the node's life and its newest observation."""
    asked = _order_data()
    envelope = _envelope("command", {"type": "object"}, type={"enum": ["report", *asked]})
    heard = _object({"node_boot": _TEXT, "node_seq": {"type": "integer", "minimum": 1}})
    each: list[Schema] = [
        {
            "if": {"properties": {"type": {"const": name}}},
            "then": {"properties": {"data": {"allOf": [heard, data]}}},
        }
        for name, data in asked.items()
    ]
    return {**envelope, "allOf": each}


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
        "command": _command(),
        "result": _result(),
        "observation": _observation(),
        "node-info": _node_info(),
        "node-command": _node_command(),
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
