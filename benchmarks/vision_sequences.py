"""How well changes are followed over time: `python -m benchmarks.vision_sequences [FOLDER...]`.

Without folders simulated tables are filmed, `--each N` sequences of every kind. A folder holds stills with
truth (benchmarks/vision.py); of each that comes with a picture of the empty board sequences are made.
"""

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # must be set before numpy is loaded

import itertools
from collections.abc import Iterator
from pathlib import Path

import cv2

from benchmarks.drawn_sequences import KINDS, drawn
from benchmarks.photo_sequences import photo_sequences
from benchmarks.sequence_judge import HEADER, Outcome, Sequence, judged
from tabletop import board_layout


def main() -> None:
    """Print one line a kind, and what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--each", type=int, default=14, help="drawn sequences of every kind (default 14)")
    parser.add_argument("--kind", help="only kinds whose name holds this")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default 1)")
    options = parser.parse_args()
    for folder in options.folders:
        if not (folder / "board.json").is_file():
            parser.error(f"{folder}: holds no board.json; give folders of stills of one board each")
    cv2.setNumThreads(1)
    sequences = photo_sequences(options.folders) if options.folders else _drawn(options)
    wanted = (item for item in sequences if options.kind is None or options.kind in item[0])
    total = Outcome()
    print(HEADER)
    for kind, group in itertools.groupby(wanted, key=lambda item: item[0]):
        outcome = Outcome()
        for _, sequence in group:
            outcome.add(judged(sequence))
        print("\n".join([outcome.row(kind), *outcome.notes]), flush=True)
        total.add(outcome)
    print(total.row("all"))


def _drawn(options: argparse.Namespace) -> Iterator[tuple[str, Sequence]]:
    boards = [board_layout(name) for name in ("usa", "europe")]
    for kind in KINDS:
        for seed in range(options.first, options.first + options.each):
            layout = boards[seed % 2]
            yield (
                kind,
                drawn(
                    kind,
                    seed,
                    layout,
                    camera=seed % 4 < 2,
                    reference=seed % 3 == 0,
                    fps=2.5 if seed % 8 < 4 else 10.0,
                ),
            )


if __name__ == "__main__":
    main()
