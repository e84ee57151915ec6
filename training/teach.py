"""Draws all places and teaches the three networks: `python -m training.teach OUT`; needs torch and onnx.

What is taught goes on from `training/before/`, the weights that decisions 6, 11 and 16 made from nothing. A
file of places that OUT holds already is not drawn again. At the end the weights go into `vision/weights`.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.scene import Kind

_HERE: Final = Path(__file__).parent
_WEIGHTS: Final = _HERE.parent / "vision" / "weights"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A file of places."""

    seed: int
    kind: Kind
    count: int

    @property
    def name(self) -> str:
        """Of the file."""
        return f"places-{self.seed}.npz"

    def command(self, folder: Path) -> list[str]:
        """What draws it."""
        kind = [] if self.kind == "any" else [f"--{self.kind}"]
        return [
            "training.make",
            str(folder / self.name),
            *("--count", str(self.count), "--seed", str(self.seed), *kind),
        ]


PLACES: Final = (
    Drawn(21, "prints", 36_000),
    Drawn(22, "upset", 36_000),
    Drawn(11, "any", 30_000),
    Drawn(16, "hard", 24_000),
    Drawn(18, "black", 10_000),
    Drawn(15, "dim", 10_000),
    Drawn(17, "towns", 8_000),
)

SHAPES: Final = (
    Drawn(23, "crossed", 15_000),
    Drawn(24, "crossed", 15_000),
    Drawn(31, "rings", 12_000),
    Drawn(32, "rings", 12_000),
)
"""For the network of outlines alone: to the others a seat is its colour, too."""

LESSONS: Final[dict[str, Sequence[str]]] = {
    "sites": ("--epochs", "8", "--rate", "1.5e-3"),
    "outline": ("--outline", "--epochs", "6", "--rate", "1.5e-3"),
    "glance": ("--glance", "--epochs", "12", "--rate", "1.5e-3"),
}
"""Of each network, beside the places and where it begins."""


def main() -> None:
    """Draw, teach, copy; two programs at once, each with one thread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="a folder for 1.5 GB of places, and for the weights")
    parser.add_argument("--jobs", type=int, default=2, help="programs at once (default 2)")
    options = parser.parse_args()
    folder: Path = options.out
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(options.jobs) as jobs:
        wanted = [one for one in (*PLACES, *SHAPES) if not (folder / one.name).exists()]
        list(jobs.map(_run, [one.command(folder) for one in wanted]))
        list(jobs.map(_run, [_lesson(folder, name) for name in LESSONS]))
    for name in LESSONS:
        for ending in ("onnx", "json"):
            shutil.copy(folder / f"{name}.{ending}", _WEIGHTS)


def lesson_places(name: str) -> tuple[Drawn, ...]:
    """What the network of that name is shown."""
    return PLACES + (SHAPES if name == "outline" else ())


def _lesson(folder: Path, name: str) -> list[str]:
    places = [str(folder / one.name) for one in lesson_places(name)]
    start = ["--start", str(_HERE / "before" / f"{name}.onnx")]
    return ["training.learn", str(folder / f"{name}.onnx"), *places, *start, *LESSONS[name], "--seed", "1"]


def _run(command: list[str]) -> None:
    subprocess.run([sys.executable, "-m", *command], check=True)


if __name__ == "__main__":
    main()
