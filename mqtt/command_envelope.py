"""Commands from outside: bytes that nobody vouches for → a checked command, or one of the error codes."""

import re
from dataclasses import dataclass
from typing import Final

import msgspec

from engine.not_json import NOT_JSON
from mqtt.payloads import MAX_BYTES, MAX_DEPTH, MAX_ID, MAX_STRING, VERSION, decoded
from mqtt.topics import NAME, Topics
from table.answers import Code

_ID: Final = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_ID}}}")
_LONGEST_LOOK: Final = 1 << 20  # so much of a message that is too large is looked through for its sender


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteCommand:
    """A command whose envelope is in order.

    `client` is good for a reply; for rights only when the broker vouches for it (`vouched`): the name then
    stood in the topic, where access rules let each client write no name but its own.
    """

    name: str
    id: str
    client: str
    vouched: bool = False
    game: str | None = None
    expect_seq: int | None = None
    ttl_ms: int | None = None
    data: dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """Why a message is no command, and, as far as that could be read, who may be told."""

    code: Code
    why: str  # for the log
    id: str | None = None
    client: str | None = None


class CommandEnvelope(msgspec.Struct, frozen=True, kw_only=True):
    """A command's envelope; unknown fields are ignored (additive change within /1)."""

    v: int
    kind: str
    type: str
    id: str
    table: str
    src: str | None = None
    game: str | None = None
    boot: str | None = None
    ts: str | None = None
    expect_seq: int | None = None
    ttl_ms: int | None = None
    reply_to: str | None = None
    data: dict[str, object] = {}


def read_command(
    payload: bytes,
    *,
    name: str,
    topics: Topics,
    response_topic: str | None = None,
    vouched: str | None = None,
) -> RemoteCommand | Rejected:
    """Check one message that came in on `cmd/<name>`, or on `cmd/<name>/<vouched>`.

    `response_topic` is MQTT 5's; it counts like `reply_to`.
    """
    raw = _decoded(payload)
    if isinstance(raw, Rejected):
        head = _head(payload) if raw.code == "too-large" else _Head()
        asked = [topic for topic in (head.reply_to, response_topic) if topic is not None]
        client = vouched or _client(head.src) or _asker(asked, topics)
        return Rejected(code=raw.code, why=raw.why, id=_known_id(head.id), client=client)
    asked = [topic for topic in (raw.get("reply_to"), response_topic) if topic is not None]
    client = vouched or _client(raw.get("src")) or _asker(asked, topics)
    known_id = _known_id(raw.get("id"))
    try:
        wire = _envelope(raw, name, topics)
        if _speaks_for_another(wire.src, vouched):
            raise _NoCommandError("unauthorized", "src is not the client's own name")
        if known_id is None or client is None or (wire.src is not None and _client(wire.src) is None):
            raise _NoCommandError("bad-envelope", "id or src cannot be used; src is client/<client>")
        if any(topic != topics.reply(client) for topic in asked):
            raise _NoCommandError("bad-envelope", "reply_to is not the client's own reply topic")
        if wire.expect_seq is not None and wire.expect_seq < 0:
            raise _NoCommandError("bad-envelope", "expect_seq is negative")
    except _NoCommandError as no:
        return Rejected(code=no.code, why=no.why, id=known_id, client=client)
    return RemoteCommand(
        name=name,
        id=known_id,
        client=client,
        vouched=vouched is not None,
        game=wire.game,
        expect_seq=wire.expect_seq,
        ttl_ms=wire.ttl_ms,
        data=wire.data,
    )


class _NoCommandError(Exception):
    """What is wrong with a message, as a code and for the log."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


def _envelope(raw: dict[str, object], name: str, topics: Topics) -> CommandEnvelope:
    """The envelope of a command by this name, at this table.

    Raises:
        _NoCommandError: over a limit, of another version, with a wrong field, or not what the topic says.
    """
    if (over := _over_limits(raw)) is not None:
        raise _NoCommandError("too-large", over)
    version = raw.get("v")
    if isinstance(version, int) and version != VERSION:
        raise _NoCommandError("unsupported-version", f"v is {version!r}; this engine speaks {VERSION}")
    try:
        wire = msgspec.convert(raw, CommandEnvelope)
    except NOT_JSON as error:
        raise _NoCommandError("bad-envelope", str(error)[:120]) from None
    if (wire.kind, wire.type, wire.table) != ("command", name, topics.table):
        raise _NoCommandError("bad-envelope", "kind, type or table does not go with the topic")
    return wire


class _Head(msgspec.Struct):
    """What tells whom to answer; the rest of the object is passed over, not kept."""

    id: object = None
    src: object = None
    reply_to: object = None


def _head(payload: bytes) -> _Head:
    """Of a message that is not read: who sent it, so that its sender does not wait for ever."""
    return (decoded(payload, _Head) if len(payload) <= _LONGEST_LOOK else None) or _Head()


def _decoded(payload: bytes) -> dict[str, object] | Rejected:
    if len(payload) > MAX_BYTES:
        return Rejected(code="too-large", why=f"{len(payload)} bytes; at most {MAX_BYTES}")
    try:
        raw: object = msgspec.json.decode(payload)
    except NOT_JSON as error:
        return Rejected(code="bad-envelope", why=f"not JSON: {str(error)[:80]}")
    if not isinstance(raw, dict):
        return Rejected(code="bad-envelope", why="not a JSON object")
    return raw


def _client(src: object) -> str | None:
    if isinstance(src, str) and src.startswith("client/") and NAME.fullmatch(src[7:]):
        return src[7:]
    return None


def _asker(asked: list[object], topics: Topics) -> str | None:
    """The client whose reply topic is asked for, where `src` names none."""
    before = f"{topics.root}/reply/"
    names = {topic[len(before) :] for topic in asked if isinstance(topic, str) and topic.startswith(before)}
    name = names.pop() if len(names) == 1 else ""
    return name if NAME.fullmatch(name) else None


def _speaks_for_another(src: str | None, vouched: str | None) -> bool:
    """Whether `src` claims to be the engine, a node, a seat, or not the client that the broker knows."""
    if src is None:
        return False
    if vouched is not None and src != f"client/{vouched}":
        return True
    return src == "engine" or src.startswith(("node/", "seat/"))


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
