"""An inbound handler with a game behind it, for tests of commands without any broker."""

import json
from collections.abc import Callable

from engine import TurnStarted
from mqtt.answered import CachedResult
from mqtt.inbound import EventLog, InboundHandler, InboundMessage, Reply
from mqtt.orders import NodeRequest
from mqtt.payloads import Encoder, Fields, Stamp
from mqtt.rights import Rights
from mqtt.topics import Topics
from table.answers import Done
from table.requests import Request, Want
from tests.mqtt.envelopes import envelope

ROOT = "fingerpost/1/kitchen"


class Table:
    """A handler with a game of 120 events, which answers everything with yes unless `answers` is off."""

    def __init__(self, events: int = 120, *, rights: Rights | None = None, answers: bool = True) -> None:
        self.asked: list[Request] = []
        self.notes: list[tuple[str, str]] = []
        self.later: list[Reply] = []
        self.kept: list[CachedResult] = []
        self.ordered: list[NodeRequest] = []
        self.answers = answers
        self.ids = 0
        self.now = 0.0
        self.encoder, log = Encoder("kitchen", "game-1", "boot-1"), EventLog()
        for seq in range(1, events + 1):
            log.add(seq, self.encoder.event(seq, TurnStarted(seat="blue", turn=seq), self.stamp()))
        self.log = log
        self.inbound = self.new_inbound(rights=rights)

    def new_inbound(
        self, *, rights: Rights | None = None, before: tuple[CachedResult, ...] = ()
    ) -> InboundHandler:
        return InboundHandler(
            Topics("kitchen"),
            self.encoder,
            self.log,
            on_command=self._on_command,
            send=self.later.append,
            on_answered=self.kept.append,
            stamp=self.stamp,
            order=self._order,
            note=lambda source, trouble: self.notes.append((source, trouble)),
            rights=rights,
            before=before,
        )

    def _order(self, wish: NodeRequest, answer: Callable[[Fields], None], now: float) -> None:
        self.ordered.append(wish)
        if self.answers:
            answer({"node": wish.node})

    def _on_command(self, asked: Request) -> None:
        self.asked.append(asked)
        if self.answers:
            asked.answer(Done(seq=120))

    @property
    def wishes(self) -> list[Want]:
        return [asked.want for asked in self.asked]

    def stamp(self) -> Stamp:
        self.ids += 1
        return Stamp(1_790_000_000_000, self.ids.to_bytes(10, "big"))

    def take(
        self, name: str, payload: bytes, *, retained: bool = False, response: str | None = None
    ) -> list[Reply]:
        self.now += 1.0
        inbound = InboundMessage(
            topic=f"{ROOT}/cmd/{name}",
            payload=payload,
            retained=retained,
            response_topic=response,
            correlation=b"mark" if response else None,
        )
        self.later.clear()
        answers = [*self.inbound.take(inbound, self.now), *self.later]
        return [*answers, *iter(self.inbound.page, None)]

    def code(self, name: str, payload: bytes, *, retained: bool = False, response: str | None = None) -> str:
        """The error code that this message is answered or counted with."""
        before = self.inbound.counts.copy()
        answers = [a for a in self.take(name, payload, retained=retained, response=response) if a.payload]
        (counted,) = (self.inbound.counts - before).keys()
        for answer in answers:
            error = json.loads(answer.payload)["data"]["error"]
            assert error["code"] == counted and None not in error["data"].values()
        return counted


def command(name: str = "press", **changes: object) -> bytes:
    return json.dumps(envelope(name, "lamp", "0190-a", {"button": "repeat"}, **changes)).encode()


def data(answer: Reply) -> dict[str, object]:
    fields: dict[str, object] = json.loads(answer.payload)["data"]
    return fields
