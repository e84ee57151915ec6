"""The table's nodes: a camera or a hub on another machine, heard through the broker. Pure.

A node counts only when the table's owner has named it, and only for the sense it is named for: on an open
broker anybody could claim to be a camera.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from mqtt.codes import error_fields
from mqtt.inbound import InboundMessage
from mqtt.open_orders import OpenOrders, offline
from mqtt.orders import NO_SUCH_NODE, REPORT, NodeRequest, OrderError, order_from
from mqtt.payloads import Fields
from mqtt.sense_payloads import ObservationError, Sensed, read
from mqtt.topics import NodeTopic, Topics
from tabletop import SENSES, UNHEARD, Condition, Device, DeviceHealth, Observation, Press, Sense

OFFLINE: Final = "node-offline"
OTHER_BOARD: Final = "node-other-board"  # it was started for another than the one on the table
STAYS_AWAY_S: Final = 20.0  # since the broker is back: longer than a node waits between two attempts
NOT_YET_S: Final = 5.0  # since a broker was there from the start
# A broker that ends says of every node that it is gone, and is gone itself a moment later
HELD_S: Final = 1.0
NODES: Final = 16  # that are shown; a house has fewer
_LATEST_S: Final = 10.0  # later than this no message comes: one of the clocks has stood still meanwhile
_MESSAGES: Final = 64  # of which the quickest counts; a clock that has jumped is forgotten after so many


class Lag:
    """How much later than others a message of a node has come; fed in the order in which they come.

    Two machines share no clock, but each has one that runs evenly: what lies between theirs is what it is for
    the messages that come quickest. One that the network has held up came later than these by as much.
    """

    def __init__(self) -> None:
        self._gaps: deque[float] = deque(maxlen=_MESSAGES)

    def late_s(self, sent: float, now: float) -> float:
        """For how long a message was held up that was sent at this time of its node's clock."""
        gap = now - sent
        if self._gaps and gap - min(self._gaps) > _LATEST_S:
            self._gaps.clear()
        self._gaps.append(gap)
        return gap - min(self._gaps)


@dataclass(slots=True)
class _Node:
    """Where we are with one node."""

    boot: str = ""
    seq: int = 0
    online: bool | None = None
    heard: bool = False  # since the broker is there; what it has retained of a node may be old
    lag: Lag = field(default_factory=Lag)
    left_at: float | None = None  # it said, or the broker for it, that it is gone; not told yet
    other_board: bool = False  # what it senses is of another; told


