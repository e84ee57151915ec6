"""The trainer's drawn places: the same twice, of every class, and true to what they say."""

import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tabletop import SHAPES as OUTLINES
from tabletop import Shape, board_layout
from training.collars import collar
from training.loose import loose_place
from training.make import draw_many, packed
from training.occluders import lay_card
from training.palette import PRINT, linear, near
from training.pieces import SHAPES
from training.prints import neighbours, print_round, printed
from training.scene import OTHER, Kind
from training.solids import SCALE, SIZE, Solid, View, draw, outline, polygon
from training.towns import town_place
from training.upset import NOBODY, upset_place
from vision.model import CLASSES
from vision.patches import PATCH_PX
from vision.shapes import signed_depth


def test_given_a_seed_when_drawn_twice_then_the_same_places_come_out() -> None:
    first, again = draw_many(6, 3), draw_many(6, 3)
    assert all(
        (one.now.patch == two.now.patch).all() and one.label == two.label
        for one, two in zip(first, again, strict=True)
    )
    assert not (first[0].now.patch == draw_many(1, 4)[0].now.patch).all()


def test_given_many_places_when_drawn_then_every_answer_occurs_and_half_are_empty() -> None:
    made = draw_many(250, 8)
    counts = Counter(one.label for one in made)
    assert set(counts) == set(range(OTHER + 1))
    assert 0.3 <= counts[0] / len(made) <= 0.6
    assert all(one.now.patch.shape == (PATCH_PX, PATCH_PX, 3) for one in made)
    assert all((one.now.white > one.now.black).all() for one in made)
    assert 0.35 <= sum(one.empty is not None for one in made) / len(made) <= 0.65


def test_given_places_when_emptied_then_empty_ones_change_less_than_those_with_tokens() -> None:
    changed: dict[bool, list[float]] = {True: [], False: []}
    for one in draw_many(250, 8):
        if one.empty is not None and one.label != OTHER:
            now, then = (
                look.patch[12:28, 12:28].astype(float) / look.white.mean() for look in (one.now, one.empty)
            )
            changed[one.label == 0].append(float(np.abs(now / now.mean() - then / then.mean()).mean()))
    assert np.median(changed[True]) < 0.5 * np.median(changed[False])


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        ("hard", 0.3, 0.6),
        ("towns", 0.3, 0.6),
        ("black", 0.15, 0.4),
        ("prints", 0.3, 0.6),
        ("upset", 0.15, 0.45),
        ("loose", 0.1, 0.4),
    ],
)
def test_given_a_kind_when_drawn_then_every_answer_occurs_and_the_same_places_come_twice(
    kind: Kind, least: float, most: float
) -> None:
    made = draw_many(120, 8, kind)
    counts = Counter(one.label for one in made)
    assert set(counts) == set(range(OTHER + 1))
    assert least <= counts[0] / len(made) <= most
    assert all(
        (one.now.patch == two.now.patch).all() for one, two in zip(made, draw_many(3, 8, kind), strict=False)
    )


def test_given_a_bare_pin_of_the_lesson_of_what_lies_loose_when_drawn_then_nothing_lies_near_it() -> None:
    places = [loose_place(np.random.default_rng([5, seed])) for seed in range(150)]
    bare = [place for place in places if place is not None and place.seat == 0]
    assert len(bare) >= 20
    for place in bare:
        far = [float(np.linalg.norm(one.middle)) for one in place.here.solids]
        assert not [one for one in far if 2.0 < one < 17.0]  # a neighbour on its pin is farther


def test_given_crossed_places_when_drawn_then_each_bears_a_token_and_no_shape_keeps_to_a_colour() -> None:
    """By its middle's tone alone nobody tells the shape: dark ones are of all five, and bright ones."""
    made = [one for one in draw_many(160, 8, "crossed") if one.label != OTHER]
    tones = [float(one.now.patch[18:22, 18:22].mean() / one.now.white.mean()) for one in made]
    shapes = {True: set[int](), False: set[int]()}
    for one, tone in zip(made, tones, strict=True):
        shapes[tone < float(np.median(tones))].add(one.label)
    assert shapes == {True: set(range(1, OTHER)), False: set(range(1, OTHER))}


