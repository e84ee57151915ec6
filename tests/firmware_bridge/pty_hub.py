"""`LoneHub` as a program of its own, on a pseudo-terminal; `PtyHub` starts and moves it.

Lines on stdin move it: `put SITE TOKEN`, `key K d|u`, `loss P`, `harm P`, `reboot`, `hang MS`, `unplug`,
`plug`, `wander` (a new port, the old one left open and dumb), `say TEXT`, `truth`. Its answers are lines on
stdout. Run: python -m tests.firmware_bridge.pty_hub LINK SITES ID
"""

import os
import select
import subprocess
import sys
import time
from pathlib import Path

from lab.hub.pty_port import Port
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
                self.port.give(" ".join(rest).encode() + b"\r\n")
            case "truth":
                self.say(bytes(self.hub.sites).hex())
            case "reboot":
                self.hub.boot("wdt")
            case "plug" | "wander":  # whoever has the old port open keeps it
                self.hub.boot("por")
                self.port.plug()

    def run(self) -> None:
        self.port.plug()
        self.say("ready")
        while True:
            watched: list[int | Port] = [0, self.port] if self.port.plugged else [0]
            ready, _, _ = select.select(watched, [], [], 0.005)
            if 0 in ready:
                data = os.read(0, 4096)
                if not data:
                    break
                *lines, self.control = (self.control + data).split(b"\n")
                for line in filter(None, lines):
                    self.do(*line.decode().split(" ", 2))
            said = self.hub.step(
                self.port.take() if self.port.plugged else b"", int((time.monotonic() - self.start) * 1000)
            )
            for line in said.splitlines(keepends=True):
                if self.port.plugged:
                    self.port.give(self.cable.line(line))
        self.port.unplug()


if __name__ == "__main__":
    World(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]).run()
