"""Draws the training patches: `python -m training.make OUT.npz --count 60000 --seed 1`."""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.lens import PATCH_PX
from training.scene import Kind, Look, Sample, sample

_NOTHING: Final = Look(
    np.zeros((PATCH_PX, PATCH_PX, 3), np.uint8), np.zeros(3, np.float32), np.ones(3, np.float32)
)

_KINDS: Final[dict[Kind, str]] = {
    "dim": "in warm dim rooms",
    "hard": "collars as wide as a token, and their like",
    "towns": "towns where routes meet",
    "black": "black tokens on dark print, and dark print without",
    "prints": "places of the boards that ship, from the files for the printer",
    "crossed": "tokens of one seat's shape in another's colour",
    "rings": "rings in a seat's colour, most of them under that seat's token",
    "loose": "what lies loose at a pin, and bare pins",
    "upset": "tokens askew or fallen, pieces of other games, patterned sleeves, mirrored windows",
}


def main() -> None:
    """Write one file of patches; the same seed draws the same patches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    only = parser.add_mutually_exclusive_group()
    for kind, words in _KINDS.items():
        only.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=f"only {words}")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.monotonic()
    made = draw_many(options.count, options.seed, options.kind or "any")
    half = options.out.with_suffix(".half.npz")  # what was cut off is not taken for a whole file
    np.savez(half, **packed(made))  # type: ignore[arg-type]
    half.replace(options.out)
    sys.stdout.write(f"{len(made)} patches in {time.monotonic() - began:.0f} s\n")


def draw_many(count: int, seed: int, kind: Kind = "any") -> list[Sample]:
    """Draw `count` places, each from a seed of its own."""
    made: list[Sample] = []
    number = 0
    while len(made) < count:
        one = sample(np.random.default_rng([seed, number]), kind)
        number += 1
        if one is not None:
            made.append(one)
    return made


def packed(made: list[Sample]) -> dict[str, NDArray[np.generic]]:
    """All places as arrays; `empty_known` says where the empty look, else black, means anything."""
    found: dict[str, NDArray[np.generic]] = {
        "lean": np.stack([one.lean for one in made]).astype(np.float32),
        "label": np.array([one.label for one in made], dtype=np.int64),
        "empty_known": np.array([one.empty is not None for one in made]),
    }
    for name, looks in (
        ("now", [one.now for one in made]),
        ("empty", [one.empty or _NOTHING for one in made]),
    ):
        found[f"{name}_patch"] = np.stack([look.patch for look in looks])
        found[f"{name}_black"] = np.stack([look.black for look in looks])
        found[f"{name}_white"] = np.stack([look.white for look in looks])
    return found


if __name__ == "__main__":
    main()
