"""A sensor hub that speaks hub/1: all of it but the hardware. Runs on MicroPython and CPython alike.

Time and readings are passed in, bytes are handed out. A shell (`main.py` on a Pico, the simulator on a
desk) calls in each turn of its loop: `begin`, `hear` for each byte, `scan` every 4 ms, `converter_site` and
`measured` while a reading is wanted, `tick`; then it sends from `tx` what the wire takes. `step` is a turn
without pins.
"""

from array import array

from .answers import Answers
from .keys import Keys
from .messages import Messages
from .pieces import NOMINAL_REFERENCE, Pieces, median
from .sites import Sites
from .wire import Reader, Writer

TAIL_BEAT_MS = 150
BEAT_MS = 1000
HELLO_MS = 2000
LATE_HELLO_MS = 5000  # once it has called in vain for a minute
PATIENCE_MS = 60000
FALL_BACK_MS = 6000
STALL_MS = 100  # output that waits so long is counted,
OVERFLOW_MS = 2000  # and so long makes single changes not worth telling
MOST_CHANGES = 32
BOOT_MS = 250  # a site that cannot be read by then is told as unread
BAD_WEIGHT = 2  # a bad scan weighs so much, a good one takes 1 off,
BROKEN = 4  # and with so much the chain is broken: a dead line looks good every second time
GOOD_SCANS = 25  # so many in a row, and it is whole again
READS = 4  # of the converter in a scan: each takes a Pico 0.25 ms
REFERENCE_SCANS = 250
REFERENCE = 0xFF
"""The site number that stands for the reference input of the converter."""
LOW_SUPPLY_MV = 4400
LOW_MEMORY = 16384

CHAIN, SUPPLY, MEMORY = 1, 2, 4
NEVER = 0x3FFFFFFFFFFF


