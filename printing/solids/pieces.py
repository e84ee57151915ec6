"""PURE: the tokens of the seats, and what they build on cities."""

from collections.abc import Iterator, Sequence
from math import dist
from typing import Final

from manifold3d import Manifold
from shapely import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from printing.solids.shaping import circle, cone, loft, rod, united
from table.board_drawing import token_outline
from tabletop import BoardLayout, Point

_ROUNDED: Final = 0.6  # corners
_CHAMFER: Final = 0.6  # of the top's edge
_BORE: Final = (5.6, 6.6)  # diameter, up to
_POCKET: Final = (5.15, 9.7)  # for the magnet: diameter, up to
_LEAD_IN: Final = 0.4
_COVER: Final = 0.8  # the least of it
_NARROW: Final = (14.0, 4.0)  # a building's upper part: diameter, height
_LAP: Final = 0.5
_STRAIGHT: Final = 1e-9


def token_solids(layout: BoardLayout) -> Iterator[tuple[str, Manifold]]:
    """A token for each seat, by its name; and a building, where pins of cities feel one."""
    tokens = layout.tokens
    built = any(site.kind == "city" and site.channel is not None for site in layout.sites.values())
    for seat, shape in tokens.shapes.items():
        outline = _outline(shape, tokens.footprint_mm / 2)
        yield f"token-{seat}", _token(outline, tokens.height_mm)
        if built:
            yield f"building-{seat}", _building(outline, tokens.station_height_mm)


def _outline(shape: str, radius: float) -> Polygon:
    """With sharp corners; north is +y."""
    if shape == "disc":
        return orient(circle(radius))
    return orient(Polygon([(x, -y) for x, y in token_outline(shape, radius)]))


def _token(outline: Polygon, height: float) -> Manifold:
    return _bored(_chamfered(outline, outline, 0.0, height), height)


def _building(outline: Polygon, height: float) -> Manifold:
    """Its upper part is narrower, which a finger feels as a step."""
    wide, high = _NARROW
    step = height - high
    lower = united(loft(((part, 0.0), (part, step))) for part, _ in _parts(outline, outline, 0.0))
    narrow = outline & circle(wide / 2)
    return _bored(united((lower, _chamfered(outline, narrow, step - _LAP, height))), height)


def _chamfered(outline: Polygon, kept: BaseGeometry, bottom: float, top: float) -> Manifold:
    """What of an outline is kept, made high, the top's edge taken off."""
    return united(
        loft(((whole, bottom), (whole, top - _CHAMFER), (less, top)))
        for whole, less in _parts(outline, kept, _CHAMFER)
    )


def _parts(outline: Polygon, kept: BaseGeometry, inset: float) -> Iterator[tuple[BaseGeometry, BaseGeometry]]:
    """An outline with rounded corners, and the same drawn in, both as parts without a hollow.

    Each part holds one ray of a star, or one arm of a cross, and what lies between all hollows: parts that
    overlap unite without a seam.
    """
    rounded = outline.buffer(-_ROUNDED, join_style="mitre").buffer(_ROUNDED, quad_segs=6) & kept
    smaller = kept.buffer(-inset, join_style="mitre")
    corners = [(x, y) for x, y in outline.exterior.coords[:-1]]
    drawn_in = _drawn_in(corners, inset)
    for numbers in _rays(corners):
        whole, less = (Polygon([ring[n] for n in numbers]) for ring in (corners, drawn_in))
        yield rounded & whole, less & smaller


def _rays(corners: Sequence[Point]) -> Iterator[list[int]]:
    """For each part, its corners by their numbers: those between two hollows, and all hollows."""
    ahead = [*corners[1:], corners[0]]
    hollows = {n for n in range(len(corners)) if _cross(corners[n - 1], corners[n], ahead[n]) < -_STRAIGHT}
    if not hollows:
        yield list(range(len(corners)))
    for start in sorted(hollows):
        stop = start + 1
        while stop % len(corners) not in hollows:
            stop += 1
        ray = {n % len(corners) for n in range(start, stop)}
        yield sorted(ray | hollows)


def _drawn_in(corners: Sequence[Point], by: float) -> list[Point]:
    """Every corner of an outline moved in, so that all sides lie so much further in."""
    moved = []
    for n, here in enumerate(corners):
        before, after = corners[n - 1], corners[(n + 1) % len(corners)]
        one, two = _inward(before, here), _inward(here, after)
        share = by / (1 + one[0] * two[0] + one[1] * two[1])
        moved.append((here[0] + share * (one[0] + two[0]), here[1] + share * (one[1] + two[1])))
    return moved


def _inward(a: Point, b: Point) -> Point:
    """Across a side, to the left of its way."""
    long = dist(a, b)
    return (a[1] - b[1]) / long, (b[0] - a[0]) / long


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _bored(body: Manifold, height: float) -> Manifold:
    """With a bore for the pin, and the pocket where the magnet is glued; in a low token, the bore alone."""
    bore, deep = _BORE
    wide, up_to = _POCKET
    body -= rod(bore, -1.0, min(deep, height - _COVER))
    body -= cone(bore + 4 * _LEAD_IN, bore, -_LEAD_IN, _LEAD_IN)
    if up_to + _COVER <= height:
        body -= rod(wide, deep - _LAP, up_to)
    return body
