"""Sixty-four open pages at one table: until a page comes, until an act is on every page, what it takes.

    .venv/bin/python -m benchmarks.page_streams [--acts 60]

Three seats with five pages each, the host's page, and 48 guests at the table's own, the routes and the map
keep their streams. Acts are done at the table, and on each stream the time is taken until it has told of
that; then a bare Starlette stream tells as many bytes to as many clients. Pages are fetched between further
acts, each on a connection of its own. The streams' clients are in another process. Bars: first byte 60 ms,
act to page 50 ms (p99), 45 MB over a table without a page.
"""

import argparse
import asyncio
import gc
import multiprocessing
import threading
import time
from bisect import bisect_left
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Final

from bots.bot import GreedyBot
from engine import DrawCard, Game, Seat
from table.requests import DoAct, Request
from tests.criteria.panel_table import PanelTable
from tests.engine.rule_bench import play

if TYPE_CHECKING:
    from tests.web.page_table import PageTable

SEATS: Final[tuple[Seat, ...]] = ("blue", "red", "green")
GUESTS: Final = 48
FETCHED: Final = ("/", "/routes", "/map", "/seat", "/host")
APART_S: Final = 0.37
"""From act to act: no beat of any stream falls in with it."""
FIRST_BYTE_MS: Final = 60.0
ACT_MS: Final = 50.0
SERVER_MB: Final = 45.0


@dataclass(frozen=True, slots=True)
class Stream:
    """One open page: what it asks for, by which cookie, from which address."""

    path: str
    cookie: str
    source: str


Told = list[tuple[float, int]]
"""When something came to a stream, and how many bytes."""


def memory_mb() -> float:
    """What this process holds."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:")) * 1024 / 1e6


def listen(port: int, streams: Sequence[Stream], pipe: Connection) -> None:
    """Runs in a process of its own: keeps the streams open until it is told to end, then hands over."""
    told: list[Told] = [[] for _ in streams]

    async def one(stream: Stream, mine: Told) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(stream.source, 0), limit=2**20
        )
        ask = f"GET {stream.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {stream.cookie}\r\n\r\n"
        writer.write(ask.encode())
        while piece := await reader.read(2**20):
            mine.append((time.monotonic(), len(piece)))

    async def all_of_them() -> None:
        running = [asyncio.create_task(one(*each)) for each in zip(streams, told, strict=True)]
        while not all(told):
            await asyncio.sleep(0.05)
        pipe.send("listening")
        await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
        for task in running:
            task.cancel()

    asyncio.run(all_of_them())
    pipe.send(told)


def heard(
    port: int, streams: Sequence[Stream], acts: int, act: Callable[[], None], *, meanwhile: Callable[[], None]
) -> tuple[list[float], float]:
    """Milliseconds from each act to each stream, and how many bytes each is told of one."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=listen, args=(port, streams, there), daemon=True
    )
    process.start()
    here.recv()
    time.sleep(1.0)
    done: list[float] = []
    for _ in range(acts):
        done.append(time.monotonic())
        act()
        meanwhile()
        time.sleep(max(0.0, done[-1] + APART_S - time.monotonic()))
    here.send("end")
    told: list[Told] = here.recv()
    process.join()
    late: list[float] = []
    for mine in told:
        times = [at for at, _ in mine]
        for at in done:
            place = bisect_left(times, at)
            late.append(1000 * (times[place] - at) if place < len(times) else float("inf"))
    size = sum(count for mine in told for at, count in mine if at >= done[0]) / (len(told) * acts)
    return late, size


async def _first_byte(port: int, path: str, cookie: str) -> float:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.monotonic()
    ask = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nCookie: {cookie}\r\n\r\n"
    writer.write(ask.encode())
    first = await reader.read(1)
    took = time.monotonic() - begun
    answer = first + await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200"), answer[:80]
    return 1000 * took


