"""A simulated hub as a process of its own: a pseudo-terminal on one side, the world's hand on the other.

stdin takes JSON lines that do things to the pins (docs/hub-protocol.md, "A hub without hardware"); stdout
says where the port is, and how far things are in lockstep. It ends when stdin does.
"""

import argparse
import json
import os
import select
import sys
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from simulator.hub import SimulatedHub
from simulator.wire import GarblingWire, LossyWire, Wires

_GIVE_UP_S: Final = 2.0
_NAP_S: Final = 0.25
_CHUNK: Final = 4096


class Port:
    """A pseudo-terminal that can be unplugged and comes back under another name."""

    def __init__(self, link: Path | None) -> None:
        self.read = 0
        self.written = 0
        self._link = link
        self._master = self._slave = -1

    @property
    def plugged(self) -> bool:
        """Whether there is a port just now."""
        return self._master >= 0

    def fileno(self) -> int:
        """For select."""
        return self._master

    def plug(self) -> str:
        """Make a new port, point the link at it, and tell its name."""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)  # kept open: without any opener the master would read errors
        os.set_blocking(self._master, False)
        name = os.ttyname(self._slave)
        if self._link is not None:
            fresh = self._link.with_name(f".{self._link.name}.{os.getpid()}")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(name)
            fresh.replace(self._link)
        return name

    def unplug(self) -> None:
        """Take the port away from whoever has it open."""
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    def take(self) -> bytes:
        """What the host wrote, as far as it is here."""
        try:
            data = os.read(self._master, _CHUNK)
        except OSError:
            return b""
        self.read += len(data)
        return data

    def give(self, data: bytes) -> int:
        """Write what the wire takes now; how much that was."""
        try:
            count = os.write(self._master, data)
        except OSError:  # full: nobody reads
            return 0
        self.written += count
        return count


class HubServer:
    """One simulated hub behind one port, moved by wall time or by commands."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.hub = SimulatedHub(args.channels, seed=args.seed)
        self.port = Port(Path(args.link) if args.link else None)
        self.lockstep = args.clock == "lockstep"
        self._to_host = Wires(LossyWire(args.loss, args.seed + 1), GarblingWire(args.garble, args.seed + 2))
        self._to_hub = Wires(LossyWire(args.loss, args.seed + 3), GarblingWire(args.garble, args.seed + 4))
        self._waiting = b""
        self._started = time.monotonic()
        self._lines = b""

    def run(self) -> None:
        """Live until stdin ends."""
        say({"port": self.port.plug()})
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
        if self._waiting:
            return 0.005
        due_s = self._started + self.hub.next_ms() / 1000 - time.monotonic()
        return min(max(due_s, 0.001), _NAP_S)

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
            wish = json.loads(line)
            if not isinstance(wish, dict):
                raise TypeError("no table")
            self._obey(wish)
        except (ValueError, KeyError, TypeError, IndexError, ZeroDivisionError, RecursionError) as error:
            say({"error": f"control line {line[:80].decode('latin-1')}: {error}; see docs/hub-protocol.md"})

    def _obey(self, wish: dict[str, int | float | bool]) -> None:
        deeds: dict[str, Callable[[], None]] = {
            "contact": lambda: self._contact(wish),
            "key": lambda: self.hub.key(self._within(wish["key"], self.hub.keys, "key"), bool(wish["down"])),
            "flicker": lambda: self._flicker(wish),
            "reboot": self.hub.reboot,
            "hang": lambda: self.hub.hang(int(wish["hang"])),
            "unplug": self._unplug,
            "plug": self._plug,
            "advance": lambda: self._advance(int(wish["advance"]), int(wish["rx"])),
        }
        for name, deed in deeds.items():
            if name in wish:
                deed()
                return
        raise ValueError(f"no deed in it; one of {', '.join(deeds)}")

    def _contact(self, wish: dict[str, int | float | bool]) -> None:
        channel, token = self._channel(wish["contact"]), self._within(wish["token"], 256, "token")
        self.hub.set_contact(
            channel, token, bounce_ms=self._within(wish.get("bounce_ms", 0), 1000, "bounce_ms")
        )

    def _flicker(self, wish: dict[str, int | float | bool]) -> None:
        for_ms = self._within(wish["for_ms"], 600_001, "for_ms")
        self.hub.flicker(self._channel(wish["flicker"]), self._within(wish["hz"], 501, "hz"), for_ms)

    def _channel(self, value: float) -> int:
        return self._within(value, len(self.hub.contacts.raw), "channel")

    def _within(self, value: float, end: int, name: str) -> int:
        if not 0 <= value < end:
            raise ValueError(f"{name} {value}; give 0 to {end - 1}")
        return int(value)

    def _unplug(self) -> None:
        self.port.unplug()
        self._waiting = b""

    def _plug(self) -> None:
        if not self.port.plugged:
            self.hub.reboot("por")  # the cable is its supply
            say({"port": self.port.plug()})

    def _live(self) -> None:
        """Wall time: catch up with the clock."""
        rx = self._to_hub.carry(self.port.take()) if self.port.plugged else b""
        now_ms = int((time.monotonic() - self._started) * 1000)
        out = self.hub.advance(max(now_ms, self.hub.now_ms), rx, room=0 if self._waiting else None)
        self._waiting += self._to_host.carry(out)
        if not self.port.plugged:
            self._waiting = b""
        elif self._waiting:
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
        out = self._to_host.carry(self.hub.advance(to_ms, self._to_hub.carry(rx)))
        until = time.monotonic() + _GIVE_UP_S
        while out and self.port.plugged and time.monotonic() < until:
            select.select([], [self.port], [], 0.05)
            out = out[self.port.give(out) :]
        say({"at": self.hub.now_ms, "tx": self.port.written})


def say(what: dict[str, str | int]) -> None:
    """One JSON line to whoever started us."""
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main(argv: list[str] | None = None) -> int:
    """Run a simulated hub."""
    parser = argparse.ArgumentParser(prog="python -m simulator.hub_process", description=__doc__)
    parser.add_argument("--channels", type=int, default=144, help="how many pins, 1 to 250")
    parser.add_argument("--link", help="a link to keep pointed at the port, as udev would")
    parser.add_argument("--loss", type=float, default=0.0, help="share of packets lost, each way")
    parser.add_argument("--garble", type=float, default=0.0, help="share of bytes harmed, each way")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--clock", choices=("wall", "lockstep"), default="wall")
    args = parser.parse_args(argv)
    if not 1 <= args.channels <= 250:
        parser.error(f"--channels {args.channels}; give 1 to 250")
    with suppress(KeyboardInterrupt, BrokenPipeError):
        HubServer(args).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
