"""What a hub says, field by field (docs/hub-protocol.md). No hardware; runs on MicroPython and CPython."""

import binascii

from .sites import KINDS, SCAN_MS
from .wire import LINE_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .core import Hub

HUB_KINDS = ("chain", "supply", "mem")
"""The faults of the hub itself, from bit 0 on."""
WHOLE_HUB = 0xFF
LARGEST = 760
"""Bytes of the longest answer: a hello and a snapshot of 250 sites."""


class Messages:
    """Writes the packets of one hub into its `tx`; each says False when there was no room for it."""

    def __init__(self, hub: "Hub") -> None:
        self._hub = hub

    def hello(self, reply: int) -> bool:
        """H; `reply` is the SEQ that it answers, -1 when it calls by itself."""
        hub, tx = self._hub, self._hub.tx
        if not tx.open(b"H", 200):
            return False
        tx.text(b" hub=1.0 fw=")
        tx.text(hub.firmware.encode())
        tx.text(b" id=")
        tx.text(hub.id.encode())
        tx.number(b" e=", hub.epoch, 4)
        tx.number(b" n=", hub.sites.count, 2)
        tx.text(b" cap=s,k,l,t,u,r,z" if hub.sites.pieces is None else b" cap=s,a,k,l,t,u,r,z")
        tx.number(b" rx=", LINE_LIMIT, 2)
        tx.number(b" hb=", hub.beat_every, 4)
        tx.number(b" db=", hub.sites.debounce * SCAN_MS, 2)
        tx.number(b" sc=", 1000 // SCAN_MS, 4)
        tx.text(b" rs=")
        tx.text(hub.cause.encode())
        if hub.stored is not None:
            tx.number(b" cfg=", binascii.crc32(hub.stored), 8)
        return self._end(reply)

    def snapshot(self, reply: int) -> bool:
        """S; with it every change is told."""
        hub, tx = self._hub, self._hub.tx
        if not tx.open(b"S", 60 + 2 * hub.sites.count):
            return False
        tx.number(b" e=", hub.epoch, 4)
        tx.number(b" v=", hub.sites.version, 8)
        tx.number(b" t=", hub.now, 8)
        tx.octets(b" s=", hub.sites.tokens)
        self._told()
        return self._end(reply)

    def delta(self) -> bool:
        """D: every change since the version that was told last; at most 32."""
        hub, tx, sites = self._hub, self._hub.tx, self._hub.sites
        if not tx.open(b"D", 70 + 6 * sites.changes):
            return False
        tx.number(b" e=", hub.epoch, 4)
        tx.number(b" p=", hub.sent_version, 8)
        tx.number(b" v=", sites.version, 8)
        tx.number(b" t=", hub.now, 8)
        before = b" c="
        for site in range(sites.count):
            if sites.changed[site]:
                tx.number(before, site, 2)
                tx.number(b":", sites.tokens[site], 2)
                before = b","
        self._told()
        return self._end(-1)

    def beat(self) -> bool:
        """B."""
        hub, tx = self._hub, self._hub.tx
        if not tx.open(b"B", 140):
            return False
        tx.number(b" e=", hub.epoch, 4)
        tx.number(b" v=", hub.sites.version, 8)
        tx.number(b" t=", hub.now, 8)
        tx.number(b" d=", binascii.crc32(hub.sites.tokens), 8)
        tx.number(b" sc=", min(0xFFFF, hub.scans), 4)
        tx.number(b" er=", hub.rx.bad, 4)
        tx.number(b" f=", min(0xFF, self._standing()), 2)
        tx.octets(b" k=", hub.keys.presses)
        if hub.stalls:
            tx.number(b" ov=", min(0xFFFF, hub.stalls), 4)
        if hub.supply_mv >= 0:
            tx.number(b" vc=", hub.supply_mv, 4)
        return self._end(-1)

    def key(self, key: int, action: str) -> bool:
        """K."""
        hub, tx = self._hub, self._hub.tx
        if not tx.open(b"K", 60):
            return False
        tx.number(b" e=", hub.epoch, 4)
        tx.number(b" i=", key, 2)
        tx.text(b" a=")
        tx.text(action.encode())
        tx.number(b" c=", hub.keys.presses[key], 2)
        tx.number(b" t=", hub.now, 8)
        return self._end(-1)

    def site_fault(self, site: int, bit: int, standing: bool, count: int) -> bool:
        """F of a site; `bit` as in `sites`."""
        return self._fault(site, KINDS, bit, standing, count)

    def hub_fault(self, bit: int, standing: bool, count: int) -> bool:
        """F of the hub itself; `bit` as in `core`."""
        return self._fault(WHOLE_HUB, HUB_KINDS, bit, standing, count)

    def _fault(self, site: int, kinds: tuple[str, ...], bit: int, standing: bool, count: int) -> bool:
        hub, tx = self._hub, self._hub.tx
        if not tx.open(b"F", 70):
            return False
        place = 0
        while bit >> place != 1:
            place += 1
        tx.number(b" e=", hub.epoch, 4)
        tx.number(b" i=", site, 2)
        tx.text(b" k=")
        tx.text(kinds[place].encode())
        tx.number(b" x=", standing, 1)
        tx.number(b" n=", min(0xFFFF, count), 4)
        tx.number(b" t=", hub.now, 8)
        return self._end(-1)

    def done(self, reply: int, error: str = "") -> bool:
        """A: done, or the reason why not."""
        tx = self._hub.tx
        if not tx.open(b"A", 40):
            return False
        tx.number(b" r=", reply, 4)
        tx.text(b" er=" + error.encode() if error else b" ok=1")
        return self._end(-1)

    def time(self, reply: int, stamp: int) -> bool:
        """Y."""
        hub, tx = self._hub, self._hub.tx
        if not tx.open(b"Y", 70):
            return False
        tx.number(b" r=", reply, 4)
        tx.number(b" h=", stamp, 8)
        tx.number(b" t=", hub.now, 8)
        tx.number(b" u=", hub.now * 1000 + hub.sub_us, 8)
        return self._end(-1)

    def raw(self, reply: int, first: int, codes: bytearray) -> bool:
        """V; two bytes a code, high byte first."""
        tx = self._hub.tx
        if not tx.open(b"V", 40 + 5 * len(codes)):
            return False
        tx.number(b" i=", first, 2)
        for at in range(0, len(codes), 2):
            tx.number(b"," if at else b" a=", codes[at] << 8 | codes[at + 1], 4)
        return self._end(reply)

    def self_test(self, reply: int, chain: bool, reference: "bool | None", memory: bool) -> bool:
        """T; `reference` None when there is no converter."""
        tx = self._hub.tx
        if not tx.open(b"T", 80):
            return False
        tx.number(b" r=", reply, 4)
        tx.text(b" x=" + _verdict(chain and memory and reference is not False))
        tx.text(b" chain=" + _verdict(chain))
        if reference is not None:
            tx.text(b" adc=" + _verdict(reference))
            tx.text(b" ref=" + _verdict(reference))
        tx.text(b" mem=" + _verdict(memory))
        return self._end(-1)

    def _standing(self) -> int:
        """How many faults stand."""
        count = 0
        for bits in self._hub.sites.faults:
            if bits:
                count += _bits(bits)
        return count + _bits(self._hub.faults)

    def _told(self) -> None:
        hub, sites = self._hub, self._hub.sites
        hub.sent_version = sites.version
        hub.overflow = False
        sites.changes = 0
        for site in range(sites.count):
            sites.changed[site] = 0

    def _end(self, reply: int) -> bool:
        tx = self._hub.tx
        if reply >= 0:
            tx.number(b" r=", reply, 4)
        tx.close()
        return True


def _bits(bits: int) -> int:
    count = 0
    while bits:
        count += bits & 1
        bits >>= 1
    return count


def _verdict(good: bool) -> bytes:
    return b"pass" if good else b"fail"