class Bare:
    """As little as there can be: one Starlette stream that tells so many bytes when a bell rings."""

    def __init__(self, size: int) -> None:
        from starlette.applications import Starlette
        from starlette.requests import Request as HttpRequest
        from starlette.responses import Response, StreamingResponse
        from starlette.routing import Route

        from web.server import _listening

        bells: list[asyncio.Event] = []
        text = f"data: {'x' * (size - 8)}\n\n"

        async def told() -> AsyncIterator[str]:
            bell = asyncio.Event()
            bells.append(bell)
            yield ": here\n\n"
            while True:
                await bell.wait()
                bell.clear()
                yield text

        async def events(request: HttpRequest) -> Response:
            return StreamingResponse(told(), media_type="text/event-stream")

        import uvicorn

        found = _listening("127.0.0.1", 0)
        self.port: int = found.getsockname()[1]
        self._bells, self._loop = bells, asyncio.new_event_loop()
        app = Starlette(routes=[Route("/", events)])
        self._server = uvicorn.Server(
            uvicorn.Config(app, http="h11", lifespan="off", log_config=None, timeout_graceful_shutdown=1)
        )
        self._thread = threading.Thread(
            target=lambda: self._loop.run_until_complete(self._server.serve(sockets=[found])), daemon=True
        )
        self._thread.start()

    def ring(self) -> None:
        """Tell them all."""
        for bell in self._bells:
            self._loop.call_soon_threadsafe(bell.set)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(5.0)


def in_the_middle() -> Game:
    """Thirty turns on."""
    game, bot = Game.new("us-accessible", "usa", SEATS, "dealt", 7), GreedyBot(7)
    while game.state.turn <= 30 or game.state.to_move != SEATS[0]:
        game = play(game, bot.choose(game.state, game.state.waiting_for()[0]))
    return game


def draw(table: "PageTable") -> None:
    """Whoever is to move draws a card."""
    seq, (seat,) = table.state.seq, table.state.waiting_for()
    table.session.handle(Request(want=DoAct(command=DrawCard(seat=seat, source="deck"))), table.at)
    table.at += 0.01
    if table.state.seq == seq:  # nothing happened, so that no page would ever tell of it
        raise SystemExit("no card is left to draw: ask for fewer --acts")


def line(name: str, found: Sequence[float], bar: float | None) -> str:
    """One row of what is printed."""
    high = quantiles(found, n=100)[98]
    judged = "" if bar is None else f"  bar {bar:g}: {'held' if high <= bar else 'NOT HELD'}"
    return f"{name:28} median {median(found):6.1f}  p99 {high:6.1f}  most {max(found):6.1f} ms{judged}"


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--acts", type=int, default=60)
    args = parser.parse_args()
    PanelTable("us-accessible", seats=SEATS, game=in_the_middle())
    before = memory_mb()
    from tests.web.page_table import PageTable
    from tests.web.served import ServedTable

    table = PageTable(seats=SEATS, game=in_the_middle())
    served = ServedTable(table)
    hosts = table.pages.reception.hosts.join("host", table.at)
    cookies = {"/host": f"fingerpost-host={hosts}", "/seat": f"fingerpost={served.secrets[SEATS[0]]}"}
    homes = [f"127.0.0.{n}" for n in range(2, 8)]
    streams = [
        Stream("/events?at=seat", f"fingerpost={served.secrets[seat]}", "127.0.0.1")
        for seat in SEATS
        for _ in range(5)
    ]
    streams.append(Stream("/events?at=host", cookies["/host"], "127.0.0.1"))
    streams += [
        Stream(f"/events?at={('table', 'routes', 'map')[n % 3]}", "", homes[n % len(homes)])
        for n in range(GUESTS)
    ]
    gc.freeze()  # as the service does once it is ready
    firsts: list[float] = []

    def fetch() -> None:
        for path in FETCHED:
            firsts.append(asyncio.run(_first_byte(served.server.port, path, cookies.get(path, ""))))

    def act() -> None:
        served.do(draw)

    late, size = heard(served.server.port, streams, args.acts, act, meanwhile=lambda: None)
    took = memory_mb() - before
    heard(served.server.port, streams, args.acts // 4, act, meanwhile=fetch)
    served.close()
    bare = Bare(int(size))
    plain = [Stream("/", "", "127.0.0.1")] * len(streams)
    bare_late, _ = heard(bare.port, plain, args.acts, bare.ring, meanwhile=lambda: None)
    bare.close()
    print(f"{len(streams)} streams, {args.acts} acts, {size:.0f} bytes a stream and act")
    print(line("act to page", late, ACT_MS))
    print(line("a bare Starlette stream", bare_late, None))
    print(line("first byte of a page", firsts, FIRST_BYTE_MS))
    held = "held" if took <= SERVER_MB else "NOT HELD"
    print(f"server over the table {took:.1f} MB  bar {SERVER_MB:g}: {held}")


if __name__ == "__main__":
    main()
