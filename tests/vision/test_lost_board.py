"""Why a running camera has no board, or shows it badly: the cause is told, and no longer than it lasts."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import TOKEN_COLOURS, DeviceHealth, board_layout
from vision import CameraSensor, Frame, StillReader
from vision.frame import Image

LAYOUT = board_layout("usa")
TOKENS = {site.id: TOKEN_COLOURS[place % 5] for place, site in enumerate(LAYOUT.pins()) if place % 4 == 0}


@pytest.fixture(scope="module")
def aslant() -> SimulatedCamera:
    return SimulatedCamera(LAYOUT, view="oblique", seed=3)


@pytest.fixture(scope="module")
def image(aslant: SimulatedCamera) -> Image:
    return aslant.render({}, at=0, number=0).image


@pytest.fixture(scope="module")
def laid(aslant: SimulatedCamera) -> Image:
    return aslant.render(TOKENS, at=0, number=0).image


class Watched:
    """What a sensor says of its own health."""

    def __init__(self, sensor: CameraSensor) -> None:
        self._sensor = sensor
        self._number = 0
        self._at = 0.0

    def shown(self, image: Image, frames: int, every_s: float = 0.1) -> list[DeviceHealth]:
        return [told for _ in range(frames) for told in self._next(image, every_s)]

    def causes(self, image: Image, frames: int, every_s: float = 0.1) -> list[tuple[str, str]]:
        return [(told.condition, told.cause) for told in self.shown(image, frames, every_s)]

    def _next(self, image: Image, every_s: float) -> Iterator[DeviceHealth]:
        self._number += 1
        self._at += every_s
        for told in self._sensor.see(Frame(image, self._at, self._number)):
            if isinstance(told, DeviceHealth):
                yield told


@pytest.mark.parametrize("stretch", [1.6, 2.0])
def test_given_a_file_of_another_lens_when_all_markers_are_in_view_then_that_is_told_and_not_the_corners(
    aslant: SimulatedCamera, image: Image, stretch: float
) -> None:
    focal = aslant.model.focal[0] * stretch
    watched = Watched(CameraSensor(LAYOUT, replace(aslant.model, focal=(focal, focal))))
    told = watched.shown(image, 30)
    assert [(one.condition, one.cause, one.lacks) for one in told] == [("lost", "other-lens", ())]


@pytest.mark.parametrize("stretch", [0.6, 0.8, 1.25])
def test_given_a_lens_that_nearly_fits_when_no_pins_are_where_they_should_be_then_the_lens_is_told_as_well(
    aslant: SimulatedCamera, laid: Image, stretch: float
) -> None:
    """It was called covered, or another print."""
    focal = aslant.model.focal[0] * stretch
    watched = Watched(CameraSensor(LAYOUT, replace(aslant.model, focal=(focal, focal))))
    assert watched.causes(laid, 20, every_s=0.4) == [("live", ""), ("stale", "other-lens")]


def test_given_a_stretched_picture_and_no_camera_file_then_the_board_s_file_is_doubted(image: Image) -> None:
    high, wide = image.shape[:2]
    stretched = np.asarray(cv2.resize(image, (wide, high * 2)), dtype=np.uint8)
    assert Watched(CameraSensor(LAYOUT)).causes(stretched, 30) == [("lost", "no-fit")]


def test_given_a_board_that_is_nearly_hidden_then_its_corners_are_named_as_before(
    aslant: SimulatedCamera, image: Image
) -> None:
    hidden = image.copy()
    hidden[:, 160:] = 90
    (told,) = Watched(CameraSensor(LAYOUT, aslant.model)).shown(hidden, 30)
    assert told.cause == "board-lost" and told.lacks


def test_given_a_mirrored_picture_when_it_runs_then_it_is_told_until_it_is_so_no_more(
    aslant: SimulatedCamera, image: Image
) -> None:
    mirrored = np.ascontiguousarray(image[:, ::-1])
    watched = Watched(CameraSensor(LAYOUT, aslant.model))
    assert watched.causes(mirrored, 40) == [("lost", "mirrored")]
    assert watched.causes(image, 20)[0] == ("live", "")
    assert watched.causes(np.full_like(image, 60), 60)[-1] == ("lost", "board-lost")


def test_given_a_mirrored_photograph_when_read_then_it_says_so(image: Image) -> None:
    still = StillReader(LAYOUT).read(Frame(np.ascontiguousarray(image[:, ::-1]), 0.0, 0))
    assert still.amiss == "mirrored" and "mirrored" in still.note and "\n" not in still.note
    assert set(still.answers.values()) == {"unknown"}


def test_given_a_camera_too_far_away_when_it_is_brought_nearer_then_that_is_told_no_more() -> None:
    """A blind maker moves it by this very sentence."""
    large = SimulatedCamera(LAYOUT, size=(2304, 1296), view="oblique", seed=6)
    near = large.render({}, at=0, number=0).image
    far = np.asarray(cv2.resize(near, (1280, 720), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    watched = Watched(CameraSensor(LAYOUT, large.model))
    assert watched.causes(far, 8, every_s=2.0)[-1] == ("live", "far")
    assert watched.causes(near, 2, every_s=2.0) == [("live", "")]
    assert watched.causes(near, 10, every_s=2.0) == []
    assert watched.causes(far, 12, every_s=2.0)[-1] == ("live", "far")


def test_given_a_blurred_lens_when_it_was_wiped_then_the_looks_of_before_count_no_more() -> None:
    large = SimulatedCamera(LAYOUT, size=(1920, 1080), view="over", seed=6)
    sharp = large.render({}, at=0, number=0).image
    blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 4.0), dtype=np.uint8)
    watched = Watched(CameraSensor(LAYOUT, large.model))
    assert watched.causes(blurred, 10, every_s=2.0)[-1] == ("live", "blurred")
    assert watched.causes(np.full_like(sharp, 60), 40)[-1] == ("lost", "board-lost")  # a cloth
    assert ("live", "blurred") not in watched.causes(sharp, 12, every_s=2.0)
