"""Values ⇄ JSON bytes: the envelope of fingerpost/1, version 1 (docs/mqtt-topics.md).

Only public values pass through here: an event as everybody sees it, the view that belongs to no seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal, TypeVar

import msgspec

from announce import Announcement, Urgency
from engine import Event, State, event_to_dict, seen_by, view
from engine.not_json import NOT_JSON
from tabletop import Condition, DeviceHealth

VERSION: Final = 1
MINOR: Final = 0
MAX_BYTES: Final = 65_536
MAX_DEPTH: Final = 8
MAX_STRING: Final = 512
MAX_ID: Final = 64

Kind = Literal["state", "event", "announce", "command", "result", "observation", "info", "health"]
Fields = Mapping[str, object]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a message is made and the randomness of its id; both come from outside."""

    unix_ms: int
    random: bytes  # 10 bytes

    def id(self) -> str:
        """A UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds, then random bits."""
        number = (self.unix_ms & (1 << 48) - 1) << 80 | int.from_bytes(self.random[:10], "big")
        number = number & ~(0xF << 76) | 0x7 << 76  # version
        number = number & ~(0x3 << 62) | 0x2 << 62  # variant
        text = f"{number:032x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def time(self) -> str:
        """RFC 3339, UTC, milliseconds."""
        at = datetime.fromtimestamp(self.unix_ms / 1000, UTC)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Envelope(msgspec.Struct, frozen=True, kw_only=True):
    """What surrounds every JSON payload that the engine or a node publishes."""

    v: int
    kind: Kind
    type: str | msgspec.UnsetType = msgspec.UNSET
    id: str
    table: str
    game: str | None
    boot: str
    seq: int | msgspec.UnsetType = msgspec.UNSET
    ts: str
    src: str
    corr: str | msgspec.UnsetType = msgspec.UNSET
    data: object


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInfo:
    """What `info` tells beside the ids: which map and edition, which software, which languages."""

    map: str = ""
    edition: str = ""
    software: str = ""
    locales: tuple[str, ...] = ("en",)
    capabilities: tuple[str, ...] = ()
    schemas: Mapping[str, str] = field(default_factory=dict)  # name of a schema → its digest


@dataclass(frozen=True, slots=True)
class Encoder:
    """Writes the engine's envelopes for one table, one game and one start of the process."""

    table: str
    game: str | None
    boot: str

    def event(self, seq: int, event: Event, stamp: Stamp) -> bytes:
        """An event as the whole table sees it: what is secret has been blanked."""
        fields = event_to_dict(seen_by(event, None))
        return self._write("event", fields, stamp, type=str(fields.pop("type")), seq=seq)

    def state(self, state: State, stamp: Stamp, homes: Fields | None = None) -> bytes:
        """The snapshot that belongs to no seat; its seq is the last event folded in.

        `homes`: what it says to homes that play along: whose seats play where, `undo_asked`, `undo_no`.
        """
        return self._write("state", {**view(state, None), **(homes or {})}, stamp, seq=state.seq)

    def lobby(self, stamp: Stamp) -> bytes:
        """The snapshot while there is no game."""
        return self._write("state", {"phase": "lobby"}, stamp, seq=0, in_game=False)

    def info(self, about: TableInfo, stamp: Stamp) -> bytes:
        """Who the engine is and what it can do."""
        fields = {
            "protocol": {"major": VERSION, "minor": MINOR},
            "software": about.software,
            "boot": self.boot,
            "map": about.map,
            "edition": about.edition,
            "locales": about.locales,
            "capabilities": about.capabilities,
            "limits": {"bytes": MAX_BYTES, "depth": MAX_DEPTH, "string": MAX_STRING, "id": MAX_ID},
            "schemas": dict(about.schemas),
        }
        return self._write("info", fields, stamp, type="info")

    def health(
        self,
        sources: Mapping[str, Fields],
        stamp: Stamp,
        disagreements: Sequence[Fields] = (),
        counts: Mapping[str, int] | None = None,
    ) -> bytes:
        """How every device is, by source, where board and game disagree, how much was refused or dropped."""
        fields: dict[str, object] = {"sources": sources, "disagreements": disagreements}
        if counts:
            fields["counts"] = counts
        return self._write("health", fields, stamp, type="health")

    def announcement(self, said: Announcement, locale: str, stamp: Stamp, kind: str = "") -> bytes:
        """A sentence for everyone; `kind`: its class in the queue of what is said, if the caller knows.

        Raises:
            ValueError: it is for one seat's ear; that must never leave by this door.
        """
        if said.audience != "everyone":
            raise ValueError("an announcement for one ear has no topic; publish only those for everyone")
        fields = {
            "locale": locale,
            "class": kind or _CLASS[said.urgency],
            "urgency": said.urgency,
            "text": said.normal,
            "brief": said.text("brief"),
            "full": said.text("full"),
            "earcon": said.earcon,
            "event_seq": said.seq,
        }
        return self._write("announce", fields, stamp, type="announcement")

    def result(self, of: str, corr: str | None, seq: int, fields: Fields, stamp: Stamp) -> bytes:
        """The answer to a command; `of` is the command's name, `seq` where the game is."""
        return self._write("result", fields, stamp, type=of, seq=seq, corr=corr)

    def node_command(self, name: str, fields: Fields, stamp: Stamp) -> bytes:
        """What the engine asks of a node."""
        return self._write("command", fields, stamp, type=name, in_game=False)

    def _write(
        self,
        kind: Kind,
        fields: Fields,
        stamp: Stamp,
        *,
        type: str | None = None,
        seq: int | None = None,
        corr: str | None = None,
        in_game: bool = True,
    ) -> bytes:
        game = self.game if in_game else None
        own = {"table": self.table, "boot": self.boot, "src": "engine"}
        return _written(kind, fields, stamp, **own, game=game, type=type, seq=seq, corr=corr)


