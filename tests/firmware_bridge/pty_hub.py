"""Another hub, a program of its own on a pseudo-terminal, written from the description of the wire alone.

It imports nothing of ours. Lines on stdin move it: `put SITE TOKEN`, `key K d|u`, `loss P`, `harm P`,
`reboot`, `hang MS`, `unplug`, `plug`, `wander` (a new port, the old one left open and dumb), `say TEXT`,
`truth`. Its answers are lines on stdout. Run: python pty_hub.py LINK SITES SEED [ID]
"""

import contextlib
import os
import pathlib
import random
import select
import sys
import time
import tty
import zlib

LINK, SITES = pathlib.Path(sys.argv[1]), int(sys.argv[2])
CHANCE = random.Random(int(sys.argv[3]))
IDENT = sys.argv[4] if len(sys.argv) > 4 else "00000000feedbeef"
now = time.monotonic


class Wire:
    def __init__(self) -> None:
        self.master = self.slave = -1
        self.kept: list[int] = []
        self.loss = self.harm = 0.0

    def plug(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        fresh = LINK.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self.slave))
        fresh.replace(LINK)

    def unplug(self) -> None:
        LINK.unlink(missing_ok=True)
        os.close(self.master)
        os.close(self.slave)
        self.master = -1

    def spoil(self, line: bytes) -> bytes:
        if CHANCE.random() < self.loss:
            return b""
        out = b""
        for value in line:
            how = CHANCE.randrange(3) if CHANCE.random() < self.harm else 3
            out += (bytes([value ^ 0x04]), b"", bytes([value, CHANCE.randrange(256)]), bytes([value]))[how]
        return out

    def write(self, line: bytes) -> None:
        data = self.spoil(line)
        if self.master >= 0 and data:
            with contextlib.suppress(OSError):
                os.write(self.master, data)

    def read(self) -> bytes:
        try:
            return os.read(self.master, 1024)
        except OSError:
            return b""


wire = Wire()
board = bytearray(SITES)
presses = bytearray(4)


class Life:
    """From one boot to the next."""

    def __init__(self, why: str) -> None:
        self.why, self.start, self.epoch = why, now(), CHANCE.randrange(1 << 16)
        self.number = self.version = self.errors = 0
        self.line = b""
        self.host = False
        self.due = {"call": now() + 0.1}
        self.heard = now()
        self.answer: tuple[bytes, list[bytes]] = (b"", [])

    def ms(self) -> int:
        return int((now() - self.start) * 1000) % (1 << 32)

    def tell(self, kind: str, **fields: str) -> bytes:
        body = f"{kind} {self.number:04x}" + "".join(f" {key}={value}" for key, value in fields.items())
        self.number = (self.number + 1) % 65536
        line = f"${body}*{zlib.crc32(body.encode()):08x}\n".encode()
        wire.write(line)
        return line

    def state(self) -> dict[str, str]:
        return {"e": f"{self.epoch:04x}", "v": f"{self.version:08x}", "t": f"{self.ms():08x}"}

    def hello(self, **reply: str) -> None:
        self.tell(
            "H", hub="1.0", fw="pty/1", id=IDENT, e=f"{self.epoch:04x}", n=f"{SITES:02x}",
            cap="s,k", rx="50", hb="03e8", db="10", sc="00fa", rs=self.why, **reply,
        )  # fmt: skip

    def snapshot(self, **reply: str) -> bytes:
        return self.tell("S", **self.state(), s=board.hex(), **reply)

    def change(self, site: int, token: int) -> None:
        before, self.version = self.version, (self.version + 1) % (1 << 32)
        board[site] = token
        if self.host:
            state = self.state()
            self.tell(
                "D", e=state["e"], p=f"{before:08x}", v=state["v"], t=state["t"], c=f"{site:02x}:{token:02x}"
            )
            self.due["tail"] = now() + 0.15

    def key(self, index: int, action: str) -> None:
        presses[index] = (presses[index] + (action == "d")) % 256
        if self.host:
            state = self.state()
            self.tell("K", e=state["e"], i=f"{index:02x}", a=action, c=f"{presses[index]:02x}", t=state["t"])

    def beat(self) -> None:
        self.due.pop("tail", None)
        self.due["beat"] = now() + 1
        self.tell(
            "B", **self.state(), d=f"{zlib.crc32(board):08x}", sc="00fa", er=f"{self.errors % 65536:04x}",
            f="00", k=presses.hex(),
        )  # fmt: skip

    def listen(self, data: bytes) -> None:
        self.line += data.replace(b"\r", b"")
        *lines, self.line = self.line.split(b"\n")
        for line in lines:
            body, star, check = line[line.find(b"#") + 1 :].partition(b"*")
            if star and check.lower() == f"{zlib.crc32(body):08x}".encode():
                self.obey(body.decode("ascii"))
            else:
                self.errors += 1

    def obey(self, body: str) -> None:
        verb, seq, *rest = body.split(" ")
        self.heard = now()
        if verb == "h":
            self.host = True
            self.due = {"beat": now() + 1}
            self.hello(r=seq)
            self.snapshot(r=seq)
        elif self.answer[0] == body[:6].encode():
            for line in self.answer[1]:
                wire.write(line)
        elif verb == "s":
            self.answer = body[:6].encode(), [self.snapshot(r=seq)]
        elif verb == "p":
            stamp = dict(item.split("=") for item in rest)["h"]
            reply = self.tell("Y", r=seq, h=stamp, t=f"{self.ms():08x}", u="00000000")
            self.answer = body[:6].encode(), [reply]
        else:
            self.answer = body[:6].encode(), [self.tell("A", r=seq, ok="1")]

    def turn(self) -> None:
        if self.host and now() - self.heard > 6:
            self.host, self.due = False, {"call": now()}
        for what, when in list(self.due.items()):
            if now() >= when:
                if what == "call":
                    self.due["call"] = now() + 2
                    self.hello()
                else:
                    self.beat()


class World:
    """Who moves the hub."""

    def __init__(self) -> None:
        self.life = Life("por")
        self.asleep = 0.0
        self.control = b""

    def say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def do(self, word: str, *rest: str) -> None:
        match word:
            case "put":
                self.life.change(int(rest[0]), int(rest[1]))
            case "key":
                self.life.key(int(rest[0]), rest[1])
            case "loss":
                wire.loss = float(rest[0])
            case "harm":
                wire.harm = float(rest[0])
            case "hang":
                self.asleep = now() + int(rest[0]) / 1000
            case "unplug":
                wire.unplug()
            case "say":
                wire.write(" ".join(rest).encode() + b"\r\n")
            case "truth":
                self.say(board.hex())
            case "reboot":
                self.life = Life("wdt")
            case "plug" | "wander":
                if word == "wander":
                    wire.kept += [wire.master, wire.slave]
                self.life = Life("por")
                wire.plug()

    def run(self) -> None:
        wire.plug()
        self.say("ready")
        while True:
            awake = now() >= self.asleep
            watched = [0, wire.master] if wire.master >= 0 and awake else [0]
            ready, _, _ = select.select(watched, [], [], 0.005)
            if 0 in ready:
                data = os.read(0, 4096)
                if not data:
                    break
                *lines, self.control = (self.control + data).split(b"\n")
                for line in filter(None, lines):
                    self.do(*line.decode().split(" ", 2))
            if now() >= self.asleep:
                if wire.master in ready:
                    self.life.listen(wire.read())
                self.life.turn()
        LINK.unlink(missing_ok=True)


if __name__ == "__main__":
    World().run()
