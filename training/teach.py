"""Draws all places and teaches the four networks: `python -m training.teach OUT`; needs torch and onnx.

What is taught goes on from `training/before/`, the weights that decisions 6, 11 and 16 made from nothing; the
network of bare pins from the shipped one of outlines. A file of places that OUT holds already is not drawn
again. At the end the weights go into `vision/weights`; those of a `--trial`, which goes the whole way with
few places and one round, stay in OUT.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from training.scene import Kind

_HERE: Final = Path(__file__).parent
_WEIGHTS: Final = _HERE.parent / "vision" / "weights"
_STARTS: Final = {"bare": _WEIGHTS / "outline.onnx"}
"""Of a network that goes on from what ships of another; the others go on from `before`."""

_TRIAL_SHARE: Final = 150  # of the places a trial draws one in so many: each file still fills a batch's part


@dataclass(frozen=True, slots=True)
class Drawn:
    """A file of places."""

    seed: int
    kind: Kind
    count: int
    stem: str = "places"

    @property
    def name(self) -> str:
        """Of the file."""
        return f"{self.stem}-{self.seed}.npz"

    def few(self) -> "Drawn":
        """The same for a trial, in a file that a later lesson does not take for the whole one."""
        return replace(self, count=self.count // _TRIAL_SHARE, stem="trial")

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

LOOSE: Final = (Drawn(44, "loose", 40_000), Drawn(45, "loose", 40_000))
"""For the network of bare pins, and for it alone."""

LESSONS: Final[dict[str, Sequence[str]]] = {
    "sites": ("--epochs", "8", "--rate", "1.5e-3"),
    "outline": ("--outline", "--epochs", "6", "--rate", "1.5e-3"),
    "glance": ("--glance", "--epochs", "12", "--rate", "1.5e-3"),
    "bare": ("--bare", "--epochs", "8", "--rate", "2e-3"),
}
"""Of each network, beside the places and where it begins."""


def main() -> None:
    """Draw, teach, copy; two programs at once, each with one thread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="a folder for 1.5 GB of places, and for the weights")
    parser.add_argument("--jobs", type=int, default=2, help="programs at once (default 2)")
    parser.add_argument(
        "--trial", action="store_true", help="all stages with few places, in minutes; what ships stays"
    )
    options = parser.parse_args()
    folder: Path = options.out
    folder.mkdir(parents=True, exist_ok=True)
    drawing, lessons = commands(folder, trial=options.trial)
    with ThreadPoolExecutor(options.jobs) as jobs:
        list(jobs.map(_run, drawing))
        list(jobs.map(_run, lessons))
    if options.trial:
        return
    for name in LESSONS:
        for ending in ("onnx", "json"):
            shutil.copy(folder / f"{name}.{ending}", _WEIGHTS)


def lesson_places(name: str) -> tuple[Drawn, ...]:
    """What the network of that name is shown."""
    if name == "bare":
        return LOOSE
    return PLACES + (SHAPES if name == "outline" else ())


def commands(folder: Path, *, trial: bool = False) -> tuple[list[list[str]], list[list[str]]]:
    """What draws the places that the folder does not hold yet, and what teaches each network by them."""

    def files(drawn: Sequence[Drawn]) -> list[Drawn]:
        return [one.few() if trial else one for one in drawn]

    drawing = [
        one.command(folder) for one in files((*PLACES, *SHAPES, *LOOSE)) if not (folder / one.name).exists()
    ]
    lessons = []
    for name, lesson in LESSONS.items():
        places = [str(folder / one.name) for one in files(lesson_places(name))]
        start = ["--start", str(_STARTS.get(name, _HERE / "before" / f"{name}.onnx"))]
        command = ["training.learn", str(folder / f"{name}.onnx"), *places, *start, *lesson, "--seed", "1"]
        lessons.append([*command, "--epochs", "1"] if trial else command)
    return drawing, lessons


def _run(command: list[str]) -> None:
    subprocess.run([sys.executable, "-m", *command], check=True)


if __name__ == "__main__":
    main()
