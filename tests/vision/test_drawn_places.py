"""The trainer's drawn places: the same twice, of every class, and true to what they say."""

from collections import Counter

import numpy as np
import pytest

from tabletop import SHAPES as OUTLINES
from tabletop import Shape
from training.make import draw_many
from training.palette import PRINT, linear, near
from training.scene import OTHER, SHAPES
from training.solids import SCALE, SIZE, Solid, View, draw, outline, polygon
from vision.model import CLASSES
from vision.patches import PATCH_PX
from vision.shapes import signed_depth


def test_given_a_seed_when_drawn_twice_then_the_same_places_come_out() -> None:
    first, again = draw_many(6, 3), draw_many(6, 3)
    assert all(
        (one.patch == two.patch).all() and one.label == two.label
        for one, two in zip(first, again, strict=True)
    )
    assert not (first[0].patch == draw_many(1, 4)[0].patch).all()


def test_given_many_places_when_drawn_then_every_answer_occurs_and_half_are_empty() -> None:
    made = draw_many(250, 8)
    counts = Counter(one.label for one in made)
    assert set(counts) == set(range(OTHER + 1))
    assert 0.3 <= counts[0] / len(made) <= 0.6
    assert all(one.patch.shape == (PATCH_PX, PATCH_PX, 3) for one in made)
    assert all((one.white > one.black).all() for one in made)


def test_given_the_seats_when_numbered_then_trainer_and_reader_agree() -> None:
    assert len(CLASSES) + 1 == OTHER
    assert len(SHAPES) == len(CLASSES)


@pytest.mark.parametrize("shape", list(OUTLINES.values()))
def test_given_a_shape_when_its_outline_is_filled_then_it_is_the_readers(shape: Shape) -> None:
    mask = np.zeros((SIZE, SIZE), np.uint8)
    polygon(mask, outline(shape, 9.0, 0.0), 255)
    steps = (np.arange(SIZE) - (SIZE - 1) / 2) / SCALE
    x, y = np.meshgrid(steps, steps)
    turned = [
        signed_depth(shape, x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a), 9.0) > 0
        for a in np.radians(range(0, 360, 3))
    ]
    assert min(float(((mask > 0) != one).mean()) for one in turned) < 0.012


def test_given_an_oblique_view_when_a_prism_is_drawn_then_its_wall_shows_towards_the_camera() -> None:
    canvas, owner = np.zeros((SIZE, SIZE, 3), np.float32), np.zeros((SIZE, SIZE), np.uint8)
    solid = Solid(outline=outline("square", 9.0, 0.3), z0=0.0, z1=8.0, colour=np.ones(3))
    draw(canvas, owner, solid, View((6.0, 0.0), 8.0), [], np.ones(3), 9)
    top, wall = np.argwhere(owner == 9).mean(axis=0), np.argwhere(owner == 1).mean(axis=0)
    assert abs(top[1] - (SIZE - 1) / 2) < 2
    assert wall[1] - top[1] > 6 * SCALE / 2


def test_given_a_colour_when_varied_then_it_stays_a_colour_of_its_kind() -> None:
    rng = np.random.default_rng(1)
    for rgb in PRINT:
        varied = np.array([near(rng, rgb, 0.1) for _ in range(200)])
        assert varied.min() > 0
        assert varied.max() <= 0.95
        assert np.allclose(np.median(varied, axis=0), linear(rgb), atol=0.12)
