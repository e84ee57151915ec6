"""Whether a watching reader's memory stays flat: `python -m benchmarks.vision_soak [COUNT]`.

OpenCV's marker search leaked in some versions when it was called again and again on large noisy pictures.
So all frames are noisy, and now and then there is nothing but noise, in which the whole picture is searched.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # must be set before numpy is loaded

import argparse
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, Observation, SiteId, TokenColour, board_layout
from vision import CameraSensor, Frame
from vision.frame import Image

_NOISE: Final = 14.0  # of 255, as with the highest gain of a small sensor
_GONE: Final = (1000, 60)  # of so many frames so many show noise only
_LINES: Final = 20


def main() -> None:
    """Print memory and time as the frames go by, and every claim that was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=100_000, help="frames (default 100,000)")
    count: int = parser.parse_args().count
    cv2.setNumThreads(1)
    layout = board_layout("usa")
    camera = SimulatedCamera(layout, seed=3)
    tokens: dict[SiteId, TokenColour] = {
        site.id: TOKEN_COLOURS[number % 5] for number, site in enumerate(layout.pins()) if number % 3 == 0
    }
    board, grain = camera.render(tokens, at=0, number=0).image, _grain()
    model = camera.model
    del camera
    sensor = CameraSensor(layout, model)
    before_mb, wrong = _resident_mb(), 0
    print(f"{'frame':>8} {'resident MB':>12} {'ms a frame':>11}   ({before_mb:.0f} MB before the first)")
    began = time.process_time()
    for number in range(count):
        for item in sensor.see(Frame(_noisy(board, grain, number), number / 10, number)):
            if isinstance(item, Observation) and item.seen not in ("unknown", tokens.get(item.site, "empty")):
                wrong += 1
                print(f"frame {number}: {item.site} is told {item.seen}, is {tokens.get(item.site, 'empty')}")
        if (number + 1) % max(1, count // _LINES) == 0:
            each = (time.process_time() - began) / (number + 1) * 1000
            print(f"{number + 1:8} {_resident_mb():12.1f} {each:11.1f}", flush=True)
    print(f"{wrong} wrong of all that was told; {_resident_mb() - before_mb:+.1f} MB in all")


def _grain() -> Image:
    rng = np.random.default_rng(1)
    return np.asarray(np.clip(rng.normal(128, _NOISE, (800, 1400, 3)), 0, 255), dtype=np.uint8)


def _noisy(board: Image, grain: Image, number: int) -> Image:
    """The board, or nothing of it, under noise that is never twice the same."""
    rng = np.random.default_rng(number)
    down, across = int(rng.integers(0, 80)), int(rng.integers(0, 120))
    noise = grain[down : down + board.shape[0], across : across + board.shape[1]]
    if number % _GONE[0] < _GONE[1]:
        return np.asarray(cv2.convertScaleAbs(noise, alpha=3.0, beta=-250), dtype=np.uint8)
    return np.asarray(cv2.addWeighted(board, 1.0, noise, 1.0, -128), dtype=np.uint8)


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    main()
