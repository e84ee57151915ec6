import threading

import numpy as np
import pytest

from vision import CameraError, NewestFrame
from vision.frame import Image


class Script:
    """A source that plays a list of pictures, then waits or fails; no time passes in it."""

    def __init__(self, shades: list[int], failure: Exception | None = None) -> None:
        self._shades = list(shades)
        self._failure = failure
        self.played = threading.Event()
        self.closed = False

    def grab(self) -> Image | None:
        if self._shades:
            return np.full((200, 200, 3), self._shades.pop(0), np.uint8)
        self.played.set()
        if self._failure is not None:
            raise self._failure
        return None

    def close(self) -> None:
        self.closed = True


def test_given_a_slow_reader_when_it_asks_then_it_gets_the_newest_and_older_ones_are_gone() -> None:
    source = Script([10, 20, 30])
    with NewestFrame(source, clock=lambda: 7.0) as camera:
        assert source.played.wait(5)
        frame = camera.newest(timeout=5)
        assert (frame.number, frame.at, int(frame.image[0, 0, 0])) == (2, 7.0, 30)
    assert source.closed


def test_given_a_camera_that_fails_when_asked_then_one_camera_error() -> None:
    source = Script([], OSError("gone"))
    with (
        NewestFrame(source, "/dev/video0") as camera,
        pytest.raises(CameraError, match=r"/dev/video0: stopped \(gone\)"),
    ):
        camera.newest(timeout=5)


def test_given_a_camera_that_gives_nothing_more_when_asked_then_it_says_so() -> None:
    with NewestFrame(Script([]), "porch") as camera, pytest.raises(CameraError, match="camera porch"):
        camera.newest(timeout=5)
