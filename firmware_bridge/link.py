"""One hub's link: a greeting, then a true mirror of its sites; bytes and times in, happenings out, no I/O."""

from collections import deque
from typing import Final, Literal, assert_never

from firmware_bridge.asking import PROTOCOL, Asking
from firmware_bridge.messages import (
    WHOLE_HUB,
    Ack,
    AskFaults,
    Beat,
    Delta,
    Fault,
    Hello,
    HubMessage,
    Key,
    LogText,
    RawValues,
    SelfTest,
    Snapshot,
    Time,
)
from firmware_bridge.mirror import Mirror
from firmware_bridge.presses import Presses
from firmware_bridge.protocol import Decoder
from firmware_bridge.states import FaultMoved, Happening, KeyMoved, LinkEvent, Moved, Sites, State, after

BEATS_TO_STALE: Final = 2.5  # beat periods of silence until the mirror is old
BEATS_TO_REOPEN: Final = 5.0  # … until the port is opened anew
GREETING_PATIENCE_S: Final = 8.0  # 3 s for a board that restarts on opening, then 5 s
STALE_PATIENCE_S: Final = 5.0  # out of step for so long: greet the hub anew
SNAPSHOT_AFTER_HELLO_S: Final = 0.3
NOTES_A_MINUTE: Final = 20
LARGEST_GAP: Final = 100  # packets; a hub whose count jumps further has restarted
REBOOTS_TO_WARN: Final = 3
REBOOTS_WITHIN_S: Final = 300.0

Unfitness = Literal["wrong-major", "wrong-board"]