def test_given_an_empty_town_as_wide_as_a_token_when_drawn_then_its_pin_is_of_another_colour() -> None:
    steps = (np.arange(SIZE) - (SIZE - 1) / 2) / SCALE
    far = np.hypot(*np.meshgrid(steps, steps))
    wide = 0
    for seed in range(80):
        town = town_place(np.random.default_rng(seed))
        if town is None or town.seat:
            continue
        core = town.print_[far < 1.0].mean(axis=0)
        assert np.allclose(town.print_[far < 1.0], core)  # a disc, whatever runs up to it
        if np.allclose(town.print_[far < 7.3], core):
            wide += 1
            assert np.abs(np.log(town.board.pin / core)).max() >= 0.4
    assert wide > 3


@pytest.mark.parametrize("seed", range(12))
def test_given_a_collar_when_laid_then_its_plate_is_of_its_colour_and_the_print_round_it_stays(
    seed: int,
) -> None:
    canvas = np.full((SIZE, SIZE, 3), 0.8, np.float32)
    tint = np.array([0.05, 0.3, 0.1])
    collar(np.random.default_rng(seed), canvas, tint, 9.0, 0.0)
    steps = (np.arange(SIZE) - (SIZE - 1) / 2) / SCALE
    far = np.hypot(*np.meshgrid(steps, steps))
    assert np.allclose(canvas[far > 10.4], 0.8)
    plate = np.median(canvas[far < 8.5], axis=0)
    assert plate.argsort().tolist() == tint.argsort().tolist()
    assert np.allclose(plate / plate.sum(), tint / tint.sum(), atol=0.1)


def test_given_a_card_when_laid_then_whatever_it_hides_is_no_longer_a_tokens() -> None:
    for seed in range(20):
        canvas = np.full((SIZE, SIZE, 3), 5.0, np.float32)
        owner = np.full((SIZE, SIZE), 9, np.uint8)
        lay_card(np.random.default_rng(seed), canvas, owner, np.full(3, 0.01))
        # Paper in so little light is dark, its shadow on the glaring ground is not.
        card = canvas.max(axis=2) < 0.1
        assert card.any()
        assert (owner[card] == 2).all()
        assert (owner[canvas.min(axis=2) > 4.9] == 9).all()


def test_given_places_when_packed_then_each_array_tells_of_all_of_them() -> None:
    made = draw_many(12, 8)
    arrays = packed(made)
    assert {len(array) for array in arrays.values()} == {12}
    assert arrays["empty_known"].tolist() == [one.empty is not None for one in made]


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


def test_given_a_board_that_ships_when_its_places_are_cut_then_each_shows_the_pin_that_is_printed() -> None:
    board = printed("starter", "paper")
    assert board.flat
    middle = slice(SIZE // 2 - 3, SIZE // 2 + 3)
    for site in board.layout.pins():
        cut = print_round(board, site)
        assert np.abs(cut[middle, middle].mean(axis=(0, 1)) - 170).max() < 12


def test_given_a_place_beside_others_when_drawn_then_they_lie_where_the_board_has_them() -> None:
    layout = board_layout("usa")
    site = layout.pins()[0]
    across = replace(site, angle_deg=90.0)
    for one, turned in zip(neighbours(layout, site), neighbours(layout, across), strict=True):
        assert np.linalg.norm(one) == pytest.approx(np.linalg.norm(turned))
    found = {round(float(np.linalg.norm(one)), 3) for one in neighbours(layout, site)}
    true = {round(math.hypot(other.x - site.x, other.y - site.y), 3) for other in layout.pins()}
    assert found == {reach for reach in true if 0 < reach < 40}


def test_given_a_token_on_its_edge_over_a_pin_when_drawn_then_it_is_nobodys() -> None:
    fallen = 0
    for seed in range(400):
        place = upset_place(np.random.default_rng(seed))
        outline = place.here.parts[0].outline
        sides = sorted(np.linalg.norm(np.roll(outline, -1, axis=0) - outline, axis=1))
        if len(outline) == 4 and sides[-1] > 1.4 * sides[0]:
            fallen += 1
            assert place.seat == NOBODY
    assert fallen > 20
