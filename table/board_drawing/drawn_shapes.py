"""PURE: what a drawing is made of. Millimetres, x right, y down; colours are (red, green, blue), 0 to 255."""

from dataclasses import dataclass, replace
from math import cos, radians, sin

from tabletop import Point, Rgb


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A polyline of some width, with round joins."""

    points: tuple[Point, ...]
    width: float
    rgb: Rgb


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc:
    """A filled circle."""

    at: Point
    radius: float
    rgb: Rgb


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A circle's line; `radius`: to the middle of the line."""

    at: Point
    radius: float
    width: float
    rgb: Rgb


@dataclass(frozen=True, slots=True, kw_only=True)
class Polygon:
    """A filled polygon (`rgb` None: only its rim)."""

    points: tuple[Point, ...]
    rgb: Rgb | None
    rim: Rgb | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Words in a sans-serif; `at`: the middle of their line, `height`: of the font, its em."""

    at: Point
    text: str
    height: float
    rgb: Rgb
    bold: bool = False


Shape = Line | Disc | Ring | Polygon | Text


def moved(shape: Shape, by: Point) -> Shape:
    """The same shape elsewhere."""
    if isinstance(shape, Line | Polygon):
        return replace(shape, points=tuple((x + by[0], y + by[1]) for x, y in shape.points))
    return replace(shape, at=(shape.at[0] + by[0], shape.at[1] + by[1]))


def turned(point: Point, degrees: float) -> Point:
    """A point turned round the origin, clockwise as one sees it."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def box(at: Point, width: float, height: float, degrees: float = 0.0) -> tuple[Point, ...]:
    """A rectangle round its middle, turned."""
    w, h = width / 2, height / 2
    corners = [turned(corner, degrees) for corner in ((-w, -h), (w, -h), (w, h), (-w, h))]
    return tuple((at[0] + x, at[1] + y) for x, y in corners)


def on_circle(at: Point, radius: float, degrees: float) -> Point:
    """A point of a circle; 0 is north, and degrees go clockwise."""
    return at[0] + radius * sin(radians(degrees)), at[1] - radius * cos(radians(degrees))


def arc(at: Point, radius: float, start: float, stop: float, step: float = 4.0) -> tuple[Point, ...]:
    """Points of a circle from one direction to another, clockwise from north."""
    steps = max(2, round((stop - start) / step) + 1)
    return tuple(on_circle(at, radius, start + (stop - start) * n / (steps - 1)) for n in range(steps))
