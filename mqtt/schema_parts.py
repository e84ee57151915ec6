"""What the schemas of all messages are made of. Pure."""

import inspect
from pathlib import PurePath
from typing import Final, cast

import msgspec

from engine import SEATS
from mqtt.payloads import MAX_ID, VERSION
from mqtt.topics import NAME

Schema = dict[str, object]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
A_NAME: Final = f"^{NAME.pattern}$"
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
TEXT: Final[Schema] = {"type": "string"}
MAYBE_SEAT: Final[Schema] = {"enum": [*SEATS, None]}
ENGINE: Final[Schema] = {"const": "engine"}
A_CLIENT: Final[Schema] = {"type": "string", "pattern": f"^client/{NAME.pattern}$"}
A_NODE: Final[Schema] = {"type": "string", "pattern": f"^node/{NAME.pattern}$"}


def with_fields(required: Schema, optional: Schema | None = None) -> Schema:
    """An object with these fields; more are allowed, for within /1 fields may be added."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }


def envelope(
    kind: str, data: Schema, *, type: Schema | None, seq: bool = False, src: Schema = ENGINE
) -> Schema:
    """What surrounds a message of the engine, or of a node."""
    fields: Schema = {
        "v": {"const": VERSION},
        "kind": {"const": kind},
        "id": {"type": "string", "format": "uuid"},
        "table": {"type": "string", "pattern": A_NAME},
        "game": {"type": ["string", "null"]},
        "boot": {"type": "string", "maxLength": MAX_ID},
        "ts": {"type": "string", "format": "date-time"},
        "src": src,
        **({} if type is None else {"type": type}),
        **({"seq": COUNT} if seq else {}),
        "data": data,
    }
    return with_fields(fields)


def tag_of(struct: object) -> str:
    """What a type is called on the wire."""
    return str(cast(type[msgspec.Struct], struct).__struct_config__.tag)


def definitions_of(type: object) -> tuple[Schema, dict[str, Schema]]:
    """A type and what it refers to; the same by every Python: before 3.13 docstrings stay indented."""
    (reference,), definitions = msgspec.json.schema_components([type], schema_hook=_as_written)
    for definition in definitions.values():
        if "description" in definition:
            definition["description"] = inspect.cleandoc(definition["description"])
    return reference, definitions


def _as_written(kind: type) -> Schema:
    """A type of our own by what stands for it in a file."""
    if issubclass(kind, PurePath):
        return {**TEXT}
    return {"description": "any JSON"}
