"""PURE: lines led straight into their cities, where they came too near to each other or crossed.

Within 24 mm of a city nothing stands but its own lines, and at 24 mm these are well apart. So each goes from
there straight to the city's middle: then no two cross, and their angle stays as it is at 24 mm. Only the ends
of lines that break a limit are changed, and those beside them at the same city.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import hypot
from typing import Final

from engine import GameMap
from printing.distances import ANGLE, AWAY_MM, Measured, crossing, label_of
from tabletop import BoardLayout, Point, Site, SiteId

_RADII: Final = (AWAY_MM, 22.0, 21.0, 20.5, 20.0, 19.5, 19.0, 18.5, 18.0, 17.5, 17.0)


def mended(layout: BoardLayout, game_map: GameMap) -> Mapping[SiteId, tuple[tuple[Point, ...], ...]]:
    """The paths that have to change, as they should be; coordinates to a tenth of a millimetre.

    Where a straight line would come too near to a label, the old way round it is kept as far in as it can be.
    """
    measured = Measured(layout, game_map)
    radii = dict.fromkeys(_tangled(measured), 0)  # which of the radii: the widest first
    while True:
        changed = _changed(measured, radii)
        sites = {
            name: replace(site, path=changed[name]) if name in changed else site
            for name, site in layout.sites.items()
        }
        again = Measured(replace(layout, sites=sites), game_map)
        narrower = {
            city
            for one in again.broken()
            if one.name == "label - line"
            for city in again.lines[SiteId(one.two)].cities
            if one.one == label_of(city) and city in radii and radii[city] + 1 < len(_RADII)
        }
        if not narrower:
            return changed
        for city in narrower:
            radii[city] += 1


def _changed(measured: Measured, radii: Mapping[SiteId, int]) -> dict[SiteId, tuple[tuple[Point, ...], ...]]:
    cities = {city.id: city for city in measured.cities}
    changed: dict[SiteId, tuple[tuple[Point, ...], ...]] = {}
    for city, which in radii.items():
        for line in measured.lines.values():
            path = changed.get(line.site.id, line.site.path)
            for number, end in enumerate(line.cities):
                if end == city:
                    path = _straightened(path, number, cities[city], _RADII[which])
            if path != line.site.path:
                changed[line.site.id] = path
    return changed


def _tangled(measured: Measured) -> list[SiteId]:
    """The cities at which lines come too near to each other, or cross."""
    found: set[str] = set()
    for one in measured.distances():
        if one.name == ANGLE and one.value < 17:
            found.add(one.two.rpartition(" at ")[2])
    for one in measured.crossings():
        first, second = measured.lines[SiteId(one.one)], measured.lines[SiteId(one.two)]
        found |= {*first.cities} & {*second.cities}
    return [city.id for city in measured.cities if city.id in found]


def _straightened(
    path: tuple[tuple[Point, ...], ...], end: int, city: Site, radius: float
) -> tuple[tuple[Point, ...], ...]:
    """A path whose first (0) or second (1) end goes straight from a circle round the city to its middle."""
    part = path[0] if end == 0 or len(path) == 1 else path[1]
    backwards = end == 1 and len(path) == 1
    line = part[::-1] if backwards else part
    middle = (city.x, city.y)
    at = crossing(line, middle, radius)
    outside = next(n for n, (x, y) in enumerate(line) if hypot(x - city.x, y - city.y) >= radius)
    fresh = ((round(city.x, 1), round(city.y, 1)), (round(at[0], 1), round(at[1], 1)), *line[outside:])
    new = fresh[::-1] if backwards else fresh
    if len(path) == 1:
        return (new,)
    return (new, path[1]) if end == 0 else (path[0], new)
