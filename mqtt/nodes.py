"""The table's nodes: a camera or a hub on another machine, heard through the broker. Pure.

A node counts only when the table's owner has named it, and only for the sense it is named for: on an open
broker anybody could claim to be a camera.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from mqtt.desk import Inbound
from mqtt.sensing import ObservationError, Sensed, read, sensed
from mqtt.topics import NodeTopic, Topics
from tabletop import Device, DeviceHealth, Observation, Press, Sense

OFFLINE: Final = "node-offline"
UNHEARD: Final = "no-broker"  # the cause for its sense; the machine itself may be well
NODES: Final = 16  # that are shown; a house has fewer
_DEVICE: Final[Mapping[Sense, Device]] = {"pin": "hub", "camera": "camera"}


@dataclass(slots=True)
class _Node:
    """Where we are with one node."""

    boot: str = ""
    seq: int = 0
    online: bool | None = None


class Nodes:
    """Follows the nodes of one table.

    Args:
        wanted: their names, and what each senses.
        on_sensed: takes each value, with a time of this machine's clock.
        on_source: hears how a node itself is.
        ask: asks a node for something (node, command): `report` is all that it senses now.
    """

    def __init__(
        self,
        wanted: Mapping[str, Sense],
        *,
        on_sensed: Callable[[Sensed], None],
        on_source: Callable[[str, DeviceHealth], None],
        ask: Callable[[str, str], None],
    ) -> None:
        self._wanted, self._on_sensed, self._on_source, self._ask = dict(wanted), on_sensed, on_source, ask
        self._nodes = {name: _Node() for name in wanted}
        self.counts: Counter[str] = Counter()

    def take(self, topics: Topics, message: Inbound, now: float) -> bool:
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
            case _:
                self.counts["ignored"] += 1
        return True

    def away(self, now: float) -> None:
        """The broker is gone: nobody can be heard, and who stays away is not heard of when it is back."""
        for name in self._wanted:
            if self._nodes[name].online is not False:  # also one that was never heard of: it is not to blame
                self._available(name, False, now, UNHEARD)

    def _stranger(self, name: str, payload: bytes, now: float) -> bool:
        """A node that senses nothing for this table is shown among the sources, and that is all."""
        known = self._nodes.get(name)
        if known is None and (payload != b"online" or len(self._nodes) >= NODES):
            return False
        node = self._nodes.setdefault(name, _Node())
        if payload in (b"online", b"offline") and node.online != (payload == b"online"):
            node.online = payload == b"online"
            self._on_source(name, _health("camera", node.online, now, name))
        return True

    def _available(self, name: str, online: bool, now: float, why: str = OFFLINE) -> None:
        node = self._nodes[name]
        if online == node.online:
            return
        node.online = online
        health = _health(_DEVICE[self._wanted[name]], online, now, name, why)
        self._on_source(name, health)
        if online:
            self._ask(name, "report")  # which says how the device is, too
        else:
            node.boot, node.seq = "", 0
            self._on_sensed(health)

    def _observed(self, table: str, name: str, payload: bytes, now: float) -> None:
        node = self._nodes[name]
        try:
            found = read(payload, table=table, node=name)
            values = [sensed(item, now) for item in found.data.items]
        except ObservationError:
            self.counts["bad-observation"] += 1
            return
        if found.boot == node.boot and found.seq <= node.seq:
            self.counts["old-observation"] += 1  # QoS 1 may bring one twice
            return
        missed = found.boot == node.boot and found.seq > node.seq + 1
        node.boot, node.seq = found.boot, found.seq
        for value in values:
            if self._may_say(self._wanted[name], value):
                self._on_sensed(value)
            else:
                self.counts["foreign-observation"] += 1
        if missed:
            self.counts["missed-observations"] += 1
            self._ask(name, "report")

    def _may_say(self, sense: Sense, value: Sensed) -> bool:
        match value:
            case Observation():
                return value.sense == sense
            case DeviceHealth():
                return value.device == _DEVICE[sense] or (sense == "pin" and value.device in ("pin", "panel"))
            case Press():
                return sense == "pin"
            case _:
                return sense == "camera"


def _health(device: Device, online: bool, now: float, name: str, why: str = OFFLINE) -> DeviceHealth:
    if online:
        return DeviceHealth(device=device, condition="live", at=now, detail=name)
    return DeviceHealth(device=device, condition="lost", at=now, cause=why, detail=name)
