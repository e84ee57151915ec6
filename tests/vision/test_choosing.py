"""The camera that sees the board is taken, whatever its number."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import board_layout
from vision import CameraError, NewestFrame, choose_camera
from vision.choosing import cameras
from vision.frame import Image

LAYOUT = board_layout("usa")
assert LAYOUT.markers is not None
MARKERS = LAYOUT.markers


@cache
def board() -> Image:
    return SimulatedCamera(LAYOUT, seed=3).render({}, at=0, number=0).image


class Still:
    """A camera that gives pictures of one thing, each with noise of its own."""

    def __init__(self, image: Image, name: str, closed: list[str]) -> None:
        self._image, self._name, self._closed = image, name, closed
        self._noise = np.random.default_rng(1)

    def grab(self) -> Image:
        """The thing once more."""
        return self._image ^ self._noise.integers(0, 2, self._image.shape, dtype=np.uint8)

    def close(self) -> None:
        """Say so."""
        self._closed.append(self._name)


def chosen(views: dict[str, Image | None]) -> tuple[str, list[str]]:
    """Which of some cameras is kept, and which have been given back; None: it cannot be opened."""
    kept: dict[int, str] = {}
    closed: list[str] = []

    def opened(device: str, size: tuple[int, int] | None) -> NewestFrame:
        assert size == (1280, 860)
        view = views[device]
        if view is None:
            raise CameraError(f"camera {device}: in use")
        camera = NewestFrame(Still(view, device, closed), device)
        kept[id(camera)] = device
        return camera

    def devices() -> Iterable[str]:
        return views

    camera = choose_camera(MARKERS, (1280, 860), devices=devices, opened=opened)
    before = list(closed)
    camera.close()
    return kept[id(camera)], before


FACE = np.full((480, 640, 3), 127, np.uint8)


def test_given_a_laptops_own_camera_and_one_over_the_board_when_looked_for_then_it_is_the_other() -> None:
    assert chosen({"/dev/video0": FACE, "/dev/video1": None, "/dev/video2": board()}) == (
        "/dev/video2",
        ["/dev/video0"],
    )


def test_given_no_camera_that_sees_a_marker_then_the_last_one_is_taken_so_that_it_can_be_aimed() -> None:
    assert chosen({"/dev/video0": FACE, "/dev/video2": FACE}) == ("/dev/video2", ["/dev/video0"])


def test_given_no_camera_that_gives_pictures_then_one_line_says_what_to_do() -> None:
    with pytest.raises(CameraError, match=r"^camera auto: none of /dev/video0 gives pictures; plug one in"):
        chosen({"/dev/video0": None})
    with pytest.raises(CameraError, match=r"^camera auto: there is none; plug one in"):
        chosen({})


def test_given_devices_then_cameras_are_listed_by_their_numbers(tmp_path: Path) -> None:
    for name in ("video10", "video2", "video0", "video", "null"):
        (tmp_path / name).touch()
    found = [Path(name).name for name in cameras(tmp_path) if name != "ribbon"]
    assert found == ["video0", "video2", "video10"]
