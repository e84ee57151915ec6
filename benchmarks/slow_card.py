"""What an act costs on a slow card, by how the log is kept: each flush to the disk takes 50 ms.

    python -m benchmarks.slow_card [--flush-ms 50] [--acts 40]

Needs a C compiler and the system's loader (LD_PRELOAD): a few lines put themselves in the place of fsync and
fdatasync and sleep. Prints the median and the longest milliseconds of an act, and the flushes of one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from bots.bot import GreedyBot
from engine import Game, Refusal
from storage.store import GameLog

SLEEPER: Final = """
#include <time.h>
#include <stdlib.h>
static int wait_ms(void) {
    long ms = atol(getenv("FLUSH_MS"));
    struct timespec pause = {ms / 1000, (ms % 1000) * 1000000};
    nanosleep(&pause, 0);
    return 0;
}
int fsync(int fd) { return wait_ms(); }
int fdatasync(int fd) { return wait_ms(); }
"""
FORMS: Final[dict[str, tuple[bool, str]]] = {  # whether the acts stand beside it, and what SQLite is told
    "write-ahead log alone": (False, ""),
    "rollback journal alone": (False, "PRAGMA journal_mode=DELETE"),
    "write-ahead log, copied into the log with every act": (False, "PRAGMA wal_autocheckpoint=1"),
    "write-ahead log and the acts beside it": (True, ""),
}


def measured(folder: Path, acts: int) -> dict[str, dict[str, float]]:
    """Milliseconds of an act, by form."""
    found: dict[str, dict[str, float]] = {}
    for number, (form, (beside, pragma)) in enumerate(FORMS.items()):
        game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1)
        bots = {seat: GreedyBot(1) for seat in game.state.seats}
        took: list[float] = []
        with GameLog(folder / f"{number}.fingerpost", beside=beside) as store:
            store.append(1, game.events)
            assert store._db is not None
            store._db.execute(pragma)
            for _ in range(acts):
                seat = game.state.waiting_for()[0]
                done = game.do(bots[seat].choose(game.state, seat))
                assert not isinstance(done, Refusal)
                at = time.perf_counter()
                store.append(len(game.events) + 1, done[1])
                took.append((time.perf_counter() - at) * 1000)
                game = done[0]
        middle = median(took)
        flushes = round(middle / int(os.environ["FLUSH_MS"]))
        found[form] = {"median_ms": round(middle, 1), "longest_ms": round(max(took), 1), "flushes": flushes}
    return found


def main() -> int:
    """Start once more with the slow flush, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--flush-ms", type=int, default=50)
    parser.add_argument("--acts", type=int, default=40)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child is not None:
        print(json.dumps(measured(args.child, args.acts), indent=2))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder, "sleeper.c"), Path(folder, "sleeper.so")
        source.write_text(SLEEPER, encoding="utf-8")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        told = [sys.executable, "-m", "benchmarks.slow_card", "--acts", str(args.acts), "--child", folder]
        slow = {**os.environ, "LD_PRELOAD": str(library), "FLUSH_MS": str(args.flush_ms)}
        return subprocess.run(told, env=slow, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