def node_info(table: str, node: str, boot: str, fields: Fields, stamp: Stamp) -> bytes:
    """What a node says of itself."""
    return of_a_node("info", "info", fields, stamp, table=table, node=node, boot=boot)


def of_a_node(
    kind: Kind,
    type: str,
    data: object,
    stamp: Stamp,
    *,
    table: str,
    node: str,
    boot: str,
    seq: int | None = None,
) -> bytes:
    """What a node writes; `seq` counts its observations since its `boot`, from 1."""
    return _written(kind, data, stamp, table=table, boot=boot, src=f"node/{node}", type=type, seq=seq)


def _written(
    kind: Kind,
    data: object,
    stamp: Stamp,
    *,
    table: str,
    boot: str,
    src: str,
    game: str | None = None,
    type: str | None = None,
    seq: int | None = None,
    corr: str | None = None,
) -> bytes:
    return msgspec.json.encode(
        Envelope(
            v=VERSION,
            kind=kind,
            type=msgspec.UNSET if type is None else type,
            id=stamp.id(),
            table=table,
            game=game,
            boot=boot,
            seq=msgspec.UNSET if seq is None else seq,
            ts=stamp.time(),
            src=src,
            corr=msgspec.UNSET if corr is None else corr,
            data=data,
        )
    )


_CLASS: Final[Mapping[Urgency, str]] = {"assertive": "alert", "polite": "result", "ambient": "ambient"}


def source_of(health: DeviceHealth) -> str:
    """The name of a device among the health sources: `hub`, `camera`, `pin/<site>`."""
    return health.device if health.site is None else f"{health.device}/{health.site}"


def health_fields(health: DeviceHealth, stamp: Stamp) -> Fields:
    """One source of `health`. `detail` stays at home: it may name paths and people's devices."""
    return {
        "state": health.condition,
        "cause": health.cause,
        "confidence": _CONFIDENCE[health.condition],
        "last_seen": stamp.time(),
        "last_change": stamp.time(),
    }


_CONFIDENCE: Final[Mapping[Condition, float]] = {"live": 1.0, "fault": 0.5, "stale": 0.5, "lost": 0.0}
"""How far a source can be relied on: wholly, in part, not at all."""


def heard_again(known: Fields, fields: Fields) -> Fields:
    """A source that says again what it said before: only then was it last seen."""
    if all(known.get(key) == fields.get(key) for key in ("state", "cause")):
        return {**fields, "last_change": known["last_change"]}
    return fields


def decoded(payload: bytes, kind: type[T]) -> T | None:
    """What somebody else has written, as this kind; None: it is not."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except NOT_JSON:
        return None


def boot_of(payload: bytes) -> str | None:
    """The boot id in an `info` payload; None when it holds none."""
    found = decoded(payload, _Boot)
    return None if found is None else found.boot


class _Boot(msgspec.Struct, frozen=True):
    boot: str


def pages(first: int, last: int, size: int) -> Sequence[range]:
    """The numbers first..last in pages of `size`; one empty page when there are none."""
    if last < first:
        return [range(first, first)]
    return [range(start, min(start + size, last + 1)) for start in range(first, last + 1, size)]
