"""One hub's link: a greeting, then a true mirror of its sites; bytes and times in, happenings out, no I/O."""

from dataclasses import replace
from typing import Final, assert_never

from firmware_bridge.command_queue import CommandQueue
from firmware_bridge.compatibility import unfit
from firmware_bridge.fault_book import FaultBook
from firmware_bridge.hub_clock import HubClock
from firmware_bridge.link_timeouts import LinkTimeouts
from firmware_bridge.losses import LARGEST_GAP, Losses
from firmware_bridge.messages import (
    Ack,
    AskFaults,
    Beat,
    Delta,
    HubFault,
    HubHello,
    HubMessage,
    HubSelfTest,
    Key,
    LogText,
    RawValues,
    Snapshot,
    Time,
)
from firmware_bridge.mirror import Mirror
from firmware_bridge.notes import Notes
from firmware_bridge.press_counts import PressCounts
from firmware_bridge.protocol import Decoder, Odd, Packet, encode
from firmware_bridge.reboots import Reboots
from firmware_bridge.states import (
    CommandAnswered,
    Happening,
    KeyMoved,
    LinkEvent,
    LinkState,
    Moved,
    SitesChanged,
    after,
)

_Attached = Snapshot | Delta | Beat | Key | HubFault | Ack | Time | RawValues | HubSelfTest

STALE_PATIENCE_S: Final = 5.0  # out of step for so long on a good wire: greet the hub anew
SNAPSHOT_AFTER_HELLO_S: Final = 0.3


