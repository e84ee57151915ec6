"""PURE: one panel of a board with all that a finger reads on it, and the panel of the six buttons."""

from collections.abc import Iterator, Mapping
from typing import Final

from manifold3d import Manifold
from shapely import union_all
from shapely.affinity import scale, translate
from shapely.geometry.base import BaseGeometry

from engine import GameMap
from printing.solids.braille import DOT, dots, size
from printing.solids.collars import PLATE as COLLAR_PLATE
from printing.solids.collars import RADIUS as COLLAR
from printing.solids.collars import TOP as COLLAR_TOP
from printing.solids.collars import Texture, texture
from printing.solids.shaping import area_of, circle, dome, extruded, rectangle, rod, thick, through, united
from table.board_drawing import Scene, drawn
from tabletop import BoardLayout, BoardPanel, Point, Site

PLATE: Final = 3.0
KEY: Final = 14.0
_PIN: Final = 5.1
_LINE: Final = 1.2
_EDGE: Final = 2.0
_CITY: Final = (1.8, 1.2)  # plain; with a pin
_CLEAR: Final = 3.0  # before a city's disc, where a line ends
_LAP: Final = 0.5  # that raised parts go down into what they stand on
_KEY_CAP: Final = 30.0  # round an opening, where the plate is as thin as the switch wants it
_KEY_PLATE: Final = 1.5
_NAME_DEEP: Final = 0.8  # the pocket below in which the panel's name stands
_NAME_ROOM: Final = 2.0
_FOOT: Final = 1.0  # steps in which a place for the name is looked for


def panel_solid(
    layout: BoardLayout, game_map: GameMap, panel: BoardPanel, letters: Mapping[str, str]
) -> Manifold:
    """A panel, its front left corner at 0.

    Args:
        letters: colour of a route to its letter, in the language of the board.
    """
    plate = extruded(rectangle(0.0, 0.0, panel.width, panel.height), 0.0, PLATE)
    body = united((plate, *_raised(layout, game_map, panel, letters))) - united(_holes(layout, panel))
    return _named(layout, panel, body)


# What is raised


def _raised(
    layout: BoardLayout, game_map: GameMap, panel: BoardPanel, letters: Mapping[str, str]
) -> Iterator[Manifold]:
    scene = drawn(layout, game_map, letters=letters, view="tactile")
    frame = rectangle(0.0, 0.0, panel.width, panel.height)
    for height, area in _heights(layout, scene, panel):
        yield extruded(thick(area, frame), PLATE - _LAP, PLATE + height)
    colours = {str(route.id): route.colour for route in game_map.routes.values()}
    for site in _within(layout, panel, "route"):
        colour = colours[str(site.id)]
        yield from _collar(texture(colour, letters.get(colour, "")), _place(panel, (site.x, site.y)))


def _heights(layout: BoardLayout, scene: Scene, panel: BoardPanel) -> Iterator[tuple[float, BaseGeometry]]:
    """Lines with their ties, the edge, and cities, as areas of the panel."""
    groups = {group.name: group for group in scene.groups}
    window = rectangle(panel.x, panel.y, panel.x + panel.width, panel.y + panel.height)
    cities = {name: area_of(group.shapes[:1]) for name, group in groups.items() if name.startswith("city:")}
    collars = [circle(COLLAR - _LAP, (s.x, s.y)) for s in layout.sites.values() if s.kind == "route"]
    kept_free = union_all([*collars, *(area.buffer(_CLEAR) for area in cities.values())])
    lines = union_all([area_of(group.shapes) for name, group in groups.items() if _is_line(name)])
    yield _LINE, _moved((lines & window) - kept_free, panel)
    yield _EDGE, _moved(area_of(groups["edge"].shapes) & window, panel)
    for plain, height in zip((True, False), _CITY, strict=True):
        named = [f"city:{s.id}" for s in layout.sites.values() if s.kind == "city" and s.has_pin != plain]
        yield height, _moved(union_all([cities[name] for name in named if name in cities]) & window, panel)


def _is_line(name: str) -> bool:
    return name.startswith(("line:", "ties:"))


def _collar(found: Texture, at: Point) -> Iterator[Manifold]:
    """As a collar by itself, on the plate."""
    base = PLATE + COLLAR_PLATE
    yield extruded(circle(COLLAR, at), PLATE - _LAP, base)
    yield extruded(translate(found.area, *at), base - COLLAR_PLATE / 2, PLATE + COLLAR_TOP)
    for (x, y), wide in found.domes:
        yield dome(wide, COLLAR_TOP - COLLAR_PLATE, (at[0] + x, at[1] + y), base)


