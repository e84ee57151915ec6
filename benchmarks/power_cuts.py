"""`kill -9` at random instants of whole games: nothing that was told is lost, nothing is told twice.

    python -m benchmarks.power_cuts --times 500 [--seed 1] [--longest 2.5]

A table with a hub on a pseudo-terminal plays at speed 0 in a process of its own and writes down, unbuffered,
every event at the moment it is told. The process is killed at a random instant, one in five while it starts.
Then the log is compared with what was told, and the game goes on in the next process, until it is over and
another begins.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from announce import Announcement, Wording
from engine import CARD_MODES, Event, Game, Seat, State, event_to_json, game_map
from fingerpost.assemble import Inbox
from fingerpost.demo import Demo, DemoOptions
from fingerpost.faults import Faults
from fingerpost.players import Bot
from fingerpost.resume import begin, resume
from fingerpost.session import Session
from fingerpost.simulated import SimulatedTable
from fingerpost.store import StoreError, read_file
from simulator.bots import GreedyBot
from tabletop import DeviceHealth, board_layout

GAMES = (
    ("us-accessible", "usa", "dealt"),
    ("europe", "europe", "dealt"),
    ("us-accessible", "usa", "untracked"),
)


STARTING = 0.2  # so many are cut before anything was said


class Witness:
    """A sink that writes each event down as it is told; a page in the kernel outlives the process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, kind: str, number: float, text: str = "") -> None:
        """One line, in one call of the system."""
        os.write(self._file, f"{kind} {number} {text}\n".encode())

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Each event."""
        for seq, event in events:
            self.write("told", seq, event_to_json(event))

    def say(self, announcement: Announcement, at: float) -> None:
        """Words that tell an event; the first of a sitting end its start."""
        if announcement.normal:
            self.write("said", announcement.seq or 0, announcement.normal)

    def again(self, announcement: Announcement, at: float) -> None:
        """Nobody asks."""

    def hush(self, at: float) -> bool:
        """It does not speak."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """Not an event."""

    def close(self) -> None:
        """The system closes it."""


def play(log: Path, witness: Witness, *, seed: int) -> None:
    """The killed process: begin the game in the log, or go on with it, to its end."""
    witness.write("up", time.monotonic())
    if log.is_file() and read_file(log).events:
        sitting = resume(log)
    else:
        edition, board, cards = GAMES[seed % len(GAMES)]
        mode = next(mode for mode in CARD_MODES if mode == cards)
        sitting = begin(log, Game.new(edition, board, ("blue", "red", "green"), mode, seed))
    board = sitting.game.state.game_map.id
    layout = board_layout(board)
    wording = Wording(game_map(board), layout)
    session = Session(
        sitting.game,
        layout=layout,
        wording=wording,
        store=sitting.store,
        sinks=[witness],
        stored=sitting.stored,
        past=sitting.past(wording),
    )
    witness.write("ready", time.monotonic())
    faults = Faults("none", seed)
    options = DemoOptions(speed=0, turns=None, hub=True, camera=False, faults=faults)
    bots: dict[Seat, Bot] = {seat: GreedyBot(seed) for seat in session.game.state.seats}
    table = SimulatedTable(layout, seed=seed, hub=True, camera=False, faults=faults)
    Demo(session, table, bots, options, Inbox(), None).play()
    sitting.store.closed()
    sitting.store.close()


@dataclass
class Tally:
    """What was found over all cuts."""

    cuts: int = 0
    games: int = 0
    before_the_first_word: int = 0
    told: int = 0
    ahead: int = 0  # cuts that left an act on the disk that nobody had heard of yet
    faults: list[str] = field(default_factory=list)
    starts_s: list[float] = field(default_factory=list)  # from the process' start to a resumed game
    resumes_s: list[float] = field(default_factory=list)  # of that, from when Python had loaded all


@dataclass
class Cutter:
    """Kills processes and compares."""

    folder: Path
    chance: random.Random
    longest_s: float
    tally: Tally = field(default_factory=Tally)
    seed: int = 0
    told: dict[int, str] = field(default_factory=dict)
    stored: tuple[Event, ...] = ()

    def cut(self) -> None:
        """One process, killed or at its game's end."""
        log, notes = self.folder / f"{self.seed}.fingerpost", self.folder / "told"
        notes.unlink(missing_ok=True)
        started = time.monotonic()
        child = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.power_cuts", "--child", str(log), str(notes), str(self.seed)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if self.chance.random() > STARTING:
            _first_word(notes, child)
        try:
            _, trouble = child.communicate(timeout=self.chance.uniform(0.0, self.longest_s))
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.communicate()
            trouble = ""
            self.tally.cuts += 1
        if trouble:
            self.tally.faults.append(f"game {self.seed}: {trouble.strip().splitlines()[-1]}")
        self._compare(log, notes, started)
        if child.returncode == 0 or trouble:
            self.tally.games += 1
            self.seed, self.told, self.stored = self.seed + 1, {}, ()

    def _compare(self, log: Path, notes: Path, started: float) -> None:
        lines = notes.read_text(encoding="utf-8").splitlines() if notes.exists() else []
        resumed = bool(self.stored)
        new, up = 0, 0.0
        for line in lines:
            kind, number, text = line.split(" ", 2)
            if kind == "up":
                up = float(number)
            elif kind == "ready" and resumed:
                self.tally.starts_s.append(float(number) - started)
                self.tally.resumes_s.append(float(number) - up)
            elif kind == "told":
                new += 1
                if int(number) in self.told:
                    self._wrong(f"event {number} was told twice")
                self.told[int(number)] = text
        self.tally.told += new
        self.tally.before_the_first_word += not any(line.startswith("said") for line in lines)
        self._compare_log(log)

    def _compare_log(self, log: Path) -> None:
        try:
            found = read_file(log)
        except StoreError as error:
            if self.told or (log.exists() and log.stat().st_size > 0):
                self._wrong(str(error))
            return
        if found.fault is not None:
            self._wrong(str(found.fault))
        if found.events[: len(self.stored)] != self.stored:
            self._wrong("the log has changed before its end")
        self.stored = found.events
        for seq, text in self.told.items():
            if seq > len(found.events) or event_to_json(found.events[seq - 1]) != text:
                self._wrong(f"event {seq} was told and is not in the log")
        self.tally.ahead += len(found.events) > max(self.told, default=0) > 0

    def _wrong(self, what: str) -> None:
        self.tally.faults.append(f"game {self.seed}: {what}")


