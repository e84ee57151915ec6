"""A day at the table on a virtual clock: is memory flat, is every handle let go, how large are the logs?

    python -m benchmarks.soak [--hours 24] [--seed 1]

Game after game is played by simulated players at the real session, panel and store, with a second copy of
each game and a transcript; senses say what stands, without bytes of a hub and without frames. Every half hour
of the virtual clock memory, open files and threads are counted.
"""

import argparse
import gc
import json
import os
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from announce import Wording
from bots.bot import Bot, GreedyBot
from command_line.printed_words import Transcript
from engine import Game, Seat, game_map
from lab.simulation.simulated_players import Pause, Players
from lab.simulation.simulated_table import SimulatedTable
from lab.simulation.table_faults import Faults
from storage.resume import begin
from storage.second_copy import SecondCopy
from table.ports import Sink
from table.session import Input, Session
from tabletop import DeviceHealth, Observation, Seen, Sense, SiteId, TokenColour, board_layout

STEP_S: Final = 0.05
THINK_S: Final = 8.0  # before each act
COUNT_S: Final = 1800.0
GAMES: Final = (("us-accessible", "usa"), ("europe", "europe"), ("rails-and-sails-world", "world"))


class SensedTable(SimulatedTable):
    """A table whose senses say at once and rightly what stands; its keys are the real driver's."""

    def __init__(self, on: str, seed: int) -> None:
        super().__init__(board_layout(on), seed=seed, hub=False, camera=False, faults=Faults("none", seed))
        self._waiting: list[Input] = []
        self._count = 0

    def place(self, site: SiteId, colour: TokenColour) -> None:
        """Felt and seen."""
        self.tokens[site] = colour
        self._senses(site, colour)

    def lift(self, site: SiteId) -> None:
        """Felt and seen."""
        del self.tokens[site]
        self._senses(site, "empty")

    def _senses(self, site: SiteId, seen: Seen) -> None:
        felt: Seen = "empty" if seen == "empty" else "something"
        pairs: tuple[tuple[Sense, Seen], ...] = (("pin", felt), ("camera", seen))
        for sense, what in pairs:
            self._waiting.append(
                Observation(site=site, sense=sense, seen=what, at=self.now, confidence=0.998)
            )

    def begin(self) -> list[Input]:
        """Both senses are live, and every pin is empty."""
        for site in self.layout.pins():
            self._senses(site.id, "empty")
        return [
            DeviceHealth(device="hub", condition="live", at=self.now),
            DeviceHealth(device="camera", condition="live", at=self.now),
        ]

    def step(self) -> list[Input]:
        """The next instant."""
        self._count += 1
        self.now = round(self._count * STEP_S, 3)
        said, self._waiting = self._waiting, []
        return [*said, *self._keys.poll(self.now)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What the process holds at one moment."""

    hours: float
    rss_mb: float
    files: int
    threads: int


@dataclass
class Day:
    """What is counted, and what was played."""

    counts: list[Count] = field(default_factory=list)
    games: int = 0
    acts: int = 0
    largest_log: int = 0
    passed_s: float = 0.0  # of games that are over

    def count(self, hours: float) -> None:
        """Count now."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        self.counts.append(
            Count(
                hours=round(hours, 1),
                rss_mb=round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1),
                files=sum(1 for _ in Path("/proc/self/fd").iterdir()),
                threads=threading.active_count(),
            )
        )


def play_one(day: Day, folder: Path, seed: int, until_s: float) -> None:
    """One game, to its end or to the end of the day."""
    edition, on = GAMES[seed % len(GAMES)]
    game = Game.new(edition, on, ("blue", "red", "green"), "dealt", seed)
    sitting = begin(folder / f"{seed}.fingerpost", game)
    table = SensedTable(on, seed)
    wording = Wording(game_map(on), table.layout)
    second = SecondCopy(
        folder / "stick",
        sitting.store.path,
        sitting.store.game_id,
        past=(),
        changed=_complain,
        apart=lambda _folder, _log: True,
    )
    with Path(os.devnull).open("w", encoding="utf-8") as paper:
        sinks: list[Sink] = [Transcript(paper, ears=True), second]
        session = Session(
            sitting.game, layout=table.layout, wording=wording, store=sitting.store, sinks=sinks
        )
        bots: dict[Seat, Bot] = {seat: GreedyBot(seed) for seat in session.game.state.seats}
        players = Players(session, table, bots)
        _sit(day, table, session, players, until_s)
    second.close()
    sitting.store.closed()
    sitting.store.close()
    table.close()
    day.games += 1
    day.passed_s += table.now
    files = [file for file in folder.rglob("*") if file.is_file() and file.name.startswith(f"{seed}.fing")]
    day.largest_log = max(day.largest_log, sum(file.stat().st_size for file in files))
    for file in folder.rglob("*.fingerpost*"):
        file.unlink()


def _complain(health: DeviceHealth) -> None:
    sys.stderr.write(f"{health}\n")


def _sit(day: Day, table: SensedTable, session: Session, players: Players, until_s: float) -> None:
    def passes(seconds: float) -> None:
        end = table.now + seconds
        while table.now < end - 1e-9:
            for item in table.step():
                session.handle(item, table.now)
            session.tick(table.now)
            if day.passed_s + table.now >= len(day.counts) * COUNT_S:
                day.count((day.passed_s + table.now) / 3600)

    for item in table.begin():
        session.handle(item, table.now)
    passes(1.0)
    session.begin(table.now)
    while not session.over and day.passed_s + table.now < until_s:
        passes(THINK_S)
        for step in players.next_act():
            if isinstance(step, Pause):
                passes(step.seconds)
        day.acts += 1


def run(hours: float, seed: int) -> Day:
    """Play for so many hours of the virtual clock."""
    day = Day()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "stick").mkdir()
        while day.passed_s < hours * 3600:
            play_one(day, folder, seed + day.games, hours * 3600)
    day.count(day.passed_s / 3600)
    return day


def main() -> int:
    """Play, and print what was counted."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    started = time.perf_counter()
    day = run(args.hours, args.seed)
    warm = [count for count in day.counts if count.hours >= min(2.0, args.hours / 2)]
    found = {
        "hours": args.hours,
        "games": day.games,
        "acts": day.acts,
        "largest_log_mb": round(day.largest_log / 1e6, 3),
        "rss_mb": {
            "after_2_h": warm[0].rss_mb,
            "least": min(count.rss_mb for count in warm),
            "most": max(count.rss_mb for count in warm),
            "end": warm[-1].rss_mb,
        },
        "files": sorted({count.files for count in warm}),
        "threads": sorted({count.threads for count in warm}),
        "seconds": round(time.perf_counter() - started, 1),
    }
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