class Link:
    """Keeps a true copy of one hub's sites, or says that it has none.

    Args:
        channels: how many sites the board needs; a hub with fewer is refused, in words.
    """

    def __init__(self, channels: int = 0) -> None:
        self.state = State.CLOSED
        self.hello: Hello | None = None  # of the hub that is attached, or was last
        self.decoder = Decoder()
        self.presses = Presses()
        self.lost_packets = 0  # gaps in the hub's count of packets
        self._channels = channels
        self._mirror = Mirror()
        self._asking = Asking()
        self._events: list[LinkEvent] = []
        self._told: bytes | None = None  # the tokens as last told
        self._faults: dict[tuple[int, str], int] = {}
        self._listed: tuple[int | None, set[tuple[int, str]]] = (None, set())  # by the SEQ that asked
        self._beat_at = self._greeting_at = self._stale_at = 0.0
        self._snapshot_due = float("inf")
        self._ask_faults = True
        # The SEQ of our first hello may be the last that the hub heard from a program before us. Then it
        # repeats that old answer, so the first mirror wants a second word: a fresh answer, or a beat.
        self._first = True
        self._disputed = False  # digests differed: only a beat that agrees makes the mirror current again
        self._seq: int | None = None
        self._reboots: deque[float] = deque(maxlen=REBOOTS_TO_WARN)
        self._notes: deque[str] = deque(maxlen=2 * NOTES_A_MINUTE)
        self._noted: deque[float] = deque(maxlen=NOTES_A_MINUTE)

    @property
    def live(self) -> bool:
        """Whether the mirror is current: only then may a move be confirmed from it."""
        return self.state is State.LIVE

    @property
    def tokens(self) -> bytes | None:
        """Every site's token byte as last known; None before the first snapshot."""
        return self._mirror.tokens

    def wants_reopen(self, at: float) -> bool:
        """Whether the port has been silent for so long that it should be closed and opened again."""
        match self.state:
            case State.GREETING:
                return at - self._greeting_at >= GREETING_PATIENCE_S
            case State.SILENT | State.STALE:
                return at - self._beat_at >= BEATS_TO_REOPEN * self._beat_s()
            case State.CLOSED | State.LIVE | State.READ_ONLY:
                return False
            case _:
                assert_never(self.state)

    def opened(self, at: float) -> list[LinkEvent]:
        """The port is open: greet, whatever the hub says."""
        self._seq = None
        self._greet(Happening.OPENED, at)
        return self._take()

    def closed(self, cause: str, at: float, detail: str = "") -> list[LinkEvent]:
        """The port is gone, or will be closed now."""
        if self.state is not State.CLOSED:
            self._asking.stop()
            self._move(Happening.PORT_CLOSED, at, cause, detail)
        return self._take()

    def lamps(self, on: int, blink: int) -> None:
        """Set all lamps (bit masks of 8), now and after each reconnection."""
        self._asking.lamps(on, blink)

    def take_outgoing(self) -> bytes:
        """Bytes to write to the port, each once."""
        return self._asking.take()

    def take_notes(self) -> list[str]:
        """What the hub said besides packets, and what was odd: for logs, at most 20 lines a minute."""
        notes = list(self._notes)
        self._notes.clear()
        return notes

    def feed(self, data: bytes, at: float) -> list[LinkEvent]:
        """Bytes that arrived."""
        if self.state is State.CLOSED:
            return []
        for packet in self.decoder.feed(data):
            if self._seq is not None:
                gap = (packet.seq - self._seq) % (1 << 16)
                self.lost_packets += gap if gap < LARGEST_GAP else 0
            self._seq = (packet.seq + 1) % (1 << 16)
            self._hear(packet.message, at)
        for line in self.decoder.take_text():
            self._note(f"hub says: {line}", at)
        self._ask(at)
        return self._take()

    def tick(self, at: float) -> list[LinkEvent]:
        """Time has passed: retries, pings, silence."""
        if self.state is State.CLOSED:
            return []
        if self.state in (State.LIVE, State.STALE) and at - self._beat_at >= BEATS_TO_STALE * self._beat_s():
            self._move(Happening.BEATS_MISSING, at, "silent", f"no beat for {at - self._beat_at:.1f} s")
        if self.state is State.STALE:
            if at >= self._snapshot_due:
                self._snapshot_due = float("inf")
                self._asking.snapshot()
            if at - self._stale_at >= STALE_PATIENCE_S:
                self._greet(Happening.CALLED, at, "out of step for too long")
        self._ask(at)
        return self._take()

    # -- what the hub says

    def _hear(self, message: HubMessage, at: float) -> None:
        if isinstance(message, Hello):
            self._hear_hello(message, at)
            return
        if isinstance(message, LogText):
            self._note(f"hub log {message.severity}: {message.text}", at)
            return
        if self.state in (State.GREETING, State.READ_ONLY):
            return  # nothing counts before the hello is answered
        if isinstance(message, Snapshot | Delta | Beat | Key | Fault) and self._mirror.restarted(
            message.epoch, message.t_ms
        ):
            self._greet(Happening.REBOOTED, at, f"epoch {message.epoch:04x}, hub time {message.t_ms} ms")
            return
        match message:
            case Snapshot():
                self._hear_snapshot(message, at)
            case Delta():
                self._hear_delta(message, at)
            case Beat():
                self._hear_beat(message, at)
            case Key():
                self._events += [KeyMoved(*told, at) for told in self.presses.key(message, at)]
            case Fault():
                self._hear_fault(message, at)
            case Ack():
                self._hear_ack(message, at)
            case Time():
                self._asking.answered(message.reply)
            case RawValues() | SelfTest():
                pass  # answers to questions that this link does not ask
            case _:
                assert_never(message)

    def _hear_hello(self, hello: Hello, at: float) -> None:
        unfit = self._unfit(hello)
        answer = self.state is State.GREETING and hello.reply in self._asking.greetings
        if unfit is not None:
            self._asking.stop()
            self._move(Happening.UNFIT_HUB, at, unfit, self._words(unfit, hello))
        elif answer:
            self._greeted(hello, at)
        elif self.state is State.GREETING:
            self._asking.hurry(at)
        elif self.state is State.READ_ONLY or hello.reply is None:
            new = hello.epoch != self._mirror.epoch and self.state is not State.READ_ONLY
            self._greet(Happening.REBOOTED if new else Happening.CALLED, at, f"hello, reset {hello.reset}")
        elif hello.epoch != self._mirror.epoch:
            self._greet(Happening.REBOOTED, at, f"hello, reset {hello.reset}")

    def _greeted(self, hello: Hello, at: float) -> None:
        cause = ""
        if self._mirror.epoch is not None and hello.epoch != self._mirror.epoch:
            cause = "rebooted"
            self._reboots.append(at)
            self.presses.forget()
            self._note(f"hub {hello.id} has restarted, cause {hello.reset}", at)
            if len(self._reboots) == REBOOTS_TO_WARN and at - self._reboots[0] <= REBOOTS_WITHIN_S:
                self._note(f"hub {hello.id} restarts again and again; check its supply", at)
        self.hello = hello
        self._mirror.forget(hello.epoch)
        self._beat_at = at
        self._asking.greeted(at)
        self._snapshot_due = at + SNAPSHOT_AFTER_HELLO_S
        self._move(Happening.GREETED, at, cause, f"reset cause {hello.reset}")

    def _hear_snapshot(self, snapshot: Snapshot, at: float) -> None:
        asked = None if snapshot.reply is None else self._asking.answered(snapshot.reply)
        greeting = snapshot.reply in self._asking.greetings
        fresh = snapshot.reply is None or (asked is not None and asked[1] == 1)
        if self.hello is None or len(snapshot.tokens) != self.hello.sites:
            self._note(f"hub: a snapshot of {len(snapshot.tokens)} sites, not as its hello says", at)
            self._out_of_step(at, "snapshot of the wrong length")
            return
        if self.live and not fresh:
            return  # an answer repeated after the fact
        self._snapshot_due = float("inf")
        self._beat_at = at
        present = self._mirror.load(snapshot)
        if fresh and present:
            self._first = False
        if not present or not (fresh or (greeting and not self._first)):
            self._out_of_step(at, "the snapshot may be an old answer")
        elif not self._disputed:
            self._current(at)

    def _hear_delta(self, delta: Delta, at: float) -> None:
        match self._mirror.apply(delta):
            case "applied":
                if self.live:
                    self._tell_sites(at, whole=False)
            case "gap":
                self._out_of_step(at, f"delta from {delta.before:08x}, mirror at {self._mirror.version:08x}")
            case "duplicate":
                pass

    def _hear_beat(self, beat: Beat, at: float) -> None:
        self._beat_at = at
        if self._mirror.agrees(beat):
            self._first = self._disputed = False
            self._asking.satisfied()
            self._current(at)
        elif self._mirror.tokens is not None:
            if beat.version == self._mirror.version:
                self._disputed = True
                self._note(f"hub: digest {beat.digest:08x} at version {beat.version:08x}, ours differs", at)
            self._out_of_step(at, f"beat at {beat.version:08x}, mirror at {self._mirror.version:08x}")
        self._events += [KeyMoved(*told, at) for told in self.presses.beat(beat, at)]
        if beat.faults != len(self._faults):
            self._asking.faults()

    def _hear_fault(self, fault: Fault, at: float) -> None:
        which = (fault.site, fault.kind)
        if self._listed[0] != self._asking.listing:
            self._listed = (self._asking.listing, set())
        (self._listed[1].add if fault.standing else self._listed[1].discard)(which)
        self._set_fault(which, bool(fault.standing), fault.count, at)

    def _set_fault(self, which: tuple[int, str], standing: bool, count: int, at: float) -> None:
        known = which in self._faults
        if standing:
            self._faults[which] = count
        else:
            self._faults.pop(which, None)
        if known != standing:
            channel = None if which[0] == WHOLE_HUB else which[0]
            self._events.append(FaultMoved(channel, which[1], standing, count, at))

    def _hear_ack(self, ack: Ack, at: float) -> None:
        if ack.error in ("crc", "busy"):
            self._asking.retry(ack.reply)
            return
        asked = self._asking.answered(ack.reply)
        if ack.error is not None:
            self._note(f"hub refused {asked[0].letter if asked else 'a command'}: {ack.error}", at)
        elif asked is not None and isinstance(asked[0], AskFaults):
            # The list is whole: whatever stood before and is not in it has gone, unheard.
            listed = self._listed[1] if self._listed[0] == ack.reply else set()
            for which in [which for which in self._faults if which not in listed]:
                self._set_fault(which, False, 0, at)

    # -- what follows from it

    def _ask(self, at: float) -> None:
        if self.state is not State.READ_ONLY:
            self._asking.tick(at)

    def _greet(self, happening: Happening, at: float, detail: str = "") -> None:
        self._greeting_at = at
        self._mirror.forget(self._mirror.epoch)
        self._asking.greet(at)
        self._ask_faults = True
        self._move(happening, at, "rebooted" if happening is Happening.REBOOTED else "", detail)

    def _out_of_step(self, at: float, detail: str) -> None:
        self._asking.snapshot()
        self._move(Happening.OUT_OF_STEP, at, "out-of-step", detail)

    def _current(self, at: float) -> None:
        if not self.live:
            self._tell_sites(at, whole=True)  # before "live", so that who hears it has the whole mirror
            self._move(Happening.CURRENT, at)
        if self._ask_faults:  # once after each greeting, when there is nothing more urgent
            self._ask_faults = False
            self._asking.faults()

    def _tell_sites(self, at: float, *, whole: bool) -> None:
        tokens = self._mirror.tokens or b""
        told = self._told
        if told is None or len(told) != len(tokens):
            told = bytes(len(tokens))
        changes = tuple((site, token) for site, token in enumerate(tokens) if token != told[site])
        self._told = tokens
        if changes or whole:
            self._events.append(Sites(changes, tokens, whole, at))

    def _move(self, happening: Happening, at: float, cause: str = "", detail: str = "") -> None:
        state = after(self.state, happening)
        if state is State.STALE and self.state is not State.STALE:
            self._stale_at = at
        if state is not self.state:
            self.state = state
            self._events.append(Moved(state, cause, detail, at))

    def _unfit(self, hello: Hello) -> Unfitness | None:
        if hello.version[0] != PROTOCOL[0]:
            return "wrong-major"
        return "wrong-board" if hello.sites < self._channels else None

    def _words(self, unfit: Unfitness, hello: Hello) -> str:
        if unfit == "wrong-major":
            return f"this board speaks hub/{hello.version[0]}, Fingerpost knows hub/{PROTOCOL[0]}"
        return f"hub {hello.id} has {hello.sites} sites, the board needs {self._channels}"

    def _beat_s(self) -> float:
        period_ms = 1000 if self.hello is None else self.hello.beat_ms
        return min(max(period_ms, 1000), 4000) / 1000

    def _note(self, text: str, at: float) -> None:
        if len(self._noted) == NOTES_A_MINUTE and at - self._noted[0] < 60:
            return
        self._noted.append(at)
        self._notes.append(text)

    def _take(self) -> list[LinkEvent]:
        events, self._events = self._events, []
        return events
