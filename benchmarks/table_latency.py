"""How long a token waits for its sound and its words.

    .venv/bin/python -m benchmarks.table_latency [--claims 100] [--wall 30]

On the table's virtual clock, with hub/1 bytes and drawn frames (five a second): from the contact to `place`,
and from a quiet board (half a second after contact and hand have rested) to the claim's utterance. Then by
the wall clock, with the loop of `fingerpost play` around a hub that lives by itself; there no camera looks.
"""

import argparse
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles
from typing import Final

from announce import Announcement, Wording
from engine import ClaimRoute, Event, Game, Refusal, RouteId, State
from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from fingerpost.evening.loop import run
from lab.hub.process import HubProcess
from lab.simulation.simulated_table import SimulatedTable, absent
from lab.simulation.table_faults import Faults
from reconcile import QUIET_S
from table.session import Session
from tabletop import BoardLayout, DeviceHealth, SiteId, board_layout

SEATS: Final = ("blue", "red", "green", "yellow", "black")
BARS_MS: Final = {"contact to sound": 150, "quiet to claim": 1000}
STEP_S: Final = 0.02  # finer than a game is played: the bar is 150 ms
HEARD_S: Final = 2.0  # the next seat hears the claim before its hand moves; a token set sooner is asked about
WAIT_S: Final = 10.0  # no claim for so long: something is asked instead


@dataclass
class Clock:
    """A sink that notes when it was told of a sound and of a claim."""

    now: Callable[[], float] | None = None  # None: the time that the session gives
    place: float | None = None
    claim: float | None = None
    claimed: threading.Event = field(default_factory=threading.Event)

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Words come by `say`."""

    def say(self, announcement: Announcement, at: float) -> None:
        """Note the first of each."""
        at = at if self.now is None else self.now()
        if announcement.earcon == "place" and self.place is None:
            self.place = at
        if announcement.earcon in ("claim", "last") and self.claim is None:
            self.claim = at
            self.claimed.set()

    def forget(self) -> None:
        """The next claim."""
        self.place = self.claim = None
        self.claimed.clear()

    def again(self, announcement: Announcement, at: float) -> None:
        """Nothing new."""

    def hush(self, at: float) -> bool:
        """Nothing speaks."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """Said as words too."""

    def close(self) -> None:
        """Nothing to let go."""


@dataclass
class Table:
    """A game that many claims fit into, its session and the clock that listens."""

    clock: Clock
    seed: int = 0

    def __post_init__(self) -> None:
        self.layout: BoardLayout = board_layout("usa")
        game = Game.new("us-accessible", "usa", SEATS, "untracked", self.seed)
        wording = Wording(game.state.game_map, self.layout)
        self.session = Session(game, layout=self.layout, wording=wording, store=None, sinks=[self.clock])
        self._routes = sorted(game.state.game_map.routes)
        Random(self.seed).shuffle(self._routes)

    def next_route(self) -> RouteId | None:
        """A route that the mover may have; None: the game is at its end."""
        mover = self.session.game.state.to_move
        for route in self._routes if mover is not None else ():
            claim = ClaimRoute(seat=mover or "blue", route=route)
            if not isinstance(self.session.game.do(claim), Refusal):
                return route
        return None


def virtual(count: int, *, camera: bool) -> dict[str, list[float]]:
    """Milliseconds by the table's own clock."""
    found: dict[str, list[float]] = {name: [] for name in BARS_MS}
    seed = 0
    while len(found["quiet to claim"]) < count:
        seed += 1
        table = Table(Clock(), seed)
        faults = Faults("none", seed)
        board = SimulatedTable(table.layout, seed=seed, hub=True, camera=camera, faults=faults, step_s=STEP_S)
        try:
            if not camera:
                table.session.handle(absent("camera"), 0.0)
            for item in board.begin():
                table.session.handle(item, 0.0)
            _pass(table, board, 2.0)
            table.session.begin(board.now)
            while len(found["quiet to claim"]) < count and (route := table.next_route()) is not None:
                _claim(table, board, SiteId(route), found)
        finally:
            board.close()
    return found


def _pass(table: Table, board: SimulatedTable, seconds: float) -> None:
    until = board.now + seconds
    while board.now < until - 1e-9:
        for item in board.step():
            table.session.handle(item, board.now)
        table.session.tick(board.now)


def _claim(table: Table, board: SimulatedTable, site: SiteId, found: dict[str, list[float]]) -> None:
    mover = table.session.game.state.to_move
    assert mover is not None
    _pass(table, board, HEARD_S)
    table.clock.forget()
    board.reach(site)
    _pass(table, board, 0.2)
    contact = board.now
    board.place(site, mover)
    _pass(table, board, 0.2)
    board.withdraw()
    rested = board.now
    while table.clock.claim is None and board.now < rested + WAIT_S:
        _pass(table, board, 0.1)
    if table.clock.place is None or table.clock.claim is None:
        raise SystemExit(f"table_latency: no claim of {site} within {WAIT_S:g} s of the table's clock.")
    found["contact to sound"].append(1000 * (table.clock.place - contact))
    found["quiet to claim"].append(1000 * (table.clock.claim - rested - QUIET_S))


def wall(count: int) -> dict[str, list[float]]:
    """Milliseconds by the wall clock, through `play.run` in a thread; pins alone."""
    found: dict[str, list[float]] = {name: [] for name in BARS_MS}
    clock = Clock(now=time.monotonic)
    table, stop, inbox = Table(clock), threading.Event(), Inbox()
    table.session.handle(absent("camera"), 0.0)
    with HubProcess(max(table.layout.channels()) + 1, seed=1) as hub:
        part = HubPart(hub.port, table.layout, inbox)
        loop = threading.Thread(target=run, args=(table.session, [part], inbox), kwargs={"stop": stop})
        loop.start()
        time.sleep(1.0)  # until the hub is heard
        try:
            while len(found["quiet to claim"]) < count and (route := table.next_route()) is not None:
                channel = table.layout.sites[SiteId(route)].channel
                assert channel is not None
                time.sleep(HEARD_S)
                clock.forget()
                contact = time.monotonic()
                hub.contact(channel, 1)
                if not clock.claimed.wait(WAIT_S) or clock.place is None or clock.claim is None:
                    raise SystemExit(
                        f"table_latency: no claim of {route} within {WAIT_S:g} s; is the machine busy?"
                    )
                found["contact to sound"].append(1000 * (clock.place - contact))
                found["quiet to claim"].append(1000 * (clock.claim - contact - QUIET_S))
        finally:
            stop.set()
            loop.join()
    return found


def row(name: str, what: str, taken: list[float]) -> str:
    """One line of the table."""
    p95 = quantiles(taken, n=20)[18]
    bar = f"{BARS_MS[what]} {'kept' if p95 <= BARS_MS[what] else 'MISSED'}"
    return f"{name:26}{what:20}{len(taken):>5}{median(taken):>9.0f}{p95:>8.0f}{max(taken):>8.0f}  {bar}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claims", type=int, default=100)
    parser.add_argument("--wall", type=int, default=30)
    args = parser.parse_args()
    print(f"{'milliseconds':26}{'':20}{'n':>5}{'median':>9}{'p95':>8}{'worst':>8}  bar of p95")
    measured = {
        "virtual, pins": virtual(args.claims, camera=False),
        "virtual, pins and camera": virtual(args.claims, camera=True),
        "wall clock, pins": wall(args.wall),
    }
    for name, found in measured.items():
        for what, taken in found.items():
            print(row(name, what, taken))


if __name__ == "__main__":
    main()
