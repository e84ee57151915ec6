"""A home that follows, as one end of the wire, and a host's words for it."""

import json
from collections.abc import Sequence

from engine import Event, Game, State
from mqtt.host_link import HostLink
from mqtt.host_outgoing import Outgoing
from mqtt.inbound import InboundMessage
from mqtt.payloads import Encoder, Stamp
from mqtt.topics import Topics
from table.linked import HostTold

TOPICS = Topics("kitchen")
HEAD = {"v": 1, "kind": "state", "table": "kitchen", "game": "game-1", "boot": "boot-1", "id": "x"}
ENCODER = Encoder("kitchen", "game-1", "boot-1")


class Far:
    """A link, and a host's words for it."""

    def __init__(self) -> None:
        self.now, self._ids = 0.0, 0
        self.game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 7)
        self.link = HostLink(TOPICS, "kiel", self.stamp)
        self.link.connected()
        self.hear(TOPICS.availability, b"online")

    def stamp(self) -> Stamp:
        self._ids += 1
        return Stamp(1_790_000_000_000, self._ids.to_bytes(10, "big"))

    def hear(self, topic: str, payload: bytes) -> None:
        self.link.take(InboundMessage(topic=topic, payload=payload), self.now)

    def event(self, seq: int) -> None:
        self.hear(TOPICS.event, ENCODER.event(seq, self.game.events[seq - 1], self.stamp()))

    def state(self, state: State | None = None, encoder: Encoder = ENCODER) -> None:
        fields = {"homes": {"kiel": ["red"]}}
        self.hear(TOPICS.state, encoder.state(state or self.game.state, self.stamp(), fields))

    def reply(self, corr: str, data: dict[str, object]) -> None:
        head = {**HEAD, "kind": "result", "type": "replay", "corr": corr}
        self.hear(TOPICS.reply("kiel"), json.dumps({**head, "data": data}).encode())

    def due(self, seconds: float = 0.0) -> list[Outgoing]:
        self.now += seconds
        return self.link.due(self.now)

    def told(self) -> list[tuple[int, ...]]:
        news, self.link.news = list(self.link.news), type(self.link.news)()
        return [tuple(seq for seq, _ in one.events) for one in news if isinstance(one, HostTold)]


def answer_replay(far: Far, events: Sequence[Event], out: Sequence[Outgoing]) -> dict[str, object]:
    """The host has these events and answers what was asked; what that was."""
    (asked,) = [json.loads(one.payload) for one in out if one.topic.endswith("cmd/replay/kiel")]
    first, last = asked["data"]["from"], asked["data"]["to"]
    found = [
        json.loads(ENCODER.event(seq, event, far.stamp()))
        for seq, event in enumerate(events, 1)
        if first <= seq <= last
    ]
    fields = {"ok": True, "seq": len(events), "page": 1, "pages": 1, "events": found}
    far.hear(TOPICS.reply("kiel"), ENCODER.result("replay", asked["id"], len(events), fields, far.stamp()))
    data = asked["data"]
    assert isinstance(data, dict)
    return data
