"""A hub that exists only here: the device's side of hub/1, pure; time is a number that is passed in."""

from typing import Final

from firmware_bridge import (
    Ack,
    AskFaults,
    AskRaw,
    AskSelfTest,
    AskSnapshot,
    Beat,
    Calibrate,
    Command,
    CommandDecoder,
    Delta,
    Fault,
    Garbled,
    Greet,
    Hello,
    HubMessage,
    Key,
    Lamps,
    Packet,
    Ping,
    RawValues,
    Restart,
    SelfTest,
    Settings,
    Snapshot,
    Time,
    digest,
    encode,
)
from simulator.contacts import SCAN_MS
from simulator.hub_world import HubWorld

TAIL_BEAT_MS: Final = 150
HELLO_MS: Final = 2000
LATE_HELLO_MS: Final = 5000  # once it has called in vain for a minute
FALL_BACK_MS: Final = 6000
BOOT_MS: Final = 300
HOLD_MS: Final = 2000
STALL_MS: Final = 2000
MOST_CHANGES: Final = 32
RX_RING: Final = 512
_NEVER: Final = 1 << 60


class SimulatedHub(HubWorld):
    """One hub with its pins and keys.

    All `at_ms` are on the clock of the world, the one that `advance` moves; None means now. The hub's
    own clock starts anew at each boot.
    """

    def __init__(
        self, sites: int = 144, *, seed: int = 0, keys: int = 11, id: str = "e6614103e7452d2f"
    ) -> None:
        super().__init__(sites, seed)
        self.id = id
        self.lamps = (0, 0)
        self.epoch = 0
        self.version = 0
        self._counts = bytearray(keys)
        self._down: dict[int, int] = {}
        self._tx = bytearray()
        self._rx = bytearray()
        self._hung_until = 0
        self._reset = "por"
        self._pending: dict[int, int] = {}
        self._faults: dict[int, int] = {}
        self._sent_version = self._boot_ms = self._scanned_ms = self._scan_ms = 0
        self._awake = self._attached = self._overflow = False
        self._alive_ms = self._hello_ms = self._beat_ms = self._tail_ms = _NEVER
        self._host_ms = self._calling_ms = self._stalled_at = _NEVER
        self._last: tuple[int, str, bytes] | None = None
        self._boot()

    # -- how time passes

    def advance(self, to_ms: int, rx: bytes = b"", room: int | None = None) -> bytes:
        """Hand in what the host wrote, let time pass, and get what the hub wrote.

        Args:
            to_ms: the world's clock at the end, not before `now_ms`.
            rx: bytes that arrived before that time passed.
            room: how many bytes the wire takes now; None: all. The rest waits, and changes coalesce.
        """
        self.do_planned()
        self._rx += rx
        if self.now_ms < self._hung_until or self.now_ms < self._alive_ms:
            del self._rx[RX_RING:]
        self._listen()
        while self.now_ms < to_ms:
            self.now_ms = min(to_ms, self.next_ms())
            self.do_planned()
            self._turn()
        self._turn()
        count = len(self._tx) if room is None else min(room, len(self._tx))
        out = bytes(self._tx[:count])
        del self._tx[:count]
        if not self._tx:
            self._stalled_at = _NEVER
        elif self._stalled_at == _NEVER:
            self._stalled_at = self.now_ms
        return out

    @property
    def keys(self) -> int:
        """How many keys there are."""
        return len(self._counts)

    def next_ms(self) -> int:
        """When something will happen by itself, on the clock of the world."""
        due = self.planned()
        if self.now_ms < max(self._hung_until, self._alive_ms):
            due.append(max(self._hung_until, self._alive_ms))
        else:
            due += [self._hello_ms, self._beat_ms, self._tail_ms, self._host_ms + FALL_BACK_MS]
            due += [since + HOLD_MS for since in self._down.values()]
            if self.contacts.busy:
                due.append(self.now_ms - self.now_ms % SCAN_MS + SCAN_MS)
        return min((t for t in due if t > self.now_ms), default=_NEVER)

    def _turn(self) -> None:
        """One turn of the hub's loop."""
        if self.now_ms < max(self._hung_until, self._alive_ms):
            return
        if not self._awake:
            self._wake()
        self._listen()
        if self.now_ms % SCAN_MS == 0 and self.now_ms > self._scan_ms and self.contacts.busy:
            self._scan_ms = self.now_ms
            self._scan()
        for index in [key for key, since in self._down.items() if self.now_ms - since >= HOLD_MS]:
            self._down[index] = _NEVER
            self._say_key(index, "h")
        if self._attached and self.now_ms - self._host_ms >= FALL_BACK_MS:
            self._attached = False
            self._calling_ms = self._hello_ms = self.now_ms
        if not self._attached and self.now_ms >= self._hello_ms:
            self._hello_ms = self.now_ms + (
                HELLO_MS if self.now_ms - self._calling_ms < 60_000 else LATE_HELLO_MS
            )
            if self._stalled_at == _NEVER:
                self._say(self._hello(None))
        if self._attached:
            self._flush()
            if self.now_ms >= min(self._beat_ms, self._tail_ms):
                self._beat()

    # -- the hub's own life

    def _boot(self) -> None:
        """Power comes, or the program starts anew: all but the counts of the world is forgotten."""
        self._alive_ms = self.now_ms + BOOT_MS
        self._awake = False
        self._attached = False
        self._decoder = CommandDecoder()
        self._rx.clear()
        self._seq = 0
        self._beat_every_ms = 1000
        self._hello_ms = _NEVER
        self._beat_ms = _NEVER
        self._tail_ms = _NEVER
        self._host_ms = _NEVER
        self._calling_ms = _NEVER
        self._stalled_at = _NEVER
        self._overflow = False  # too much changed while the wire was stalled: a snapshot instead of deltas
        self._last = None
        self._counts[:] = bytes(len(self._counts))
        self._down.clear()

    def _wake(self) -> None:
        self._awake = True
        self.epoch = (self.epoch + self._random.randint(1, 0xFFFF)) % 0x10000
        self._boot_ms = self._scanned_ms = self._hello_ms = self._calling_ms = self.now_ms
        self.contacts.start()
        self.version = self._sent_version = 0
        self._pending = {}
        self._faults = {}
        self._tx += b"fingerpost hub, simulated\r\n"

    @property
    def t_ms(self) -> int:
        """The hub's own clock."""
        return (self.now_ms - self._boot_ms) % (1 << 32)

    def _scan(self) -> None:
        changes, faults = self.contacts.scan(self.now_ms)
        for site, token in changes:
            self.version = (self.version + 1) % (1 << 32)
            self._pending[site] = token
        for fault in faults:
            if fault.standing:
                self._faults[fault.site] = fault.edges
            else:
                self._faults.pop(fault.site, None)
            if self._attached:
                self._say(self._fault(fault.site, fault.standing, fault.edges))

    def _flush(self) -> None:
        if not self._pending:
            return
        if self._stalled_at != _NEVER:
            self._overflow = self._overflow or self.now_ms - self._stalled_at > STALL_MS
            return
        if self._overflow or len(self._pending) > MOST_CHANGES:
            self._say(self._snapshot(None))
        else:
            changes = tuple(sorted(self._pending.items()))
            self._pending = {}
            before, self._sent_version = self._sent_version, self.version
            self._say(
                Delta(epoch=self.epoch, before=before, version=self.version, t_ms=self.t_ms, changes=changes)
            )
        self._tail_ms = self.now_ms + TAIL_BEAT_MS

    def _beat(self) -> None:
        self._tail_ms = _NEVER
        self._beat_ms = self.now_ms + self._beat_every_ms
        if self._stalled_at != _NEVER:
            return
        scans, self._scanned_ms = (self.now_ms - self._scanned_ms) // SCAN_MS, self.now_ms
        self._say(
            Beat(
                epoch=self.epoch,
                version=self.version,
                t_ms=self.t_ms,
                digest=digest(bytes(self.contacts.tokens)),
                scans=min(scans, 0xFFFF),
                bad=self._decoder.bad % 0x10000,
                faults=len(self._faults),
                presses=bytes(self._counts),
            )
        )

    def _key(self, index: int, down: bool) -> None:
        if down and index not in self._down:
            self._counts[index] = (self._counts[index] + 1) % 256
            self._down[index] = self.now_ms
            self._say_key(index, "d")
        elif not down and self._down.pop(index, None) is not None:
            self._say_key(index, "u")

    def _say_key(self, index: int, action: str) -> None:
        if self._attached and self.now_ms >= self._hung_until:
            count = self._counts[index]
            self._say(Key(epoch=self.epoch, key=index, action=action, count=count, t_ms=self.t_ms))

    # -- what it says

    def _say(self, message: HubMessage) -> bytes:
        packet = encode(message, self._seq)
        self._seq = (self._seq + 1) % 0x10000
        self._tx += packet
        return packet

    def _hello(self, reply: int | None) -> Hello:
        return Hello(
            version=(1, 0),
            firmware="fingerpost-simulated/0.1",
            id=self.id,
            epoch=self.epoch,
            sites=len(self.contacts.raw),
            capabilities=("s", "a", "k", "l", "t", "r", "z"),
            line_limit=0x78,
            beat_ms=self._beat_every_ms,
            debounce_ms=self.contacts.debounce_ms,
            scans=1000 // SCAN_MS,
            reset=self._reset,
            reply=reply,
        )

    def _snapshot(self, reply: int | None) -> Snapshot:
        self._pending = {}
        self._overflow = False
        self._sent_version = self.version
        tokens = bytes(self.contacts.tokens)
        return Snapshot(epoch=self.epoch, version=self.version, t_ms=self.t_ms, tokens=tokens, reply=reply)

    def _fault(self, site: int, standing: bool, count: int) -> Fault:
        return Fault(
            epoch=self.epoch, site=site, kind="chat", standing=int(standing), count=count, t_ms=self.t_ms
        )

    # -- what it is asked

    def _listen(self) -> None:
        if not self._awake or self.now_ms < self._hung_until or not self._rx:
            return
        packets = self._decoder.feed(bytes(self._rx))
        self._rx.clear()
        for packet in packets:
            self._answer(packet)

    def _answer(self, packet: Packet[Command | Garbled]) -> None:
        command, seq = packet.message, packet.seq
        if isinstance(command, Garbled):
            self._say(Ack(reply=seq, error=command.why))
            return
        self._host_ms = self.now_ms
        if isinstance(command, Greet):  # acts each time: the host may be another one with the same SEQ
            self._attached = True
            self._beat_ms = self.now_ms + self._beat_every_ms
            self._hello_ms = _NEVER
            self._say(self._hello(seq))
            self._say(self._snapshot(seq))
            return
        if self._last is not None and self._last[:2] == (seq, command.letter):
            self._tx += self._last[2]
            return
        said = b"".join(self._say(message) for message in self._replies(command, seq))
        self._last = (seq, command.letter, said)
        if isinstance(command, Restart) and self.id.endswith(command.id):
            self.reboot("soft")

    def _replies(self, command: Command, seq: int) -> list[HubMessage]:
        match command:
            case AskSnapshot():
                return [self._snapshot(seq)]
            case Ping():
                return [
                    Time(reply=seq, stamp=command.stamp, t_ms=self.t_ms, t_us=self.t_ms * 1000 % (1 << 32))
                ]
            case AskFaults():
                faults = [self._fault(site, True, count) for site, count in self._faults.items()]
                return [*faults, Ack(reply=seq, ok=1)]
            case AskRaw():
                codes = [102 if token else 4095 for token in self.contacts.raw]
                part = tuple(codes[command.first : command.first + command.count])
                return [
                    RawValues(first=command.first, codes=part, reply=seq)
                    if part
                    else Ack(reply=seq, error="arg")
                ]
            case AskSelfTest():
                return [SelfTest(reply=seq, outcome="pass", chain="pass", adc="pass", memory="pass")]
            case Lamps():
                self.lamps = (command.on, command.blink)
            case Settings():
                self._set(command)
            case Restart() if not (len(command.id) == 4 and self.id.endswith(command.id)):
                return [Ack(reply=seq, error="perm")]
            case Calibrate() if command.site is None and command.what != "save":
                return [Ack(reply=seq, error="arg")]
            case _:
                pass
        return [Ack(reply=seq, ok=1)]

    def _set(self, settings: Settings) -> None:
        if settings.debounce_ms is not None:
            self.contacts.debounce_ms = max(SCAN_MS, settings.debounce_ms)
        if settings.beat_ms is not None:
            self._beat_every_ms = max(100, settings.beat_ms)
        if settings.mask is not None:
            bits = settings.mask
            sites = range(min(8 * len(bits), len(self.contacts.raw)))
            self.contacts.mask({site for site in sites if bits[site // 8] >> site % 8 & 1})
