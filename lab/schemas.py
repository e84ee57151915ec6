"""JSON Schemas (2020-12) of the files and lines for other programs, made from the types themselves. Pure."""

from typing import Final, cast, get_args

import msgspec

from engine import Command, Event
from lab.arena.report import Report
from lab.formats import Greeting, Hello, Pick, Position, Refused, Score, View
from mqtt.schema_parts import DIALECT, Schema, definitions_of

_FROM_1: Final[Schema] = {"type": "integer", "minimum": 1}
_SEQ: Final[Schema] = {"type": "object", "properties": {"seq": _FROM_1}, "required": ["seq"]}


def schemas() -> dict[str, Schema]:
    """Every schema by its name: `position-1`, `score-1`, `arena-1`, `bot-1`."""
    made = {"position-1": _position(), "score-1": _of(Score), "arena-1": _of(Report), "bot-1": _bot()}
    return {name: {"$schema": DIALECT, "title": name.replace("-", "/"), **made[name]} for name in made}


def files() -> dict[str, str]:
    """The schemas as files, by name."""
    return {
        f"{name}.schema.json": msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
        for name, schema in schemas().items()
    }


def _of(kind: type) -> Schema:
    reference, definitions = definitions_of(kind)
    return {**reference, "$defs": definitions}


def _position() -> Schema:
    """An unknown key is an error there, unless it is a remark."""
    made = _of(Position)
    for definition in cast("dict[str, Schema]", made["$defs"]).values():
        definition |= {"patternProperties": {"^(x_|format$|note$)": {}}, "additionalProperties": False}
        nullable = cast("dict[str, Schema]", definition["properties"])
        for name in set(nullable) - set(cast("list[str]", definition["required"])):
            nullable[name] = {"anyOf": [nullable[name], {"type": "null"}]}  # as if it were left out
    return made


def _bot() -> Schema:
    """Each line of bot/1 by its name under `$defs`; the whole: any of them."""
    found: dict[str, Schema] = {}
    lines: dict[str, Schema] = {}
    for name, kind in (("hello", Hello), ("greeting", Greeting), ("refused", Refused)):
        lines[name], more = definitions_of(kind)
        found |= more
    for used in (View, Score, Event, Command, Pick):
        found |= definitions_of(used)[1]
    event: Schema = {"allOf": [{"anyOf": _each(Event)}, _SEQ]}
    told: Schema = {"view": {"$ref": "#/$defs/View"}, "events": {"type": "array", "items": event}}
    legal: Schema = {"type": "array", "items": {"anyOf": _each(Command)}, "minItems": 1}
    lines["ask"] = _object({"ask": _FROM_1, "ms": _FROM_1, **told, "legal": legal})
    lines["over"] = _object({"over": {"const": True}, **told, "score": {"$ref": "#/$defs/Score"}})
    lines["answer"] = {
        "oneOf": [{"$ref": "#/$defs/Pick"}, *(_by_fields(found, kind) for kind in get_args(Command))]
    }
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in lines], "$defs": {**lines, **found}}


def _each(union: object) -> list[Schema]:
    return [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(union)]


def _by_fields(found: dict[str, Schema], kind: type) -> Schema:
    """A command as an answer: with `ask`, and its seat may be left out."""
    command = found[kind.__name__]
    properties = cast(Schema, command["properties"])
    required = [name for name in cast("list[str]", command["required"]) if name != "seat"]
    return {"type": "object", "properties": {"ask": _FROM_1, **properties}, "required": ["ask", *required]}


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}
