"""The files of docs/mqtt/: the AsyncAPI document and a JSON Schema for each kind of message. Pure."""

import json

from mqtt.asyncapi import asyncapi
from mqtt.schemas import schemas


def published() -> dict[str, str]:
    """Name of a file below docs/mqtt → its text."""
    files = {f"schemas/{kind}.json": _text(schema) for kind, schema in schemas().items()}
    return {"asyncapi.json": _text(asyncapi()), **files}


def _text(document: object) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
