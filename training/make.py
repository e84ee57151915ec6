"""Draws the training patches: `python -m training.make OUT.npz --count 60000 --seed 1`."""

import argparse
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from training.scene import Sample, sample


def main() -> None:
    """Write one file of patches; the same seed draws the same patches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    began = time.monotonic()
    made = draw_many(options.count, options.seed)
    np.savez(
        options.out,
        patch=np.stack([one.patch for one in made]),
        black=np.stack([one.black for one in made]),
        white=np.stack([one.white for one in made]),
        lean=np.stack([one.lean for one in made]).astype(np.float32),
        label=np.array([one.label for one in made], dtype=np.int64),
    )
    sys.stdout.write(f"{len(made)} patches in {time.monotonic() - began:.0f} s\n")


def draw_many(count: int, seed: int) -> list[Sample]:
    """Draw `count` places, each from a seed of its own."""
    made: list[Sample] = []
    number = 0
    while len(made) < count:
        one = sample(np.random.default_rng([seed, number]))
        number += 1
        if one is not None:
            made.append(one)
    return made


if __name__ == "__main__":
    main()
