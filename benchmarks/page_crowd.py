"""A crowd that wants the page for itself: does every seat's page go on?

    .venv/bin/python -m benchmarks.page_crowd [--seconds 30] [--connections 500] [--shared]

A table of three is served; from five addresses of this machine come 500 connections that are opened again
whenever they end, 48 streams, and requests to join without end. Meanwhile each seat fetches its page anew, on
a connection of its own, and keeps a stream. `--shared`: the seats come from the addresses of the crowd.
Bar: every page and every stream goes on; the first byte of a page within 0.5 s.
"""

import argparse
import asyncio
import contextlib
import http.client
import multiprocessing
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Final

from engine import Seat
from tests.web.page_table import PageTable
from tests.web.served import ServedTable

SEATS: Final[tuple[Seat, ...]] = ("blue", "red", "green")
CROWD: Final = tuple(f"127.0.0.{n}" for n in range(2, 7))
HOMES: Final = tuple(f"127.0.0.{n}" for n in range(11, 16))
STREAMS: Final = 48
JOINERS: Final = 25
BAR_S: Final = 0.5
PATIENCE_S: Final = 10.0


async def _line(port: int, source: str, ask: bytes, *, again_s: float) -> None:
    """One connection that asks for something again and again, and is opened again when it ends."""
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            try:
                while True:
                    writer.write(ask)
                    await writer.drain()
                    if not await asyncio.wait_for(reader.read(65_536), 5.0 if ask else 60.0):
                        break
                    await asyncio.sleep(again_s)
            finally:
                writer.close()
        await asyncio.sleep(0.02)


def crowd(port: int, connections: int, token: str) -> None:
    """Runs in a process of its own until it is killed."""
    head = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    stream = f"GET /events HTTP/1.1\r\n{head}\r\n".encode()

    def join(seat: Seat) -> bytes:
        body = f"token={token}&seat={seat}"
        kind = "Content-Type: application/x-www-form-urlencoded\r\n"
        return f"POST /join/open HTTP/1.1\r\n{head}{kind}Content-Length: {len(body)}\r\n\r\n{body}".encode()

    async def all_of_them() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(connections):
                group.create_task(_line(port, CROWD[number % 5], b"", again_s=0.0))
            for number in range(STREAMS):
                group.create_task(_line(port, CROWD[number % 5], stream, again_s=0.0))
            for number in range(JOINERS):
                ask = join(SEATS[number % len(SEATS)])
                group.create_task(_line(port, CROWD[number % 5], ask, again_s=0.0))

    asyncio.run(all_of_them())


@dataclass
class SeatPage:
    """A seat that fetches its page and keeps a stream, and what it saw."""

    port: int
    source: str
    secret: str
    firsts: list[float] = field(default_factory=list)
    lost: int = 0
    streams_lost: int = 0
    told: int = 0

    def fetch(self) -> None:
        """Its page, on a connection of its own."""
        begun = time.monotonic()
        try:
            line = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=PATIENCE_S, source_address=(self.source, 0)
            )
            line.request("GET", "/seat", headers={"Cookie": f"fingerpost={self.secret}"})
            answer = line.getresponse()
            self.firsts.append(time.monotonic() - begun)
            assert answer.status == 200 and b"Your hand" in answer.read()
            line.close()
        except (OSError, AssertionError, http.client.HTTPException):
            self.lost += 1

    def listen(self, until: Callable[[], bool]) -> None:
        """Its stream."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE_S, (self.source, 0)) as line:
            ask = (
                f"GET /events?at=seat HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: fingerpost={self.secret}\r\n\r\n"
            )
            line.sendall(ask.encode())
            line.settimeout(1.0)
            while not until():
                with contextlib.suppress(TimeoutError):
                    try:
                        piece = line.recv(65_536)
                    except ConnectionResetError:
                        piece = b""
                    self.told += piece.count(b"event: ")
                    if not piece:
                        self.streams_lost += 1
                        return


def measure(seconds: float, connections: int, *, shared: bool) -> tuple[Sequence[SeatPage], int]:
    """The seats' pages, and how often the table told a code."""
    table = PageTable(seats=SEATS)
    token = table.browser().page.forms[0].hidden["token"]
    served = ServedTable(table)
    homes = CROWD if shared else HOMES
    pages = [SeatPage(served.server.port, homes[n], served.secrets[seat]) for n, seat in enumerate(SEATS)]
    for one in pages:
        one.fetch()
        one.firsts.clear()
    codes = _codes(table)
    process = multiprocessing.get_context("spawn").Process(
        target=crowd, args=(served.server.port, connections, token), daemon=True
    )
    process.start()
    time.sleep(3.0)  # until the crowd is there
    end = time.monotonic() + seconds
    listening = [threading.Thread(target=one.listen, args=(lambda: time.monotonic() > end,)) for one in pages]
    for thread in listening:
        thread.start()
    while time.monotonic() < end:
        for one in pages:
            one.fetch()
        time.sleep(0.1)
    for thread in listening:
        thread.join()
    process.kill()
    process.join()
    served.close()
    return pages, _codes(table) - codes


def _codes(table: PageTable) -> int:
    return sum(one.normal.startswith("The code for ") for one in table.room.said)


def main() -> None:
    """Print a line for each seat."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--shared", action="store_true", help="seats at the addresses of the crowd")
    args = parser.parse_args()
    pages, codes = measure(args.seconds, args.connections, shared=args.shared)
    for seat, one in zip(SEATS, pages, strict=True):
        firsts = sorted(one.firsts) or [float("nan")]
        high = quantiles(firsts, n=100)[98] if len(firsts) > 1 else firsts[0]
        print(
            f"{seat:6} pages {len(one.firsts)}, lost {one.lost}; first byte "
            f"{1000 * firsts[len(firsts) // 2]:.0f} ms, p99 {1000 * high:.0f}, most {1000 * firsts[-1]:.0f}; "
            f"stream lost {one.streams_lost}, told {one.told}"
        )
    well = all(not one.lost and not one.streams_lost and max(one.firsts) <= BAR_S for one in pages)
    print(f"codes told: {codes}; {'within' if well else 'NOT within'} the bar of {BAR_S} s")


if __name__ == "__main__":
    main()
