"""A token on a ring of its own colour: the round outline there is the ring's."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tabletop import board_layout
from tests.vision.test_agreement import row
from vision.agreement import agreed, colours_off
from vision.own_rings import ringed
from vision.patches import MM_PER_PX, PATCH_PX

USA = board_layout("usa")
GREEN, RING, GROUND = (0.43, 0.6, 0.22), (0.53, 0.68, 0.33), (0.87, 0.91, 0.92)
STEPS = (np.arange(PATCH_PX) - (PATCH_PX - 1) / 2) * MM_PER_PX
LEANS = [(0.0, 0.0), (2.0, -2.0), (0.6, 3.4)]


def circle(lean: NDArray[np.float64], share: float, radius: float) -> NDArray[np.bool_]:
    x, y = lean * share
    return np.asarray(np.hypot(STEPS[None, :] - x, STEPS[:, None] - y) <= radius)


def painted(*layers: tuple[NDArray[np.bool_], tuple[float, float, float]]) -> NDArray[np.float32]:
    tones = np.broadcast_to(np.array(GROUND)[:, None, None], (3, PATCH_PX, PATCH_PX)).copy()
    for where, tone in layers:
        tones[:, where] = np.array(tone)[:, None]
    return tones[None].astype(np.float32)


@pytest.mark.parametrize("lean", LEANS)
def test_given_a_token_on_a_ring_of_its_colour_then_the_outline_is_the_rings(
    lean: tuple[float, float],
) -> None:
    way = np.array(lean)
    tones = painted((circle(way, 1.0, 9.9), RING), (circle(way, 0.0, 5.0), GREEN))
    assert ringed(tones, way[None], USA).tolist() == [True]


@pytest.mark.parametrize("lean", LEANS)
def test_given_a_disc_whose_colour_lies_on_a_grey_ring_then_the_outline_is_its_own(
    lean: tuple[float, float],
) -> None:
    way = np.array(lean)
    walls = [(circle(way, part, 9.0), GREEN) for part in (1.0, 0.5, 0.0)]
    tones = painted((circle(way, 1.0, 9.9), (0.44, 0.44, 0.44)), *walls)
    assert ringed(tones, way[None], USA).tolist() == [False]


def test_given_a_board_without_rings_or_a_grey_middle_then_no_outline_is_a_rings() -> None:
    tones = painted((circle(np.zeros(2), 0.0, 9.9), RING))
    assert not ringed(tones, np.zeros((1, 2)), replace(USA, collar_diameter_mm=0.0)).any()
    grey = painted((circle(np.zeros(2), 0.0, 9.9), (0.2, 0.2, 0.2)))
    assert not ringed(grey, np.zeros((1, 2)), USA).any()


def test_given_green_on_green_that_passes_for_a_disc_then_it_is_said_and_the_colours_are_not_blamed() -> None:
    many = np.repeat(row(green=0.998, empty=0.002), 4, 0), np.repeat(row(blue=0.97, green=0.03), 4, 0)
    taken = agreed(*many)
    assert taken.chances[0, 3] == pytest.approx(0.79)
    assert colours_off(taken)
    found = agreed(*many, np.ones(4, bool))
    assert found.chances[0, 3] == pytest.approx(0.9)
    assert not colours_off(found)