def _moved(area: BaseGeometry, panel: BoardPanel) -> BaseGeometry:
    """From the board, whose y points to the front, to the panel, whose y points back."""
    return translate(scale(area, yfact=-1.0, origin=(0, 0)), -panel.x, panel.y + panel.height)


def _place(panel: BoardPanel, at: Point) -> Point:
    return at[0] - panel.x, panel.y + panel.height - at[1]


def _within(layout: BoardLayout, panel: BoardPanel, *kinds: str) -> list[Site]:
    return [
        site
        for site in layout.sites.values()
        if site.kind in kinds
        and panel.x <= site.x < panel.x + panel.width
        and panel.y <= site.y < panel.y + panel.height
    ]


# What goes through


def pins_of(layout: BoardLayout, panel: BoardPanel) -> list[Point]:
    """Where its pins stand, those of a strip for scores too; on the panel."""
    return [
        _place(panel, (site.x, site.y))
        for site in _within(layout, panel, "route", "city", "score")
        if site.has_pin or site.kind == "score"
    ]


def keys_of(layout: BoardLayout, panel: BoardPanel) -> list[Point]:
    """Where its buttons are; on the panel."""
    return [_place(panel, (site.x, site.y)) for site in _within(layout, panel, "control")]


def square(at: Point, side: float) -> BaseGeometry:
    """Round its middle."""
    half = side / 2
    return rectangle(at[0] - half, at[1] - half, at[0] + half, at[1] + half)


def _notch(layout: BoardLayout, panel: BoardPanel) -> Iterator[BaseGeometry]:
    if layout.notch is not None:
        x, y, radius = layout.notch
        yield circle(radius, _place(panel, (x, y)))


def _holes(layout: BoardLayout, panel: BoardPanel) -> Iterator[Manifold]:
    top = 2 * PLATE
    yield from (through(_PIN, top, at) for at in pins_of(layout, panel))
    for notch in _notch(layout, panel):
        yield extruded(notch, -1.0, top + 1.0)
    for at in keys_of(layout, panel):
        yield extruded(square(at, KEY), -1.0, top + 1.0)
        yield extruded(square(at, _KEY_CAP), _KEY_PLATE, top + 1.0)


# Its name, below


def _named(layout: BoardLayout, panel: BoardPanel, body: Manifold) -> Manifold:
    """With its name in braille on the underside, where a finger reads it when the panel lies on its face.

    The dots stand in a pocket and end level with the underside, so that the panel prints lying; for the same
    reason they are not domed.
    """
    wide, high = size(panel.id)
    at = _free_place(layout, panel, (wide + 2 * _NAME_ROOM, high + 2 * _NAME_ROOM))
    if at is None or not dots(panel.id):
        return body
    half_w, half_h = wide / 2 + _NAME_ROOM, high / 2 + _NAME_ROOM
    pocket = rectangle(at[0] - half_w, at[1] - half_h, at[0] + half_w, at[1] + half_h)
    standing = (rod(DOT[0], 0.0, _NAME_DEEP + _LAP, (at[0] - x, at[1] + y)) for x, y in dots(panel.id))
    return united((body - extruded(pocket, -1.0, _NAME_DEEP), *standing))


def _free_place(layout: BoardLayout, panel: BoardPanel, room: Point) -> Point | None:
    """The middle of a place so large that no hole touches, nearest to the back left corner."""
    taken = [
        *(circle(_PIN / 2, at) for at in pins_of(layout, panel)),
        *(square(at, _KEY_CAP) for at in keys_of(layout, panel)),
        *_notch(layout, panel),
    ]
    blocked = union_all(taken).buffer(_LINE)
    left, back = _NAME_ROOM + room[0] / 2, panel.height - _NAME_ROOM - room[1] / 2
    across, along = int((panel.width - 2 * left) // _FOOT) + 1, int((2 * back - panel.height) // _FOOT) + 1
    places = [(left + i * _FOOT, back - j * _FOOT) for i in range(across) for j in range(along)]
    places.sort(key=lambda at: (at[0] - left + back - at[1], at))
    for x, y in places:
        place = rectangle(x - room[0] / 2, y - room[1] / 2, x + room[0] / 2, y + room[1] / 2)
        if not place.intersects(blocked):
            return x, y
    return None
