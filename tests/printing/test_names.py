"""Names of cities on the sheets: measured in their own typeface they lie on no label and no marker."""

from collections.abc import Iterator

import pytest

from announce import colour_letters
from engine import game_map
from printing.fonts import wide
from table.board_drawing import Text, drawn
from table.board_drawing.letter_widths import width_of
from tabletop import BoardLayout, Point, board_layout
from tests.printing.boards import BOARDS

CAPITAL, TILE = 0.73, (19.5, 9.6)  # of the em; mm


def overlap(text: Text, at: Point, size: Point) -> float:
    """The smaller side of what a name and a box have in common, mm; 0: nothing."""
    (x, y), high = text.at, CAPITAL * text.height
    across = wide(text.text, text.height) / 2 + size[0] / 2 - abs(x - at[0])
    down = high / 2 + size[1] / 2 - abs(y - at[1])
    return max(0.0, min(across, down))


def boxes(layout: BoardLayout) -> Iterator[tuple[Point, Point]]:
    """Tiles with codes, and markers with their quiet zones: middle and size."""
    yield from ((site.label_at, TILE) for site in layout.sites.values() if site.label_at is not None)
    yield from ((one.label_at, TILE) for one in layout.exits)
    if layout.markers is not None:
        side = layout.markers.side_mm + 2 * layout.markers.quiet_mm
        for at in layout.markers.ids.values():
            yield at, (side, side)


@pytest.mark.parametrize("name", BOARDS)
def test_given_a_board_that_ships_when_its_names_are_measured_then_none_lies_under_a_label_or_on_a_marker(
    name: str,
) -> None:
    """The A of Amsterdam stood 0.6 mm in the box of its code, where the tile is glued on."""
    layout = board_layout(name)
    scene = drawn(layout, game_map(name), letters=colour_letters("en"))
    (names,) = (group for group in scene.groups if group.name == "names")
    told = [shape for shape in names.shapes if isinstance(shape, Text)]
    cities = game_map(name).cities.values()
    assert len(told) == sum(not city.junction for city in cities)
    off = [(one.text, at) for one in told for at, size in boxes(layout) if overlap(one, at, size) > 0.05]
    assert off == []


@pytest.mark.parametrize("name", BOARDS)
def test_given_the_names_of_a_map_then_the_table_of_widths_is_the_typeface_s(name: str) -> None:
    for city in game_map(name).cities.values():
        assert width_of(city.name) == pytest.approx(wide(city.name, 1.0), abs=0.01)
