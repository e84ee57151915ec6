"""PURE: where a map's cities lie on its board at first, and round what a line goes that else would cross."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import asinh, hypot, log, pi, radians, tan
from typing import Final

from shapely import LineString
from shapely import Point as ShapePoint

from engine import EDITIONS, GameMap, Route, edition
from tabletop import Point

SIZE: Final = (900.0, 600.0)
EXIT_MM: Final = 10.0
"""So far from the left and right edge a line ends that goes on at the other."""

_MARGIN: Final = (70.0, 62.0)
_MARGIN_ROUND: Final = (105.0, 60.0)  # of a map that goes round the world
_SEAM: Final = -136.0  # the meridian at which it is cut
_CLEAR: Final = 24.0  # round a city that a line goes round
_ON_IT: Final = 2.0  # so near a straight line a city lies on it; others give way as the board grows
_RADII: Final = {"plain": 7.0, "large": 9.0, "port": 7.0, "junction": 7.0}
_SENSED: Final = 10.0


class MakeError(Exception):
    """A map from which no board can be made; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class StartCity:
    """A city as a board has it."""

    id: str
    name: str
    start: Point
    form: str
    sensed: bool
    label: str  # its braille code; none of a junction

    @property
    def radius(self) -> float:
        """Of its disc."""
        return _SENSED if self.sensed else _RADII[self.form]


@dataclass(frozen=True, slots=True)
class StartRoute:
    """A route between two cities, by their numbers.

    `lane`: how many lanes beside the straight line it runs, seen from the smaller number to the larger;
    `round`: a point by way of which it goes; `wraps`: it leaves the board on the left or right.
    """

    id: str
    a: int
    b: int
    length: int
    lane: float
    round: Point | None
    wraps: bool
    a_left: bool = False  # of one that wraps: a's part leaves on the left


@dataclass(frozen=True, slots=True)
class StartPlaces:
    """All that is to be laid out."""

    cities: tuple[StartCity, ...]
    ways: tuple[StartRoute, ...]


def start_of(game_map: GameMap, codes: Mapping[str, str]) -> StartPlaces:
    """Cities where they are on earth, stretched to the board; routes between them.

    Args:
        codes: each city's braille code, by its id; junctions have none.
    Raises:
        MakeError: lines would cross, whatever is done.
    """
    if not game_map.routes:
        raise MakeError(f"map {game_map.id} has no routes; give it some")
    at = _projected(game_map)
    _not_in_a_line(game_map, at)
    stations = _has_stations(game_map.id)
    cities = []
    for city in game_map.cities.values():
        form = "junction" if city.junction else "port" if city.port else "large" if city.large else "plain"
        sensed = not city.junction and (city.port or stations)
        cities.append(StartCity(city.id, city.name, at[city.id], form, sensed, codes.get(city.id, "")))
    number = {str(name): n for n, name in enumerate(game_map.cities)}
    ways = [_way(game_map, route, number, at) for route in game_map.routes.values()]
    return StartPlaces(tuple(cities), tuple(_untangled(ways, cities)))


def _not_in_a_line(game_map: GameMap, at: Mapping[str, Point]) -> None:
    """Where all cities lie in one line a route past a city has no side to go: nothing else draws it aside.

    Raises:
        MakeError: it is so; the message names the route and the city.
    """
    points = list(at.values())
    ends = max(combinations(points, 2), key=lambda two: hypot(two[0][0] - two[1][0], two[0][1] - two[1][1]))
    if any(LineString(ends).distance(ShapePoint(*one)) >= _ON_IT for one in points):
        return
    for route in game_map.routes.values():
        if route.wraps:
            continue
        line = LineString([at[route.a], at[route.b]])
        for city in game_map.cities.values():
            if city.id not in (route.a, route.b) and line.distance(ShapePoint(*at[city.id])) < _ON_IT:
                a, b = game_map.cities[route.a].name, game_map.cities[route.b].name
                raise MakeError(
                    f"all cities lie in one line, and {a} to {b} runs through {city.name}; move a city aside"
                )


def _has_stations(map_id: str) -> bool:
    """Whether an edition of this map builds in cities that are no ports."""
    own = (edition(name) for name in EDITIONS if edition(name).map == map_id)
    return any("stations" in one.position_keys for one in own)


