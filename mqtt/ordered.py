"""A node's end of its orders: which of the messages on `node/<node>/cmd/#` are to be obeyed. Pure.

Nobody keeps a broker from handing on late what it got early, and a node has no clock that is the engine's. An
order therefore names the life of the node (`node_boot`) and the newest observation that the engine had heard
of it (`node_seq`): one from before the node's present connection is late, and is not obeyed.
"""

from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from mqtt.inbound import InboundMessage
from mqtt.orders import CALIBRATE, REPORT, SET_THRESHOLD, Order, OrderError, order_from
from mqtt.payloads import MAX_BYTES, MAX_ID, VERSION, decoded
from mqtt.topics import Topics
from tabletop import Sense

_REMEMBERED: Final = 64


@dataclass(frozen=True, slots=True)
class Ordered:
    """One order that is to be obeyed, and by which id and name it is answered."""

    id: str
    name: str
    order: Order


@dataclass(frozen=True, slots=True)
class Unfit:
    """An order that is the engine's, in time, and cannot be obeyed as it stands."""

    id: str
    name: str
    line: str
    why: str  # for programs


class OrderEnvelope(msgspec.Struct, frozen=True, kw_only=True):
    """What surrounds an order; unknown fields are ignored."""

    v: int
    kind: Literal["command"]
    type: str
    id: str
    table: str
    src: Literal["engine"]
    data: dict[str, object] = {}


class OrderBook:
    """Reads what comes in for one node; what it passes over it counts.

    `counts`: `retained`, `malformed`, `unknown`, `late`, `repeated`.
    """

    def __init__(self, topics: Topics, node: str, boot: str, sense: Sense) -> None:
        self._root = topics.node_command(node, REPORT).removesuffix(REPORT)
        self._table, self._boot, self._sense = topics.table, boot, sense
        self._since = 1
        self._known: OrderedDict[str, None] = OrderedDict()
        self.counts: Counter[str] = Counter()

    @property
    def topic(self) -> str:
        """The filter for all of this node's commands."""
        return f"{self._root}#"

    def connected(self, seq: int) -> None:
        """A connection has begun; `seq`: of the first observation on it."""
        self._since = seq

    def take(self, message: InboundMessage) -> Ordered | Unfit | Literal["report"] | None:
        """What is to be done about a message of this node's commands; None: nothing."""
        name = message.topic.removeprefix(self._root)
        if name == REPORT and not message.retained:
            return "report"  # harmless, and older engines say no more than that
        read = None if message.retained else self._read(name, message.payload)
        if read is None:
            self.counts["retained" if message.retained else "malformed"] += 1
            return None
        hindrance = self._hindrance(name, read)
        if hindrance is not None:
            self.counts[hindrance] += 1
            return None
        self._known[read.id] = None
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        try:
            return Ordered(read.id, name, order_from(name, read.data, self._sense))
        except OrderError as error:
            return Unfit(read.id, name, str(error), error.why)

    def _hindrance(self, name: str, read: OrderEnvelope) -> str | None:
        heard = read.data.get("node_seq")
        if name not in (CALIBRATE, SET_THRESHOLD):
            return "unknown"
        if read.data.get("node_boot") != self._boot or not isinstance(heard, int) or heard < self._since:
            return "late"
        return "repeated" if read.id in self._known else None

    def _read(self, name: str, payload: bytes) -> OrderEnvelope | None:
        read = decoded(payload, OrderEnvelope) if len(payload) <= MAX_BYTES else None
        if read is None:
            return None
        good = (read.v, read.type, read.table) == (VERSION, name, self._table) and 1 <= len(read.id) <= MAX_ID
        return read if good else None
