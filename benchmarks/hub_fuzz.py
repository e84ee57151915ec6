"""A million odd inputs for the host's side of hub/1: no exception, no false packet, no growing memory.

    .venv/bin/python benchmarks/hub_fuzz.py [--inputs 1000000] [--seed 1]

The inputs are pieces of true packets, harmed, cut, joined and repeated; packets with a true CRC and fields
of nonsense; and plain noise. They go to a decoder of their own and to one link that lives through them all.
"""

import argparse
import gc
import random
import re
import time
import tracemalloc
import zlib
from typing import Final

from firmware_bridge import Decoder, Link, LinkEvent, LinkState, Packet
from firmware_bridge.framing import Spoiled

_FRAME: Final = re.compile(rb"\$([^$#*\n]*)\*([0-9a-fA-F]{8})(?=[\n$])")
_TRUE: Final = (
    b"H {s} hub=1.0 fw=f/1 id=beef e={e} n=20 cap=s,a,k,l,t,u rx=78 hb=03e8 db=10 sc=00fa rs=por r={r}",
    b"H {s} hub=2.0 fw=f/1 id=beef e={e} n=20 cap=s rx=78 hb=03e8 db=10 sc=00fa rs=por r={r}",
    b"H {s} hub=1.0 fw=f/1 id=beef e={e} n=08 cap=s rx=78 hb=03e8 db=10 sc=00fa rs=brown",
    b"S {s} e={e} v={v} t={t} s=" + b"00" * 32 + b" r={r}",
    b"D {s} e={e} p={p} v={v} t={t} c={i}:{b}",
    b"B {s} e={e} v={v} t={t} d={d} sc=00fa er={q} f={b} k=0001{b}",
    b"K {s} e={e} i={i} a=d c={b} t={t}",
    b"F {s} e={e} i={i} k=chat x=1 n={q} t={t}",
    b"A {s} r={r} ok=1",
    b"A {s} r={r} er=crc",
    b"Y {s} r={r} h={t} t={t} u={d}",
    b"V {s} i={i} a={q},{q} r={r}",
    b"T {s} r={r} x=pass chain=pass",
    b"L {s} s=w m=%41{b}",
    b"Q {s} a=b",
)
_ALPHABET: Final = b" abcdefSDBHe=019:,.%$#*\n\r\x00\xff"


class Fuzz:
    """Inputs, from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._last = b""
        self._version = 0

    def next(self) -> bytes:
        """One input of at most about 1,300 bytes, mostly one packet's worth."""
        chance = self.random
        how = chance.randrange(12)
        data = self._packet()
        if how == 0:
            data = chance.randbytes(chance.randrange(80))
        elif how == 1:
            data = bytes(chance.choices(_ALPHABET, k=chance.randrange(120)))
        elif how == 2:
            data = b"$" + bytes(chance.choices(_ALPHABET[:24], k=chance.randrange(1300)))
        elif how in (3, 4):
            data = self._harmed(data)
        elif how == 5:
            data = data[: chance.randrange(len(data))]
        elif how == 6:
            data = data[chance.randrange(len(data)) :] + self._packet()
        elif how == 7:
            data = self._last + data
        elif how == 8:
            data = self._signed(bytes(chance.choices(_ALPHABET[:24], k=chance.randrange(60))))
        elif how == 9:
            data = self._signed(self._harmed(data[1:-10]).translate(None, b"$#*\n\r"))
        self._last = data[:400]
        return data

    def answer(self, verb: bytes, seq: bytes) -> list[bytes]:
        """What a hub would say to this."""
        state = b"e=0001 v=%08x t=%08x" % (self._version, self._version * 100 % (1 << 32))
        hello = b"H 0000 hub=1.0 fw=f id=beef e=0001 n=20 cap=s rx=78 hb=03e8 db=10 sc=00fa rs=por r=" + seq
        snapshot = b"S 0001 " + state + b" s=" + b"00" * 32 + b" r=" + seq
        beat = b"B 0002 " + state + b" d=%08x sc=00fa er=0000 f=00 k=00" % zlib.crc32(bytes(32))
        return [self._signed(body) for body in ([hello] if verb == b"h" else []) + [snapshot, beat]]

    def _packet(self) -> bytes:
        chance = self.random
        self._version = (self._version + chance.choice((0, 1, 1, 1, 2, 40, -3))) % (1 << 32)
        wide = chance.random() < 0.05
        values = {
            b"s": b"%04x" % chance.randrange(0x10000 if wide else 16),
            b"r": b"%04x" % chance.randrange(0x10000 if wide else 16),
            b"e": b"%04x" % chance.choice((1, 1, 1, 1, 2)),
            b"v": b"%08x" % self._version,
            b"p": b"%08x" % max(0, self._version - 1),
            b"t": b"%08x" % (chance.getrandbits(32) if wide else self._version * 100 % (1 << 32)),
            b"d": b"%08x" % chance.choice((zlib.crc32(bytes(32)), chance.getrandbits(32))),
            b"q": b"%04x" % chance.randrange(0x10000),
            b"i": b"%02x" % chance.randrange(256 if wide else 34),
            b"b": b"%02x" % chance.randrange(256),
        }
        body = re.sub(rb"\{(.)\}", lambda match: values[match[1]], chance.choice(_TRUE))
        return self._signed(body)

    def _signed(self, body: bytes) -> bytes:
        return b"$%b*%08x\n" % (body, zlib.crc32(body))

    def _harmed(self, data: bytes) -> bytes:
        harmed = bytearray(data)
        for _ in range(self.random.randrange(1, 4)):
            harmed[self.random.randrange(len(harmed))] ^= 1 << self.random.randrange(8)
        return bytes(harmed)


