"""PURE: the ring round a route's pin: what a finger knows the route's colour by."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from manifold3d import Manifold
from shapely import Polygon
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry

from printing.solids.braille import DOT, dots
from printing.solids.shaping import area_of, circle, dome, extruded, ring, through, united
from table.board_drawing import collar_shapes
from tabletop import Point

RADIUS: Final = 10.0
PLATE: Final = 0.6
TOP: Final = 1.2
_HOLE: Final = 5.3
_CLEAR: Final = 3.3  # from the pin's middle, of what is raised
_NORTH: Final = 42.0  # degrees on both sides of north, that stay flat for the letter
_CELL_AT: Final = 6.4  # of the letter's middle: it just fits between the hole and the edge


@dataclass(frozen=True, slots=True)
class Texture:
    """What is raised on a collar's plate, up to its top: areas, and dots that are domed."""

    area: BaseGeometry
    domes: tuple[tuple[Point, float], ...]  # middle and diameter


def texture(colour: str, letter: str) -> Texture:
    """Of a colour; a colour without a texture is smooth: as high as the others, but for its north."""
    _rim, *raised = collar_shapes(colour)
    area = scale(area_of(raised), yfact=-1.0, origin=(0, 0)) if raised else ring(_CLEAR, RADIUS) - _north()
    area &= ring(_CLEAR - 0.2, RADIUS)
    told = tuple(((x, y + _CELL_AT), DOT[0]) for x, y in dots(letter))
    return Texture(area, told)


def _north() -> Polygon:
    reach = 2 * RADIUS
    x, y = reach * sin(radians(_NORTH)), reach * cos(radians(_NORTH))
    return Polygon(((0, 0), (x, y), (-x, y)))


def collar_solids(colours: Iterable[str], letters: Mapping[str, str]) -> Iterator[tuple[str, Manifold]]:
    """A collar of each colour, by its name."""
    for colour in colours:
        found = texture(colour, letters.get(colour, ""))
        body = united(
            (
                extruded(circle(RADIUS), 0.0, PLATE),
                extruded(found.area, PLATE / 2, TOP),
                *(dome(wide, TOP - PLATE, at, PLATE) for at, wide in found.domes),
            )
        )
        yield f"collar-{colour}", body - through(_HOLE, TOP)