class Link:
    """Keeps a true copy of one hub's sites, or says that it has none.

    The copy is `live` from a proof (a fresh snapshot, a beat that agrees, a delta that follows on) until
    the first sign that anything may have been lost: a packet that is missing from the hub's count or
    came harmed, another version, digest or epoch, a delta that does not follow on, beats that stay away.

    Args:
        channels: how many sites the board needs; a hub with fewer is refused, in words.
        only: the id of the one hub that is wanted; any other is refused, in words.
        asking: who gives the commands; None: this link itself.
    """

    def __init__(
        self, channels: int = 0, only: str | None = None, asking: CommandQueue | None = None
    ) -> None:
        self.state = LinkState.CLOSED
        self.hello: HubHello | None = None  # of the hub that is attached, or was last
        self.decoder = Decoder()
        self.presses = PressCounts()
        self.losses = Losses()
        self.clock = HubClock()
        self.faults = FaultBook()
        self.beat: Beat | None = None  # the newest
        self.reboots = Reboots()
        self.only = only
        self._channels = channels
        self._mirror = Mirror()
        self.asking = CommandQueue() if asking is None else asking
        self.notes = Notes()
        self._events: list[LinkEvent] = []
        self._timeouts = LinkTimeouts()
        self._stale_at = 0.0
        self._snapshot_due = float("inf")
        self._ask_faults = True
        # The SEQ of our first hello may be the last that the hub heard from a program before us. Then it
        # repeats that old answer, so the first mirror wants a second word: a fresh answer, or a beat.
        self._first = True
        self._disputed = False  # digests differed: only a beat that agrees makes the mirror current again

    @property
    def live(self) -> bool:
        """Whether the mirror is current: only then may a move be confirmed from it."""
        return self.state is LinkState.LIVE

    @property
    def tokens(self) -> bytes | None:
        """Every site's token byte as last known; None before the first snapshot."""
        return self._mirror.tokens

    @property
    def refused(self) -> bool:
        """Whether the hub that answered is another one than `only`."""
        return (
            self.state is LinkState.READ_ONLY
            and self.hello is not None
            and self.only not in (None, self.hello.id)
        )

    def keyframe(self) -> bytes | None:
        """The hello and the snapshot that would tell what is known now; None while not live."""
        if not self.live or self.hello is None:
            return None
        seq = self.losses.expected
        hello = replace(self.hello, reply=0)
        return encode(hello, seq - 2) + encode(self._mirror.snapshot(reply=0), seq - 1)

    def wants_reopen(self, at: float) -> bool:
        """Whether the port has been silent for so long that it should be closed and opened again."""
        if self.state is LinkState.GREETING:
            return self._timeouts.unanswered(at)
        return self.state in (LinkState.SILENT, LinkState.STALE) and self._timeouts.gone(at)

    def opened(self, at: float) -> list[LinkEvent]:
        """The port is open: greet, whatever the hub says."""
        self.losses.restart()
        self._greet(Happening.OPENED, at)
        return self._take(at)

    def closed(self, cause: str, at: float, detail: str = "") -> list[LinkEvent]:
        """The port is gone, or will be closed now."""
        if self.state is not LinkState.CLOSED:
            self.asking.stop()
            self._move(Happening.PORT_CLOSED, at, cause, detail)
        return self._take(at)

    def trust_first_answer(self) -> None:
        """No program before us can have asked with the SEQ of our first hello."""
        self._first = False

    def take_outgoing(self) -> bytes:
        """Bytes to write, each once."""
        return self.asking.take()

    def feed(self, data: bytes, at: float) -> list[LinkEvent]:
        """Bytes that arrived."""
        if self.state is LinkState.CLOSED:
            return []
        self._timeouts.bytes_came(at)
        for item in self.decoder.read(data):
            match item:
                case Packet():
                    if isinstance(item.message, HubHello) and item.message.epoch != self._mirror.epoch:
                        self.losses.restart()  # another life counts anew; the old count may be just ahead
                    missing = self.losses.heard(item.seq)
                    self._hear(item.message, at, missing)
                    if not missing and self.live:
                        self._timeouts.complete(at)
                    if missing and item.message.letter not in ("DBS" if self.live else "DBSH"):
                        self._doubt(at, f"{missing} packets are missing from the hub's count")
                case Odd():
                    if self.losses.heard(item.seq) or item.letter in "SDB":
                        self._doubt(at, f"a packet {item.letter} that cannot be understood")
                case _:
                    self.losses.harmed()
                    self._doubt(at, "a packet was harmed on the wire")
        for line in self.decoder.take_text():
            self.notes.add(f"hub says: {line}", at)
        self._ask(at)
        return self._take(at)

    def tick(self, at: float) -> list[LinkEvent]:
        """Time has passed: retries, pings, silence."""
        if self.state is LinkState.CLOSED:
            return []
        if self.state in (LinkState.LIVE, LinkState.STALE) and self._timeouts.silent(at):
            self._move(
                Happening.BEATS_MISSING, at, "silent", f"no beat for {self._timeouts.silent_s(at):.1f} s"
            )
        if self.state is LinkState.LIVE and self.asking.ping_lost and self._timeouts.bad_wire(at):
            self._out_of_step(at, "a ping without an answer on a bad wire")
        elif self.state is LinkState.LIVE and self._timeouts.suspicious(self.decoder.begun, at):
            self.asking.probe(at)
        if self.state is LinkState.STALE:
            if at >= self._snapshot_due:
                self._snapshot_due = float("inf")
                self.asking.snapshot()
            if at - self._stale_at >= STALE_PATIENCE_S and not self._timeouts.bad_wire(at):
                self._greet(Happening.CALLED, at, "out of step for too long")
        self._ask(at)
        return self._take(at)

    # -- what the hub says

    def _hear(self, message: HubMessage, at: float, missing: int) -> None:
        self._timeouts.packet_came(at)
        if isinstance(message, HubHello):
            self._hear_hello(message, at)
        elif isinstance(message, LogText):
            self.notes.add(f"hub log {message.severity}: {message.text}", at)
        elif self.state is LinkState.GREETING:
            self.asking.hurry(at)  # nothing counts before the hello is answered, but somebody is there
        elif self.state is LinkState.READ_ONLY:
            pass
        elif self._mirror.another_life(message) and (missing or not isinstance(message, Time)):
            self._greet(Happening.REBOOTED, at, f"{message.letter} of another life of the hub")
        else:
            self._hear_attached(message, at, missing)

    def _hear_attached(self, message: _Attached, at: float, missing: int) -> None:
        match message:
            case Snapshot():
                self._hear_snapshot(message, at, missing)
            case Delta():
                self._hear_delta(message, at)
            case Beat():
                self._hear_beat(message, at)
            case Key():
                age_s = self.clock.age_s(message.t_ms, at) or 0.0
                self._events += [KeyMoved(*told, at) for told in self.presses.key(message, at, age_s)]
            case HubFault():
                self._events += self.faults.hear(message, self.asking.listing, at)
            case Ack():
                self._hear_ack(message, at)
            case Time():
                asked = self.asking.answered(message.reply)
                if asked is not None and asked.tries == 1:
                    self.clock.sample(message.t_ms, asked.sent_at, at)
                if self.state is LinkState.SILENT:  # it answers and does not beat: it has lost us
                    self._greet(Happening.CALLED, at, "a hub that does not beat")
            case RawValues() | HubSelfTest():
                asked = self.asking.answered(message.reply)
                if asked is not None:
                    self._events.append(CommandAnswered(asked.command, message, at))
            case _:
                assert_never(message)

    def _hear_hello(self, hello: HubHello, at: float) -> None:
        why = unfit(hello, self._channels, self.only)
        answer = self.state is LinkState.GREETING and hello.reply in self.asking.greetings
        if why is not None:
            self.hello = hello
            self.asking.stop()
            self._move(Happening.UNFIT_HUB, at, *why)
        elif answer:
            self._greeted(hello, at)
        elif self.state is LinkState.GREETING:
            self.asking.hurry(at)
        elif self.state is LinkState.READ_ONLY or hello.reply is None:
            new = hello.epoch != self._mirror.epoch and self.state is not LinkState.READ_ONLY
            self._greet(Happening.REBOOTED if new else Happening.CALLED, at, f"hello, reset {hello.reset}")
        elif hello.epoch != self._mirror.epoch:
            self._greet(Happening.REBOOTED, at, f"hello, reset {hello.reset}")

    def _greeted(self, hello: HubHello, at: float) -> None:
        cause = ""
        if self._mirror.epoch is not None and hello.epoch != self._mirror.epoch:
            cause = self.reboots.told(hello.reset, at)
            self.presses.forget()
            self.clock.forget()
            often = " again and again; check its supply" if self.reboots.often else ""
            self.notes.add(f"hub {hello.id} has restarted, cause {hello.reset}{often}", at)
        self.hello = hello
        self._mirror.forget(hello.epoch)
        self._timeouts.greeted(hello.beat_ms, at)
        self.asking.greeted(at)
        self._snapshot_due = at + SNAPSHOT_AFTER_HELLO_S
        self._move(Happening.GREETED, at, cause, f"reset cause {hello.reset}")

    def _hear_snapshot(self, snapshot: Snapshot, at: float, missing: int) -> None:
        asked = self.asking.answered(snapshot.reply)
        greeting = snapshot.reply in self.asking.greetings
        old = snapshot.reply is not None and self._mirror.repeated(snapshot)
        fresh = snapshot.reply is None or (asked is not None and self._answers(snapshot, asked.tries, at))
        if self.hello is None or len(snapshot.tokens) != self.hello.sites:
            self.notes.add(f"hub: a snapshot of {len(snapshot.tokens)} sites, not as its hello says", at)
            self._out_of_step(at, "snapshot of the wrong length")
        elif old or (self.live and not fresh):  # an answer repeated after the fact; but it may show a loss
            if missing or not self.live or self._mirror.behind(snapshot):
                self._out_of_step(at, "an old answer")
        else:
            self._load(snapshot, fresh, fresh or (greeting and not self._first), at)

    def _load(self, snapshot: Snapshot, fresh: bool, believed: bool, at: float) -> None:
        self._snapshot_due = float("inf")
        self._timeouts.current(at)
        present = self._mirror.load(snapshot)
        if fresh and present:
            self._first = False
        if not present or not believed:
            self._out_of_step(at, "the snapshot may be an old answer")
        elif not self._disputed:
            self.asking.settled()
            self._current(at)

    def _answers(self, snapshot: Snapshot, tries: int, at: float) -> bool:
        """Whether an answer is no old one that is repeated: a hub repeats what it said to a SEQ it knows."""
        age_s = self.clock.age_s(snapshot.t_ms, at)
        return tries == 1 or (age_s is not None and age_s < 0.1)

    def _hear_delta(self, delta: Delta, at: float) -> None:
        match self._mirror.apply(delta):
            case "applied" if not self._disputed:
                self._timeouts.changed(at)
                self.asking.satisfied()
                self._current(at)
            case "gap":
                self._out_of_step(at, f"delta from {delta.before:08x}, mirror at {self._mirror.version:08x}")
            case _:
                pass

    def _hear_beat(self, beat: Beat, at: float) -> None:
        if self.beat is not None:
            unheard = (beat.bad - self.beat.bad) % (1 << 16)
            self.losses.unheard(unheard if unheard < LARGEST_GAP else 0)
        self.beat = beat
        self._timeouts.current(at)
        if self._mirror.agrees(beat):
            self._first = self._disputed = False
            self.asking.satisfied()
            self._current(at)
        elif self._mirror.tokens is not None:
            if beat.version == self._mirror.version:
                self._disputed = True
                ours = self._mirror.digest
                self.notes.add(
                    f"hub: digest {beat.digest:08x} at version {beat.version:08x}, ours {ours:08x}", at
                )
            self._out_of_step(at, f"beat at {beat.version:08x}, mirror at {self._mirror.version:08x}")
        self._events += [KeyMoved(*told, at) for told in self.presses.beat(beat, at)]
        if beat.faults != len(self.faults):
            self.asking.faults()

    def _hear_ack(self, ack: Ack, at: float) -> None:
        if ack.error in ("crc", "busy"):
            self.asking.retry(ack.reply)
            return
        asked = self.asking.answered(ack.reply)
        if ack.error is not None:
            self.notes.add(f"hub refused {asked.command.letter if asked else 'a command'}: {ack.error}", at)
        if asked is None:
            return
        if isinstance(asked.command, AskFaults) and ack.error is None:
            self._events += self.faults.listed(ack.reply, at)
        elif not self.asking.own(asked.command):
            self._events.append(CommandAnswered(asked.command, ack, at))

    # -- what follows from it

    def _ask(self, at: float) -> None:
        if self.state is not LinkState.READ_ONLY:
            self.asking.bad_wire = self._timeouts.bad_wire(at)
            self.asking.tick(at)

    def _greet(self, happening: Happening, at: float, detail: str = "") -> None:
        self._timeouts.greeting(at)
        self._mirror.forget(self._mirror.epoch)
        self.asking.greet(at)
        self._ask_faults = True
        cause = ""
        if happening is Happening.REBOOTED:
            self.losses.restart()
            self.beat = None
            cause = self.reboots.seen(at)
        self._move(happening, at, cause, detail)

    def _doubt(self, at: float, detail: str) -> None:
        """Something was sent and not heard; it may have been a change."""
        self._timeouts.harmed(at)
        if self.state is LinkState.GREETING:
            self.asking.hurry(at)
        elif self.state is LinkState.LIVE:
            self._out_of_step(at, detail)

    def _out_of_step(self, at: float, detail: str) -> None:
        self.asking.snapshot()
        self._move(Happening.OUT_OF_STEP, at, "out-of-step", detail)

    def _current(self, at: float) -> None:
        whole = not self.live
        changes = self._mirror.untold()
        if changes or whole:  # before "live", so that who hears it has the whole mirror
            self._events.append(SitesChanged(changes, self._mirror.tokens or b"", whole, at))
        if whole:
            self._move(Happening.CURRENT, at)
        if self._ask_faults:  # once after each greeting, when there is nothing more urgent
            self._ask_faults = False
            self.asking.faults()

    def _move(self, happening: Happening, at: float, cause: str = "", detail: str = "") -> None:
        state = after(self.state, happening)
        if state is LinkState.STALE and self.state is not LinkState.STALE:
            self._stale_at = at
        if state is not self.state:
            self.state = state
            self._events.append(Moved(state, cause, detail, at))

    def _take(self, at: float) -> list[LinkEvent]:
        self._events += [CommandAnswered(command, None, at) for command in self.asking.given_up]
        self.asking.given_up.clear()
        events, self._events = self._events, []
        return events
