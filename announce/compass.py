"""Where things are on the board, in words: which of parallel routes, which region, how far from a city.

North is the edge y = 0 of board/1, from every chair; the notch is at the front, which is south.
"""

from collections import defaultdict
from math import atan2, degrees, hypot

from announce.catalogue import Phrases
from dialog import REGIONS, Region
from engine import CityId, GameMap, RouteId
from tabletop import BoardLayout, SiteId

_FINGER_MM = 20  # a forefinger lies so broad on a board


def sides(phrases: Phrases, game_map: GameMap, layout: BoardLayout | None) -> dict[RouteId, str]:
    """The word that tells each of several parallel routes from the others; none for one that stands alone.

    One by train and one by ship are called that. Else the axis of the layout that differs more decides
    between northern … southern and eastern … western; without a layout they are counted in the order of
    the map.
    """
    together: dict[frozenset[CityId], list[RouteId]] = defaultdict(list)
    for route in game_map.routes.values():
        together[frozenset((route.a, route.b))].append(route.id)
    found: dict[RouteId, str] = {}
    for routes in together.values():
        if {game_map.routes[route].kind for route in routes} == {"train", "ship"} and len(routes) == 2:
            names = {kind: word for word, kind in kinds(phrases).items()}
            found.update((route, names[game_map.routes[route].kind]) for route in routes)
        elif len(routes) == 2 or len(routes) == 3:
            found.update(_told_apart(phrases, routes, layout))
        elif len(routes) > 3:
            found.update((route, phrases.phrase("number {n}", n=n)) for n, route in enumerate(routes, 1))
    return found


def over_a_side(phrases: Phrases, game_map: GameMap, layout: BoardLayout | None) -> dict[RouteId, str]:
    """Routes that leave the board, by the side over which they leave it from their first city."""
    found: dict[RouteId, str] = {}
    for route in game_map.routes.values():
        if not route.wraps or layout is None:
            continue
        a, b = layout.sites.get(SiteId(route.a)), layout.sites.get(SiteId(route.b))
        if a is not None and b is not None:
            west = phrases.name("which route", "over the west side")
            found[route.id] = west if a.x < b.x else phrases.name("which route", "over the east side")
    return found


def kinds(phrases: Phrases) -> dict[str, str]:
    """The words by which a train and a ship route are told apart, and which each of them means."""
    return {
        phrases.name("which route", "by train"): "train",
        phrases.name("which route", "by ship"): "ship",
    }


def _told_apart(phrases: Phrases, routes: list[RouteId], layout: BoardLayout | None) -> dict[RouteId, str]:
    counted = (
        phrases.name("which route", "first"),
        phrases.name("which route", "second"),
        phrases.name("which route", "third"),
    )
    if layout is None or any(SiteId(route) not in layout.sites for route in routes):
        return dict(zip(routes, counted, strict=False))
    places = {route: layout.sites[SiteId(route)] for route in routes}
    wide = max(site.x for site in places.values()) - min(site.x for site in places.values())
    high = max(site.y for site in places.values()) - min(site.y for site in places.values())
    if high >= wide:
        in_order = sorted(routes, key=lambda route: places[route].y)
        first, last = phrases.name("which route", "northern"), phrases.name("which route", "southern")
    else:
        in_order = sorted(routes, key=lambda route: places[route].x)
        first, last = phrases.name("which route", "western"), phrases.name("which route", "eastern")
    middle = (phrases.name("which route", "middle"),) * (len(routes) - 2)
    return dict(zip(in_order, (first, *middle, last), strict=True))


def region(phrases: Phrases, layout: BoardLayout, site: SiteId) -> str:
    """The name of the region in which a site lies."""
    return region_name(phrases, region_of(layout, site))


def region_of(layout: BoardLayout, site: SiteId) -> Region:
    """One of nine regions of the board. The site must be on it."""
    place = layout.sites[site]
    column = min(2, max(0, int(3 * place.x / layout.width_mm)))
    line = min(2, max(0, int(3 * place.y / layout.height_mm)))
    return REGIONS[3 * line + column]


def region_name(phrases: Phrases, which: Region) -> str:
    """What a region is called."""
    names: dict[Region, str] = {
        "north-west": phrases.name("region", "north-west"),
        "north": phrases.name("region", "north"),
        "north-east": phrases.name("region", "north-east"),
        "west": phrases.name("region", "west"),
        "middle": phrases.name("region", "middle"),
        "east": phrases.name("region", "east"),
        "south-west": phrases.name("region", "south-west"),
        "south": phrases.name("region", "south"),
        "south-east": phrases.name("region", "south-east"),
    }
    return names[which]


def direction(phrases: Phrases, dx: float, dy: float) -> str:
    """One of eight directions for a way of dx to the right and dy to the front."""
    names = (
        phrases.name("direction", "east"),
        phrases.name("direction", "north-east"),
        phrases.name("direction", "north"),
        phrases.name("direction", "north-west"),
        phrases.name("direction", "west"),
        phrases.name("direction", "south-west"),
        phrases.name("direction", "south"),
        phrases.name("direction", "south-east"),
    )
    return names[round(degrees(atan2(-dy, dx)) / 45) % 8]


def centimetres(phrases: Phrases, mm: float) -> str:
    """A distance in whole centimetres, at least one."""
    return phrases.count("{n} centimetre", "{n} centimetres", max(1, round(mm / 10)))


def fingers(phrases: Phrases, mm: float) -> str:
    """A short distance as a hand measures it, in breadths of a finger, at least one."""
    return phrases.count("{n} finger", "{n} fingers", max(1, round(mm / _FINGER_MM)))


def nearest_city(
    layout: BoardLayout, game_map: GameMap, route: RouteId
) -> tuple[CityId, float, float] | None:
    """The nearer city of a route, and the way from it to the route's pin in mm; None off the layout."""
    site = layout.sites.get(SiteId(route))
    found = game_map.routes.get(route)
    if site is None or found is None:
        return None
    ways = [
        (city, site.x - place.x, site.y - place.y)
        for city in (found.a, found.b)
        if (place := layout.sites.get(SiteId(city))) is not None
    ]
    return min(ways, key=lambda way: hypot(way[1], way[2]), default=None)
