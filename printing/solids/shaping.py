"""PURE: outlines and how they become bodies."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Final

import numpy as np
from manifold3d import CrossSection, FillRule, Manifold, OpType
from shapely import LineString, Polygon, union_all
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry

from table.board_drawing import Disc, Line, Ring, Shape, Text
from table.board_drawing import Polygon as Drawn
from tabletop import Point

WALL: Final = 1.2
"""The least width of anything that is printed: three lines of a 0.4 mm nozzle."""

_CRUMB: Final = 3.0  # mm²: what a corner cuts off a line; half a tunnel's tie has 3.6
_ROUND: Final = 48
_SMALL_ROUND: Final = 24
_DOME_STEPS: Final = 6
_OVER: Final = 1.0  # that a hole's tool is longer than what it goes through


def circle(radius: float, at: Point = (0.0, 0.0)) -> Polygon:
    """A disc; its corners lie on the circle."""
    return Spot(at).buffer(radius, quad_segs=24 if radius > 4 else 8)


def ring(inner: float, outer: float) -> BaseGeometry:
    """What lies between two circles round 0."""
    return circle(outer) - circle(inner)


def rectangle(left: float, front: float, right: float, back: float) -> Polygon:
    """By its sides."""
    return Polygon(((left, front), (right, front), (right, back), (left, back)))


def area_of(shapes: Iterable[Shape]) -> BaseGeometry:
    """What shapes of a drawing cover; x right, y down as they are. Words cover nothing."""
    return union_all([covered for shape in shapes if (covered := _covered(shape)) is not None])


def _covered(shape: Shape) -> BaseGeometry | None:
    match shape:
        case Line(points=points, width=width):
            return LineString(points).buffer(width / 2, quad_segs=6)
        case Drawn(points=points):
            return Polygon(points)
        case Disc(at=at, radius=radius):
            return circle(radius, at)
        case Ring(at=at, radius=radius, width=width):
            return circle(radius + width / 2, at) - circle(radius - width / 2, at)
        case Text():
            return None


def thick(area: BaseGeometry, frame: BaseGeometry) -> BaseGeometry:
    """What of an area lies in a frame, without what is thinner than a wall, and without crumbs."""
    less = WALL / 2 - 0.01
    opened = (area & frame).buffer(-less, join_style="mitre").buffer(less, join_style="mitre") & frame
    parts = getattr(opened, "geoms", (opened,))
    return union_all([part for part in parts if part.area > _CRUMB])


def rings_of(area: BaseGeometry) -> Iterator[list[tuple[float, float]]]:
    """Every closed line of an area: outlines, and those of holes."""
    for part in getattr(area, "geoms", (area,)):
        if isinstance(part, Polygon) and not part.is_empty:
            for line in (part.exterior, *part.interiors):
                yield [(x, y) for x, y in line.coords[:-1]]


def extruded(area: BaseGeometry, bottom: float, top: float) -> Manifold:
    """An area made as high as it is to be."""
    rings = [np.array(one) for one in rings_of(area)]
    if not rings:
        return Manifold()
    return CrossSection(rings, FillRule.EvenOdd).extrude(top - bottom).translate((0.0, 0.0, bottom))


def loft(outlines: Sequence[tuple[BaseGeometry, float]]) -> Manifold:
    """The body round convex outlines at their heights."""
    points = [(x, y, z) for area, z in outlines for one in rings_of(area) for x, y in one]
    return Manifold.hull_points(np.array(points))


def rod(diameter: float, bottom: float, top: float, at: Point = (0.0, 0.0)) -> Manifold:
    """What is taken away for a round hole: its section has the area of the circle."""
    radius = diameter / 2 / _drawn_in(_ROUND)
    return Manifold.cylinder(top - bottom, radius, radius, _ROUND).translate((*at, bottom))


def through(diameter: float, height: float, at: Point = (0.0, 0.0)) -> Manifold:
    """For a hole through something so high that stands on 0."""
    return rod(diameter, -_OVER, height + _OVER, at)


def cone(low: float, high: float, bottom: float, top: float) -> Manifold:
    """Round 0, with these diameters."""
    less = 2 * _drawn_in(_ROUND)
    return Manifold.cylinder(top - bottom, low / less, high / less, _ROUND).translate((0.0, 0.0, bottom))


def _drawn_in(corners: int) -> float:
    """By how much the circle is smaller whose area a polygon has that stands in a circle of 1."""
    return float((corners * sin(2 * pi / corners) / (2 * pi)) ** 0.5)


def dome(diameter: float, height: float, at: Point, bottom: float) -> Manifold:
    """A part of a ball, so wide where it stands, with a foot of 0.3 in what it stands on."""
    return _dome(diameter, height).translate((*at, bottom))


@cache
def _dome(diameter: float, height: float) -> Manifold:
    foot, half = 0.3, diameter / 2
    radius = (half**2 + height**2) / (2 * height)
    rings = [(half, -foot)]
    for n in range(_DOME_STEPS):
        up = height * n / _DOME_STEPS
        rings.append(((radius**2 - (up + radius - height) ** 2) ** 0.5, up))
    points = [
        (r * cos(2 * pi * k / _SMALL_ROUND), r * sin(2 * pi * k / _SMALL_ROUND), z)
        for r, z in rings
        for k in range(_SMALL_ROUND)
    ]
    return Manifold.hull_points(np.array([*points, (0.0, 0.0, height)]))


def united(bodies: Iterable[Manifold]) -> Manifold:
    """One of all."""
    return Manifold.batch_boolean([body for body in bodies if not body.is_empty()], OpType.Add)
