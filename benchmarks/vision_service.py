"""What the camera costs a running table: `python -m benchmarks.vision_service [SECONDS]`.

A whole session with the camera as its only sense: 1920 x 1080 pictures of a board at rest, ten a second, from
memory; no speech, no wire. How many were looked at, what ten of them take of one core, resident memory of the
process. A busy machine leaves pictures out: its share alone would say too little.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # must be set before numpy is loaded

import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import cv2

from announce import Wording
from command_line.by_name import the_map
from engine import Game, edition
from fingerpost.devices.camera_part import CameraPart, CameraSetup
from fingerpost.devices.inbox import Inbox
from fingerpost.evening.loop import run
from lab.camera.drawn_camera import SimulatedCamera
from table.session import Session
from tabletop import TOKEN_COLOURS, BoardLayout, board_layout
from vision import NewestFrame
from vision.frame import Frame, Image

_FPS: Final = 10.0
_PICTURES: Final = 5


class _Loop:
    """A camera that shows a few pictures over and over."""

    def __init__(self, pictures: list[Image]) -> None:
        self._pictures = pictures
        self._count = 0

    def grab(self) -> Image:
        time.sleep(1 / _FPS)
        self._count += 1
        return self._pictures[self._count % len(self._pictures)]

    def close(self) -> None:
        """Nothing is held."""


class _Counted(NewestFrame):
    """Counts the pictures that somebody looks at."""

    looked_at = 0

    def newest(self, timeout: float = 2.0) -> Frame:
        """As the camera's own."""
        frame = super().newest(timeout)
        self.looked_at += 1
        return frame


def main() -> None:
    """Print the figures."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    cv2.setNumThreads(1)
    layout = board_layout("usa")
    with ProcessPoolExecutor(1, get_context("spawn")) as drawing:  # whose memory is no table's
        source = _Loop(drawing.submit(_pictures, layout).result())
    game = Game.new(edition("us-accessible"), the_map("usa"), ("blue", "red"), cards="untracked", seed=1)
    session = Session(game, layout=layout, wording=Wording(game.state.game_map, layout), store=None, sinks=[])
    inbox, stop = Inbox(), threading.Event()
    camera = _Counted(source)
    part = CameraPart(CameraSetup(device="0"), layout, inbox, opened=lambda _: camera)
    threading.Timer(5.0 + seconds, stop.set).start()
    began: list[tuple[float, float, int]] = []

    def begin() -> None:
        began.append((time.process_time(), time.monotonic(), camera.looked_at))

    threading.Timer(5.0, begin).start()
    run(session, [part], inbox, stop=stop)
    used, passed = time.process_time() - began[0][0], time.monotonic() - began[0][1]
    rate = (camera.looked_at - began[0][2]) / passed
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    share = 100 * used / passed * _FPS / rate
    print(f"{share:.1f} % of a core at {_FPS:g} frames a second; looked at {rate:.1f}, for {passed:.0f} s")
    held = sum(picture.nbytes for picture in source._pictures) / 1e6
    print(f"{pages * os.sysconf('SC_PAGE_SIZE') / 1e6:.0f} MB resident, {held:.0f} MB of it these pictures")


def _pictures(layout: BoardLayout) -> list[Image]:
    film = SimulatedCamera(layout, size=(1920, 1080), seed=1)
    tokens = {site.id: TOKEN_COLOURS[n % 5] for n, site in enumerate(layout.pins()) if n % 2}
    return [film.render(tokens, at=0, number=number).image for number in range(_PICTURES)]


if __name__ == "__main__":
    main()