class Run:
    """One link that lives through all inputs, and what was found."""

    def __init__(self, seed: int) -> None:
        self.fuzz = Fuzz(seed)
        self.link = Link(32)
        self.at = 0.0
        self.accepted = 0  # packets that decoders of their own took
        self.false = 0  # more of them than frames with a true CRC
        self.reached: dict[str, int] = {}
        self.events = 0
        self.link.opened(0.0)

    def feed(self, inputs: int) -> None:
        """So many inputs; whatever is raised is a find."""
        for _ in range(inputs):
            data = self.fuzz.next()
            self._alone(data)
            self.at += self.fuzz.random.choice((0.0, 0.001, 0.02, 0.3))
            self.at += 3.0 if self.fuzz.random.random() < 0.005 else 0.0
            self._heard(self.link.feed(data, self.at))
            self._heard(self.link.tick(self.at))
            self._befriend(self.link.take_outgoing())
            self.link.notes.take()
            often = 0.1 if self.link.state is LinkState.READ_ONLY else 0.001  # a wrong hub is unplugged soon
            if self.link.wants_reopen(self.at) or self.fuzz.random.random() < often:
                self._heard(self.link.closed("silent", self.at))
                self._heard(self.link.opened(self.at))
            name = self.link.state.name
            self.reached[name] = self.reached.get(name, 0) + 1

    def _befriend(self, asked: bytes) -> None:
        """Answer a hello or a request as a hub would, mostly, so that the link lives in all its states."""
        found = re.search(rb"#([hs]) ([0-9a-f]{4})", asked)
        if found is None or self.fuzz.random.random() < 0.3:
            return
        for packet in self.fuzz.answer(found[1], found[2]):
            self._heard(self.link.feed(packet, self.at))

    def _alone(self, data: bytes) -> None:
        items = Decoder().read(data + b"\n")
        whole = sum(not isinstance(item, Spoiled) for item in items)
        plain = data.replace(b"\r", b"") + b"\n"
        true = sum(zlib.crc32(body) == int(crc, 16) for body, crc in _FRAME.findall(plain))
        self.accepted += sum(isinstance(item, Packet) for item in items)
        self.false += max(0, whole - true)

    def _heard(self, events: list[LinkEvent]) -> None:
        self.events += len(events)


def held() -> int:
    """Bytes that are held now, cycles of garbage left out."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    run, start = Run(args.seed), time.perf_counter()
    part = args.inputs // 10
    run.feed(part)
    tracemalloc.start()
    run.feed(part)
    early = held()
    run.feed(part)
    growth = held() - early
    tracemalloc.stop()
    run.feed(args.inputs - 3 * part)
    took = time.perf_counter() - start
    print(f"{args.inputs} inputs in {took:.0f} s, no exception")
    print(f"packets accepted {run.accepted}, with a wrong CRC {run.false}; events {run.events}")
    print(f"memory grown by {growth / 1000:.1f} kB over {part} inputs; faults kept {len(run.link.faults)}")
    print("states: " + ", ".join(f"{name.lower()} {count}" for name, count in sorted(run.reached.items())))


if __name__ == "__main__":
    main()
