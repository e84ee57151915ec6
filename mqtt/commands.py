"""Commands from outside: bytes that nobody vouches for → a checked command, or one of the error codes."""

import re
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from mqtt.payloads import MAX_BYTES, MAX_DEPTH, MAX_ID, MAX_STRING, VERSION
from mqtt.topics import NAME, Topics

Code = Literal[
    "bad-envelope", "unsupported-version", "unknown-command", "bad-data", "too-large", "unauthorized",
    "wrong-seat", "not-your-turn", "illegal-move", "stale", "retained-command", "expired", "busy",
    "rate-limited", "board-mismatch", "source-offline", "paused", "internal",
]  # fmt: skip

RETRYABLE: Final[frozenset[Code]] = frozenset({"stale", "busy", "rate-limited", "source-offline", "paused"})
_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_ID}}}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteCommand:
    """A command whose envelope is in order. `client` is its own word: good for a reply, not for rights."""

    name: str
    id: str
    client: str
    game: str | None
    expect_seq: int | None
    data: dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """Why a message is no command, and, as far as that could be read, who may be told."""

    code: Code
    why: str  # for the log
    id: str | None = None
    client: str | None = None


class _Wire(msgspec.Struct, frozen=True, kw_only=True):
    """A command's envelope; unknown fields are ignored (additive change within /1)."""

    v: int
    kind: str
    type: str
    id: str
    table: str
    src: str
    game: str | None = None
    expect_seq: int | None = None
    ttl_ms: int | None = None
    reply_to: str | None = None
    data: dict[str, object] = {}


def read_command(
    payload: bytes, *, name: str, topics: Topics, response_topic: str | None = None
) -> RemoteCommand | Rejected:
    """Check one message that came in on `cmd/<name>`.

    `response_topic` is MQTT 5's; it counts like `reply_to`.
    """
    raw = _decoded(payload)
    if isinstance(raw, Rejected):
        return raw
    client, known_id = _client(raw.get("src")), _known_id(raw.get("id"))

    def no(code: Code, why: str) -> Rejected:
        return Rejected(code=code, why=why, id=known_id, client=client)

    if (over := _over_limits(raw)) is not None:
        return no("too-large", over)
    if isinstance(raw.get("v"), int) and raw["v"] != VERSION:
        return no("unsupported-version", f"v is {raw['v']!r}; this engine speaks {VERSION}")
    try:
        wire = msgspec.convert(raw, _Wire)
    except (msgspec.MsgspecError, RecursionError) as error:
        return no("bad-envelope", str(error)[:120])
    if known_id is None or client is None:
        return no("bad-envelope", "id or src cannot be used; src is client/<client>")
    if (wire.kind, wire.type, wire.table) != ("command", name, topics.table):
        return no("bad-envelope", "kind, type or table does not go with the topic")
    own = topics.reply(client)
    if any(asked not in (None, own) for asked in (wire.reply_to, response_topic)):
        return no("bad-envelope", "reply_to is not the client's own reply topic")
    if wire.expect_seq is not None and wire.expect_seq < 0:
        return no("bad-envelope", "expect_seq is negative")
    return RemoteCommand(
        name=name,
        id=known_id,
        client=client,
        game=wire.game,
        expect_seq=wire.expect_seq,
        data=wire.data,
    )


def _decoded(payload: bytes) -> dict[str, object] | Rejected:
    if len(payload) > MAX_BYTES:
        return Rejected(code="too-large", why=f"{len(payload)} bytes; at most {MAX_BYTES}")
    try:
        raw: object = msgspec.json.decode(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        return Rejected(code="bad-envelope", why=f"not JSON: {str(error)[:80]}")
    if not isinstance(raw, dict):
        return Rejected(code="bad-envelope", why="not a JSON object")
    return raw


def error_fields(code: Code, data: dict[str, object] | None = None) -> dict[str, object]:
    """The `data` of a result that says no."""
    return {
        "ok": False,
        "error": {
            "code": code,
            "message_key": f"mqtt.{code}",
            "args": {},
            "retryable": code in RETRYABLE,
            "data": data or {},
        },
    }


def _client(src: object) -> str | None:
    if isinstance(src, str) and src.startswith("client/") and NAME.fullmatch(src[7:]):
        return src[7:]
    return None


def _known_id(value: object) -> str | None:
    return value if isinstance(value, str) and _ID.fullmatch(value) else None


def _over_limits(value: object, depth: int = 1) -> str | None:
    """What in a JSON value is longer or deeper than allowed; the walk stops at the depth that is."""
    match value:
        case str() if len(value) > MAX_STRING:
            return f"a string of {len(value)} characters; at most {MAX_STRING}"
        case dict() | list() if depth > MAX_DEPTH:
            return f"deeper than {MAX_DEPTH}"
        case dict():
            parts = [*value, *value.values()]
        case list():
            parts = value
        case _:
            return None
    return next((over for part in parts if (over := _over_limits(part, depth + 1)) is not None), None)
