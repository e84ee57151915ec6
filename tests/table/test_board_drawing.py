"""The drawing of a board: what is on it, where names stand, and the same text each time."""

from math import dist
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from announce import colour_letters
from engine import RouteId, game_map
from table.board_drawing import Polygon, Scene, Text, as_svg, collar_shapes, drawn
from table.board_drawing.drawn_shapes import Disc, Line, Ring
from table.board_drawing.marker_squares import marker_shapes
from tabletop import BoardLayout, board_layout

BOARDS = ("usa", "europe", "world", "great-lakes", "legends-east", "starter")


def scene(name: str, view: str = "printed", language: str = "en") -> Scene:
    letters = colour_letters(language)
    assert view in ("printed", "tactile")
    return drawn(board_layout(name), game_map(name), letters=letters, view=view)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", BOARDS)
def test_given_a_board_when_drawn_then_each_space_of_each_route_and_each_name_is_there(name: str) -> None:
    found, board = scene(name), game_map(name)
    groups = {group.name: group.shapes for group in found.groups}
    for route in board.routes.values():
        marks = len(groups[f"ties:{route.id}"])
        each = 2 if route.kind == "tunnel" or route.pair else 1
        assert marks == route.length * each + (route.locomotives if route.kind == "ferry" else 0)
        letter = next(one for one in groups[f"collar:{route.id}"] if isinstance(one, Text))
        assert letter.text == colour_letters("en")[route.colour]
    named = [one.text for one in groups["names"] if isinstance(one, Text)]
    assert sorted(named) == sorted(one.name for one in board.cities.values() if not one.junction)


@pytest.mark.parametrize("name", BOARDS)
def test_given_names_when_placed_then_none_lies_on_a_collar_a_marker_or_another_name(name: str) -> None:
    layout = board_layout(name)
    names = next(group.shapes for group in scene(name).groups if group.name == "names")
    boxes = [box_of(one) for one in names if isinstance(one, Text)]
    pins = [(site.x, site.y) for site in layout.sites.values() if site.kind == "route"]
    for number, (left, top, right, bottom) in enumerate(boxes):
        for x, y in pins:
            near = (min(max(x, left), right), min(max(y, top), bottom))
            assert dist(near, (x, y)) >= 10
        for other in boxes[:number]:
            assert right <= other[0] or left >= other[2] or bottom <= other[1] or top >= other[3]
        for quiet in quiet_zones(layout):
            assert right <= quiet[0] or left >= quiet[2] or bottom <= quiet[1] or top >= quiet[3]


def box_of(text: Text) -> tuple[float, float, float, float]:
    wide = 0.56 * text.height * len(text.text)
    x, y = text.at
    return x - wide / 2, y - text.height / 2, x + wide / 2, y + text.height / 2


def quiet_zones(layout: BoardLayout) -> list[tuple[float, float, float, float]]:
    assert layout.markers is not None
    reach = layout.markers.side_mm / 2 + layout.markers.quiet_mm
    return [(x - reach, y - reach, x + reach, y + reach) for x, y in layout.markers.ids.values()]


@pytest.mark.parametrize("name", BOARDS)
def test_given_markers_when_drawn_then_opencv_reads_their_numbers_where_they_belong(name: str) -> None:
    layout = board_layout(name)
    assert layout.markers is not None
    picture = np.full((round(layout.height_mm) * 3, round(layout.width_mm) * 3), 200, np.uint8)
    for shape in marker_shapes(layout.markers):
        assert isinstance(shape, Polygon) and shape.rgb is not None
        points = np.round(np.array(shape.points) * 3).astype(np.int32)
        cv2.fillPoly(picture, [points], shape.rgb[0])
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    read = {int(one): found[0].mean(axis=0) / 3 for one, found in zip(ids.ravel(), corners, strict=True)}
    assert read.keys() == layout.markers.ids.keys()
    for number, at in layout.markers.ids.items():
        assert dist(read[number], at) < 0.5


@pytest.mark.parametrize("view", ["printed", "tactile"])
def test_given_the_same_board_when_drawn_twice_then_the_same_svg_which_is_true_to_size(view: str) -> None:
    once, again = (as_svg(scene("world", view), title="World") for _ in range(2))
    assert once == again
    root = ElementTree.fromstring(once)
    assert (root.get("width"), root.get("viewBox")) == ("900mm", "0 0 900 600")


