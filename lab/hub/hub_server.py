"""SHELL: a simulated hub as a process: a pseudo-terminal on one side, the world's hand on the other.

stdin takes JSON lines that do things to the pins (docs/hub-protocol.md, "A hub without hardware"); stdout
says where the port is, and how far things are in lockstep. It ends when stdin does.
"""

import argparse
import json
import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from lab.hub.cable import GarblingWire, LossyWire, SlowWire, Wires
from lab.hub.hub_faults import FaultScript, FaultScriptError, Request
from lab.hub.pty_port import Port
from lab.hub.simulated_hub import SimulatedHub

_GIVE_UP_S: Final = 2.0
_NAP_S: Final = 0.25
_CHUNK: Final = 4096


class Cable:
    """Both directions of the cable between hub and host, as bad as it is told to be."""

    def __init__(self, loss: float, garble: float, baud: int, seed: int) -> None:
        self._lossy = (LossyWire(loss, seed + 1), LossyWire(loss, seed + 3))
        self._garbling = (GarblingWire(garble, seed + 2), GarblingWire(garble, seed + 4))
        self._slow = (SlowWire(baud), SlowWire(baud))
        self._bad = tuple(Wires(*pair) for pair in zip(self._lossy, self._garbling, strict=True))
        self.full = False

    def carry(self, data: bytes, now_ms: int, *, up: bool) -> bytes:
        """What comes out by now, of this and what went in before; `up` is to the host."""
        way = 0 if up else 1
        self._slow[way].put(self._bad[way].carry(data), now_ms)
        return self._slow[way].take(now_ms)

    @property
    def waiting(self) -> int:
        """Bytes on their way to the host."""
        return self._slow[0].waiting

    def set(self, what: str, value: float) -> None:
        """Change it: loss, garble, baud or full."""
        if what in ("loss", "garble") and not value <= 1:
            raise ValueError(f"{what} {value}; give 0 to 1")
        for way in (0, 1):
            if what == "loss":
                self._lossy[way].loss = value
            elif what == "garble":
                self._garbling[way].rate = value
            elif what == "baud":
                self._slow[way].baud = int(value)
        if what == "full":
            self.full = bool(value)

    def pull(self) -> None:
        """What was on its way is gone."""
        for slow in self._slow:
            slow.clear()


