"""What the host asks a hub, one command at a time: retries, rates, and what comes first."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from firmware_bridge.messages import AskFaults, AskSnapshot, Command, Greet, Lamps, Ping
from firmware_bridge.protocol import encode

PROTOCOL: Final = (1, 0)
HELLO_WAITS_S: Final = (0.25, 0.5, 1.0, 2.0)  # the last one again and again
COMMAND_WAIT_S: Final = 0.3
COMMAND_TRIES: Final = 3
_LATE_S: Final = 2 * COMMAND_WAIT_S
PING_EVERY_S: Final = 2.0
SNAPSHOTS_A_SECOND: Final = 5
SNAPSHOT_PATIENCE: Final = 10  # requests that changed nothing, before
SNAPSHOT_SLOW_S: Final = 2.0  # they become rare
FAULTS_EVERY_S: Final = 5.0
_MOST_REQUESTS: Final = 64
_OWN: Final = (Greet, AskSnapshot, Lamps, AskFaults, Ping)  # nobody else waits for their answers


@dataclass(slots=True)
class OpenCommand:
    """The one unanswered command: how often it was sent, and when for the last time."""

    command: Command
    seq: int
    sent_at: float
    wait_s: float
    tries: int = 1


class CommandQueue:
    """Keeps the one unanswered command and the requests behind it.

    A hello is sent anew with a new SEQ each time: a hub repeats its last answer to a SEQ that it knows,
    and an old answer is no news. All other commands keep their SEQ when they are sent again.
    """

    def __init__(self) -> None:
        self.greetings: set[int] = set()  # SEQs of the hellos since the last fresh start
        self.failed = 0  # commands given up, ever
        self.given_up: list[Command] = []  # those that somebody waits for
        self.bad_wire = False  # no answer is then no sign of a hub that has none
        self._seq = 0
        self._out = bytearray()
        self._open: OpenCommand | None = None
        self._greeting = False
        self._hello_tries = 0
        self._want_snapshot = False
        self._want_faults = False
        self._lamps: Lamps | None = None
        self._lamps_wanted = False
        self._ping_at = float("inf")
        self._faults_at = float("-inf")
        self._requests: deque[Command] = deque(maxlen=_MOST_REQUESTS)
        self._snapshots: deque[float] = deque(maxlen=SNAPSHOTS_A_SECOND)
        self._in_vain = 0

    def take(self) -> bytes:
        """The bytes to send, each once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def greet(self, at: float) -> None:
        """Drop all else and say hello until it is answered."""
        self.stop()
        self.greetings.clear()
        self._greeting = True
        self._hello_tries = 0
        self._say_hello(at)

    def hurry(self, at: float) -> None:
        """Somebody is there: say hello again now, or soon if that was done just now."""
        if self._open is None or at - self._open.sent_at >= HELLO_WAITS_S[0]:
            self._say_hello(at)
        else:
            self._open.wait_s = min(self._open.wait_s, HELLO_WAITS_S[0])

    def greeted(self, at: float) -> None:
        """The hello was answered: commands may follow; lamps are set again, for the hub may be new."""
        self._greeting = False
        self._open = None
        self._lamps_wanted = self._lamps is not None
        self._ping_at = at + PING_EVERY_S

    def stop(self) -> None:
        """Ask nothing any more."""
        if self._open is not None and not isinstance(self._open.command, _OWN):
            self.given_up.append(self._open.command)
        self._open = None
        self._greeting = False
        self._want_snapshot = self._want_faults = self._lamps_wanted = False
        self.given_up += self._requests
        self._requests.clear()
        self._ping_at = float("inf")
        self._out.clear()

    def snapshot(self) -> None:
        """A snapshot is wanted, as soon as the rate allows."""
        self._want_snapshot = True

    def faults(self) -> None:
        """A list of the standing faults is wanted."""
        self._want_faults = True

    def lamps(self, on: int, blink: int) -> None:
        """All lamps shall be so, from now on and after each reconnection."""
        self._lamps = Lamps(on=on, blink=blink)
        self._lamps_wanted = not self._greeting

    def ask(self, command: Command) -> None:
        """One command for somebody who waits for its answer: sent when nothing is more urgent."""
        self._requests.append(command)

    def probe(self, at: float) -> None:
        """Ping now: the count of the answer tells whether anything was lost before it."""
        self._ping_at = min(self._ping_at, at)

    def settled(self) -> None:
        """The mirror is current: no snapshot is wanted."""
        self._want_snapshot = False

    def satisfied(self) -> None:
        """The mirror was confirmed by more than a snapshot: they may be asked for quickly again."""
        self._in_vain = 0
        self._want_snapshot = False

    @property
    def ping_lost(self) -> bool:
        """Whether a ping had to be sent again: it or its answer was lost."""
        return self._open is not None and isinstance(self._open.command, Ping) and self._open.tries > 1

    def own(self, command: Command) -> bool:
        """Whether nobody but the link waits for the answer."""
        return isinstance(command, _OWN)

    @property
    def listing(self) -> int | None:
        """The SEQ under which a list of faults is being told just now."""
        return self._open.seq if self._open and isinstance(self._open.command, AskFaults) else None

    def answered(self, seq: int | None) -> OpenCommand | None:
        """Close the command of this SEQ and tell which it was; None: no such command is open."""
        if self._open is None or self._open.seq != seq:
            return None
        closed, self._open = self._open, None
        return closed

    def retry(self, seq: int) -> None:
        """The hub got a broken packet of this SEQ, or was busy: send it again at once or soon."""
        if self._open is not None and self._open.seq == seq:
            self._open.wait_s = min(self._open.wait_s, 0.05)

    def tick(self, at: float) -> None:
        """Send what is due."""
        if self._open is not None and at - self._open.sent_at >= self._open.wait_s:
            self._again(self._open, at)
        if self._open is None and not self._greeting:
            self._next(at)

    def _again(self, command: OpenCommand, at: float) -> None:
        if self._greeting:
            self._say_hello(at)
        elif command.tries >= COMMAND_TRIES:
            self._open = None
            self.failed += 1
            self._want_again(command.command)
        elif isinstance(command.command, AskSnapshot) and (
            not self._snapshot_allowed(at) or at - command.sent_at >= _LATE_S
        ):
            self._open = None  # later, or later than it was due: under a new SEQ, for the old answer is old
            self._want_snapshot = True
        else:
            command.tries += 1
            command.sent_at = at
            command.wait_s = COMMAND_WAIT_S
            if isinstance(command.command, AskSnapshot):
                self._count_snapshot(at)
            self._out += encode(command.command, command.seq)

    def _want_again(self, command: Command) -> None:
        match command:
            case AskSnapshot():
                self._want_snapshot = True
            case Lamps():
                self._lamps_wanted = True
            case _ if not isinstance(command, _OWN):
                self.given_up.append(command)
            case _:
                pass  # a ping or a list of faults comes round by itself

    def _next(self, at: float) -> None:
        if self._want_snapshot and self._snapshot_allowed(at):
            self._want_snapshot = False
            self._count_snapshot(at)
            self._send(AskSnapshot(), at)
        elif self._lamps_wanted and self._lamps is not None:
            self._lamps_wanted = False
            self._send(self._lamps, at)
        elif self._want_faults and at >= self._faults_at:
            self._want_faults = False
            self._faults_at = at + FAULTS_EVERY_S
            self._send(AskFaults(), at)
        elif self._requests:
            self._send(self._requests.popleft(), at)
        elif at >= self._ping_at:
            self._ping_at = at + PING_EVERY_S
            self._send(Ping(stamp=int(at * 1000) % (1 << 32)), at)

    def _snapshot_allowed(self, at: float) -> bool:
        if not self._snapshots:
            return True
        if self._in_vain >= SNAPSHOT_PATIENCE and not self.bad_wire:
            return at - self._snapshots[-1] >= SNAPSHOT_SLOW_S
        return len(self._snapshots) < SNAPSHOTS_A_SECOND or at - self._snapshots[0] >= 1.0

    def _count_snapshot(self, at: float) -> None:
        self._snapshots.append(at)
        self._in_vain += not self.bad_wire

    def _say_hello(self, at: float) -> None:
        wait_s = HELLO_WAITS_S[min(self._hello_tries, len(HELLO_WAITS_S) - 1)]
        self._hello_tries += 1
        self.greetings.add(self._seq)
        self._send(Greet(version=PROTOCOL), at, wait_s)

    def _send(self, command: Command, at: float, wait_s: float = COMMAND_WAIT_S) -> None:
        self._open = OpenCommand(command, self._seq, at, wait_s)
        self._out += encode(command, self._seq)
        self._seq = (self._seq + 1) % (1 << 16)
