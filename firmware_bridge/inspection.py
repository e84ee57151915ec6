"""One look at a hub: who it is, its self-test, its raw readings, its faults. Pure: bytes and times in."""

from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.fault_book import Evidence
from firmware_bridge.listener import HubListener
from firmware_bridge.messages import Ack, AskRaw, AskSelfTest, Beat, HubHello, HubSelfTest, RawValues
from firmware_bridge.states import CommandAnswered, LinkEvent, LinkState, Moved, SitesChanged

ANSWER_S: Final = 6.0  # a board that restarts on opening takes 3 s, then greeting and snapshot
QUESTIONS_S: Final = 10.0
_BLOCK: Final = 16  # raw values a question


@dataclass(slots=True)
class Inspection:
    """What a look at a hub found; `trouble` is one line, empty when it answered and is the right one."""

    trouble: str = ""
    hello: HubHello | None = None
    beat: Beat | None = None
    self_test: HubSelfTest | None = None
    raw: dict[int, int] = field(default_factory=dict)  # site → the converter's code
    tokens: bytes = b""
    faults: tuple[Evidence, ...] = ()
    lost: int = 0  # packets, while we looked
    harmed: int = 0


class Inspector(HubListener[tuple[()]]):
    """Greets a hub and asks it all there is to ask, once; a Listener that tells nothing while it looks.

    Args:
        channels: how many sites the board needs.
        only: the id that the hub must have; None: any.
        raw: whether raw readings are wanted.
    """

    def __init__(self, channels: int = 0, only: str | None = None, *, raw: bool = True) -> None:
        self.found = Inspection()
        self.done = False
        self.changes: list[tuple[int, int]] = []  # sites that changed since the look; for a tour
        super().__init__(channels, only)
        self._raw = raw
        self._open = 0  # questions that are not answered yet
        self._asked_at: float | None = None
        self._opened_at: float | None = None

    def keyframe(self) -> bytes | None:
        """Nothing: a look is short."""
        return None

    def opened(self, at: float) -> tuple[()]:
        """The port is open."""
        self._opened_at = at if self._opened_at is None else self._opened_at
        return super().opened(at)

    def closed(self, at: float, cause: str = "unplugged", detail: str = "") -> tuple[()]:
        """The port is gone."""
        if not self.done:
            self._end(detail or "the hub is gone; check its cable")
        return super().closed(at, cause, detail)

    def tick(self, at: float) -> tuple[()]:
        """Time has passed."""
        super().tick(at)
        if not self.done and self._opened_at is not None:
            if self._asked_at is None and at - self._opened_at >= ANSWER_S:
                self._end("no hub answers there; is it the right port, and does the hub run its program?")
            elif self._asked_at is not None and at - self._asked_at >= QUESTIONS_S:
                self._end("the hub stopped answering; check its cable, restart it")
        return ()

    def _heard(self, events: list[LinkEvent], at: float) -> tuple[()]:
        for event in events:
            match event:
                case Moved(state=LinkState.READ_ONLY):
                    self.found.hello = self._link.hello
                    self._end(event.detail)
                case Moved(state=LinkState.LIVE) if self._asked_at is None:
                    self._ask(at)
                case SitesChanged() if self.done:
                    self.changes += event.changes
                case CommandAnswered():
                    self._answered(event.answer)
                    self._open -= 1
                case _:
                    pass
        if self._asked_at is not None and self._open == 0 and self._link.beat is not None and not self.done:
            self._end("")
        return ()

    def _ask(self, at: float) -> None:
        self._asked_at = at
        hello = self._link.hello
        if hello is None:
            return
        if "t" in hello.capabilities:
            self._question(AskSelfTest())
        if self._raw and "r" in hello.capabilities:
            for first in range(0, hello.sites, _BLOCK):
                self._question(AskRaw(first=first, count=min(_BLOCK, hello.sites - first)))

    def _question(self, command: AskSelfTest | AskRaw) -> None:
        self._open += 1
        self._link.asking.ask(command)

    def _answered(self, answer: RawValues | HubSelfTest | Ack | None) -> None:
        match answer:
            case HubSelfTest():
                self.found.self_test = answer
            case RawValues():
                self.found.raw |= dict(enumerate(answer.codes, answer.first))
            case _:
                pass  # refused or not answered: it stays unknown

    def _end(self, trouble: str) -> None:
        self.done = True
        self.found.trouble = trouble
        self.found.hello = self._link.hello or self.found.hello
        self.found.beat = self._link.beat
        self.found.tokens = self._link.tokens or b""
        self.found.faults = self._link.faults.standing
        self.found.lost = self._link.losses.lost
        self.found.harmed = self._link.decoder.bad
