"""Solids after reloading: whole, of their size, with bores that fit and walls that hold."""

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from math import dist, pi
from os import environ

import numpy as np
import pytest
from shapely import box

from announce import colour_letters, languages
from engine import SEATS, Seat, game_map
from printing.solids import SolidError, check_solids, small_solids
from printing.solids.braille import cells, dots
from printing.solids.mesh_files import solid_files
from printing.solids.panels import panel_solid
from table.board_drawing import token_outline
from tabletop import board_layout
from tests.printing.solids import hole_diameters, is_one_body, polygons, read_back, section, thin

COLOURS = ("gray", "white", "black", "red", "orange", "yellow", "green", "blue", "purple")


@pytest.fixture(scope="module")
def small() -> dict[str, bytes]:
    """Of Europe: tokens, stations, collars, tiles."""
    return small_solids(board_layout("europe"), game_map("europe"), colour_letters("en"))


def panel_of(name: str, panel_id: str) -> dict[str, bytes]:
    layout = board_layout(name)
    panel = next(one for one in layout.panels if one.id == panel_id)
    return solid_files(panel_id, panel_solid(layout, game_map(name), panel, colour_letters("en")))


@pytest.fixture(scope="module")
def with_notch() -> dict[str, bytes]:
    return panel_of("usa", "C2")


@pytest.fixture(scope="module")
def controls() -> dict[str, bytes]:
    return panel_of("usa", "K")


def test_given_a_board_then_it_has_a_token_a_station_a_collar_and_a_tile_of_each_kind(
    small: dict[str, bytes],
) -> None:
    layout = board_layout("europe")
    labels = {site.label for site in layout.sites.values() if site.label}
    names = {
        *(f"tokens/{kind}-{seat}" for seat in SEATS for kind in ("token", "building")),
        *(f"collars/collar-{colour}" for colour in COLOURS),
        *(f"labels/{label}" for label in labels),
    }
    assert set(small) == {f"{name}.{ending}" for name in names for ending in ("stl", "3mf")}


def test_given_each_small_solid_when_reloaded_then_it_is_one_closed_body(small: dict[str, bytes]) -> None:
    of_labels = [path for path in sorted(small) if path.startswith("labels/")][2:]
    for path in sorted(set(small) - set(of_labels)):
        name, _, ending = path.rpartition(".")
        assert is_one_body(read_back(small, name, ending)), path


@pytest.mark.parametrize("kind", ["token", "building"])
@pytest.mark.parametrize("seat", SEATS)
def test_given_a_token_when_measured_then_bore_pocket_lead_in_and_walls_are_as_told(
    small: dict[str, bytes], seat: Seat, kind: str
) -> None:
    mesh = read_back(small, f"tokens/{kind}-{seat}")
    shape = board_layout("europe").tokens.shapes[seat]
    height = 10.6 if kind == "token" else 15.0
    assert mesh.bounds[:, 2] == pytest.approx((0, height), abs=0.05)
    reach = max(dist(point[:2], (0, 0)) for point in mesh.vertices)
    assert 8 <= reach <= 9.01
    for z, wide in ((1.0, 5.6), (6.5, 5.6), (6.8, 5.15), (9.6, 5.15)):
        assert hole_diameters(section(mesh, z)) == [pytest.approx(wide, abs=0.05)]
    assert hole_diameters(section(mesh, 0.02)) == [pytest.approx(6.4, abs=0.05)]
    assert hole_diameters(section(mesh, 0.45)) == [pytest.approx(5.6, abs=0.05)]
    assert hole_diameters(section(mesh, 9.75)) == []
    for z in (1.0, 8.0, height - 0.7):
        assert thin(section(mesh, z)) < 0.2
    wanted = {"disc": 1.0, "square": 0.82, "triangle": 0.67, "star": 0.44, "cross": 0.52}
    outline = polygons(section(mesh, 5.0))[0].exterior
    area = polygons(section(mesh, 5.0))[0].area + pi * 2.8**2
    assert 4 * pi * area / outline.length**2 == pytest.approx(wanted[shape], abs=0.01)
    inset = polygons(section(mesh, height - 0.01))[0].length
    assert inset < polygons(section(mesh, height - 0.7))[0].exterior.length - 2


