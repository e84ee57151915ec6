"""JSON Schemas (2020-12) of the files and lines for other programs, made from the types themselves. Pure."""

from typing import Final, cast, get_args

import msgspec

from club.club_file import ClubConfig
from club.tournament import Tournament
from engine import Command, Event
from engine.campaign import BankSlip, Campaign, Content
from fingerpost.config import TableFile
from lab.arena.report import Report
from lab.file_formats import (
    BoardFile,
    CameraFile,
    DoctorFile,
    EventPlace,
    EventsHead,
    MapFile,
    StateFile,
    TokensFile,
)
from lab.formats import Greeting, Hello, Pick, Position, Refused, Score, View
from lab.reading_tally import PictureLabel
from mqtt.schema_parts import DIALECT, Schema, definitions_of
from storage.backup import Manifest

_FROM_1: Final[Schema] = {"type": "integer", "minimum": 1}
_SEQ: Final[Schema] = {"type": "object", "properties": {"seq": _FROM_1}, "required": ["seq"]}


_NULL: Final[Schema] = {"type": "null"}
_PIECES: Final[Schema] = {"type": ["integer", "null"]}
_REMARKS: Final[Schema] = {"patternProperties": {"^(x_|format$|note$)": {}}, "additionalProperties": False}
_MIX: Final[Schema] = {"type": "object", "properties": {"train": _PIECES, "ship": _PIECES}, **_REMARKS}
"""Of a position: what is left out or null is none of that kind."""

_FILES: Final[dict[str, type]] = {
    "score-1": Score,
    "arena-1": Report,
    "map-1": MapFile,
    "board-1": BoardFile,
    "camera-1": CameraFile,
    "tokens-1": TokensFile,
    "content-1": Content,
    "tournament-1": Tournament,
    "doctor-1": DoctorFile,
    "state-1": StateFile,
    "backup-1": Manifest,
    "table.toml": TableFile,
    "club.toml": ClubConfig,
    "labels.jsonl": PictureLabel,
}
"""The forms that are one type; a name with a dot is a file's, and has no number."""


def schemas() -> dict[str, Schema]:
    """Every schema by its name: `position-1`, `bot-1`, `table.toml` …"""
    made = {name: _of(kind) for name, kind in _FILES.items()}
    made |= {"position-1": _position(), "bot-1": _bot(), "fingerpost-events-1": _events()}
    made["campaign-1"] = _campaign()
    return {name: {"$schema": DIALECT, "title": _title(name), **made[name]} for name in made}


def _title(name: str) -> str:
    kind, _, number = name.rpartition("-")
    return f"{kind}/{number}" if number == "1" else name


def files() -> dict[str, str]:
    """The schemas as files, by name."""
    return {
        f"{name}.schema.json": msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"
        for name, schema in schemas().items()
    }


def _of(kind: type, *more: type) -> Schema:
    """A type; with those that only its text refers to."""
    reference, definitions = definitions_of(kind)
    for other in more:
        definitions |= definitions_of(other)[1]
    return {**reference, "$defs": definitions}


def _campaign() -> Schema:
    """The format's name and the slips of the vaults stand in the file and not in the types."""
    made = _of(Campaign, BankSlip)
    found = cast("dict[str, dict[str, Schema]]", made["$defs"])
    slips: Schema = {"type": "array", "items": {"$ref": "#/$defs/BankSlip"}}
    found["Company"]["properties"]["vault"] = slips
    campaign = cast(Schema, found["Campaign"])
    campaign["properties"] = {"format": {"const": "campaign/1"}, **found["Campaign"]["properties"]}
    campaign["required"] = ["format", *cast("list[str]", campaign["required"])]
    return made


def _events() -> Schema:
    """A line: the head, or an event with its place."""
    head, found = definitions_of(EventsHead)
    place, more = definitions_of(EventPlace)
    event: Schema = {"allOf": [{"anyOf": _each(Event)}, place]}
    return {"anyOf": [head, event], "$defs": {**found, **more, **definitions_of(Event)[1]}}


def _position() -> Schema:
    """An unknown key is an error there, unless it is a remark."""
    made = _of(Position)
    for definition in cast("dict[str, Schema]", made["$defs"]).values():
        definition.update(_REMARKS)
        nullable = cast("dict[str, Schema]", definition["properties"])
        for name in set(nullable) - set(cast("list[str]", definition["required"])):
            nullable[name] = {"anyOf": [nullable[name], _NULL]}  # as if it were left out
        if "pieces" in nullable:
            nullable["pieces"] = {"anyOf": [_MIX, _NULL]}
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
