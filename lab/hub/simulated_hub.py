"""A hub that exists only here: the firmware itself, on pins and a clock that are passed in. Pure."""

from typing import Final

from firmware_bridge.firmware.core import NEVER, Hub
from firmware_bridge.firmware.sites import SCAN_MS
from lab.hub.contacts import simulated_pieces
from lab.hub.world import HubWorld

BOOT_MS: Final = 288  # and four scans later it is ready
RX_RING: Final = 512


class SimulatedHub(HubWorld):
    """One hub with its pins and keys.

    All `at_ms` are on the clock of the world, the one that `advance` moves; None means now. The hub's
    own clock starts anew at each boot.

    Args:
        rests: leave out scans that can bring nothing. The bytes are the same, it is only faster.
    """

    def __init__(
        self,
        sites: int = 144,
        *,
        seed: int = 0,
        keys: int = 11,
        id: str = "e6614103e7452d2f",
        rests: bool = True,
    ) -> None:
        super().__init__(sites, seed)
        self.id = id
        self.epoch = 0
        self.keys = keys
        self._rests = rests
        self._down = 0
        self._wire = bytearray()  # said, and taken by the wire
        self._rx = bytearray()
        self._flash: bytes | None = None
        self._core: Hub | None = None
        self._boot_ms = self._alive_ms = self._turned_ms = 0
        self._round = 0  # scans until every pin has been looked at since the last touch
        self._hung = False
        self._boot()

    @property
    def version(self) -> int:
        """Changes since it started."""
        return self._core.sites.version if self._core else 0

    @property
    def lamps(self) -> tuple[int, int]:
        """Which lamps the host wants to burn, and which of them to blink (bit masks)."""
        return (self._core.lamps_on, self._core.lamps_blinking) if self._core else (0, 0)

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
        if self._core is None or self.now_ms < self._hung_until:
            del self._rx[RX_RING:]
        if self._core is not None:
            self._send(self._core, room)
        self._turn(room)
        while self.now_ms < to_ms:
            self.now_ms = min(to_ms, self.next_ms())
            self.do_planned()
            self._turn(room)
        out = bytes(self._wire)
        self._wire.clear()
        return out

    def next_ms(self) -> int:
        """When something will happen by itself, on the clock of the world."""
        due = self.planned()
        core = self._core
        if core is None or self.now_ms < self._hung_until:
            due.append(max(self._hung_until, self._alive_ms))
        else:
            due.append(self._boot_ms + core.due)
            if not self._resting(core):
                due.append(self.now_ms - self.now_ms % SCAN_MS + SCAN_MS)
        return min((t for t in due if t > self.now_ms), default=NEVER)

    def _resting(self, core: Hub) -> bool:
        return self._rests and not self._torn and not self._round and not self.contacts.touched and core.calm

    def _turn(self, room: int | None) -> None:
        """One turn of the hub's loop."""
        now = self.now_ms
        if now < max(self._hung_until, self._alive_ms):
            if self._core and not self._hung:
                self._rest_until(self._core, now)
                self._hung = True
            return
        core = self._core or self._wake()
        if self._hung:
            self._hung = False
            self._turned_ms = now - 1
        core.begin(now - self._boot_ms)
        if core.ready:
            for byte in self._rx:
                core.hear(byte)
            self._rx.clear()
        self._rest_until(core, now)
        if now % SCAN_MS == 0 and now > self._turned_ms:
            if self._resting(core):
                core.rest(1)
            else:
                self._scan(core, now)
        self._turned_ms = now
        site = core.converter_site()
        while site >= 0:
            core.measured(site, self.contacts.codes(site))
            site = core.converter_site()
        core.tick()
        self._send(core, room)
        self._fulfil(core)

    def _rest_until(self, core: Hub, now: int) -> None:
        """Count the scans before `now` that were left out, for they would have brought nothing."""
        core.rest(max(0, (now - 1) // SCAN_MS - self._turned_ms // SCAN_MS))

    def _scan(self, core: Hub, now: int) -> None:
        if self.contacts.touched:
            self.contacts.touched = False
            self._round = len(self.contacts.raw)
        elif self._round:
            self._round -= 1
        echo = now // SCAN_MS % 2 == 0
        self.contacts.levels[-1] = 0xFF if echo and not self._torn else 0x00
        core.scan(self.contacts.levels, echo, self._down)
        self.contacts.scanned()

    def _send(self, core: Hub, room: int | None) -> None:
        waiting = core.tx.end - core.tx.head
        count = waiting if room is None else min(waiting, max(0, room - len(self._wire)))
        if count:
            self._wire += core.tx.chunk(count)
            core.tx.sent(count)

    def _fulfil(self, core: Hub) -> None:
        if core.wish == "save" and core.sites.pieces is not None:
            self._flash = core.sites.pieces.saved()
            core.saved(self._flash)
            self._send(core, None)
        elif core.wish:
            self._reset = "soft"
            self._boot()

    # -- the hub's own life

    def _boot(self) -> None:
        """Power comes, or the program starts anew: all but the world and the flash is forgotten."""
        self._core = None
        self._alive_ms = self.now_ms + BOOT_MS
        self._hung = False
        self._rx.clear()

    def _wake(self) -> Hub:
        self.epoch = (self.epoch + self._random.randint(1, 0xFFFF)) % 0x10000
        self._core = Hub(
            len(self.contacts.raw),
            self.keys,
            self.epoch,
            self.id,
            self._reset,
            simulated_pieces(len(self.contacts.raw)),
            self._flash,
            "fingerpost-simulated/1.0",
        )
        self._core.reads = 255  # a converter that takes no time
        self._boot_ms = self.now_ms
        self._turned_ms = self.now_ms - 1
        self.contacts.tokens = self._core.sites.tokens
        self.contacts.touched = True
        self._wire += b"fingerpost hub, simulated\r\n"
        return self._core

    def _key(self, index: int, down: bool) -> None:
        self._down = self._down | 1 << index if down else self._down & ~(1 << index)
        self.contacts.touched = True