class HubServer:
    """One simulated hub behind one port, moved by wall time or by commands."""

    def __init__(self, args: argparse.Namespace, faults: FaultScript) -> None:
        self.hub = SimulatedHub(args.channels, seed=args.seed, id=args.id)
        self.port = Port(Path(args.link) if args.link else None, 1 if args.bytewise else _CHUNK)
        self.lockstep = args.clock == "lockstep"
        self._faults = faults
        self._cable = Cable(args.loss, args.garble, args.baud, args.seed)
        self._waiting = b""
        self._started = time.monotonic()
        self._lines = b""

    def run(self) -> None:
        """Live until stdin ends."""
        try:
            say({"port": self.port.plug()})
        except OSError as error:
            say({"error": f"the system gives no pseudo-terminal ({error.strerror}); is /dev/pts mounted?"})
            return
        try:
            while self._turn():
                pass
        finally:
            self.port.unplug()

    def _turn(self) -> bool:
        nap = None if self.lockstep else self._nap_s()
        heard: list[int | Port] = [0]
        if not self.lockstep and self.port.plugged:
            heard.append(self.port)
        ready, _, _ = select.select(heard, [], [], nap)
        if 0 in ready and not self._hear_world():
            return False
        if not self.lockstep:
            self._live()
        return True

    def _nap_s(self) -> float:
        if self._waiting or self._cable.waiting:
            return 0.005
        due_ms = min(self.hub.next_ms(), self._faults.next_ms() or self.hub.next_ms())
        return min(max(self._started + due_ms / 1000 - time.monotonic(), 0.001), _NAP_S)

    def _hear_world(self) -> bool:
        data = os.read(0, _CHUNK)
        *lines, self._lines = (self._lines + data).split(b"\n")
        for line in lines:
            if line.strip():
                self._obey_line(line)
        return bool(data)

    def _obey_line(self, line: bytes) -> None:
        if not self.lockstep:
            self._live()  # so that "now" is now
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise TypeError("no table")
            if "advance" in request:
                self._advance(int(request["advance"]), int(request["rx"]))
            else:
                self._obey(request)
        except (ValueError, KeyError, TypeError, IndexError, ZeroDivisionError, RecursionError) as error:
            say({"error": f"control line {line[:80].decode('latin-1')}: {error}; see docs/hub-protocol.md"})

    def _obey(self, request: Request, *, by_script: bool = False) -> None:
        deeds: dict[str, Callable[[], None]] = {
            "contact": lambda: self._contact(request),
            "key": lambda: self.hub.key(_within(request["key"], self.hub.keys, "key"), bool(request["down"])),
            "flicker": lambda: self._flicker(request),
            "reboot": self.hub.reboot,
            "brown": partial(self.hub.reboot, "brown"),
            "torn": lambda: self.hub.tear(bool(request["torn"])),
            "hang": lambda: self.hub.hang(int(request["hang"])),
            "unplug": self._unplug,
            "plug": partial(self._plug, "renamed" if by_script else "port"),
            "rename": self._rename,
        }
        for what in ("loss", "garble", "baud", "full"):
            deeds[what] = partial(self._cable.set, what, request.get(what, 0))
        for name, deed in deeds.items():
            if name in request:
                deed()
                return
        raise ValueError(f"no deed in it; one of {', '.join(deeds)}, advance")

    def _contact(self, request: Request) -> None:
        channel, token = self._channel(request["contact"]), _within(request["token"], 256, "token")
        self.hub.set_contact(
            channel, token, bounce_ms=_within(request.get("bounce_ms", 0), 1000, "bounce_ms")
        )

    def _flicker(self, request: Request) -> None:
        for_ms = _within(request["for_ms"], 600_001, "for_ms")
        self.hub.flicker(self._channel(request["flicker"]), _within(request["hz"], 501, "hz"), for_ms)

    def _channel(self, value: float) -> int:
        return _within(value, len(self.hub.contacts.raw), "channel")

    def _unplug(self) -> None:
        self.port.unplug()
        self._cable.pull()
        self._waiting = b""

    def _plug(self, answer: str) -> None:
        if not self.port.plugged:
            self.hub.reboot("por")  # the cable is its supply
            say({answer: self.port.plug()})

    def _rename(self) -> None:
        self.hub.reboot("por")
        self._cable.pull()
        self._waiting = b""
        say({"renamed": self.port.rename()})

    # -- how time passes

    def _pass_time(self, to_ms: int, rx: bytes) -> None:
        """Let the hub live until then, with what the script asks for on the way."""
        while (due := self._faults.next_ms()) is not None and due <= to_ms:
            self._hub_until(max(due, self.hub.now_ms), rx)
            rx = b""
            for request in self._faults.take(due):
                with suppress(ValueError):  # a channel that this hub has not
                    self._obey(request, by_script=True)
        self._hub_until(to_ms, rx)

    def _hub_until(self, to_ms: int, rx: bytes) -> None:
        full = self._cable.full or bool(self._waiting)
        out = self.hub.advance(to_ms, self._cable.carry(rx, to_ms, up=False), room=0 if full else None)
        self._waiting += self._cable.carry(out, to_ms, up=True)
        if not self.port.plugged:
            self._waiting = b""

    def _live(self) -> None:
        """Wall time: catch up with the clock."""
        rx = self.port.take() if self.port.plugged else b""
        now_ms = int((time.monotonic() - self._started) * 1000)
        self._pass_time(max(now_ms, self.hub.now_ms), rx)
        if self._waiting and not self._cable.full:
            self._waiting = self._waiting[self.port.give(self._waiting) :]

    def _advance(self, to_ms: int, rx_total: int) -> None:
        """Lockstep: wait for the host's bytes, let time pass, write, and say how far things are."""
        if not self.lockstep:
            raise ValueError("advance works in lockstep only; start with --clock lockstep")
        rx = b""
        until = time.monotonic() + _GIVE_UP_S
        while self.port.plugged and self.port.read < rx_total:
            if time.monotonic() > until:
                say({"error": f"{self.port.read} bytes came from the host, {rx_total} were announced"})
                return
            select.select([self.port], [], [], 0.05)
            rx += self.port.take()
        self._pass_time(to_ms, rx)
        until = time.monotonic() + _GIVE_UP_S
        while self._waiting and not self._cable.full and time.monotonic() < until:
            select.select([], [self.port], [], 0.05)
            self._waiting = self._waiting[self.port.give(self._waiting) :]
        if not self._cable.full:
            self._waiting = b""
        say({"at": self.hub.now_ms, "tx": self.port.written})


def _within(value: float, end: int, name: str) -> int:
    if not 0 <= value < end:
        raise ValueError(f"{name} {value}; give 0 to {end - 1}")
    return int(value)


def say(what: dict[str, str | int]) -> None:
    """One JSON line to whoever started us."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"simulated hub: {message}\n")


def main(argv: list[str] | None = None) -> int:
    """Run a simulated hub."""
    parser = _Parser(prog="python -m lab.hub.process", description=__doc__)
    parser.add_argument("--channels", type=int, default=144, help="how many pins, 1 to 250")
    parser.add_argument("--id", default="e6614103e7452d2f", help="the hub's own number, up to 16 hex digits")
    parser.add_argument("--link", help="a link to keep pointed at the port, as udev would")
    parser.add_argument("--loss", type=float, default=0.0, help="share of packets lost, each way")
    parser.add_argument("--garble", type=float, default=0.0, help="share of bytes harmed, each way")
    parser.add_argument("--baud", type=int, default=0, help="how slow the cable is; 0: as fast as it goes")
    parser.add_argument("--bytewise", action="store_true", help="write to the host byte by byte")
    parser.add_argument("--faults", help="a script of what happens when (docs/firmware.md)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--clock", choices=("wall", "lockstep"), default="wall")
    args = parser.parse_args(argv)
    if not 1 <= args.channels <= 250:
        parser.error(f"--channels {args.channels}; give 1 to 250")
    if not 1 <= len(args.id) <= 16 or set(args.id) - set("0123456789abcdef"):
        parser.error(f"--id {args.id}; give 1 to 16 lower-case hex digits")
    try:
        faults = FaultScript(
            Path(args.faults).read_text(encoding="utf-8").splitlines() if args.faults else []
        )
    except OSError as error:
        parser.error(f"--faults {args.faults}: {error.strerror}; check the path")
    except (UnicodeDecodeError, FaultScriptError) as error:
        parser.error(f"--faults {args.faults}: {error}")
    with suppress(KeyboardInterrupt, BrokenPipeError):
        HubServer(args, faults).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