def _first_word(notes: Path, child: subprocess.Popen[str]) -> None:
    """Wait until something was said; a process that ends or says nothing for a minute is not waited for."""
    until = time.monotonic() + 60
    while child.poll() is None and time.monotonic() < until:
        if notes.exists() and b"\nsaid " in notes.read_bytes():
            return
        time.sleep(0.002)


def run(times: int, *, seed: int, longest_s: float, folder: Path) -> Tally:
    """Cut so many times."""
    cutter = Cutter(folder, random.Random(seed), longest_s, seed=seed)
    while cutter.tally.cuts < times and len(cutter.tally.faults) < 20:
        cutter.cut()
    return cutter.tally


def _spread(times_s: Sequence[float]) -> dict[str, float]:
    return {"median": round(median(times_s or [0.0]), 3), "longest": round(max(times_s, default=0.0), 3)}


def main() -> int:
    """Cut, and print what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=2.5, help="seconds until the cut at most")
    parser.add_argument("--child", nargs=3, metavar=("LOG", "TOLD", "SEED"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        play(Path(args.child[0]), Witness(Path(args.child[1])), seed=int(args.child[2]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        tally = run(args.times, seed=args.seed, longest_s=args.longest, folder=Path(folder))
    found = {
        "cuts": tally.cuts,
        "before_the_first_word": tally.before_the_first_word,
        "games_ended": tally.games,
        "events_told": tally.told,
        "cuts_between_disk_and_word": tally.ahead,
        "faults": tally.faults,
        "resumes": len(tally.resumes_s),
        "process_start_to_game_s": _spread(tally.starts_s),
        "log_to_game_s": _spread(tally.resumes_s),
    }
    print(json.dumps(found, indent=2))
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