@pytest.mark.parametrize("seat", SEATS)
def test_given_a_station_then_its_upper_part_is_narrower_and_within_the_same_outline(
    small: dict[str, bytes], seat: str
) -> None:
    mesh = read_back(small, f"tokens/building-{seat}")
    (low,), (high,) = polygons(section(mesh, 10.9)), polygons(section(mesh, 11.1))
    assert max(dist(at, (0, 0)) for at in high.exterior.coords) <= 7.01
    assert max(dist(at, (0, 0)) for at in low.exterior.coords) > 8
    assert high.difference(low.buffer(0.02)).is_empty


def test_given_tokens_then_their_north_is_the_drawings(small: dict[str, bytes]) -> None:
    tip = max(read_back(small, "tokens/token-green").vertices, key=lambda at: at[1])
    assert tip[1] > 8 and abs(tip[0]) < 0.5  # the triangle points to the back, as on the sheets
    assert min(token_outline("triangle", 9), key=lambda at: at[1]) == pytest.approx((0, -9))


@pytest.mark.parametrize("colour", COLOURS)
def test_given_a_collar_when_measured_then_it_fits_its_pin_and_a_finger_can_read_it(
    small: dict[str, bytes], colour: str
) -> None:
    mesh = read_back(small, f"collars/collar-{colour}")
    assert mesh.extents == pytest.approx((20, 20, 1.2), abs=0.05)
    assert mesh.bounds[0] == pytest.approx((-10, -10, 0), abs=0.05)
    assert hole_diameters(section(mesh, 0.3)) == [pytest.approx(5.3, abs=0.05)]
    assert thin(section(mesh, 0.3)) < 0.2
    assert thin(section(mesh, 0.75)) < 0.3
    letter = dots(colour_letters("en")[colour])
    raised = polygons(section(mesh, 0.9))
    north = [p.centroid for p in raised if p.area < 1.5 and abs(p.centroid.x) < 2 and p.centroid.y > 3.5]
    assert len(north) == len(letter)
    for p in north:
        assert min(dist((p.x, p.y - 6.4), at) for at in letter) < 0.05


def test_given_the_collars_of_a_language_then_no_two_are_alike() -> None:
    for language in languages():
        told = [cells(letter) for letter in colour_letters(language).values()]
        assert len(told) == len(set(map(tuple, told))) and all(len(one) == 1 for one in told)


def test_given_a_tile_when_measured_then_it_stands_with_its_dots_to_the_front(
    small: dict[str, bytes],
) -> None:
    mesh = read_back(small, "labels/ams")
    assert mesh.bounds == pytest.approx(np.array([[0, -0.8, 0], [19.5, 1, 9.6]]), abs=0.05)
    wanted = [(9.75 + x, 4.8 + y) for x, y in dots("ams")]
    tips = {(round(x, 2), round(z, 2)) for x, y, z in mesh.vertices if y < -0.78}
    assert len(tips) == len(wanted) == 7
    for tip in tips:
        assert min(dist(tip, at) for at in wanted) < 0.05
    assert wanted[0] == pytest.approx((2.3, 7.3))  # "a" is the upper left dot, read from the front


@pytest.mark.parametrize(
    ("text", "told"),
    [("slc", ["234", "123", "14"]), ("A1", ["1", "3456", "1"]), ("B10", ["12", "3456", "1", "245"])],
)
def test_given_a_code_then_its_cells(text: str, told: list[str]) -> None:
    assert cells(text) == told


def test_given_a_panel_when_reloaded_then_it_is_whole_and_of_its_size(
    with_notch: dict[str, bytes], controls: dict[str, bytes]
) -> None:
    for made, name, size in ((with_notch, "C2", (180, 200)), (controls, "K", (90, 126))):
        for ending in ("stl", "3mf"):
            mesh = read_back(made, name, ending)
            assert is_one_body(mesh)
            assert mesh.bounds[0] == pytest.approx((0, 0, 0), abs=0.05)
            assert mesh.extents[:2] == pytest.approx(size, abs=0.05)
            assert 3 <= mesh.extents[2] <= 6


