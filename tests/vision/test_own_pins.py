"""No place is called empty that shows neither its own pin nor its collar."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import board_layout
from vision import BoardReader
from vision.frame import Frame
from vision.own_pins import REACH, lacking, off_tone, straight
from vision.patches import MM_PER_PX

SIDE = 2 * REACH + 1
STEPS = np.arange(-REACH, REACH + 1) * MM_PER_PX
SPOTS = np.random.default_rng(1).uniform(0, 700, (40, 2))
BARE = np.arange(40) < 39
STRIPES = 39


def pins() -> NDArray[np.float32]:
    """(40, S, S, 3): pale pins on blue collars, each lit a little otherwise from left to right."""
    away = np.hypot(STEPS[:, None], STEPS[None, :])[None, :, :, None]
    light = (1 + SPOTS[:, 0] / 7000)[:, None, None, None]
    return np.asarray(np.where(away <= 2.5, 0.7, np.array([0.6, 0.3, 0.2])) * light, np.float32)


def stripes(turn_deg: float) -> NDArray[np.float32]:
    """(S, S, 3): bands 4 mm wide, as blurred as a picture has them."""
    turn = np.radians(turn_deg)
    across = STEPS[None, :] * np.cos(turn) + STEPS[:, None] * np.sin(turn)
    return np.asarray((0.5 + 0.3 * np.sin(across * np.pi / 4))[..., None].repeat(3, 2), np.float32)


def test_given_pins_that_all_show_when_judged_then_no_place_lacks_its_own() -> None:
    assert not lacking(pins(), BARE, SPOTS).any()


@pytest.mark.parametrize("turn", [0, 30, 45, 90])
def test_given_stripes_where_a_pin_should_be_when_judged_then_only_that_place_lacks_it(turn: float) -> None:
    shown = pins()
    shown[STRIPES] = stripes(turn)
    assert lacking(shown, BARE, SPOTS).nonzero()[0].tolist() == [STRIPES]
    assert straight(shown)[STRIPES] < 0.1 < straight(shown)[:STRIPES].min()


def test_given_too_few_bare_pins_when_judged_then_stripes_alone_are_told() -> None:
    shown = pins()
    shown[STRIPES] = stripes(0)
    shown[0] = 0.9 - shown[0]  # of another tone, but as round
    assert lacking(shown, np.arange(40) < 5, SPOTS).nonzero()[0].tolist() == [STRIPES]


def test_given_a_pin_of_another_hue_when_compared_then_it_is_off_and_light_that_changes_evenly_is_not() -> (
    None
):
    shown = pins()
    shown[STRIPES] = np.array([0.1, 0.7, 0.7])
    off = np.abs(off_tone(shown, BARE, SPOTS)).max(axis=1)
    assert off[STRIPES] > 0.4
    assert off[:STRIPES].max() < 0.02


def _sleeved(frame: Frame, middle: NDArray[np.float64], wide_px: float) -> Frame:
    """The same picture with a sleeve in bands of green and cream over a place."""
    image = frame.image.copy()
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    over = np.hypot(x - middle[0], y - middle[1]) <= 5 * wide_px
    bands = np.sin((x + 0.4 * y) * np.pi / wide_px)[..., None] > 0
    cloth = np.where(bands, np.array([80, 120, 50]), np.array([200, 215, 220])).astype(np.uint8)
    image[over] = cv2.GaussianBlur(cloth, (0, 0), 0.8)[over]
    return replace(frame, image=image)


def test_given_a_striped_sleeve_over_tokens_when_read_once_then_none_of_them_is_called_empty() -> None:
    layout = board_layout("usa")
    camera = SimulatedCamera(layout, size=(1920, 1080), view="over", seed=3)
    reader = BoardReader(layout, camera.model)
    spots = layout.pins()[::48]
    frame = camera.render({spot.id: "green" for spot in spots}, at=0, number=1)
    _, plan = reader.locate(frame)
    assert plan is not None
    said = set()
    for spot in spots:
        middle = plan.pose.project(np.array([[spot.x, spot.y, layout.tokens.top_mm]]))[0]
        for wide_mm in (5, 10):
            sleeved = _sleeved(frame, middle, wide_mm * float(plan.cutter.px_per_mm.min()))
            said.add((spot.id, wide_mm, reader.read(sleeved).sightings[spot.id].seen))
    assert not {item for item in said if item[2] == "empty"}


def test_given_a_place_without_any_tone_when_judged_then_it_is_no_stripe() -> None:
    assert np.allclose(straight(np.full((1, SIDE, SIDE, 3), 0.5, np.float32)), 0.5)
