"""PURE: a map as lines to be read or heard before a game: its cities with their codes, its routes."""

from announce.places_asked import kind_of_route
from announce.vocabulary import Vocabulary
from engine import CityId, RouteId
from tabletop import SiteId


def reference(v: Vocabulary) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A line for each city that has a name, and a line for each route, each in the order of names."""
    cities = sorted((city.id for city in v.game_map.cities.values() if not city.junction), key=v.city)
    routes = sorted(v.game_map.routes, key=lambda route: (v.pair(route), route))
    return tuple(_city(v, city) for city in cities), tuple(_route(v, route) for route in routes)


def _city(v: Vocabulary, city: CityId) -> str:
    code = "" if v.layout is None else v.layout.sites[SiteId(city)].label
    return f"{v.city(city)}, {code}" if code else v.city(city)


def _route(v: Vocabulary, route: RouteId) -> str:
    p, way = v.phrases, v.game_map.routes[route]
    pieces = v.ships(way.length) if way.kind == "ship" else v.trains(way.length)
    facts = {"route": v.route(route), "pieces": pieces, "colour": v.colour(way.colour)}
    told = p.sentence("{route}: {pieces}, {colour}.", **facts)
    return " ".join((told, *kind_of_route(v, way)))
