"""One benchmark in two checkouts in turn, so that a machine that grows slower meanwhile is slower for both.

    python -m benchmarks.in_turn OLDER NAME [--rounds 5] [-- ARGUMENTS OF THE BENCHMARK]

OLDER is a checkout with an environment of its own (`git clone`, `git checkout COMMIT`, `scripts/setup test`).
In every round both are run, and which is first changes. Of each line that both print, numbers left out, each
number is told: median of the older checkout, of this one, and the median of the rounds' quotients. What the
processor spent on a whole run stands at the end, of every process that was waited for.
"""

import argparse
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final

HERE: Final = Path(__file__).resolve().parents[1]
NUMBER: Final = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?")
SPENT: Final = "processor time of the whole run, s"
Figures = Mapping[tuple[str, int], float]
"""(line without its numbers, which number of it) → the number."""


def figures(printed: str) -> dict[tuple[str, int], float]:
    """All numbers of what was printed; of a line that comes twice the last."""
    found: dict[tuple[str, int], float] = {}
    for line in printed.splitlines():
        label = " ".join(NUMBER.sub("#", line).split())
        for place, number in enumerate(NUMBER.findall(line)):
            found[label, place] = float(number.replace(",", ""))
    return found


def run(checkout: Path, name: str, words: Sequence[str]) -> Figures:
    """Run it there once.

    Raises:
        CalledProcessError: it fell over; a bar that is missed (1) is no failure here.
    """
    before = os.times()
    command = [str(checkout / ".venv/bin/python"), "-m", f"benchmarks.{name}", *words]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    sys.stderr.write(done.stderr)
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise subprocess.CalledProcessError(done.returncode, command)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return {**figures(done.stdout), (SPENT, 0): spent}


def compared(
    older: Sequence[Figures], ours: Sequence[Figures]
) -> list[tuple[str, float, float, float | None]]:
    """Of each figure that all runs told: label, both medians, the median quotient of a round."""
    rows = []
    for label, place in older[0]:
        key = (label, place)
        if not all(key in one for one in (*older, *ours)):
            continue
        then, now = ([one[key] for one in runs] for runs in (older, ours))
        quotients = [b / a for a, b in zip(then, now, strict=True) if a]
        rows.append(
            (f"{label} [{place + 1}]", median(then), median(now), median(quotients) if quotients else None)
        )
    return rows


def main() -> int:
    """The table."""
    place = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    words, rest = sys.argv[1:place], sys.argv[place + 1 :]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("older", type=Path)
    parser.add_argument("name")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args(words)
    for checkout in (args.older, HERE):
        if not (checkout / "benchmarks" / f"{args.name}.py").is_file():
            sys.stderr.write(f"{checkout}: no benchmarks/{args.name}.py; name one that both have\n")
            return 2
    runs: dict[Path, list[Figures]] = defaultdict(list)
    for number in range(args.rounds):
        for checkout in (args.older, HERE) if number % 2 == 0 else (HERE, args.older):
            try:
                runs[checkout].append(run(checkout, args.name, rest))
            except subprocess.CalledProcessError as error:
                sys.stderr.write(f"{checkout}: {args.name} fell over with {error.returncode}; see above\n")
                return 2
    print(f"{args.name}, {args.rounds} rounds: older, ours, ours/older")
    for label, then, now, quotient in compared(runs[args.older], runs[HERE]):
        print(f"{then:>10g} {now:>10g} {'' if quotient is None else f'{quotient:8.3f}':>8}  {label}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
