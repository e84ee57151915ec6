"""The picture of what was seen: each site marked in its colour where it is, unknown ones as such."""

import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import SHAPES, TOKEN_COLOURS, Shape, SiteId, TokenColour, board_layout
from tests.vision.test_shapes import AREAS
from vision import Frame, Still, StillReader, draw_still
from vision.overlay import token_outline

LAYOUT = board_layout("usa")
IDS = [site.id for site in LAYOUT.pins()]
TOKENS: dict[SiteId, TokenColour] = {site: TOKEN_COLOURS[place % 5] for place, site in enumerate(IDS[:60:4])}


@pytest.fixture(scope="module")
def frame() -> Frame:
    return SimulatedCamera(LAYOUT, seed=1).render(TOKENS, at=0, number=0)


@pytest.fixture(scope="module")
def still(frame: Frame) -> Still:
    return StillReader(LAYOUT, SimulatedCamera(LAYOUT, seed=1).model).read(frame)


def _badge(picture: np.ndarray, frame: Frame, still: Still, site: SiteId) -> tuple[int, int, int]:
    """The colour of a badge's ground, just inside its rim, left of the letter."""
    assert still.pose is not None
    place = LAYOUT.sites[site]
    scale = picture.shape[1] / frame.size[0]
    spot = np.array([[place.x - 3.7, place.y, LAYOUT.tokens.top_mm]])
    x, y = np.round((still.pose.project(spot)[0] + 0.5) * scale - 0.5).astype(int)
    blue, green, red = picture[y, x].tolist()
    return red, green, blue


def test_given_a_reading_when_drawn_then_every_token_wears_its_colour(frame: Frame, still: Still) -> None:
    picture = draw_still(frame, LAYOUT, still, "shot.jpg")
    named = {site: seen for site, seen in still.answers.items() if seen in TOKEN_COLOURS}
    assert named == TOKENS
    for site, colour in TOKENS.items():
        wanted = LAYOUT.tokens.rgb[colour]
        assert (
            max(abs(a - b) for a, b in zip(_badge(picture, frame, still, site), wanted, strict=True)) <= 40
        ), site


def test_given_unknown_sites_when_drawn_then_marked_as_such(frame: Frame, still: Still) -> None:
    lost = IDS[1]
    doubtful = Still(
        answers={**still.answers, lost: "unknown"}, reading=still.reading, pose=still.pose, note=""
    )
    assert _badge(draw_still(frame, LAYOUT, doubtful), frame, still, lost) == (255, 0, 255)


def test_given_no_board_when_drawn_then_the_picture_with_words_below() -> None:
    black = Frame(np.zeros((480, 640, 3), np.uint8), 0, 0)
    still = StillReader(LAYOUT).read(black)
    picture = draw_still(black, LAYOUT, still, "schwarz – leer.jpg")
    assert picture.shape[1] == 640
    assert (picture[:480] == 0).all()
    assert (picture[480:] < 128).any()  # words
    assert (picture[480:] > 240).mean() > 0.7


def test_given_a_huge_frame_when_drawn_then_no_larger_than_can_be_looked_at(still: Still) -> None:
    huge = Frame(np.zeros((2160, 7680, 3), np.uint8), 0, 0)
    lost = Still(answers=dict.fromkeys(still.answers, "unknown"), reading=still.reading, pose=None, note="x")
    assert draw_still(huge, LAYOUT, lost).shape[1] == 3400


@pytest.mark.parametrize("shape", list(SHAPES.values()))
def test_given_a_shape_when_outlined_then_one_turn_round_its_area(shape: Shape) -> None:
    x, y = token_outline(shape, 1.0).T
    area = 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    assert abs(area) == pytest.approx(AREAS[shape], rel=0.02)
    assert np.hypot(x, y).max() <= 1.0 + 1e-9
