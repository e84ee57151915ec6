"""Sixty-four open pages at one table: until a page comes, until an act is on every page, what it takes.

    .venv/bin/python -m benchmarks.page_streams [--acts 60]

Three seats with five pages each, the host's page, and 48 guests at the table's own, the routes and the map
keep their streams. Acts are done at the table, and on each stream the time is taken until it has told the
words of that act, which are numbered; one that never tells them ends the run. Then a bare Starlette stream
tells as many bytes to as many clients. Pages are fetched between further
acts, each on a connection of its own. The streams' clients are in another process. Bars: first byte 60 ms,
act to page 50 ms (p99), 45 MB over a table without a page.
"""

import argparse
import asyncio
import gc
import multiprocessing
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Final

from bots.bot import GreedyBot
from engine import DrawCard, Game, Seat
from table.moment import GameMoment
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


TOLD_S: Final = 10.0
"""So late nothing is told any more."""

Told = list[tuple[float, int, int]]
"""When something came to a stream, how many bytes, and the number of the newest words by then."""
_NUMBER: Final = re.compile(rb"id: \w+-(\d+)-")


def memory_mb() -> float:
    """What this process holds."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:")) * 1024 / 1e6


def listen(port: int, streams: Sequence[Stream], pipe: Connection) -> None:
    """Runs in a process of its own: keeps the streams open until all have told the words that it is named."""
    told: list[Told] = [[] for _ in streams]

    async def one(stream: Stream, mine: Told) -> None:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(stream.source, 0), limit=2**20
        )
        ask = f"GET {stream.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {stream.cookie}\r\n\r\n"
        writer.write(ask.encode())
        newest, before = 0, b""
        while piece := await reader.read(2**20):
            at = time.monotonic()
            newest = max([newest, *(int(number) for number in _NUMBER.findall(before + piece))])
            mine.append((at, len(piece), newest))
            before = piece[-40:]  # a number may come in two pieces

    async def all_of_them() -> None:
        running = [asyncio.create_task(one(*each)) for each in zip(streams, told, strict=True)]
        while not all(told):
            await asyncio.sleep(0.05)
        pipe.send("listening")
        last = await asyncio.get_running_loop().run_in_executor(None, pipe.recv)
        until = time.monotonic() + TOLD_S
        while any(mine[-1][2] < last for mine in told) and time.monotonic() < until:
            await asyncio.sleep(0.05)
        for task in running:
            task.cancel()

    asyncio.run(all_of_them())
    pipe.send(told)


def heard(
    port: int, streams: Sequence[Stream], acts: int, act: Callable[[], int], *, meanwhile: Callable[[], None]
) -> tuple[list[float], float]:
    """Milliseconds from each act to each stream, and how many bytes each is told of one.

    `act`: does it; the number of the words that tell of it.
    """
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=listen, args=(port, streams, there), daemon=True
    )
    process.start()
    there.close()  # so that we hear when that process ends too soon
    here.recv()
    time.sleep(1.0)
    done: list[tuple[float, int]] = []
    for _ in range(acts):
        begun = time.monotonic()
        done.append((begun, act()))
        meanwhile()
        time.sleep(max(0.0, begun + APART_S - time.monotonic()))
    here.send(done[-1][1])
    told: list[Told] = here.recv()
    process.join()
    late = [1000 * (_told_at(mine, number) - at) for mine in told for at, number in done]
    size = sum(count for mine in told for at, count, _ in mine if at >= done[0][0]) / (len(told) * acts)
    return late, size


def _told_at(told: Told, number: int) -> float:
    """When a stream had told these words."""
    found = next((at for at, _, newest in told if newest >= number), None)
    if found is None:
        raise SystemExit(f"a stream did not tell words {number}; the last it told were {told[-1][2]}")
    return found


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
        data = "x" * (size - 24)
        self.told = 0

        async def told() -> AsyncIterator[str]:
            bell = asyncio.Event()
            bells.append(bell)
            yield ": here\n\n"
            while True:
                await bell.wait()
                bell.clear()
                yield f"id: bare-{self.told}-0\ndata: {data}\n\n"

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

    def ring(self) -> int:
        """Tell them all."""
        self.told += 1
        for bell in self._bells:
            self._loop.call_soon_threadsafe(bell.set)
        return self.told

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(5.0)


def in_the_middle() -> Game:
    """Thirty turns on."""
    game, bot = Game.new("us-accessible", "usa", SEATS, "dealt", 7), GreedyBot(7)
    while game.state.turn <= 30 or game.state.to_move != SEATS[0]:
        game = play(game, bot.choose(game.state, game.state.waiting_for()[0]))
    return game


def draw(table: "PageTable") -> int:
    """Whoever is to move draws a card; how far the game is then."""
    seq, (seat,) = table.state.seq, table.state.waiting_for()
    table.session.handle(Request(want=DoAct(command=DrawCard(seat=seat, source="deck"))), table.at)
    table.at += 0.01
    if table.state.seq == seq:  # nothing happened, so that no page would ever tell of it
        raise SystemExit("no card is left to draw: ask for fewer --acts")
    return table.state.seq


def words_of(table: "PageTable", seq: int) -> int:
    """The number of the newest words when the pages have the game so far."""
    while True:
        moment = table.pages.table
        if isinstance(moment, GameMoment) and moment.game.state.seq >= seq:
            return moment.heard("everyone")[-1].number
        time.sleep(0.001)


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

    def act() -> int:
        return words_of(table, served.do(draw))

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
