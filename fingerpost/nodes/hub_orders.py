"""What the engine orders of a hub node: hub/1's calibration and settings, asked of each hub of the board."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fingerpost.nodes.node_memory import NodeMemory
from firmware_bridge import Ack, Calibrate, Command, HubSettings, PinSensor
from mqtt.ordered import Ordered
from mqtt.orders import CodeWindow, Debounce, ForgetWindows, KeepWindows, MustBeEmpty, NodeAnswer, Order
from table.answers import Code
from tabletop import SiteId

PATIENCE_S: Final = 10.0  # a hub that writes its flash scans nothing meanwhile; longer it is not there
_REFUSALS: Final[Mapping[str, Code]] = {"verb": "unknown-command", "arg": "bad-data", "busy": "busy"}


class _CannotError(Exception):
    """Why an order is not passed on, by its error code and a word for programs."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


@dataclass(slots=True)
class _Open:
    ordered: Ordered
    waits: list[Command]  # each hub's own
    due: float


class HubOrders:
    """Obeys one order at a time.

    Args:
        sensors: the hubs of the board; none where its pins are on the lines of this machine.
        answer: takes what became of each order.
    """

    def __init__(
        self, sensors: Sequence[PinSensor], memory: NodeMemory, answer: Callable[[NodeAnswer], None]
    ) -> None:
        self._sensors, self._memory, self._answer = sensors, memory, answer
        self._open: _Open | None = None
        self._set: dict[int, int] = {}  # by sensor: in which life its hub was told how to debounce

    def obey(self, ordered: Ordered, at: float) -> None:
        """Begin with it; the answer comes when every hub has said yes, or one has not."""
        try:
            if self._open is not None:
                raise _CannotError("busy", "another-order")
            asked = self._asked(ordered.order)
        except _CannotError as cannot:
            self._answer(_no(ordered, cannot.code, cannot.why))
            return
        self._open = _Open(ordered, [command for _, command in asked], at + PATIENCE_S)
        for sensor, command in asked:
            sensor.ask(command)

    def tick(self, at: float) -> None:
        """Time has passed: hear what hubs have answered; tell a new one how long contacts bounce here."""
        for sensor in self._sensors:
            for told in sensor.take_told():
                self._heard(told.command, told.answer if isinstance(told.answer, Ack) else None)
        if self._open is not None and at >= self._open.due:
            self._end("source-offline", "no-answer")
        debounce = self._memory.settings.debounce_ms
        for number, sensor in enumerate(self._sensors):
            hello = sensor.hello
            if debounce is not None and sensor.live and hello and self._set.get(number) != hello.epoch:
                self._set[number] = hello.epoch
                sensor.ask(HubSettings(debounce_ms=debounce))

    def _asked(self, order: Order) -> list[tuple[PinSensor, Command]]:
        """What is to be asked of which hub."""
        if not self._sensors:
            raise _CannotError("unknown-command", "no-hub")
        if not all(sensor.live for sensor in self._sensors):
            raise _CannotError("source-offline", "hub-lost")
        match order:
            case MustBeEmpty():
                return self._each(Calibrate(what="empty"), "z")
            case KeepWindows():
                return self._each(Calibrate(what="save"), "za")
            case ForgetWindows():
                return self._each(Calibrate(what="clear"), "za")
            case Debounce(ms):
                return self._each(HubSettings(debounce_ms=ms), "")
            case CodeWindow(token, low, high, None):
                return self._each(Calibrate(what=f"{token:02x}", low=low, high=high), "za")
            case CodeWindow(token, low, high, str(site)):
                return [self._at(SiteId(site), Calibrate(what=f"{token:02x}", low=low, high=high))]
            case _:
                raise _CannotError("bad-data", "not-for-a-hub")

    def _each(self, command: Command, needs: str) -> list[tuple[PinSensor, Command]]:
        for sensor in self._sensors:
            self._able(sensor, needs)
        return [(sensor, command) for sensor in self._sensors]

    def _at(self, site: SiteId, command: Calibrate) -> tuple[PinSensor, Command]:
        for sensor in self._sensors:
            channel = sensor.channel_of(site)
            if channel is not None:
                self._able(sensor, "za")
                own = Calibrate(site=channel, what=command.what, low=command.low, high=command.high)
                return sensor, own
        raise _CannotError("bad-data", "no-such-site")

    def _able(self, sensor: PinSensor, needs: str) -> None:
        can = sensor.hello.capabilities if sensor.hello is not None else ()
        for letter in needs:
            if letter not in can:
                raise _CannotError("unknown-command", _LACKS[letter])

    def _heard(self, command: Command, answer: Ack | None) -> None:
        order = self._open
        if order is None or not any(command is waited for waited in order.waits):
            return
        if answer is None:
            self._end("source-offline", "no-answer")
        elif answer.error is not None:
            self._end(_REFUSALS.get(answer.error, "internal"), "hub-refused")
        else:
            order.waits.pop()
            if not order.waits:
                self._done(order.ordered)

    def _done(self, ordered: Ordered) -> None:
        self._open = None
        kept: bool | None = None
        match ordered.order:
            case Debounce(ms):
                kept = self._memory.change(debounce_ms=ms)
            case KeepWindows():
                kept = True
            case CodeWindow() | ForgetWindows():
                kept = False  # until they are kept
        self._answer(NodeAnswer(to=ordered.id, type=ordered.name, ok=True, kept=kept))

    def _end(self, code: Code, why: str) -> None:
        if self._open is not None:
            ordered, self._open = self._open.ordered, None
            self._answer(_no(ordered, code, why))


_LACKS: Final = {"z": "no-calibration", "a": "no-analogue"}


def _no(ordered: Ordered, code: Code, why: str) -> NodeAnswer:
    return NodeAnswer(to=ordered.id, type=ordered.name, ok=False, code=code, why=why)
