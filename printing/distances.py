"""PURE: the distances that a board is checked for (docs/boards.md): fingers, tokens and wires need room."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import atan2, degrees, hypot
from typing import Final

from shapely import LineString, MultiLineString, STRtree, box, line_merge, unary_union
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from engine import GameMap, Route, RouteId
from table.board_drawing import city_radius
from tabletop import BoardLayout, Point, Site, SiteId

COLLAR_R: Final = 10.0
LINE_HALF: Final = 0.8
TIES_HALF: Final = 3.0
FIRST_TIE: Final = 13.0
TIE_STEP: Final = 6.0
LABEL_MM: Final = (16.5, 6.6)  # three cells of braille
AWAY_MM: Final = 24.0
"""So near to their common city lines may come together: there their angle counts."""
LOOKS: Final = (0.0, 1.0, 2.0, 4.0, 6.0, 8.0)
"""So far behind the disc's edge and the 3 mm at which lines stop their angle is looked at, and at 24 mm."""


@dataclass(frozen=True, slots=True)
class Limit:
    """One line of the table: a name, the least that is allowed, its unit."""

    name: str
    least: float
    unit: str = "mm"


LIMITS: Final = (
    Limit("site-site", 24), Limit("site-city", 24), Limit("city-city", 36),
    Limit("city disc - foreign line", 3), Limit("collar - foreign line", 3), Limit("line - line", 3),
    Limit("angle between lines at a city", 17, "deg"),
    Limit("label - line", 3), Limit("label - collar", 3), Limit("label - city disc", 3),
    Limit("label - label", 3), Limit("site or city - marker quiet zone", 0),
    Limit("line - marker quiet zone", 1), Limit("label - marker quiet zone", 1),
    Limit("site or city - board edge", 20), Limit("collar or disc - seam", 1.5), Limit("label - seam", 0.5),
)  # fmt: skip
CROSSINGS: Final = "crossings of lines"
ANGLE: Final = "angle between lines at a city"


@dataclass(frozen=True, slots=True)
class Distance:
    """How far two things are from each other."""

    name: str
    value: float
    one: str
    two: str


