"""`LoneHub` as a program of its own, on a pseudo-terminal; `PtyHub` starts and moves it.

Lines on stdin move it: `put SITE TOKEN`, `key K d|u`, `loss P`, `harm P`, `reboot`, `hang MS`, `unplug`,
`plug`, `wander` (a new port, the old one left open and dumb), `say TEXT`, `truth`. Its answers are lines on
stdout. Run: python -m tests.firmware_bridge.pty_hub LINK SITES ID
"""

import contextlib
import os
import select
import subprocess
import sys
import time
import tty
from pathlib import Path

from tests.firmware_bridge.lone_hub import Cable, LoneHub


class PtyHub:
    """The hub behind `link`, in a process of its own."""

    def __init__(self, link: Path, sites: int, *, ident: str = "00000000feedbeef") -> None:
        self.link = link
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(link), str(sites), ident],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer("ready")

    def do(self, *deeds: str) -> None:
        """Give it lines, as its own description lists them."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{deed}\n" for deed in deeds))
        self._process.stdin.flush()

    def truth(self) -> list[object]:
        """What stands on its board; None for nothing."""
        self.do("truth")
        return [token or None for token in bytes.fromhex(self._answer())]

    def _answer(self, wanted: str = "") -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        assert line and wanted in line
        return line

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


class Port:
    """The hub's end of a pseudo-terminal, with a link to it."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.master = self.slave = -1
        self.kept: list[int] = []

    def plug(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        os.set_blocking(self.master, False)
        fresh = self.link.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(self.slave))
        fresh.replace(self.link)

    def unplug(self) -> None:
        self.link.unlink(missing_ok=True)
        os.close(self.master)
        os.close(self.slave)
        self.master = -1

    def write(self, data: bytes) -> None:
        if self.master >= 0 and data:
            with contextlib.suppress(OSError):
                os.write(self.master, data)

    def read(self) -> bytes:
        try:
            return os.read(self.master, 1024)
        except OSError:
            return b""


class World:
    """Who moves the hub."""

    def __init__(self, link: Path, sites: int, ident: str) -> None:
        self.hub = LoneHub(sites, ident=ident)
        self.port, self.cable = Port(link), Cable(0.0, 0.0, seed=1)
        self.start = time.monotonic()
        self.control = b""

    def say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def do(self, word: str, *rest: str) -> None:
        match word:
            case "put":
                self.hub.put(int(rest[0]), int(rest[1]))
            case "key":
                self.hub.press(int(rest[0]), rest[1])
            case "loss":
                self.cable.loss = float(rest[0])
            case "harm":
                self.cable.harm = float(rest[0])
            case "hang":
                self.hub.silent_until = self.hub.ms + int(rest[0])
            case "unplug":
                self.port.unplug()
            case "say":
                self.port.write(" ".join(rest).encode() + b"\r\n")
            case "truth":
                self.say(bytes(self.hub.sites).hex())
            case "reboot":
                self.hub.boot("wdt")
            case "plug" | "wander":
                if word == "wander":
                    self.port.kept += [self.port.master, self.port.slave]
                self.hub.boot("por")
                self.port.plug()

    def run(self) -> None:
        self.port.plug()
        self.say("ready")
        while True:
            watched = [0, self.port.master] if self.port.master >= 0 else [0]
            ready, _, _ = select.select(watched, [], [], 0.005)
            if 0 in ready:
                data = os.read(0, 4096)
                if not data:
                    break
                *lines, self.control = (self.control + data).split(b"\n")
                for line in filter(None, lines):
                    self.do(*line.decode().split(" ", 2))
            said = self.hub.step(self.port.read(), int((time.monotonic() - self.start) * 1000))
            for line in said.splitlines(keepends=True):
                self.port.write(self.cable.line(line))
        self.port.link.unlink(missing_ok=True)


if __name__ == "__main__":
    World(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]).run()
