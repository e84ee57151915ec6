"""A link, and a hub played by hand, packet by packet."""

from itertools import count

from firmware_bridge import (
    Ack,
    AskFaults,
    AskSnapshot,
    Beat,
    Command,
    CommandDecoder,
    Delta,
    Garbled,
    Greet,
    HubHello,
    HubMessage,
    Key,
    Link,
    LinkEvent,
    Packet,
    Snapshot,
    digest,
    encode,
)

EPOCH = 0x1A2B


class HandHub:
    """What a hub played by hand says."""

    def __init__(self) -> None:
        self.epoch = EPOCH
        self.hub_ms = 1000

    def hello(self, *, reply: int | None, sites: int = 4, major: int = 1, reset: str = "por") -> HubHello:
        return HubHello(
            version=(major, 0),
            firmware="t/1",
            id="abcd",
            epoch=self.epoch,
            sites=sites,
            capabilities=("s",),
            line_limit=0x78,
            beat_ms=1000,
            debounce_ms=16,
            scans=250,
            reset=reset,
            reply=reply,
        )

    def snapshot(self, tokens: bytes, version: int, reply: int | None) -> Snapshot:
        return Snapshot(epoch=self.epoch, version=version, t_ms=self.hub_ms, tokens=tokens, reply=reply)

    def delta(self, before: int, version: int, *changes: tuple[int, int]) -> Delta:
        return Delta(epoch=self.epoch, before=before, version=version, t_ms=self.hub_ms, changes=changes)

    def beat(
        self, tokens: bytes, version: int, presses: bytes = b"", faults: int = 0, wrong: int = 0
    ) -> Beat:
        return Beat(
            epoch=self.epoch,
            version=version,
            t_ms=self.hub_ms,
            digest=digest(tokens) ^ wrong,
            scans=250,
            bad=0,
            faults=faults,
            presses=presses,
        )

    def key(self, action: str, count: int, key: int = 0) -> Key:
        return Key(epoch=self.epoch, key=key, action=action, count=count, t_ms=self.hub_ms)


class Bench(HandHub):
    """A link, and a hub played by hand."""

    def __init__(self, channels: int = 4, only: str | None = None) -> None:
        super().__init__()
        self.link = Link(channels, only)
        self.now = 100.0
        self._ms = 100_000
        self.events: list[LinkEvent] = []
        self.asked: list[Packet[Command | Garbled]] = []
        self._decoder = CommandDecoder()
        self._seq = count()

    def pump(self) -> None:
        self.asked += self._decoder.feed(self.link.take_outgoing())

    def open(self) -> "Bench":
        self.events += self.link.opened(self.now)
        self.pump()
        return self

    def say(self, *messages: HubMessage) -> None:
        for message in messages:
            self.events += self.link.feed(encode(message, next(self._seq)), self.now)
        self.pump()

    def hear(self, data: bytes) -> None:
        """Bytes as they are."""
        self.events += self.link.feed(data, self.now)
        self.pump()

    def lose(self, packets: int = 1) -> None:
        """The hub counts them, and they never come."""
        for _ in range(packets):
            next(self._seq)

    def harmed(self, message: HubMessage) -> None:
        """It comes with one bit flipped."""
        data = bytearray(encode(message, next(self._seq)))
        data[9] ^= 1
        self.hear(bytes(data))

    def wait(self, seconds: float, step: float = 0.05) -> None:
        until = self._ms + round(seconds * 1000)
        while self._ms < until:
            self._ms += round(step * 1000)
            self.now = self._ms / 1000
            self.hub_ms += round(step * 1000)
            self.events += self.link.tick(self.now)
            self.pump()

    def last(self, kind: type[Command]) -> Packet[Command | Garbled]:
        return next(p for p in reversed(self.asked) if isinstance(p.message, kind))

    def count(self, kind: type[Command]) -> int:
        return sum(isinstance(p.message, kind) for p in self.asked)

    def alive(self, tokens: bytes = bytes(4), version: int = 0) -> "Bench":
        """Greeted, snapshot confirmed, nothing unanswered."""
        self.open()
        seq = self.last(Greet).seq
        self.say(self.hello(reply=seq), self.snapshot(tokens, version, seq), self.beat(tokens, version))
        while self.asked and isinstance(self.asked[-1].message, AskSnapshot | AskFaults):
            packet = self.asked[-1]
            if isinstance(packet.message, AskSnapshot):
                self.say(self.snapshot(tokens, version, packet.seq))
            else:
                self.say(Ack(reply=packet.seq, ok=1))
            if self.asked[-1] is packet:
                break
        assert self.link.live
        self.events.clear()
        self.asked.clear()
        return self

    def told(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, kind)]
