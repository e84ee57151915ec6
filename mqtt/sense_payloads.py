"""What a node's senses hand on, as JSON and back. Pure: both ends of `node/<node>/observation`.

An item says how long before its message was sent it was (`age_ms`), not when: two machines share no clock.
`sent_ms`, by the node's own clock, tells which messages the network has held up (`nodes`); `board`, the map
of the board that the node was started for, whether it senses what lies on the table. A newer node may say
more than this engine knows: what cannot be read is counted, and the rest of the message is heard.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from engine.not_json import NOT_JSON
from mqtt.payloads import MAX_BYTES, VERSION, Stamp, of_a_node
from tabletop import Condition, DeviceHealth, Motion, Observation, Press, Seen, SiteId, TokenColour
from tabletop.values import Button

Sensed = Observation | Motion | DeviceHealth | Press
"""All that a sensor package hands on."""

SenseOfNode = Literal["pin", "camera"]
"""The senses that the published format knows: it grows by a new version, never by a row of `SENSES`."""
SEEN: Final = "seen"
ITEMS: Final = 100  # in one message: far below the limit of a payload
_OLDEST_MS: Final = 600_000
_LONGEST_MS: Final = 1 << 53  # no clock of a machine has run for so long


class SiteItem(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="site"):
    """What one sense believes of one site."""

    site: str
    sense: SenseOfNode
    seen: Seen
    confidence: float = 1.0
    age_ms: int = 0


class MotionItem(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="motion"):
    """Something moves over these sites."""

    sites: tuple[str, ...]
    age_ms: int = 0


class HealthItem(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="health"):
    """How the node's device is."""

    device: Literal["hub", "camera", "pin", "panel"]
    condition: Condition
    cause: str = ""
    site: str | None = None
    age_ms: int = 0


class PressItem(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="press"):
    """A key of the node."""

    action: Literal["down", "up", "held"]
    button: Button | None = None
    seat: TokenColour | None = None
    age_ms: int = 0


Item = SiteItem | MotionItem | HealthItem | PressItem


class SeenItems(msgspec.Struct, frozen=True, kw_only=True):
    """The `data` of an observation.

    `sent_ms`: by the node's own clock, which runs evenly since its boot; `board`: the id of the map of the
    board that the node was started for.
    """

    items: tuple[Item, ...]
    sent_ms: int | None = None
    board: str | None = None


class _ItemsAsSent(msgspec.Struct, frozen=True):
    items: tuple[msgspec.Raw, ...] = ()
    sent_ms: int | None = None
    board: str | None = None


class _AsSent(msgspec.Struct, frozen=True):
    """As much of an observation as says whose it is, and its items unread."""

    v: int
    kind: Literal["observation"]
    type: str
    table: str
    boot: str
    seq: int
    src: str
    data: _ItemsAsSent


@dataclass(frozen=True, slots=True)
class NodeReport:
    """One message of a node: the values in it, and how much of it nobody here can read.

    `sent`: seconds on the node's clock; `board`: the map of its board; None: the node does not say it.
    """

    boot: str
    seq: int
    values: tuple[Sensed, ...]
    unread: int = 0
    sent: float | None = None
    board: str | None = None

    def earlier(self, seconds: float) -> tuple[Sensed, ...]:
        """The values of a message that was held up for so long."""
        return tuple(replace(value, at=value.at - seconds) for value in self.values)


class ObservationError(ValueError):
    """A payload that is no observation; one line says why."""


def written(
    items: tuple[Sensed, ...],
    at: float,
    *,
    table: str,
    node: str,
    boot: str,
    seq: int,
    stamp: Stamp,
    board: str | None = None,
) -> bytes:
    """One message. `at`: the same clock as the items' own; `board`: the map of the board that is sensed."""
    data = SeenItems(items=tuple(_item(one, at) for one in items), sent_ms=round(at * 1000), board=board)
    return of_a_node("observation", SEEN, data, stamp, table=table, node=node, boot=boot, seq=seq)


def read(payload: bytes, now: float, *, table: str, node: str) -> NodeReport:
    """Read one message; `now` is the reader's clock, which the values' times are of.

    Raises:
        ObservationError: too large, no JSON, a field missing or of the wrong kind, another table or node.
    """
    if len(payload) > MAX_BYTES:
        raise ObservationError(f"{len(payload)} bytes; at most {MAX_BYTES}")
    try:
        found = msgspec.json.decode(payload, type=_AsSent)
    except NOT_JSON as error:
        raise ObservationError(" ".join(str(error).split())[:120]) from None
    if (found.v, found.table, found.src) != (VERSION, table, f"node/{node}") or found.seq < 1:
        raise ObservationError("v, table, src or seq does not go with the topic")
    if found.type != SEEN:
        return NodeReport(found.boot, found.seq, (), unread=1, board=found.data.board)
    values = tuple(_values(found.data.items, now))
    sent_ms = found.data.sent_ms
    sent = None if sent_ms is None or abs(sent_ms) > _LONGEST_MS else sent_ms / 1000
    unread = len(found.data.items) - len(values)
    return NodeReport(found.boot, found.seq, values, unread=unread, sent=sent, board=found.data.board)


def _values(items: Iterable[msgspec.Raw], now: float) -> Iterable[Sensed]:
    for item in items:
        try:
            yield _sensed(msgspec.json.decode(item, type=Item), now)
        except NOT_JSON:  # msgspec's errors are ValueErrors, too
            continue


def _sensed(item: Item, now: float) -> Sensed:
    """An item as a value of this machine's clock.

    Raises:
        ValueError: out of range.
    """
    at = now - min(max(item.age_ms, 0), _OLDEST_MS) / 1000
    match item:
        case SiteItem():
            return Observation(
                site=SiteId(item.site), sense=item.sense, seen=item.seen, at=at, confidence=item.confidence
            )
        case MotionItem():
            return Motion(sites=frozenset(map(SiteId, item.sites)), at=at)
        case HealthItem():
            site = None if item.site is None else SiteId(item.site)
            return DeviceHealth(
                device=item.device, condition=item.condition, at=at, cause=item.cause, site=site
            )
        case PressItem():
            return Press(button=item.button, seat=item.seat, action=item.action, at=at)


def _item(value: Sensed, now: float) -> Item:
    age = max(round((now - value.at) * 1000), 0)
    match value:
        case Observation(sense="pin" | "camera" as sense):
            return SiteItem(
                site=value.site, sense=sense, seen=value.seen, confidence=value.confidence, age_ms=age
            )
        case Observation():
            raise ValueError(f"a node has no sense {value.sense}")
        case Motion():
            return MotionItem(sites=tuple(sorted(value.sites)), age_ms=age)
        case DeviceHealth(device="hub" | "camera" | "pin" | "panel" as device):
            return HealthItem(
                device=device, condition=value.condition, cause=value.cause, site=value.site, age_ms=age
            )
        case DeviceHealth():
            raise ValueError(f"a node has no {value.device}")
        case Press():
            return PressItem(action=value.action, button=value.button, seat=value.seat, age_ms=age)
