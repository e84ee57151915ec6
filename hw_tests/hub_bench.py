"""A hub on a bench, spoken to packet by packet: the same for a simulated hub and for one on the table."""

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from firmware_bridge import (
    Command,
    Decoder,
    Greet,
    HubHello,
    HubMessage,
    Packet,
    Ping,
    Snapshot,
    Time,
    encode,
)
from firmware_bridge.serial_hub import PortError, SerialPort

ANSWER_S: Final = 3.0
"""hub/1 answers in milliseconds, a board that restarts on opening in 2 s."""

SLOW_ANSWER_S: Final = 30.0
"""An emulated chip lives as slowly as a loaded machine lets it."""

_HELLO_S: Final = 0.25
_PING_S: Final = 1.0

M = TypeVar("M", bound=HubMessage)


class Hands(Protocol):
    """Who moves tokens and keys: the simulation, or a person."""

    patience_s: float

    def put(self) -> None:
        """Put a token on some empty pin."""
        ...

    def lift(self, channel: int) -> None:
        """Take the token from that pin."""
        ...


class Movable(Protocol):
    """A hub whose contacts can be moved: a simulated or an emulated one."""

    def contact(self, channel: int, token: int, *, bounce_ms: int = 0) -> None:
        """Put a token on a pin, or lift it (0)."""
        ...


class SimulatedHands:
    """Moves the contacts of a hub that is not real."""

    patience_s = SLOW_ANSWER_S

    def __init__(self, hub: Movable) -> None:
        self._hub = hub

    def put(self) -> None:
        """Put a token, with some bounce."""
        self._hub.contact(11, 0x01, bounce_ms=5)

    def lift(self, channel: int) -> None:
        """Take it away."""
        self._hub.contact(channel, 0, bounce_ms=5)


class PersonsHands:
    """Asks the person at the bench, who gets a minute for each step."""

    patience_s = 60.0

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def put(self) -> None:
        """Ask for a token."""
        self._say("Put any token on any empty pin.")

    def lift(self, channel: int) -> None:
        """Ask for it to be lifted."""
        self._say(f"Lift that token again (channel {channel}).")


class NoAnswerError(AssertionError):
    """A hub did not say what it must; the message lists what it said instead."""


class HubBench:
    """A hub behind a serial port.

    Attributes:
        hello: what it said of itself last.
    """

    def __init__(self, path: str, hands: Hands, *, answer_s: float = ANSWER_S) -> None:
        self.hands = hands
        self._answer_s = answer_s
        self.decoder = Decoder()
        self.hello: HubHello | None = None
        self._seq = 0x0FFF
        self._waiting: list[Packet[HubMessage]] = []
        self._news = threading.Condition()
        self._error: PortError | None = None
        self._port = SerialPort(path)
        self._port.open(patience_s=15)
        self._port.start(self._take, self._fail)

    def close(self) -> None:
        """Let the port go."""
        self._port.close()

    def send(self, data: bytes) -> None:
        """Write raw bytes."""
        self._port.write(data)

    def ask(self, command: Command, *, seq: int | None = None) -> int:
        """Send a command; its SEQ."""
        if seq is None:
            self._seq = seq = (self._seq + 1) % 0x10000
        self.send(encode(command, seq))
        return seq

    def attach(self) -> tuple[HubHello, Snapshot]:
        """Say hello until it is answered; of several, the last answer counts."""
        until = time.monotonic() + self._answer_s
        asked: list[int] = []
        while True:
            asked.append(self.ask(Greet(version=(1, 0))))
            try:
                hello = self.until(HubHello, lambda m: m.reply in asked, _HELLO_S)
                break
            except NoAnswerError:
                if time.monotonic() > until:
                    raise
        last = asked[-1]
        if hello.reply != last:
            hello = self.until(HubHello, lambda m: m.reply == last)
        self.hello = hello
        return hello, self.until(Snapshot, lambda m: m.reply == last)

    def ping(self, stamp: int) -> Time:
        """Ping until it is answered, as a host does: a burst may have filled the hub's buffer (`rx=`).

        Raises:
            NoAnswerError: none of the pings was answered in time.
        """
        until = time.monotonic() + self._answer_s
        asked: list[int] = []
        while True:
            asked.append(self.ask(Ping(stamp=stamp)))
            try:
                return self.until(Time, lambda m: m.reply in asked, _PING_S)
            except NoAnswerError:
                if time.monotonic() > until:
                    raise

    def until(
        self, kind: type[M], fits: Callable[[M], bool] = lambda m: True, wait_s: float | None = None
    ) -> M:
        """The next message of that kind that fits; those before it are passed over.

        Raises:
            NoAnswerError: none came in time.
        """
        return self.packet(kind, fits, wait_s)[1]

    def packet(
        self, kind: type[M], fits: Callable[[M], bool] = lambda m: True, wait_s: float | None = None
    ) -> tuple[int, M]:
        """The same with the SEQ that the hub gave it."""
        wait_s = self._answer_s if wait_s is None else wait_s
        until = time.monotonic() + wait_s
        passed: list[str] = []
        with self._news:
            while True:
                while self._waiting:
                    packet = self._waiting.pop(0)
                    if isinstance(packet.message, kind) and fits(packet.message):
                        return packet.seq, packet.message
                    passed.append(packet.message.letter)
                if self._error is not None:
                    raise self._error
                if not self._news.wait(until - time.monotonic()):
                    heard = "".join(passed) or "nothing"
                    raise NoAnswerError(f"no fitting {kind.letter} within {wait_s} s; heard {heard}")

    def _take(self, data: bytes) -> None:
        with self._news:
            self._waiting += self.decoder.feed(data)
            self._news.notify()

    def _fail(self, error: PortError) -> None:
        with self._news:
            self._error = error
            self._news.notify()
