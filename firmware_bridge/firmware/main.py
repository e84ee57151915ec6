"""SHELL: the loop of a hub on a Raspberry Pi Pico."""

from array import array

from .core import Hub
from .sites import SCAN_MS

HOLD = "hold"
"""While a file of this name is there the hub does not start: it is being given new files."""
FACTS = "hub.json"
CALIBRATION = "pieces.bin"
RESTARTED = "restarted"
SECOND_MS = 1000
MEMORY_S = 60

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Loop:
    """One hub on its board and its cable.

    Args:
        board: as `board.Board`. port: as `usb.Usb`. files: as `Files`.
        memory: tells how many bytes are free.
    """

    def __init__(self, hub: Hub, board: "Any", port: "Any", files: "Any", memory: "Any") -> None:
        self.hub = hub
        self._board = board
        self._port = port
        self._files = files
        self._memory = memory
        self._codes = array("H", bytes(10))
        self._lit = -1
        self._scan_at = self._health_at = 0
        self._seconds = 0
        self._free = 0

    def turn(self, now: int) -> None:
        """Do what is to be done now, `now` ms after the start. Takes memory only to say or hear something."""
        hub, board = self.hub, self._board
        hub.begin(now)
        if hub.ready:
            self._port.read(hub)
        if now >= self._scan_at:
            self._scan_at = now - now % SCAN_MS + SCAN_MS
            echo = board.scan()
            hub.scan(board.levels, echo, board.keys())
        site = hub.converter_site()
        while site >= 0:
            board.measure(site, self._codes)
            hub.measured(site, self._codes)
            site = hub.converter_site()
        hub.tick()
        self._port.write(hub)
        lit = hub.lit()
        if lit != self._lit:
            self._lit = lit
            board.show(lit)
        if now >= self._health_at:
            self._health_at = now + SECOND_MS
            self._look_after(hub)
        board.feed()
        if hub.wish:
            self._fulfil(hub)

    def _look_after(self, hub: Hub) -> None:
        if self._seconds % MEMORY_S == 0:
            self._free = self._memory()
        self._seconds += 1
        hub.health(self._board.supply_mv(), self._free)

    def _fulfil(self, hub: Hub) -> None:
        if hub.wish == "save":
            data = hub.sites.pieces.saved() if hub.sites.pieces else b""
            hub.saved(data if self._files.write(CALIBRATION, data) else None)
        elif hub.tx.head == hub.tx.end:
            self._files.write(RESTARTED, b"")
            self._board.restart(hub.wish)


class Files:
    """The little flash disk of the hub.

    Args:
        os, open: MicroPython's, or stand-ins.
    """

    def __init__(self, os: "Any", open: "Any") -> None:
        self._os = os
        self._open = open

    def read(self, name: str) -> "bytes | None":
        """The whole file; None when there is none."""
        try:
            with self._open(name, "rb") as file:
                return bytes(file.read())
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> bool:
        """Write it so that a power cut leaves the old one or the new one; False when it could not be."""
        try:
            with self._open(name + ".new", "wb") as file:
                file.write(data)
            self._os.rename(name + ".new", name)
        except OSError:
            return False
        return True

    def take(self, name: str) -> bool:
        """Remove the file; whether it was there."""
        try:
            self._os.remove(name)
        except OSError:
            return False
        return True


def facts_of(text: "bytes | None", loads: "Any") -> "dict[str, Any]":
    """The facts of `hub.json`; none when it is absent or makes no sense, for a hub must start anyway."""
    try:
        facts = loads(text) if text else {}
    except ValueError:
        facts = {}
    return facts if isinstance(facts, dict) else {}


def hub_for(board: "Any", files: "Any", epoch: int) -> Hub:
    """The hub of a board: why it started, and its calibration."""
    restarted = files.take(RESTARTED)
    cause = "soft" if restarted else "wdt" if board.woken_by_watchdog() else "por"
    stored = files.read(CALIBRATION)
    return Hub(board.sites, 6, epoch, board.id(), cause, board.pieces, stored)


def start() -> None:
    """Run the hub for ever, unless it is being given new files."""
    import gc
    import json
    import os
    import select
    import sys
    import time

    import machine  # type: ignore[import-not-found, unused-ignore]
    import neopixel  # type: ignore[import-not-found, unused-ignore]

    from .board import Board
    from .usb import Usb

    files = Files(os, open)
    if files.read(HOLD) is not None:
        return

    def memory() -> int:
        gc.collect()
        return gc.mem_free()  # type: ignore[attr-defined, no-any-return]

    board = Board(machine, neopixel, facts_of(files.read(FACTS), json.loads))
    noise = os.urandom(2)
    hub = hub_for(board, files, noise[0] << 8 | noise[1])
    loop = Loop(hub, board, Usb(select, sys.stdin, sys.stdout), files, memory)
    now = 0
    last = time.ticks_us()  # type: ignore[attr-defined]
    while True:
        ticks = time.ticks_us()  # type: ignore[attr-defined]
        hub.sub_us += time.ticks_diff(ticks, last)  # type: ignore[attr-defined]
        last = ticks
        while hub.sub_us >= 1000:
            hub.sub_us -= 1000
            now += 1
        loop.turn(now)
