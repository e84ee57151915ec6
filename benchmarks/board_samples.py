"""Makes the pictures of the public benchmark that ship: `python -m benchmarks.board_samples OUT`.

Six boards, as wired ones and as paper ones, each by `fingerpost benchmark make`; one labels.jsonl for all of
them. What it wrote last is benchmarks/board_pictures/: whoever reads boards is measured by these very files.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Final

from fingerpost.cli import main as fingerpost
from lab.commands.benchmark_read import LABELS

SEED: Final = 25
BOARDS: Final = (
    ("usa", "paper", 8),
    ("europe", "full", 8),
    ("world", "full", 6),
    ("great-lakes", "full", 6),
    ("legends-east", "paper", 6),
    ("starter", "paper", 6),
)
"""Map, how it is built, how many pictures."""


def main() -> None:
    """Make all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="absent or empty")
    out: Path = parser.parse_args().out
    labels = []
    for name, tier, count in BOARDS:
        folder = out / name
        call = ["benchmark", "make", "--board", name, "--tier", tier, "--seed", str(SEED)]
        if fingerpost([*call, "--count", str(count), "--out", str(folder)]):
            sys.exit(f"{folder}: not made")
        for line in (folder / LABELS).read_text("utf-8").splitlines():
            label = json.loads(line)
            labels.append(label | {key: f"{name}/{label[key]}" for key in ("image", "board")})
        (folder / LABELS).unlink()
    (out / LABELS).write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in labels), "utf-8")


if __name__ == "__main__":
    main()
