"""Plays a script of what the world does to a hub, and writes down every byte that the hub sends.

The same file runs on CPython, on MicroPython under Node and on a Pico: they must write the same. A line of
the script is `MS DEED ...`, in order of time: `host TEXT`, `put SITE CODE`, `lift SITE`, `code SITE CODE`,
`key N 0|1`, `chain 0|1`, `full 0|1`, `reference CODE`, `supply MV`, `memory BYTES`, `end`.
"""

import binascii

from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.core import Hub
from firmware_bridge.firmware.main import Loop, hub_for
from tests.firmware.pico_parts import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class ScriptedCable:
    """The USB cable: what the host wrote, and whether it reads."""

    def __init__(self) -> None:
        self.from_host: list[bytes] = []
        self.full = False
        self.written = b""

    def read(self, hub: Hub) -> None:
        """Hand on one line of the host's."""
        if self.from_host:
            for byte in self.from_host.pop(0):
                hub.hear(byte)

    def write(self, hub: Hub) -> None:
        """Take 64 bytes at most, as the real one does."""
        self.written = b""
        if not self.full and hub.tx.head != hub.tx.end:
            self.written = bytes(hub.tx.chunk(64))
            hub.tx.sent(len(self.written))


class Disk:
    """Files in memory."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def read(self, name: str) -> "bytes | None":
        """The whole file."""
        return self.files.get(name)

    def write(self, name: str, data: bytes) -> bool:
        """All of it."""
        self.files[name] = data
        return True

    def take(self, name: str) -> bool:
        """Remove it."""
        return self.files.pop(name, None) is not None


class Bench:
    """A hub with everything around it."""

    def __init__(self, chips: int, resistors: bool) -> None:
        self.world = Parts(chips)
        self.cable = ScriptedCable()
        self.disk = Disk()
        self.free = 100000
        facts = {"supply": True, "tokens": "resistor"} if resistors else {}
        board = Board(self.world, self.world, facts)
        self.hub = hub_for(board, self.disk, 0x1A2B)
        self.loop = Loop(self.hub, board, self.cable, self.disk, self._memory)
        self.now = 0

    def _memory(self) -> int:
        return self.free

    def do(self, words: "list[str]", text: str) -> None:
        """One deed of a script."""
        deed, world = words[1], self.world
        if deed == "host":
            self.cable.from_host.append(command(text.split(" ", 2)[2]))
            return
        first = int(words[2])
        if deed in ("put", "lift"):
            bit = 1 << first % 8
            world.inputs[first // 8] = world.inputs[first // 8] & ~bit | (bit if deed == "lift" else 0)
        if deed == "lift":
            world.codes.pop(first, None)
        elif deed in ("put", "code"):
            world.codes[first] = int(words[3])
        elif deed == "key":
            world.down = world.down & ~(1 << first) | int(words[3]) << first
        elif deed == "chain":
            world.broken = not first
        elif deed == "full":
            self.cable.full = bool(first)
        elif deed == "reference":
            world.reference = first
        elif deed == "supply":
            world.supply_mv = first
        elif deed == "memory":
            self.free = first

    def until(self, ms: int, step: int = 1) -> None:
        """Turn the loop, every `step` ms."""
        while self.now < ms:
            self.now += step
            self.loop.turn(self.now)


def command(text: str) -> bytes:
    """A packet of the host's: `h 0001 hub=1.0` with SOF, CRC and LF; after `!` what goes as it stands."""
    if text[0] == "!":
        return text[1:].encode()
    return b"#%s*%08x\n" % (text.encode(), binascii.crc32(text.encode()))


def play(script: str, chips: int, resistors: bool, write: "Callable[[str], None]") -> int:
    """Play a script; `write` gets a line for each turn in which the hub sent something; the bytes' CRC."""
    bench = Bench(chips, resistors)
    crc = 0
    for line in script.split("\n"):
        words = line.split()
        if not words:
            continue
        at = int(words[0])
        while bench.now < at:
            bench.until(bench.now + 1)
            if bench.cable.written:
                crc = binascii.crc32(bench.cable.written, crc)
                write(str(bench.now) + " " + bench.cable.written.decode())
        if words[1] != "end":
            bench.do(words, line)
    return crc
