"""PURE: where the names of cities stand, so that none lies on a pin, a line, a marker or another name."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, dist, hypot
from typing import Final

from table.board_drawing.letter_widths import width_of
from tabletop import BoardLayout, Point, Site, SiteId

_GAP: Final = 1.5
_CLEAR: Final = 0.6  # of what is round
_STEP: Final = 4.0  # between the looks at a line
_SQUARE: Final = 30.0

Box = tuple[float, float, float, float]
"""left, top, right, bottom"""


@dataclass(frozen=True, slots=True)
class _Blocked:
    """What a name must not lie on: round things, and what costs less, lines."""

    discs: tuple[tuple[Point, float], ...]
    points: Mapping[tuple[int, int], Sequence[Point]]  # by the square of the board in which they lie

    def near(self, boxes: Collection[Box]) -> "_Blocked":
        """Without the round things that none of these boxes comes near to."""
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        area = min(lefts), min(tops), max(rights), max(bottoms)
        discs = tuple((at, radius) for at, radius in self.discs if _away(at, area) < radius + _CLEAR)
        return _Blocked(discs, self.points)

    def on_lines(self, box: Box) -> int:
        """How many points of lines lie in a box, or nearly."""
        left, top, right, bottom = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
        return sum(
            left < x < right and top < y < bottom
            for column in range(int(left // _SQUARE), int(right // _SQUARE) + 1)
            for row in range(int(top // _SQUARE), int(bottom // _SQUARE) + 1)
            for x, y in self.points.get((column, row), ())
        )


def name_places(
    layout: BoardLayout,
    names: Mapping[SiteId, str],
    height: float,
    *,
    codes: bool,
    wide: float | None = None,
) -> dict[SiteId, Point]:
    """The middle of each city's name, as free as it can be.

    Args:
        height: of the font, its em.
        wide: of its height is a letter, in the mean; None: as wide as each is in print.
        codes: the boxes of the codes are drawn too, and names stand clear of them.
    """
    sites = [site for site in layout.sites.values() if site.kind == "city" and site.id in names]
    taken = [*_quiet(layout), *(_codes(layout) if codes else ())]
    points: dict[tuple[int, int], list[Point]] = {}
    for x, y in _looks(layout):
        points.setdefault((int(x // _SQUARE), int(y // _SQUARE)), []).append((x, y))
    blocked = _Blocked(tuple(_discs(layout)), points)
    crowded = sorted(sites, key=lambda site: (-_near(site, sites), site.id))
    found: dict[SiteId, Point] = {}
    for site in crowded:
        name = names[site.id]
        size = (height * (width_of(name) if wide is None else wide * len(name)), height)
        places = list(_places(layout, site, size, codes=codes))
        boxes = {at: _box(at, size) for at in places}
        near = blocked.near(boxes.values())
        best = min(places, key=lambda at: (_cost(boxes[at], taken, near, layout), places.index(at)))
        found[site.id] = best
        taken.append(_box(best, size))
    return found


def city_radius(site: Site) -> float:
    """Of its disc."""
    return 10.0 if site.has_pin else 9.0 if site.form == "large" else 7.0


def _near(site: Site, sites: Iterable[Site]) -> int:
    return sum(dist((site.x, site.y), (other.x, other.y)) < 90 for other in sites)


def _places(layout: BoardLayout, site: Site, size: Point, *, codes: bool) -> Iterator[Point]:
    """Where a name may stand: about its code where there is one, and about its city."""
    wide, high = size
    if codes and site.label_at is not None:
        x, y = site.label_at
        for gap in (0.8, 2.0, 4.0):
            for side in (1, -1):
                yield x, y + side * (4.8 + high / 2 + gap)
                yield x + side * (9.75 + wide / 2 + gap), y
    radius = city_radius(site)
    for gap in (_GAP, 4.0, 8.0):
        off_x, off_y = radius + gap + wide / 2, radius + gap + high / 2
        yield site.x + off_x, site.y
        yield site.x - off_x, site.y
        yield site.x, site.y - off_y
        yield site.x, site.y + off_y
        for dx in (1, -1):
            for dy in (-1, 1):
                yield (
                    site.x + dx * (radius * 0.7 + gap + wide / 2),
                    site.y + dy * (radius * 0.7 + gap + high / 2),
                )


def _box(at: Point, size: Point) -> Box:
    return at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2


def _cost(box: Box, taken: Iterable[Box], blocked: _Blocked, layout: BoardLayout) -> float:
    left, top, right, bottom = box
    off = left < 6 or top < 6 or right > layout.width_mm - 6 or bottom > layout.height_mm - 6
    names = sum(_overlap(box, other) for other in taken)
    discs = sum(max(0.0, radius + _CLEAR - _away(at, box)) for at, radius in blocked.discs)
    return 1000.0 * off + 10 * names + 30 * discs + blocked.on_lines(box)


def _overlap(one: Box, two: Box) -> float:
    wide = min(one[2], two[2]) - max(one[0], two[0])
    high = min(one[3], two[3]) - max(one[1], two[1])
    return 20 + wide * high if wide > 0 and high > 0 else 0.0


def _away(at: Point, box: Box) -> float:
    x = max(box[0] - at[0], 0.0, at[0] - box[2])
    y = max(box[1] - at[1], 0.0, at[1] - box[3])
    return hypot(x, y)


def _quiet(layout: BoardLayout) -> Iterator[Box]:
    if layout.markers is not None:
        reach = 2 * (layout.markers.side_mm / 2 + layout.markers.quiet_mm)
        for at in layout.markers.ids.values():
            yield _box(at, (reach, reach))


def _codes(layout: BoardLayout) -> Iterator[Box]:
    places = [site.label_at for site in layout.sites.values()] + [one.label_at for one in layout.exits]
    for at in places:
        if at is not None:
            yield _box(at, (19.5, 9.6))


def _discs(layout: BoardLayout) -> Iterator[tuple[Point, float]]:
    for site in layout.sites.values():
        if site.kind == "route":
            yield (site.x, site.y), 10.0
        elif site.kind == "city":
            yield (site.x, site.y), city_radius(site)


def _looks(layout: BoardLayout) -> Iterator[Point]:
    """Points of all lines, so near to each other that no name slips between."""
    for site in layout.sites.values():
        for part in site.path:
            for one, two in pairwise(part):
                steps = max(1, ceil(dist(one, two) / _STEP))
                for n in range(steps):
                    yield one[0] + (two[0] - one[0]) * n / steps, one[1] + (two[1] - one[1]) * n / steps
