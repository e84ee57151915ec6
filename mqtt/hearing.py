"""A message on the wire as one line for a maker. Pure."""

from collections.abc import Mapping
from typing import Final

import msgspec

from engine.not_json import NOT_JSON

_QUIET: Final = ("state", "info", "cmd", "reply", "node")  # said only when everything is wanted
_LONGEST: Final = 160


def told(topic: str, payload: bytes, *, everything: bool) -> str | None:
    """One line, without control signs whatever somebody has sent; None: not worth one."""
    parts = topic.split("/")
    table, what = (parts[2], parts[3]) if len(parts) > 3 else ("?", "?")
    name = "/".join(parts[3:])
    if what in _QUIET and not everything:
        return None
    if name.endswith("availability"):
        text = payload.decode("utf-8", errors="replace")
        return _line(table, name, text)
    try:
        message = msgspec.json.decode(payload)
    except NOT_JSON:
        return _line(table, name, f"no JSON, {len(payload)} bytes" if payload else "cleared")
    if not isinstance(message, dict):
        return _line(table, name, "no JSON object")
    data = message.get("data")
    fields: Mapping[str, object] = data if isinstance(data, dict) else {}
    match what:
        case "event":
            return _line(table, f"event {message.get('seq')}", f"{message.get('type')} {_pairs(fields)}")
        case "announce":
            return _line(table, "says", str(fields.get("text")))
        case "health":
            return _line(table, "health", _sources(fields.get("sources")))
        case "state":
            return _line(
                table, f"state {message.get('seq')}", f"{fields.get('phase')}, {fields.get('to_move')}"
            )
        case _:
            return _line(table, name, f"{message.get('type')} {_pairs(fields)}")


def _line(table: str, what: str, text: str) -> str:
    plain = "".join(sign if sign.isprintable() else " " for sign in f"{table}  {what}  {text}")
    return plain.rstrip() if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "…"


def _pairs(fields: Mapping[str, object]) -> str:
    """The fields that say something, briefly."""
    return " ".join(
        f"{key}={_short(value)}" for key, value in fields.items() if value not in (None, "", [], {})
    )


def _short(value: object) -> str:
    return f"[{len(value)}]" if isinstance(value, list | dict) else str(value)


def _sources(sources: object) -> str:
    if not isinstance(sources, dict):
        return ""
    return ", ".join(
        f"{name} {one.get('state')} {one.get('cause') or ''}".rstrip()
        for name, one in sources.items()
        if isinstance(one, dict)
    )
