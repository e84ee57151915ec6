"""PURE: bytes that a table sent → what they tell, or why they are not kept."""

import hashlib
import json
import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from mqtt.payloads import MAX_BYTES, MAX_DEPTH, VERSION
from mqtt.topics import NAME, ROOT

MOST_SEQ: Final = 2**31 - 1
_GAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_KINDS: Final = {"state": "state", "health": "health", "info": "info", "event": "event", "reply": "result"}
_BARE: Final = {"availability": ("online", "offline"), "bridge": ("1", "0")}
_LONGEST_WORD: Final = 64

Fields = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEvent:
    """An event as a table told it."""

    table: str
    game: str
    seq: int
    boot: str
    id: str
    type: str
    at: str
    data: Fields

    @property
    def body(self) -> str:
        """Its data as text: two that are equal as JSON are one text."""
        return canonical(self.data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retained:
    """What one of a table's retained topics says now."""

    table: str
    topic: str  # "availability", "bridge", "info", "state" or "health"
    game: str | None = None
    boot: str = ""
    seq: int = 0
    word: str = ""  # of `availability` and `bridge`
    data: Fields | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAnswer:
    """A table's answer to what we asked: a page of a replay, or its games."""

    table: str
    type: str
    corr: str
    data: Fields
    events: tuple[bytes, ...] = ()  # of a page, each in its envelope


@dataclass(frozen=True, slots=True)
class RefusedEnvelope:
    """What is not kept, and why, for the one who looks after the tables."""

    table: str
    why: str


Heard = ToldEvent | Retained | TableAnswer | RefusedEnvelope


class _NoError(Exception):
    pass


def read(topic: str, payload: bytes, *, tables: Collection[str] = (), me: str = "club") -> Heard:
    """What one message tells; whatever it holds, the answer is a value. `tables`: who is heard; none: all."""
    parts = topic.removeprefix(f"{ROOT}/").split("/")
    table = parts[0]
    if not topic.startswith(f"{ROOT}/") or len(parts) < 2 or not NAME.fullmatch(table):
        return RefusedEnvelope(table[:_LONGEST_WORD] if NAME.fullmatch(table) else "-", "topic")
    if tables and table not in tables:
        return RefusedEnvelope(table, "not one of the club's tables")
    what = "/".join(parts[1:])
    try:
        if what in _BARE:
            return _bare(table, what, payload)
        if what not in ("state", "health", "info", "event", f"reply/{me}"):
            raise _NoError("topic")
        return _of_envelope(table, parts[1], payload)
    except _NoError as no:
        return RefusedEnvelope(table, str(no))


def read_again(table: str, payload: bytes) -> ToldEvent | RefusedEnvelope:
    """An event out of a page of a replay; it is judged like one that was told."""
    try:
        heard = _of_envelope(table, "event", payload)
    except _NoError as no:
        return RefusedEnvelope(table, str(no))
    return heard if isinstance(heard, ToldEvent) else RefusedEnvelope(table, "kind")


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces; a number that is whole is written as a whole one."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(type: str, body: str) -> str:
    """What tells one version of an event from another: SHA-256 of its type, LF, its body."""
    return hashlib.sha256(f"{type}\n{body}".encode()).hexdigest()


def whole(value: object, least: int = -MOST_SEQ, most: int = MOST_SEQ) -> int | None:
    """A whole number that the database has room for."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if least <= value <= most else None


def word(value: object, longest: int = _LONGEST_WORD) -> str:
    """A short text; "" for anything else. A database keeps no NUL."""
    return value if isinstance(value, str) and len(value) <= longest and value.isprintable() else ""


def _bare(table: str, what: str, payload: bytes) -> Retained:
    said = payload.decode("ascii", errors="replace")
    if said not in (*_BARE[what], ""):
        raise _NoError(what)
    return Retained(table=table, topic=what, word=said)


def _of_envelope(table: str, part: str, payload: bytes) -> Heard:
    if not payload and part in ("state", "health", "info"):
        return Retained(table=table, topic=part)  # taken back
    raw = _decoded(payload)
    if raw.get("v") != VERSION or isinstance(raw.get("v"), bool):
        raise _NoError("version")
    if raw.get("kind") != _KINDS[part]:
        raise _NoError("kind")
    if raw.get("table") != table:
        raise _NoError("table is not the topic's")
    data = raw.get("data")
    if not isinstance(data, dict):
        raise _NoError("data is no object")
    boot, type_ = word(raw.get("boot")), word(raw.get("type"))
    if part == "reply":
        return _answer(table, type_, word(raw.get("corr")), data)
    if part != "event":
        game, seq = raw.get("game"), whole(raw.get("seq"), 0) or 0
        if game is not None and not is_game(game):
            raise _NoError("game")
        named = game if isinstance(game, str) else None
        return Retained(table=table, topic=part, game=named, boot=boot, seq=seq, data=data)
    game, number = raw.get("game"), whole(raw.get("seq"), 1)
    if not (isinstance(game, str) and is_game(game)):
        raise _NoError("game")
    if number is None:
        raise _NoError("seq")
    if not type_:
        raise _NoError("type")
    at, id_ = word(raw.get("ts")), word(raw.get("id"))
    return ToldEvent(table=table, game=game, seq=number, boot=boot, id=id_, type=type_, at=at, data=data)


def _answer(table: str, type_: str, corr: str, data: Fields) -> TableAnswer:
    found = data.get("events")
    events = found if isinstance(found, list) else []
    pages = tuple(json.dumps(event).encode() for event in events if isinstance(event, dict))
    return TableAnswer(table=table, type=type_, corr=corr, data={**data, "events": None}, events=pages)


def games_of(answer: TableAnswer) -> Iterator[tuple[str, int]]:
    """The games that a table has answered with, a hundred at most: each with its last event's number."""
    games = answer.data.get("games")
    for one in games[:100] if isinstance(games, list) else []:
        game, seq = (one.get("game"), whole(one.get("seq"), 1)) if isinstance(one, dict) else (None, None)
        if isinstance(game, str) and seq is not None and is_game(game):
            yield game, seq


def is_game(value: object) -> bool:
    """Whether it can name a game."""
    return isinstance(value, str) and _GAME.fullmatch(value) is not None


def _decoded(payload: bytes) -> Fields:
    if len(payload) > MAX_BYTES:
        raise _NoError("too large")
    try:
        text = payload.decode("utf-8")
        raw = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise _NoError("no JSON") from None
    if not isinstance(raw, dict):
        raise _NoError("no JSON object")
    # A page of a replay holds envelopes, three levels above their data; each of them is judged by itself.
    most = MAX_DEPTH + 3 if raw.get("kind") == "result" else MAX_DEPTH
    for value, depth in _all(raw, 1):
        if depth > most:
            raise _NoError("too deep")
        if isinstance(value, float) and not math.isfinite(value):
            raise _NoError("infinite number")
        if isinstance(value, str) and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise _NoError("lone surrogate")
    return raw


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _all(value: object, depth: int) -> Iterator[tuple[object, int]]:
    """Every value and key, with how deep it stands; an object or list is a level."""
    waits: list[tuple[object, int]] = [(value, depth)]
    while waits:
        one, level = waits.pop()
        match one:
            case dict():
                yield None, level
                waits += [(key, 0) for key in one]
                waits += [
                    (item, level + 1 if isinstance(item, dict | list) else level) for item in one.values()
                ]
            case list():
                yield None, level
                waits += [(item, level + 1 if isinstance(item, dict | list) else level) for item in one]
            case _:
                yield one, level


def _plain(value: object) -> object:
    match value:
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value
