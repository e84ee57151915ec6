"""A broker in the host's home, and the line to the other one: late, lossy, sometimes cut."""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from mqtt.inbound import InboundMessage

RESEND_S: Final = 0.3  # what a connection has lost is sent again, then after twice as long


class Client(Protocol):
    """Whoever is connected."""

    topics: tuple[str, ...]

    def hear(self, message: InboundMessage, at: float) -> None:
        """A message has come."""

    def connected(self, at: float) -> None:
        """The broker is there."""

    def lost(self, at: float) -> None:
        """The broker is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFaults:
    """How bad the line is. Seconds, and shares of messages; `cut_every_s` 0: never."""

    delay_s: float = 0.15
    jitter_s: float = 0.05
    lost: float = 0.05
    twice: float = 0.02
    cut_every_s: float = 0.0
    cut_s: float = 10.0


@dataclass(slots=True)
class _Plug:
    client: Client
    will: str | None
    far: bool
    up: bool = True
    free_at: float = 0.0  # one direction of a line keeps its order
    number: int = 0


@dataclass(order=True, slots=True)
class _Flight:
    at: float
    order: int
    arrive: Callable[[float], None] = field(compare=False)


@dataclass(eq=False, slots=True)
class BadConnection:
    """A stream of bytes over the line, as TCP has it: late, but whole and in order, until it breaks.

    Attributes:
        broken: who is told, at which of its two ends, that it has.
    """

    broken: Callable[[float], None]
    free_at: dict[bool, float] = field(default_factory=dict)  # by direction: what is sent keeps its order
    up: bool = True


def fits(topic: str, filter: str) -> bool:
    """Whether a topic is one that such a subscription wants."""
    if filter.endswith("/#"):
        return topic.startswith(filter[:-1])
    return topic == filter


class SimulatedLine:
    """Carries messages between the clients of one broker."""

    def __init__(self, seed: int, faults: LineFaults) -> None:
        self._chance, self._faults = random.Random(seed), faults
        self._flights: list[_Flight] = []
        self._order = 0
        self._plugs: list[_Plug] = []
        self._retained: dict[str, bytes] = {}
        self._connections: list[BadConnection] = []
        self._cut_until = 0.0
        self._next_cut = faults.cut_every_s or float("inf")
        self.wire: list[bytes] = []  # every payload that went over it

    def plug(self, client: Client, at: float, *, will: str | None, far: bool) -> None:
        """Connect; `far`: over the line, else beside the broker."""
        self._plugs.append(_Plug(client, will, far, up=False))

    def unplug(self, client: Client, at: float) -> None:
        """Its process is gone: the broker publishes its will."""
        for plug in [one for one in self._plugs if one.client is client]:
            self._plugs.remove(plug)
            self._drop(plug, at)

    def publish(self, sender: Client, topic: str, payload: bytes, at: float, *, retain: bool) -> None:
        """Send it off."""
        plug = next((one for one in self._plugs if one.client is sender and one.up), None)
        if plug is None:
            return
        if not plug.far:
            self._at_broker(plug, topic, payload, at, retain=retain)
            return
        sends = plug.number
        self._fly(plug, at, lambda now: self._arrived(plug, sends, topic, payload, now, retain=retain))

    def step(self, at: float) -> None:
        """Time has passed: what has arrived is heard; the line is cut, or whole again."""
        if at >= self._next_cut:
            self._next_cut = at + self._faults.cut_every_s * self._chance.uniform(0.5, 1.5)
            self.cut(at, self._faults.cut_s)
        for plug in list(self._plugs):
            if not plug.up and (not plug.far or at >= self._cut_until):
                self._come_up(plug, at)
        while self._flights and self._flights[0].at <= at:
            heapq.heappop(self._flights).arrive(at)

    def cut(self, at: float, seconds: float) -> None:
        """Nothing passes for so long."""
        self._cut_until = at + seconds
        for plug in self._plugs:
            if plug.far and plug.up:
                self._drop(plug, at)
        for one in self._connections.copy():
            if self._chance.random() < 0.5:  # forgotten by a router; else it goes on
                self.breaks(one, at)

    # Connections beside the broker

    def connect(self, broken: Callable[[float], None]) -> BadConnection:
        """One more, by which the far home asks something of the host's."""
        self._connections.append(made := BadConnection(broken))
        return made

    def send(self, one: BadConnection, arrive: Callable[[float], None], at: float, *, home: bool) -> None:
        """Something over it; `home`: to the far home, else to the host's. What is lost is sent again."""
        faults, chance = self._faults, self._chance
        lands = max(at, self._cut_until) + faults.delay_s + chance.uniform(0, faults.jitter_s)
        again = RESEND_S
        while chance.random() < faults.lost:
            lands, again = lands + again, again * 2
        lands = one.free_at[home] = max(lands, one.free_at.get(home, 0.0))
        self._lands(lands, lambda now: arrive(now) if one.up else None)

    def breaks(self, one: BadConnection, at: float) -> None:
        """It ends now; who waits at its other end is told as soon as anything passes."""
        if one in self._connections:
            self._connections.remove(one)
            one.up = False
            self._lands(max(at, self._cut_until) + self._faults.delay_s, one.broken)

    def closed(self, one: BadConnection) -> None:
        """It is wanted no more."""
        one.up = False
        if one in self._connections:
            self._connections.remove(one)

    # The broker

    def _at_broker(self, sender: _Plug, topic: str, payload: bytes, at: float, *, retain: bool) -> None:
        self.wire.append(payload)
        if retain:
            self._retained[topic] = payload
        for plug in list(self._plugs):
            if plug is not sender and plug.up:
                self._deliver(plug, InboundMessage(topic=topic, payload=payload), at)

    def _deliver(self, plug: _Plug, message: InboundMessage, at: float) -> None:
        if not any(fits(message.topic, one) for one in plug.client.topics):
            return
        if not plug.far:
            plug.client.hear(message, at)
            return
        meant = plug.number
        self._fly(plug, at, lambda now: self._heard(plug, meant, message, now))

    def _heard(self, plug: _Plug, meant: int, message: InboundMessage, at: float) -> None:
        if plug in self._plugs and plug.up and plug.number == meant:
            plug.client.hear(message, at)

    def _arrived(
        self, plug: _Plug, sends: int, topic: str, payload: bytes, at: float, *, retain: bool
    ) -> None:
        if plug in self._plugs and plug.up and plug.number == sends:
            self._at_broker(plug, topic, payload, at, retain=retain)

    def _come_up(self, plug: _Plug, at: float) -> None:
        plug.up, plug.number = True, plug.number + 1
        plug.client.connected(at)
        for topic, payload in list(self._retained.items()):
            self._deliver(plug, InboundMessage(topic=topic, payload=payload, retained=True), at)

    def _drop(self, plug: _Plug, at: float) -> None:
        was_up, plug.up = plug.up, False
        if not was_up:
            return
        if plug in self._plugs:
            plug.client.lost(at)
        if plug.will is not None:
            self._at_broker(plug, plug.will, b"offline", at, retain=True)

    # The way

    def _fly(self, plug: _Plug, at: float, arrive: Callable[[float], None]) -> None:
        faults, chance = self._faults, self._chance
        if chance.random() < faults.lost:
            return
        for _ in range(2 if chance.random() < faults.twice else 1):
            lands = max(plug.free_at, at + faults.delay_s + chance.uniform(0, faults.jitter_s))
            plug.free_at = lands
            self._lands(lands, arrive)

    def _lands(self, at: float, arrive: Callable[[float], None]) -> None:
        self._order += 1
        heapq.heappush(self._flights, _Flight(at, self._order, arrive))