def _projected(game_map: GameMap) -> dict[str, Point]:
    whole = max(c.lon for c in game_map.cities.values()) - min(c.lon for c in game_map.cities.values()) > 180
    flat = {}
    for city in game_map.cities.values():
        latitude = radians(max(-85.0, min(85.0, city.lat)))
        if whole:
            flat[str(city.id)] = ((city.lon - _SEAM) % 360, -1.25 * asinh(tan(0.8 * latitude)))
        else:
            flat[str(city.id)] = (city.lon, -log(tan(pi / 4 + latitude / 2)))
    margin = _MARGIN_ROUND if whole else _MARGIN
    lows = [min(point[k] for point in flat.values()) for k in (0, 1)]
    spans = [max(point[k] for point in flat.values()) - lows[k] for k in (0, 1)]

    def stretched(value: float, k: int) -> float:
        if spans[k] < 1e-9:
            return SIZE[k] / 2
        return margin[k] + (value - lows[k]) / spans[k] * (SIZE[k] - 2 * margin[k])

    return {name: (stretched(x, 0), stretched(y, 1)) for name, (x, y) in flat.items()}


def _way(game_map: GameMap, route: Route, number: Mapping[str, int], at: Mapping[str, Point]) -> StartRoute:
    ends = {route.a, route.b}
    beside = sorted(
        str(one.id) for one in game_map.routes.values() if {one.a, one.b} == ends and one.wraps == route.wraps
    )
    lane = beside.index(str(route.id)) - (len(beside) - 1) / 2
    a_left = at[route.a][0] < at[route.b][0]
    return StartRoute(
        str(route.id), number[route.a], number[route.b], route.length, lane, None, route.wraps, a_left
    )


# Lines that would cross


def _untangled(ways: Sequence[StartRoute], cities: Sequence[StartCity]) -> list[StartRoute]:
    """While two straight lines cross, that which crosses most goes round the city that those share."""
    pairs = [(min(way.a, way.b), max(way.a, way.b)) for way in ways if not way.wraps]
    by_ends: dict[tuple[int, int], Point | None] = {pair: _past(pair, cities) for pair in pairs}
    for _ in range(len(by_ends)):
        lines = {pair: _chord(pair, over, cities) for pair, over in by_ends.items()}
        crossing = [
            (one, two)
            for one, two in combinations(lines, 2)
            if not {*one} & {*two} and lines[one].crosses(lines[two])
        ]
        if not crossing:
            break
        counts = Counter(pair for both in crossing for pair in both if by_ends[pair] is None)
        if not counts:
            one, two = crossing[0]
            raise MakeError(_cross(cities, one, two))
        most = max(counts, key=lambda pair: (counts[pair], pair))
        others = [two if one == most else one for one, two in crossing if most in (one, two)]
        shared = set(others[0]).intersection(*map(set, others))
        by_ends[most] = _round(most, shared or set(others[0]), cities)
    else:
        raise MakeError("its lines cross, however they are led; move cities or leave out routes")
    return [
        way if way.wraps else _replaced(way, by_ends[min(way.a, way.b), max(way.a, way.b)]) for way in ways
    ]


def _replaced(way: StartRoute, over: Point | None) -> StartRoute:
    return StartRoute(way.id, way.a, way.b, way.length, way.lane, over, way.wraps, way.a_left)


def _chord(pair: tuple[int, int], over: Point | None, cities: Sequence[StartCity]) -> LineString:
    a, b = (cities[end].start for end in pair)
    return LineString([a, over, b] if over else [a, b])


def _past(pair: tuple[int, int], cities: Sequence[StartCity]) -> Point | None:
    """By way of what a straight line goes round the city that lies on it; None: none does."""
    line = _chord(pair, None, cities)
    off = {n: line.distance(ShapePoint(*city.start)) for n, city in enumerate(cities) if n not in pair}
    on_it = {n for n, distance in off.items() if distance < _ON_IT}
    return _round(pair, on_it, cities) if on_it else None


def _round(pair: tuple[int, int], shared: set[int], cities: Sequence[StartCity]) -> Point:
    """Beyond the nearest of some cities, seen from a straight line."""
    a, b = (cities[end].start for end in pair)
    line = LineString([a, b])

    def beyond(city: int) -> tuple[float, Point]:
        x, y = cities[city].start
        length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
        normal = ((a[1] - b[1]) / length, (b[0] - a[0]) / length)
        off = (x - a[0]) * normal[0] + (y - a[1]) * normal[1]
        way = 1.0 if off > 0 else -1.0
        point = (x + way * normal[0] * _CLEAR, y + way * normal[1] * _CLEAR)
        return line.distance(LineString([point, point])), point

    return min(beyond(city) for city in sorted(shared))[1]


def _cross(cities: Sequence[StartCity], one: tuple[int, int], two: tuple[int, int]) -> str:
    names = [" to ".join(cities[end].name for end in pair) for pair in (one, two)]
    return f"{names[0]} and {names[1]} cross, however they are led; move a city or leave out a route"