def test_given_a_panel_then_each_pin_has_its_hole_and_each_line_its_walls(
    with_notch: dict[str, bytes],
) -> None:
    mesh, layout = read_back(with_notch, "C2"), board_layout("usa")
    panel = next(one for one in layout.panels if one.id == "C2")
    plate = section(mesh, 1.5)
    assert all(wide == pytest.approx(5.1, abs=0.05) for wide in hole_diameters(plate))
    middles = [ring.centroid for ring in polygons(plate)[0].interiors]
    pins = [
        (site.x - panel.x, panel.y + panel.height - site.y)
        for site in layout.pins()
        if 0 <= site.x - panel.x < 180 and 0 <= site.y - panel.y < 200
    ]
    assert len(pins) == len(middles) > 0
    for at in pins:
        assert min(dist(at, (p.x, p.y)) for p in middles) < 0.05
    assert layout.notch is not None
    x, _, radius = layout.notch
    outline = polygons(plate)[0].exterior
    assert max(y for at, y in outline.coords if abs(at - (x - panel.x)) < 1) == pytest.approx(
        radius, abs=0.05
    )
    for z in (1.5, 3.3, 3.9, 4.5, 4.9):
        assert thin(section(mesh, z)) < 2.0, z


def test_given_a_line_that_cuts_a_corner_of_a_panel_then_no_crumb_stands_there() -> None:
    raised = section(read_back(panel_of("europe", "C4"), "C4"), 3.9)
    assert not raised.intersects(box(177, 197, 180, 200))
    assert thin(raised) < 1.0


def test_given_a_panel_then_its_name_is_read_from_below(with_notch: dict[str, bytes]) -> None:
    below = polygons(section(read_back(with_notch, "C2"), 0.3))
    small_ones = sorted((-p.centroid.x, p.centroid.y) for p in below if p.area < 3)
    wanted = sorted(dots("C2"))
    assert len(small_ones) == len(wanted)
    for (a, b), (c, d) in zip(pairwise(small_ones), pairwise(wanted), strict=True):
        assert (b[0] - a[0], b[1] - a[1]) == pytest.approx((d[0] - c[0], d[1] - c[1]), abs=0.05)


def test_given_the_buttons_then_six_switches_fit_where_the_plate_is_thin(controls: dict[str, bytes]) -> None:
    mesh, layout = read_back(controls, "K"), board_layout("usa")
    thin_plate, thick_plate = section(mesh, 1.2), section(mesh, 1.8)
    openings = [polygons(thin_plate)[0].interiors[n] for n in range(6)]
    for ring in openings:
        left, low, right, high = ring.bounds
        assert (right - left, high - low) == pytest.approx((14, 14), abs=0.05)
    assert len(polygons(thin_plate)[0].interiors) == 6
    keys = [(s.x - 405, 736 - s.y) for s in layout.sites.values() if s.kind == "control"]
    for at in keys:
        assert min(dist(at, (r.centroid.x, r.centroid.y)) for r in openings) < 0.05
    assert [round(ring.bounds[2] - ring.bounds[0], 1) for ring in polygons(thick_plate)[0].interiors] == [
        30.0
    ] * 6


def test_given_a_bed_when_a_panel_fits_in_neither_turn_then_it_is_named() -> None:
    layout = board_layout("usa")
    for bed in ((180.0, 200.0), (200.0, 180.0), (300.0, 300.0)):
        check_solids(layout, bed=bed)
    with pytest.raises(SolidError, match=r"^panel A1 is 180 x 200 mm, larger than the bed; .*$"):
        check_solids(layout, bed=(190.0, 190.0))
    check_solids(layout, bed=None)


def test_given_a_panel_whose_name_is_no_files_then_it_is_refused() -> None:
    layout = board_layout("usa")
    wrong = replace(layout, panels=(replace(layout.panels[0], id="../A1"),))
    with pytest.raises(SolidError, match="letters and digits"):
        check_solids(wrong, bed=None)


_AGAIN = """
from hashlib import sha256
from announce import colour_letters
from engine import SEATS, Seat, game_map
from printing.solids.mesh_files import solid_files
from printing.solids.panels import panel_solid
from tabletop import board_layout
layout = board_layout("usa")
panel = next(one for one in layout.panels if one.id == "C2")
made = solid_files("C2", panel_solid(layout, game_map("usa"), panel, colour_letters("en")))
for name, content in sorted(made.items()):
    print(name, sha256(content).hexdigest())
"""


def test_given_another_zone_and_hash_seed_when_made_again_then_the_bytes_are_the_same(
    with_notch: dict[str, bytes],
) -> None:
    told = subprocess.run(
        [sys.executable, "-c", _AGAIN],
        env={**environ, "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "86400"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.splitlines() == [
        f"{name} {sha256(made).hexdigest()}" for name, made in sorted(with_notch.items())
    ]
