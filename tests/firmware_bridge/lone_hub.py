"""A hub written from the description of the wire alone: no codec of ours, a clock that is handed in.

It exists to be another program than the one that ships: plain strings, its own CRC, its own bookkeeping.
"""

import binascii
import random


def crc(text: str) -> str:
    """Eight hex digits over the body."""
    return f"{binascii.crc32(text.encode('latin-1')) & 0xFFFFFFFF:08x}"


class LoneHub:
    """Presence only, some keys. `step` takes what the host wrote and gives what the hub writes."""

    def __init__(self, sites: int = 64, *, ident: str = "c0ffee0123456789", seed: int = 1, keys: int = 6):
        self.sites = [0] * sites
        self.ident = ident
        self.keys = [0] * keys
        self.rng = random.Random(seed)
        self.major = 1
        self.silent_until = 0
        self.known: tuple[int, ...] = ()  # what a host that heard every line holds
        self.log: list[tuple[int, ...] | None] = []  # that, as of each line of the last step; None: a repeat
        self.hosts: list[tuple[int, str]] = []  # every line understood
        self.ms = 0
        self.boot("por")

    def boot(self, why: str) -> None:
        self.why = why
        self.epoch = self.rng.randrange(0x10000)
        self.born = self.ms
        self.version = self.sent = 0
        self.seq = 0
        self.out = ""
        self.inbox = b""
        self.attached = False
        self.call_at = self.ms
        self.beat_at = self.tail_at = 1 << 60
        self.heard_at = self.ms
        self.errors = 0
        self.pending: dict[int, int] = {}
        self.last: tuple[str, str] = ("", "")
        self.faults: dict[int, int] = {}
        self.keys = [0] * len(self.keys)

    @property
    def t(self) -> int:
        return self.ms - self.born

    def put(self, site: int, token: int) -> None:
        if self.sites[site] != token:
            self.sites[site] = token
            self.version = (self.version + 1) & 0xFFFFFFFF
            self.pending[site] = token

    def press(self, key: int, action: str) -> None:
        if action == "d":
            self.keys[key] = (self.keys[key] + 1) & 0xFF
        if self.attached:
            self.say(
                f"K {{}} e={self.epoch:04x} i={key:02x} a={action} c={self.keys[key]:02x} t={self.t:08x}"
            )

    def fault(self, site: int, kind: str, on: bool, count: int) -> None:
        if on:
            self.faults[site] = count
        else:
            self.faults.pop(site, None)
        self.say(f"F {{}} e={self.epoch:04x} i={site:02x} k={kind} x={on:d} n={count:04x} t={self.t:08x}")

    def say(self, template: str) -> str:
        body = template.format(f"{self.seq:04x}")
        self.seq = (self.seq + 1) & 0xFFFF
        line = f"${body}*{crc(body)}\n"
        self.out += line
        self.known = tuple(self.sites) if body[0] in "SDB" else self.known
        self.log.append(self.known)
        return line

    def hello(self, answer: str = "") -> str:
        return self.say(
            f"H {{}} hub={self.major}.0 fw=lone/1 id={self.ident} e={self.epoch:04x} n={len(self.sites):02x} "
            f"cap=s,k,l rx=78 hb=03e8 db=10 sc=00fa rs={self.why}{answer}"
        )

    def snapshot(self, answer: str = "") -> str:
        self.pending = {}
        self.sent = self.version
        tokens = "".join(f"{token:02x}" for token in self.sites)
        return self.say(f"S {{}} e={self.epoch:04x} v={self.version:08x} t={self.t:08x} s={tokens}{answer}")

    def step(self, data: bytes, ms: int) -> bytes:
        """Live until `ms`."""
        self.ms = ms
        self.log.clear()
        if ms < self.silent_until:
            self.inbox = (self.inbox + data)[:512]
            return b""
        self.inbox += data
        while b"\n" in self.inbox:
            line, _, self.inbox = self.inbox.partition(b"\n")
            self.obey(line[line.rfind(b"#") + 1 :].decode("latin-1"))
        if self.attached and ms - self.heard_at >= 6000:
            self.attached, self.call_at = False, ms
        if not self.attached:
            if ms >= self.call_at:
                self.hello()
                self.call_at = ms + 2000
        else:
            self.report()
        out, self.out = self.out.encode("ascii"), ""
        return out

    def report(self) -> None:
        if len(self.pending) > 32:
            self.snapshot()
            self.tail_at = self.ms + 150
        elif self.pending:
            changes = ",".join(f"{site:02x}:{token:02x}" for site, token in sorted(self.pending.items()))
            self.say(
                f"D {{}} e={self.epoch:04x} p={self.sent:08x} v={self.version:08x} t={self.t:08x} c={changes}"
            )
            self.pending, self.sent, self.tail_at = {}, self.version, self.ms + 150
        if self.ms >= min(self.beat_at, self.tail_at):
            self.beat_at, self.tail_at = self.ms + 1000, 1 << 60
            keys = "".join(f"{count:02x}" for count in self.keys)
            self.say(
                f"B {{}} e={self.epoch:04x} v={self.version:08x} t={self.t:08x} "
                f"d={binascii.crc32(bytes(self.sites)):08x} sc=00fa er={self.errors:04x} "
                f"f={len(self.faults):02x} k={keys}"
            )

    def obey(self, line: str) -> None:
        body, _, check = line.rpartition("*")
        if not body or check.lower() != crc(body):
            self.errors = (self.errors + 1) & 0xFFFF
            return
        verb, seq, *rest = body.split(" ")
        fields = dict(item.split("=", 1) for item in rest)
        self.heard_at = self.ms
        self.hosts.append((self.ms, verb))
        if verb == "h":
            self.attached, self.beat_at = True, self.ms + 1000
            self.hello(f" r={seq}")
            self.snapshot(f" r={seq}")
            return
        if self.last[0] == verb + seq:
            self.out += self.last[1]
            self.log.append(None)
            return
        if verb == "s":
            answer = self.snapshot(f" r={seq}")
        elif verb == "p":
            answer = self.say(
                f"Y {{}} r={seq} h={fields['h']} t={self.t:08x} u={self.t * 1000 & 0xFFFFFFFF:08x}"
            )
        elif verb == "f":
            for site, count in self.faults.items():
                self.fault(site, "chat", True, count)
            answer = self.say(f"A {{}} r={seq} ok=1")
        elif verb == "l":
            answer = self.say(f"A {{}} r={seq} ok=1")
        else:
            answer = self.say(f"A {{}} r={seq} er=verb")
        self.last = (verb + seq, answer)


class Cable:
    """Loses whole lines and harms bytes; when harmed, a byte is flipped, dropped or doubled by another."""

    def __init__(self, loss: float, harm: float, seed: int) -> None:
        self.loss = loss
        self.harm = harm
        self.rng = random.Random(seed)
        self.whole = True  # of the last line: whether it came unharmed

    def line(self, line: bytes) -> bytes:
        """What comes out for one line that goes in."""
        self.whole = self.rng.random() >= self.loss
        if not self.whole:
            return b""
        out = bytearray()
        for byte in line:
            if self.rng.random() >= self.harm:
                out.append(byte)
                continue
            self.whole = False
            how = self.rng.randrange(3)
            if how == 0:
                out.append(byte ^ 1 << self.rng.randrange(8))
            elif how == 1:
                out += bytes((byte, self.rng.randrange(256)))
        return bytes(out)