def test_given_the_tactile_view_when_drawn_then_it_is_black_and_each_colour_feels_its_own_way() -> None:
    found = scene("usa", "tactile")
    inks = {shape.rgb for shape in found.shapes() if not isinstance(shape, Polygon)}
    assert inks == {(0, 0, 0), (255, 255, 255)}
    feels = {route.colour: collar_shapes(route.colour) for route in game_map("usa").routes.values()}
    assert len(set(feels.values())) == len(feels) == 9
    for group in found.groups:
        if group.name.startswith("collar:"):
            assert len(group.shapes) == 2 + len(feels[game_map("usa").routes[group.name[7:]].colour])  # type: ignore[index]


LETTERS = {
    "en": "a w k r o y g b p",
    "de": "a w s r o g n b l",
    "fr": "a b n r o j v u p",
    "es": "c b n r j a v z m",
}
COLOURS = "gray white black red orange yellow green blue purple"


@pytest.mark.parametrize("language", LETTERS)
@pytest.mark.parametrize("name", BOARDS)
def test_given_a_board_when_drawn_then_lines_rings_pins_letters_and_boxes_are_of_their_size(
    name: str, language: str
) -> None:
    layout, board, found = board_layout(name), game_map(name), scene(name, language=language)
    letters = dict(zip(COLOURS.split(), LETTERS[language].split(), strict=True))
    kinds = [group.name.partition(":")[0] for group in found.groups]
    assert [*dict.fromkeys(one for one in kinds if one != "exit")] == (
        ["ground", "line", "ties", "collar", "city", "names", "markers"]
    )
    groups = {group.name: group.shapes for group in found.groups}
    assert groups["ground"][0] == Polygon(
        points=((0, 0), (layout.width_mm, 0), (layout.width_mm, layout.height_mm), (0, layout.height_mm)),
        rgb=layout.ground_rgb,
    )
    printed = [(2.5, (255, 255, 255)), (2.1, (170, 170, 170))]
    for site in layout.sites.values():
        at = (site.x, site.y)
        if site.kind == "route":
            colour = layout.route_rgb[board.routes[RouteId(site.id)].colour]
            lines = [(one.width, one.rgb) for one in groups[f"line:{site.id}"] if isinstance(one, Line)]
            assert lines == [(2.6, (90, 90, 90))] * len(site.path) + [(1.6, colour)] * len(site.path)
            collar, rim, *middle, letter = groups[f"collar:{site.id}"]
            assert collar == Disc(at=at, radius=10, rgb=colour)
            assert isinstance(rim, Ring) and rim.radius + rim.width / 2 == 10 and rim.width <= 0.4
            assert isinstance(letter, Text) and letter.text == letters[board.routes[RouteId(site.id)].colour]
            assert letter.at == (site.x, site.y - 6.7) and letter.height * 0.72 == pytest.approx(3)
        elif site.kind == "city":
            disc, *middle = groups[f"city:{site.id}"]
            assert isinstance(disc, Polygon) and (disc.rgb, disc.width) == ((255, 255, 255), 0.8)
            boxes = [one for one in middle if isinstance(one, Polygon)]
            assert len(boxes) == (1 if site.label else 0)
            assert [one.text for one in middle if isinstance(one, Text)] == (
                [site.label] if site.label else []
            )
            for one in boxes:
                assert (one.rgb, one.width) == (None, 0.2)
                assert np.ptp(one.points, axis=0) == pytest.approx((19.5, 9.6))
                assert np.mean(one.points, axis=0) == pytest.approx(site.label_at)
        else:
            continue  # a button, which is no part of the sheets' face
        sensed = site.kind == "route" or site.channel is not None
        assert [(one.radius, one.rgb) for one in middle if isinstance(one, Disc)] == (
            printed if sensed else []
        )


@pytest.mark.parametrize("name", BOARDS)
def test_given_the_tactile_view_when_drawn_then_lines_rims_and_pins_are_of_their_size(name: str) -> None:
    layout, groups = board_layout(name), {group.name: group.shapes for group in scene(name, "tactile").groups}
    for site in layout.sites.values():
        pin = Disc(at=(site.x, site.y), radius=2.5, rgb=(0, 0, 0))
        if site.kind == "route":
            assert {one.width for one in groups[f"line:{site.id}"] if isinstance(one, Line)} == {1.6}
            rims = [one for one in groups[f"collar:{site.id}"] if isinstance(one, Ring)]
            assert [(one.width, one.radius + one.width / 2) for one in rims] == [(1.2, 10)]
            assert groups[f"collar:{site.id}"][-1] == pin
        elif site.kind == "city":
            disc, *more = groups[f"city:{site.id}"]
            assert isinstance(disc, Polygon) and disc.width == 1.2
            assert more == ([pin] if site.channel is not None else [])
