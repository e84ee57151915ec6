"""`kill -9` at random instants of whole games: nothing that was told is lost, nothing is told twice.

    python -m benchmarks.power_cuts --times 500 [--seed 1] [--longest 2.5]

A table with a hub on a pseudo-terminal plays at speed 0 in a process of its own and writes down, unbuffered,
every event at the moment it is told. The process is killed, one in five while it starts, half of the others
at any moment, half while tickets or pieces are chosen, a tunnel or a claim is paid, a claim is taken back or
knocked tokens are put back. Then log and second copy are compared with what was told, and the game goes on in
the next process, until it is over and another begins.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from benchmarks.cut_table import PLACES, Aim, Witness, play
from engine import Event, event_to_json
from storage.second_copy import copies
from storage.store import read_file
from table.errors import StoreError

STARTING: Final = 0.2  # so many are cut before anything was said
AIMED: Final = 0.5  # so many of the others are cut in a mode of the panel; the rest at any moment
STEPS: Final = 25  # of the clock in that mode, at most
LONGEST_AIMED_S: Final = 30.0  # a game that does not come there is cut where it is


@dataclass
class Tally:
    """What was found over all cuts."""

    cuts: int = 0
    games: int = 0
    before_the_first_word: int = 0
    told: int = 0
    ahead: int = 0  # cuts that left an act on the disk that nobody had heard of yet
    inside: Counter[str] = field(default_factory=Counter)  # cuts that were aimed at a mode of the panel
    copies: int = 0  # second copies compared
    behind: int = 0  # events that a copy lacked, at most
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
        starting = self.chance.random() < STARTING
        aim = (
            ""
            if starting or self.chance.random() > AIMED
            else self.chance.choice(PLACES[self.seed % len(PLACES)])
        )
        steps = self.chance.randrange(1, STEPS)
        longest_s = LONGEST_AIMED_S if aim else self.chance.uniform(0.0, self.longest_s)
        started = time.monotonic()
        child = subprocess.Popen(
            [
                *(sys.executable, "-m", "benchmarks.power_cuts", "--child", str(log), str(notes)),
                *(str(self.seed), aim, str(steps)),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        if not starting:
            _first_word(notes, child)
        try:
            _, trouble = child.communicate(timeout=longest_s)
        except subprocess.TimeoutExpired:
            child.send_signal(signal.SIGKILL)
            child.communicate()
            trouble = ""
        self.tally.cuts += child.returncode == -signal.SIGKILL
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
            elif kind == "cut":
                self.tally.inside[text] += 1
            elif kind == "copy":
                self._wrong(f"the second copy: {text}")
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
        for path in copies(self.folder / "copies", log):
            self._compare_copy(path)

    def _compare_copy(self, path: Path) -> None:
        """A second copy has whole acts from the beginning; the last of them it may lack."""
        try:
            copy = read_file(path)
        except StoreError as error:
            if path.stat().st_size > 0:
                self._wrong(str(error))
            return
        self.tally.copies += 1
        if copy.fault is not None or copy.events != self.stored[: len(copy.events)]:
            self._wrong(f"the second copy is another game: {copy.fault or len(copy.events)}")
        self.tally.behind = max(self.tally.behind, len(self.stored) - len(copy.events))

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
    (folder / "copies").mkdir()
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
    parser.add_argument("--child", nargs=5, help=argparse.SUPPRESS)  # log, told, seed, mode, steps
    args = parser.parse_args()
    if args.child:
        log, told, number, mode, steps = args.child
        aim = Aim(mode, int(steps)) if mode else None
        play(Path(log), Path(log).parent / "copies", Witness(Path(told)), seed=int(number), aim=aim)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        tally = run(args.times, seed=args.seed, longest_s=args.longest, folder=Path(folder))
    found = {
        "cuts": tally.cuts,
        "before_the_first_word": tally.before_the_first_word,
        "inside": dict(tally.inside.most_common()),
        "games_ended": tally.games,
        "events_told": tally.told,
        "cuts_between_disk_and_word": tally.ahead,
        "second_copies": tally.copies,
        "events_a_copy_lacked": tally.behind,
        "faults": tally.faults,
        "resumes": len(tally.resumes_s),
        "process_start_to_game_s": _spread(tally.starts_s),
        "log_to_game_s": _spread(tally.resumes_s),
    }
    print(json.dumps(found, indent=2))
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