class Hub:
    """One hub: its sites, its keys, and what it owes its host.

    Args:
        sites: 1 to 250 inputs of the chain. keys: 0 to 16.
        epoch: 16 random bits, others at each boot. id: up to 16 hex digits.
        cause: why it started: por, wdt, soft, brown, pin or unk.
        pieces: the windows of resistor-coded tokens, or None when there is no converter.
        stored: the calibration in flash, None when there is none.
    """

    def __init__(
        self,
        sites: int,
        keys: int,
        epoch: int,
        id: str,
        cause: str = "por",
        pieces: "Pieces | None" = None,
        stored: "bytes | None" = None,
        firmware: str = "fingerpost-rp2/1.0",
    ) -> None:
        self.epoch = epoch
        self.id = id
        self.cause = cause
        self.firmware = firmware
        self.stored = stored
        self.tx = Writer()
        self.rx = Reader()
        self.sites = Sites(sites, pieces, self._site_fault)
        self.keys = Keys(keys, self._key_moved)
        self.say = Messages(self)
        self.answers = Answers(self)
        if stored is not None and (pieces is None or not pieces.load(stored)):
            self.stored = None
        self.now = 0
        self.sub_us = 0  # what `now` leaves out, 0 to 999
        self.ready = False
        self.attached = False
        self.scans = 0
        self.stalls = 0
        self.supply_mv = -1
        self.faults = 0  # bits of CHAIN, SUPPLY, MEMORY
        self.dropped_scans = 0
        self.lamps_on = self.lamps_blinking = 0
        self.beat_every = BEAT_MS
        self.sent_version = 0
        self.overflow = False
        self._blocked_since = NEVER
        self._stall_counted = False
        self.hello_at = self.beat_at = self.tail_at = self._host_at = NEVER
        self._calling_since = NEVER
        self._badness = self._good_run = 0
        self.reads = READS
        self._reads = 0
        self._reference = NOMINAL_REFERENCE
        self._reference_in = 1  # scans
        self._low_supply = self._off_reference = False

    # -- a turn of the loop

    def step(self, now: int, rx: bytes = b"") -> bytes:
        """A turn without a scan: take the host's bytes, let time pass, hand out all that is to be sent."""
        self.begin(now)
        for byte in rx:
            self.hear(byte)
        self.tick()
        out = bytes(self.tx.chunk(len(self.tx.buffer)))
        self.tx.sent(len(out))
        return out

    def begin(self, now: int) -> None:
        """A turn begins, `now` ms after the hub started."""
        self.now = now
        if self.tx.head == self.tx.end:
            self._blocked_since = NEVER
            self._stall_counted = False
        elif self._blocked_since == NEVER:
            self._blocked_since = now
        elif now - self._blocked_since >= STALL_MS:
            self.stalls += not self._stall_counted
            self._stall_counted = True
            if self.sites.changes and now - self._blocked_since > OVERFLOW_MS:
                self.overflow = True

    def hear(self, byte: int) -> None:
        """Take a byte from the host; before the hub is `ready` nothing is understood."""
        said = self.rx.feed(byte) if self.ready else ""
        if said:
            self.answers.packet(said)

    def scan(self, levels: bytearray, echo: bool, keys: int) -> None:
        """Take a scan of all inputs.

        Args:
            levels: a byte a chip, a cleared bit where something is; then the echo, which is taken out.
            echo: the level that the far end of the chain was held at.
            keys: a set bit for each key that is down.
        """
        self.keys.scan(self.now, keys)
        last = self.sites.chips
        self._reads = 0
        if levels[last] != (0xFF if echo else 0x00):
            self._bad_scan()
            return
        levels[last] = 0
        self._badness = max(0, self._badness - 1)
        if self.faults & CHAIN:
            self._good_run += 1
            if self._good_run < GOOD_SCANS:
                return
            self._hub_fault(CHAIN, False, 0)
        self.scans += 1
        self.sites.scan(self.now, levels)
        self._reads = self.reads
        self._reference_in -= 1

    def _bad_scan(self) -> None:
        self._good_run = 0
        self._badness = min(BROKEN, self._badness + BAD_WEIGHT)
        self.dropped_scans = (self.dropped_scans + 1) & 0xFFFF
        self.sites.doubt_scan()
        if self._badness == BROKEN and not self.faults & CHAIN:
            self._hub_fault(CHAIN, True, self.dropped_scans)
            self.sites.lose()

    def converter_site(self) -> int:
        """The site whose converter is to be read now, or REFERENCE; -1 when that is all for this scan."""
        if self.answers.raw_left:
            return self.answers.raw_site
        if self._reads <= 0 or self.sites.pieces is None:
            return -1
        self._reads -= 1
        if self._reference_in <= 0 or self._off_reference:
            self._reference_in = REFERENCE_SCANS
            if self._off_reference:  # no piece can be told until it is right again
                self._reads = 0
            return REFERENCE
        site = self.sites.asked()
        if site < 0:
            self._reads = 0
            site = self.sites.in_turn()
        return site

    def measured(self, site: int, codes: "array[int]") -> None:
        """Take five codes, 0 to 4,095, that the converter gave for that site just now."""
        code = median(codes)
        if site == REFERENCE:
            self._reference = max(1, code)
            self._off_reference = abs(code - NOMINAL_REFERENCE) * 100 > 3 * NOMINAL_REFERENCE
            self._check_supply()
        elif self.answers.raw_left:
            self.answers.raw_code(code)
        else:
            low, high = self._level(codes[0]), self._level(codes[4])
            self.sites.measured(site, low, self._level(code), high)

    @property
    def reference_good(self) -> bool:
        """Whether the converter's reference input reads what it should, within 3 %."""
        return not self._off_reference

    def _level(self, code: int) -> int:
        """A code as it would be if the reference were what it should be."""
        return min(0xFFF, code * NOMINAL_REFERENCE // self._reference)

    def tick(self) -> None:
        """Do what is due."""
        now = self.now
        if not self.ready:
            if now < BOOT_MS and not self.faults & CHAIN and self.sites.unread:
                return
            self.ready = True
            self.sites.booting = False
            self.hello_at = self._calling_since = now
        if self.answers.listing >= 0:
            self.answers.work()
        if self.attached and now - self._host_at >= FALL_BACK_MS:
            self.attached = False
            self._calling_since = self.hello_at = now
        blocked = self._blocked_since != NEVER
        if not self.attached:
            if now >= self.hello_at:
                patient = now - self._calling_since < PATIENCE_MS
                self.hello_at = now + (HELLO_MS if patient else LATE_HELLO_MS)
                if not blocked:
                    self.say.hello(-1)
            return
        if self.sites.changes and not blocked:
            self._tell_changes()
        if now >= self.beat_at or now >= self.tail_at:
            self.beat_at = now + self.beat_every
            self.tail_at = NEVER
            if not blocked:
                self.say.beat()
                self.scans = 0

    def _tell_changes(self) -> None:
        if self.overflow or self.sites.changes > MOST_CHANGES:
            self.say.snapshot(-1)
        else:
            self.say.delta()
        self.tail_at = self.now + TAIL_BEAT_MS

    def rest(self, scans: int) -> None:
        """So many scans are left out, for while the hub is `calm` they would have brought nothing."""
        self.scans += scans
        self.sites.pass_turns(scans)

    @property
    def calm(self) -> bool:
        """Whether scans of the same levels and keys would change nothing before `due`."""
        busy = self.faults or self.answers.busy or self.sites.changes or not self.ready
        return not busy and self.sites.calm and self.keys.calm

    @property
    def due(self) -> int:
        """When `tick` has something to do by itself, ms."""
        if not self.attached:
            return self.hello_at
        return min(self.beat_at, self.tail_at, self._host_at + FALL_BACK_MS)

    def host_spoke(self) -> None:
        """A whole packet came from the host."""
        self._host_at = self.now

    def attach(self) -> None:
        """A host said hello: from now on it is told everything."""
        self.attached = True
        self.beat_at = self.now + self.beat_every
        self.tail_at = NEVER

    # -- what the shell knows besides

    @property
    def wish(self) -> str:
        """What the shell is to do: `save` (then `saved`); once all is sent, `run` or `boot`; or nothing."""
        return self.answers.wish

    def saved(self, stored: "bytes | None") -> None:
        """The calibration is in flash, or (None) could not be written."""
        if stored is not None:
            self.stored = stored
        self.answers.saved(stored is not None)

    def health(self, supply_mv: int, free_bytes: int) -> None:
        """About once a second: the supply, -1 when it is not measured, and the memory that is left."""
        self.supply_mv = supply_mv
        self._low_supply = 0 <= supply_mv < LOW_SUPPLY_MV
        self._check_supply()
        self._hub_fault(MEMORY, free_bytes < LOW_MEMORY, free_bytes >> 8)

    def lit(self) -> int:
        """Which lamps burn now: those that the host lit; without a host the first one winks."""
        if not self.attached:
            return 1 if self.now % 2000 < 200 else 0
        lit = self.lamps_on & ~self.lamps_blinking
        return lit | self.lamps_blinking if self.now % 500 < 250 else lit

    def _check_supply(self) -> None:
        self._hub_fault(SUPPLY, self._low_supply or self._off_reference, max(0, self.supply_mv))

    def _hub_fault(self, bit: int, standing: bool, count: int) -> None:
        if bool(self.faults & bit) == standing:
            return
        self.faults ^= bit
        if self.attached:
            self.say.hub_fault(bit, standing, count)

    def _site_fault(self, site: int, bit: int, standing: bool, count: int) -> None:
        if self.attached:
            self.say.site_fault(site, bit, standing, count)

    def _key_moved(self, key: int, action: str) -> None:
        if self.attached:
            self.say.key(key, action)