@dataclass(frozen=True)
class RouteLine:
    """A route as it lies on the board: its line, and the part of it that has ties."""

    site: Site
    route: Route

    @cached_property
    def parts(self) -> tuple[LineString, ...]:
        """Its polylines: one, or two of a route that leaves the board."""
        return tuple(LineString(part) for part in self.site.path if len(part) > 1)

    @cached_property
    def line(self) -> MultiLineString:
        """All of it."""
        return MultiLineString([part.coords for part in self.parts])

    @cached_property
    def ties(self) -> LineString:
        """Where its ties are, and so twice the breadth of a tie's half."""
        spot = Spot(self.site.x, self.site.y)
        main = min(self.parts, key=lambda part: part.distance(spot))
        at, reach = main.project(spot), FIRST_TIE + TIE_STEP * ((self.route.length + 1) // 2 - 1)
        found = substring(main, max(0.0, at - reach), min(main.length, at + reach))
        return found if isinstance(found, LineString) else LineString([found, found])

    @property
    def cities(self) -> tuple[SiteId, SiteId]:
        """Where it begins and ends."""
        return SiteId(self.route.a), SiteId(self.route.b)

    def ends(self) -> Iterator[tuple[SiteId, tuple[Point, ...]]]:
        """Each city with the line that leaves it."""
        yield SiteId(self.route.a), self.site.path[0]
        if len(self.site.path) == 1:
            yield SiteId(self.route.b), self.site.path[0][::-1]
        else:
            yield SiteId(self.route.b), self.site.path[1]

    def gap(self, other: BaseGeometry) -> float:
        """From its edge to something."""
        return min(self.line.distance(other) - LINE_HALF, self.ties.distance(other) - TIES_HALF)


class Measured:
    """One board with all that is measured of it."""

    def __init__(self, layout: BoardLayout, game_map: GameMap) -> None:
        self._layout, self._map = layout, game_map
        sites = layout.sites.values()
        self.routes = [site for site in sites if site.kind == "route"]
        self.cities = [site for site in sites if site.kind == "city"]
        self.lines = {
            site.id: RouteLine(site, game_map.routes[RouteId(site.id)]) for site in self.routes if site.path
        }

    def distances(self) -> Iterator[Distance]:
        """Every distance that may be too small; of far things nothing."""
        yield from self._between_places()
        yield from self._to_lines()
        yield from self._between_lines()
        yield from self._angles()
        yield from self._labels()
        yield from self._walls()

    def broken(self) -> list[Distance]:
        """Those below their limit, in the order of the table; then each crossing."""
        least = {limit.name: limit.least for limit in LIMITS}
        order = [limit.name for limit in LIMITS]
        found = [one for one in self.distances() if one.value < least[one.name] - 1e-9]
        found.sort(key=lambda one: (order.index(one.name), one.value, one.one, one.two))
        return [*found, *self.crossings()]

    def least(self) -> Mapping[str, Distance]:
        """The smallest of each kind."""
        found: dict[str, Distance] = {}
        for one in self.distances():
            if one.name not in found or one.value < found[one.name].value:
                found[one.name] = one
        return found

    # Places

    def _between_places(self) -> Iterator[Distance]:
        kinds: tuple[tuple[str, Iterable[tuple[Site, Site]]], ...] = (
            ("site-site", combinations(self.routes, 2)),
            ("site-city", ((site, city) for site in self.routes for city in self.cities)),
            ("city-city", combinations(self.cities, 2)),
        )
        for name, pairs in kinds:
            for one, two in pairs:
                far = hypot(one.x - two.x, one.y - two.y)
                if far < 80:
                    yield Distance(name, far, one.id, two.id)

    def _discs(self) -> list[tuple[str, Spot, float]]:
        collars = [(site.id, Spot(site.x, site.y), COLLAR_R) for site in self.routes]
        return [*collars, *((city.id, Spot(city.x, city.y), city_radius(city)) for city in self.cities)]

    def _to_lines(self) -> Iterator[Distance]:
        lines = list(self.lines.values())
        tree = STRtree([one.line for one in lines])
        for place in (*self.routes, *self.cities):
            spot = Spot(place.x, place.y)
            for number in tree.query(spot.buffer(40)):
                other = lines[int(number)]
                if place.id in (other.site.id, *(other.cities if place.kind == "city" else ())):
                    continue
                of_city = place.kind == "city"
                name = "city disc - foreign line" if of_city else "collar - foreign line"
                radius = city_radius(place) if of_city else COLLAR_R
                yield Distance(name, other.gap(spot) - radius, place.id, other.site.id)

    # Lines

    def _near_lines(self) -> Iterator[tuple[RouteLine, RouteLine]]:
        lines = list(self.lines.values())
        tree = STRtree([one.line for one in lines])
        for number, one in enumerate(lines):
            for other in sorted(int(n) for n in tree.query(one.line.buffer(20))):
                if other > number:
                    yield one, lines[other]

    def _common(self, one: RouteLine, two: RouteLine) -> list[Spot]:
        shared = {*one.cities} & {*two.cities}
        return [Spot(city.x, city.y) for city in self.cities if city.id in shared]

    def _between_lines(self) -> Iterator[Distance]:
        for one, two in self._near_lines():
            close = unary_union([spot.buffer(AWAY_MM) for spot in self._common(one, two)])
            pairs = (
                (one.line, two.line, 2 * LINE_HALF),
                (one.ties, two.line, LINE_HALF + TIES_HALF),
                (one.line, two.ties, LINE_HALF + TIES_HALF),
                (one.ties, two.ties, 2 * TIES_HALF),
            )
            gaps = [
                a.difference(close).distance(b.difference(close)) - width
                for a, b, width in pairs
                if not (a.difference(close).is_empty or b.difference(close).is_empty)
            ]
            if gaps:
                yield Distance("line - line", min(gaps), one.site.id, two.site.id)

    def crossings(self) -> list[Distance]:
        """Where two lines meet that should not."""
        found: list[Distance] = []
        for one, two in self._near_lines():
            ends = unary_union([spot.buffer(0.3) for spot in self._common(one, two)])
            meet = one.line.intersection(two.line).difference(ends)
            if not meet.is_empty:
                found.append(Distance(CROSSINGS, 0.0, one.site.id, two.site.id))
        return found

    def _angles(self) -> Iterator[Distance]:
        leaving: dict[SiteId, list[tuple[SiteId, tuple[Point, ...]]]] = {}
        for line in self.lines.values():
            for end, part in line.ends():
                leaving.setdefault(end, []).append((line.site.id, part))
        for city in self.cities:
            rim = city_radius(city) + 3
            radii = [rim + more for more in LOOKS if rim + more < AWAY_MM] + [AWAY_MM]
            ways = leaving.get(city.id, [])
            if len(ways) < 2:
                continue
            for radius in radii:
                turned = sorted((direction(part, (city.x, city.y), radius), route) for route, part in ways)
                for (first, one), (second, two) in pairwise([*turned, (turned[0][0] + 360, turned[0][1])]):
                    yield Distance(
                        "angle between lines at a city", second - first, one, f"{two} at {city.id}"
                    )

    # Labels and walls

    def _boxes(self) -> list[tuple[str, BaseGeometry]]:
        wide, high = LABEL_MM[0] / 2, LABEL_MM[1] / 2
        named = [(label_of(site.id), site.label_at) for site in self.cities]
        named += [(f"label of {one.route} at the edge", one.label_at) for one in self._layout.exits]
        return [
            (name, box(at[0] - wide, at[1] - high, at[0] + wide, at[1] + high))
            for name, at in named
            if at is not None
        ]

    def _labels(self) -> Iterator[Distance]:
        boxes = self._boxes()
        for name, label in boxes:
            for line in self.lines.values():
                yield Distance("label - line", line.gap(label), name, line.site.id)
            for site in self.routes:
                far = label.distance(Spot(site.x, site.y)) - COLLAR_R
                yield Distance("label - collar", far, name, site.id)
            for city in self.cities:
                far = label.distance(Spot(city.x, city.y)) - city_radius(city)
                yield Distance("label - city disc", far, name, city.id)
        for (one, first), (two, second) in combinations(boxes, 2):
            yield Distance("label - label", first.distance(second), one, two)

    def _walls(self) -> Iterator[Distance]:
        wide, high = self._layout.width_mm, self._layout.height_mm
        for place in (*self.routes, *self.cities):
            far = min(place.x, place.y, wide - place.x, high - place.y)
            yield Distance("site or city - board edge", far, place.id, "the edge")
        for name, zone in self._zones():
            for named, spot, radius in self._discs():
                far = zone.distance(spot) - radius
                yield Distance("site or city - marker quiet zone", far, named, name)
            for line in self.lines.values():
                yield Distance("line - marker quiet zone", line.gap(zone), line.site.id, name)
            for label, where in self._boxes():
                yield Distance("label - marker quiet zone", where.distance(zone), label, name)
        seams = self._seams()
        if seams.is_empty:
            return
        for named, spot, radius in self._discs():
            yield Distance("collar or disc - seam", seams.distance(spot) - radius, named, "a seam")
        for label, where in self._boxes():
            yield Distance("label - seam", where.distance(seams), label, "a seam")

    def _zones(self) -> Iterator[tuple[str, BaseGeometry]]:
        markers = self._layout.markers
        if markers is None:
            return
        reach = markers.side_mm / 2 + markers.quiet_mm
        for number, (x, y) in markers.ids.items():
            yield f"marker {number}", box(x - reach, y - reach, x + reach, y + reach)

    def _seams(self) -> BaseGeometry:
        """Where panels meet, inside the board."""
        wide, high = self._layout.width_mm, self._layout.height_mm
        seams: list[LineString] = []
        for panel in self._layout.panels:
            right, front = panel.x + panel.width, panel.y + panel.height
            if 0 < right < wide and panel.y < high:
                seams.append(LineString([(right, panel.y), (right, front)]))
            if 0 < front < high and panel.x < wide:
                seams.append(LineString([(panel.x, front), (right, front)]))
        return line_merge(unary_union(seams)) if seams else MultiLineString()


def label_of(city: SiteId) -> str:
    """What a city's label is called in complaints."""
    return f"label of {city}"


def direction(line: Sequence[Point], city: Point, radius: float) -> float:
    """Where a line that leaves a city crosses a circle round it first, in degrees."""
    at = crossing(line, city, radius)
    return degrees(atan2(at[1] - city[1], at[0] - city[0]))


def crossing(line: Sequence[Point], city: Point, radius: float) -> Point:
    """The first point of a line that is so far from the city; its last one where it never is."""
    for (ax, ay), (bx, by) in pairwise(line):
        if hypot(bx - city[0], by - city[1]) >= radius:
            dx, dy, fx, fy = bx - ax, by - ay, ax - city[0], ay - city[1]
            a, b, c = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - radius * radius
            part = (-b + max(0.0, b * b - 4 * a * c) ** 0.5) / (2 * a)
            return ax + part * dx, ay + part * dy
    return line[-1]


def lines_of(found: Iterable[Distance], told: Callable[[str], str] = str) -> list[str]:
    """A line for each broken distance: what, which two, how near, how far at least."""
    limits = {limit.name: limit for limit in LIMITS}
    lines: list[str] = []
    for one in found:
        if one.name == CROSSINGS:
            lines.append(f"{one.name}: {told(one.one)} and {told(one.two)} cross")
            continue
        limit = limits[one.name]
        lines.append(
            f"{one.name}: {told(one.one)} and {told(one.two)} are {one.value:.2f} {limit.unit} apart;"
            f" at least {limit.least:g}"
        )
    return lines
