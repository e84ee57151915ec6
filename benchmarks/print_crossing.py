"""Every print of every board, looked at file by file; `make test-print` runs it.

Each map, tier, language and paper is printed by the command line into a folder of its own, and what lies
there is measured by other programs than those that made it: pdfium renders the pages, OpenCV looks for the
markers of the sheets joined, admesh (`apt install admesh`) and manifold look at the solids, ezdxf at the
drill file, liblouis translates the braille back. A row for each print; below them what is amiss, and then it
exits with 1. All of it takes some hours; name maps, tiers, languages or papers for less.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Final

from announce import languages
from benchmarks.printed_folder import faults_of
from printing.order import MOST_GPIO, PAPERS, TIERS
from tabletop import board_layout

BOARDS: Final = ("usa", "europe", "world", "great-lakes", "legends-east", "starter")
CPU_S: Final = {"paper": 10.0, "tokens": 30.0, "starter": 40.0, "full": 120.0}
MOST_MB: Final = 600.0
# A small process of its own starts the print: the memory of a child counts from its parent's.
_MEASURED: Final = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
_ODD: Final = {"TZ": "Pacific/Apia", "SOURCE_DATE_EPOCH": "1", "PYTHONHASHSEED": "7", "LC_ALL": "C"}


def print_board(folder: Path, board: str, *choice: str, odd: bool = False) -> tuple[float, float]:
    """Print one by the command line; processor seconds and megabytes that it took."""
    tier, language, paper = choice
    called = [
        *(sys.executable, "-m", "fingerpost", "board", "print", board, "--out", str(folder)),
        *("--tier", tier, "--language", language, "--paper", paper),
    ]
    environment = {**os.environ, **(_ODD if odd else {})}
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *called],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(called[2:])}: {done.stderr}")
    cpu, kilobytes = done.stdout.split()[-2:]
    return float(cpu), int(kilobytes) / 1024


def crossing(options: argparse.Namespace) -> Iterator[tuple[str, str, str, str]]:
    """All that is asked for; a board with more pins than the Pi has lines has no starter tier."""
    for board, tier, language, paper in product(
        options.maps, options.tiers, options.languages, options.papers
    ):
        if tier != "starter" or len(board_layout(board).channels()) <= MOST_GPIO:
            yield board, tier, language, paper


def main() -> int:
    """Print, look, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--maps", nargs="+", default=BOARDS, choices=BOARDS)
    parser.add_argument("--tiers", nargs="+", default=TIERS, choices=TIERS)
    parser.add_argument("--languages", nargs="+", default=languages(), choices=languages())
    parser.add_argument("--papers", nargs="+", default=tuple(PAPERS), choices=tuple(PAPERS))
    options = parser.parse_args()
    amiss: list[str] = []
    known: set[str] = set()  # solids and drill files that were looked at, by what is in them
    sys.stdout.write(
        "| board | tier | language | paper | CPU s | MB | files | amiss |\n|" + 8 * "---|" + "\n"
    )
    for print_ in crossing(options):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "print"
            cpu, megabytes = print_board(folder, *print_)
            found = list(faults_of(folder, known))
            files = len(json.loads((folder / "manifest.json").read_text("utf-8"))["files"])
            if cpu > CPU_S[print_[1]]:
                found.append(f"{cpu:.0f} s of processor time")
            if megabytes > MOST_MB:
                found.append(f"{megabytes:.0f} MB")
            if print_[2:] == (options.languages[0], options.papers[0]):
                again = Path(place) / "again"
                print_board(again, *print_, odd=True)
                if _sum(again) != _sum(folder):
                    found.append("another zone, date and hash seed: other bytes")
        row = " | ".join((*print_, f"{cpu:.1f}", f"{megabytes:.0f}", str(files), str(len(found))))
        sys.stdout.write(f"| {row} |\n")
        sys.stdout.flush()
        amiss += [f"{' '.join(print_)}: {one}" for one in found]
    for line in amiss:
        sys.stdout.write(f"{line}\n")
    return 1 if amiss else 0


def _sum(folder: Path) -> str:
    return sha256((folder / "manifest.json").read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
