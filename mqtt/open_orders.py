"""What the engine has ordered of nodes and is still to be answered. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from mqtt.codes import CODES, error_fields
from mqtt.orders import NodeAnswer
from mqtt.payloads import MAX_BYTES, MAX_STRING, Fields, decoded
from mqtt.topics import NAME
from table.answers import Code

ANSWER_S: Final = 30.0  # longer than a node takes to see that it cannot


@dataclass(frozen=True, slots=True)
class _Open:
    id: str
    answer: Callable[[Fields], None]
    due: float


class _Data(msgspec.Struct, frozen=True):
    answer: NodeAnswer | None = None


class _Info(msgspec.Struct, frozen=True):
    """As much of a node's `info` as says what became of an order."""

    table: str
    src: str
    data: _Data


class OpenOrders:
    """One order at a time for each node; each is answered once, come what may."""

    def __init__(self) -> None:
        self._open: dict[str, _Open] = {}

    def waits(self, node: str) -> bool:
        """Whether this node is still at one."""
        return node in self._open

    def begin(self, node: str, id: str, answer: Callable[[Fields], None], now: float) -> None:
        """An order has gone out under this id; `answer` takes an error or what more is to be told."""
        self._open[node] = _Open(id, answer, now + ANSWER_S)

    def told(self, table: str, node: str, payload: bytes) -> None:
        """A node has said something of itself: an answer, or what it says at any time."""
        order = self._open.get(node)
        info = decoded(payload, _Info) if order is not None and len(payload) <= MAX_BYTES else None
        if order is None or info is None:
            return
        answer = info.data.answer
        if (info.table, info.src) == (table, f"node/{node}") and answer is not None and answer.to == order.id:
            del self._open[node]
            order.answer(_result(node, answer))

    def gone(self, node: str, why: str) -> None:
        """The node cannot be heard any longer."""
        order = self._open.pop(node, None)
        if order is not None:
            order.answer(offline(node, why))

    def tick(self, now: float) -> None:
        """Time has passed: a node that says nothing has not obeyed, as far as anybody knows."""
        for node in [node for node, order in self._open.items() if now >= order.due]:
            self.gone(node, "no-answer")


def offline(node: str, why: str) -> Fields:
    """The error that says that a node cannot do it now."""
    return error_fields("source-offline", {"source": f"node/{node}", "why": why})


def _result(node: str, answer: NodeAnswer) -> Fields:
    """What the client is told; of a node's words only those that a client can rely on."""
    why = answer.why if answer.why is not None and NAME.fullmatch(answer.why) else "untold"
    if not answer.ok:
        code: Code = next((code for code in CODES if code == answer.code), "internal")
        return error_fields(code, {"source": f"node/{node}", "why": why})
    figures = {key: value for key, value in answer.figures.items() if len(key) <= MAX_STRING}
    return {"node": node, "kept": answer.kept, "figures": figures}
