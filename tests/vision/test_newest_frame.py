import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import SiteId, board_layout
from vision import (
    CameraError,
    Frame,
    FrameError,
    FrozenCameraError,
    NewestFrame,
    frames_of,
    is_device,
    lasting_frames,
    watch,
)
from vision.frame import Image
from vision.locking import ExposureLock, Values


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


class Knobs:
    """Controls that note what is done to them."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def release(self) -> None:
        self.done.append("release")

    def values(self) -> Values:
        return {"exposure": 100.0}

    def hold(self, values: Values) -> None:
        self.done.append("hold")


def test_given_controls_when_the_stream_runs_then_they_are_let_go_then_held() -> None:
    source, knobs, times = Script([100] * 6), Knobs(), iter(range(100))
    with NewestFrame(source, clock=lambda: float(next(times)), keeper=ExposureLock(knobs)):
        assert source.played.wait(5)
    assert knobs.done == ["release", "hold"]


class Unplugged:
    """A camera that is opened several times: pictures, a failure, nobody there, pictures again."""

    def __init__(self, streams: list[list[int] | None]) -> None:
        self._streams = list(streams)
        self.waited: list[float] = []

    def open(self, name: str) -> NewestFrame:
        stream = self._streams.pop(0)
        if stream is None:
            raise CameraError(f"camera {name}: cannot be opened")
        return NewestFrame(Script(stream, OSError("gone")), name, clock=lambda: 1.0)

    def frames(self, count: int) -> list[Frame | CameraError]:
        return list(
            islice(lasting_frames("0", clock=lambda: 1.0, wait=self.waited.append, opened=self.open), count)
        )


def test_given_a_camera_that_is_unplugged_when_it_comes_back_then_said_once_and_frames_count_on() -> None:
    table = Unplugged([[10], None, None, [20]])
    first, gone, second = table.frames(3)
    assert isinstance(first, Frame)
    assert isinstance(gone, CameraError)
    assert isinstance(second, Frame)
    assert (first.number, second.number) == (0, 1)
    assert "stopped (gone)" in str(gone)
    assert [wait for wait in table.waited if wait > 1] == [2.0] * 3


def test_given_no_camera_at_the_start_when_frames_are_asked_then_raised() -> None:
    with pytest.raises(CameraError, match="cannot be opened"):
        Unplugged([None]).frames(1)


def test_given_a_camera_that_goes_and_comes_when_watched_then_lost_found_and_nothing_twice() -> None:
    layout, site = board_layout("usa"), SiteId("denver-omaha")
    camera = SimulatedCamera(layout, seed=2)
    image = camera.render({site: "red"}, at=0, number=0).image

    def frames() -> Iterator[Frame | CameraError]:
        for number in range(8):
            yield Frame(image, number / 10, number)
        yield CameraError("camera 0: stopped")
        for number in range(8, 16):
            yield Frame(image, 60 + number / 10, number)

    records = list(watch(frames(), layout, camera.model))
    assert [record.get("board", record.get("site")) for record in records] == ["found", site, "lost", "found"]
    assert records[2] == {"frame": 7, "board": "lost"}


def test_given_a_broken_picture_in_a_folder_when_read_then_passed_over_and_told_at_the_end(
    tmp_path: Path,
) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((200, 200, 3), 10 * number, np.uint8))
    (tmp_path / "1.png").write_bytes(b"no picture")
    frames = frames_of([str(tmp_path)])
    assert [next(frames).number, next(frames).number] == [0, 2]
    with pytest.raises(FrameError, match=r"1\.png"):
        next(frames)


@pytest.mark.parametrize(
    ("name", "live"), [("0", True), ("/dev/video2", True), ("ribbon:1", True), ("a.mp4", False)]
)
def test_given_a_name_when_asked_then_a_device_or_not(name: str, live: bool) -> None:
    assert is_device(name) is live


class Clock:
    """One second later at every look."""

    def __init__(self) -> None:
        self._now = 0.0

    def __call__(self) -> float:
        self._now += 1.0
        return self._now


class Repeating(Script):
    """A source that hangs after a few living pictures, or shows black for ever."""

    def __init__(self, *, living: int, shade: int | None = None) -> None:
        super().__init__([0] * 30)
        self._living = living
        self._shade = shade
        self._rng = np.random.default_rng(1)
        self._picture = self._noise()

    def grab(self) -> Image | None:
        if super().grab() is None:
            return None
        if self._living > 0:
            self._living -= 1
            self._picture = self._noise()
        return self._picture if self._shade is None else np.full_like(self._picture, self._shade)

    def _noise(self) -> Image:
        return self._rng.integers(0, 255, (200, 200, 3)).astype(np.uint8)


def test_given_a_camera_that_repeats_one_picture_when_it_lasts_then_it_is_said_to_hang() -> None:
    source = Repeating(living=10)
    with NewestFrame(source, "0", Clock()) as camera:
        camera._thread.join(5)
        assert camera.newest().number == 9 + 3
        with pytest.raises(FrozenCameraError, match="camera 0: the very same picture for 4 s"):
            camera.newest()
    assert source.closed


def test_given_a_black_or_a_living_camera_when_it_lasts_then_it_does_not_hang() -> None:
    for source in (Repeating(living=0, shade=0), Repeating(living=99)):
        with NewestFrame(source, "0", Clock()) as camera:
            assert source.played.wait(5)
            assert camera.newest().number == 29