class Nodes:
    """Follows the nodes of one table.

    Args:
        wanted: their names, and what each senses.
        on_sensed: takes each value, with a time of this machine's clock.
        on_source: hears how a node itself is.
        ask: asks a node for something (node, command, its data) and returns the id under which it did;
            `report` is all that it senses now.
        board: the map of the board on the table; with none, or of a node that names none, all is believed.
    """

    def __init__(
        self,
        wanted: Mapping[str, Sense],
        *,
        on_sensed: Callable[[Sensed], None],
        on_source: Callable[[str, DeviceHealth], None],
        ask: Callable[[str, str, Fields], str],
        board: str = "",
    ) -> None:
        self._wanted, self._on_sensed, self._on_source, self._ask = dict(wanted), on_sensed, on_source, ask
        self._nodes = {name: _Node() for name in wanted}
        self._orders = OpenOrders()
        self._board = board
        self._left = False  # the broker was away
        self._due: float | None = None  # who was not heard by then stays away
        self.counts: Counter[str] = Counter()

    def take(self, topics: Topics, message: InboundMessage, now: float) -> bool:
        """Deal with a message of a node that counts; False: it is none."""
        topic = topics.parse(message.topic)
        if not isinstance(topic, NodeTopic):
            return False
        if topic.node not in self._wanted:
            return topic.part == "availability" and self._stranger(topic.node, message.payload, now)
        match topic.part:
            case "availability":
                self._available(topic.node, message.payload == b"online", now)
            case "observation" if not message.retained:
                self._observed(topics.table, topic.node, message.payload, now)
            case "info":
                self._orders.told(topics.table, topic.node, message.payload)
            case _:
                self.counts["ignored"] += 1
        return True

    def order(self, wish: NodeRequest, answer: Callable[[Fields], None], now: float) -> None:
        """Have a node do what a client wants; `answer` takes an error, or what more is to be told, once."""
        sense, node = self._wanted.get(wish.node), self._nodes.get(wish.node)
        if sense is None or node is None:
            answer(error_fields("bad-data", {"nodes": sorted(self._wanted), "why": NO_SUCH_NODE}))
            return
        try:
            order_from(wish.name, wish.data, sense)
        except OrderError as error:
            answer(error_fields("bad-data", {"source": f"node/{wish.node}", "why": error.why}))
            return
        if not (node.online and node.heard):
            answer(offline(wish.node, OFFLINE))
        elif self._orders.waits(wish.node):
            answer(error_fields("busy", {"source": f"node/{wish.node}", "why": "another-order"}))
        else:
            data = {**wish.data, "node_boot": node.boot, "node_seq": node.seq}
            self._orders.begin(wish.node, self._ask(wish.node, wish.name, data), answer, now)

    def away(self, now: float) -> None:
        """The broker is gone: nobody can be heard, and nobody is to blame for that."""
        self._left, self._due = True, None
        for name, node in self._followed():
            if node.online is not False or node.left_at is not None:  # also one that was never heard of
                self._gone(name, now, UNHEARD)

    def lay(self, board: str) -> None:
        """Another board is laid on the table, of this map; from any thread."""
        self._board = board

    def there(self, now: float) -> None:
        """The broker is there: nodes have some seconds to come back, too."""
        for _, node in self._followed():
            node.heard = False
        self._due = now + (STAYS_AWAY_S if self._left else NOT_YET_S)

    def tick(self, now: float) -> None:
        """Time has passed: a node that is not heard though the broker is there is gone itself."""
        late = self._due is not None and now >= self._due
        if late:
            self._due = None
        for name, node in self._followed():
            left = node.left_at is not None and now >= node.left_at + HELD_S
            if left or (late and not node.heard):  # also one whose `online` the broker has kept from before
                self._gone(name, now, OFFLINE)
        self._orders.tick(now)

    def _followed(self) -> Iterable[tuple[str, _Node]]:
        return ((name, self._nodes[name]) for name in self._wanted)

    def _stranger(self, name: str, payload: bytes, now: float) -> bool:
        """A node that senses nothing for this table is shown among the sources, and that is all."""
        known = self._nodes.get(name)
        if known is None and (payload != b"online" or len(self._nodes) >= NODES):
            return False
        node = self._nodes.setdefault(name, _Node())
        if payload in (b"online", b"offline") and node.online != (payload == b"online"):
            node.online = payload == b"online"
            self._on_source(name, self._health(name, now, "" if node.online else OFFLINE))
        return True

    def _available(self, name: str, online: bool, now: float) -> None:
        node = self._nodes[name]
        if online == node.online:
            return
        node.online = online
        if not online:
            # Not heard since the broker is there: it may be an old word, and its machine starting as we are.
            node.left_at = now if node.heard or self._due is None else None
            return
        node.left_at = None
        self._on_source(name, self._health(name, now))
        self._ask(name, REPORT, {})  # which says how the device is, too

    def _gone(self, name: str, now: float, why: str) -> None:
        node = self._nodes[name]
        node.online, node.left_at, node.boot, node.seq, node.other_board = False, None, "", 0, False
        self._orders.gone(name, why)
        health = self._health(name, now, why)
        self._on_source(name, health)
        self._on_sensed(health)

    def _observed(self, table: str, name: str, payload: bytes, now: float) -> None:
        node = self._nodes[name]
        try:
            found = read(payload, now, table=table, node=name)
        except ObservationError:
            self.counts["bad-observation"] += 1
            return
        if found.boot == node.boot and found.seq <= node.seq:
            self.counts["old-observation"] += 1  # QoS 1 may bring one twice
            return
        if found.boot != node.boot:  # it was started anew, and its clock perhaps with it
            node.lag = Lag()
        missed = found.boot == node.boot and found.seq > node.seq + 1
        node.boot, node.seq, node.heard = found.boot, found.seq, True
        if found.unread:
            self.counts["unread-observation"] += found.unread
        late_s = 0.0 if found.sent is None else node.lag.late_s(found.sent, now)
        values = found.earlier(late_s)
        if self._board and found.board is not None and found.board != self._board:
            values = self._of_other_board(name, values, now)
        elif node.other_board:
            node.other_board = False
            self._on_source(name, self._health(name, now))
        for value in values:
            if self._may_say(self._wanted[name], value):
                self._on_sensed(value)
            else:
                self.counts["foreign-observation"] += 1
        if missed:
            self.counts["missed-observations"] += 1
            self._ask(name, REPORT, {})

    def _of_other_board(self, name: str, values: tuple[Sensed, ...], now: float) -> tuple[Sensed, ...]:
        """Its keys count, and that its sense does not: told at first and with each word of its device."""
        node, device = self._nodes[name], SENSES[self._wanted[name]].device
        spoke = any(isinstance(value, DeviceHealth) and value.device == device for value in values)
        keys = tuple(
            value
            for value in values
            if isinstance(value, Press) or (isinstance(value, DeviceHealth) and value.device == "panel")
        )
        health = self._health(name, now, OTHER_BOARD)
        first, node.other_board = not node.other_board, True
        if first:
            self._on_source(name, health)
        told = (health,) if first or spoke or not values else ()  # without values it is a whole report
        self.counts["other-board"] += len(values) - len(keys)
        return (*told, *keys)

    def _health(self, name: str, now: float, cause: str = "") -> DeviceHealth:
        """How a node is by its device, a stranger's taken for a camera; `cause`: why it is lost, if it is."""
        device: Device = SENSES[self._wanted[name]].device if name in self._wanted else "camera"
        condition: Condition = "lost" if cause else "live"
        return DeviceHealth(device=device, condition=condition, at=now, cause=cause, detail=name)

    def _may_say(self, sense: Sense, value: Sensed) -> bool:
        kind = SENSES[sense]
        match value:
            case Observation():
                return value.sense == sense
            case DeviceHealth(device="panel") | Press():
                return kind.keys
            case DeviceHealth():
                return value.device in (kind.device, kind.site_device)
            case _:
                return kind.looks
