import math

import numpy as np
import pytest

from tabletop import SHAPES, Shape
from vision.shapes import CROP_PX, SECTORS, bank, signed_depth

AREAS: dict[Shape, float] = {
    "disc": math.pi,
    "square": 2.0,
    "triangle": 3 * math.sqrt(3) / 4,
    "star": 5 * 0.45 * math.sin(math.pi / 5),
    "cross": 4 * 0.72 * math.sqrt(1 - 0.36**2) - 0.72**2,
}


@pytest.mark.parametrize("shape", list(SHAPES.values()))
def test_given_a_shape_when_measured_then_its_outline_encloses_its_area(shape: Shape) -> None:
    steps = np.linspace(-1.2, 1.2, 961)
    x, y = np.meshgrid(steps, steps)
    inside = signed_depth(shape, x, y, 1.0) > 0
    assert inside.mean() * 2.4**2 == pytest.approx(AREAS[shape], rel=0.01)
    assert np.hypot(x, y)[inside].max() <= 1.005


@pytest.mark.parametrize("shape", list(SHAPES.values()))
def test_given_a_bank_when_built_then_each_filled_sector_averages_to_one(shape: Shape) -> None:
    shapes = bank(shape, 9.0, 1.2)
    assert len(shapes.lies) == len(shapes.centred.filled)
    for lie in (shapes.centred, *shapes.lies):
        sums = lie.inside.sum(axis=1).reshape(-1, SECTORS)
        assert np.allclose(sums[lie.filled > 0], 1.0, atol=1e-4)
        assert np.allclose(lie.filled.sum(axis=1), 1.0, atol=1e-5)
        assert lie.inside.shape[1] == CROP_PX * CROP_PX


@pytest.mark.parametrize("shape", list(SHAPES.values()))
def test_given_a_template_when_its_band_is_compared_then_inside_and_outside_never_overlap(
    shape: Shape,
) -> None:
    lie = bank(shape, 9.0, 0.0).centred
    inside = lie.inside.reshape(-1, SECTORS, CROP_PX**2).sum(axis=1) > 1e-3
    outside = lie.outside.reshape(-1, SECTORS, CROP_PX**2).sum(axis=1) > 1e-3
    assert (inside & outside).mean() < 0.03  # only pixels that both edges cut
