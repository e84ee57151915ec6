"""What is wrong with a map of one's own, or odd: every complaint one line."""

from collections import Counter
from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final, cast

import msgspec

from engine.game_map import GameMap, MapError, Route
from engine.map_reader import map_from
from engine.values import CityId, TicketId

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "cities": ("id", "name", "lat", "lon", "port", "large", "junction", "board"),
    "routes": ("id", "a", "b", "length", "colour", "kind", "locomotives", "group", "pair", "wraps"),
    "tickets": ("id", "cities", "value", "deck", "value_exact", "penalty", "entry"),
}
"""What is read of each; another key would be passed over, and the default taken in silence."""

_ONE: Final[Mapping[str, str]] = {"cities": "city", "routes": "route", "tickets": "ticket"}


class TicketLength(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket's value beside the fewest spaces that join its cities in their order; None: nothing does."""

    ticket: TicketId
    value: int
    shortest: int | None


def map_complaints(raw: object, source: str = "map") -> tuple[GameMap | None, list[str]]:
    """All that is to be said against a map, and the map, if it can be used.

    Args:
        raw: parsed JSON.
    Raises:
        MapError: it is no map at all: no object, or a list is missing.
    """
    top = _table(raw, source)
    names = [*_names(top, source), *_ends(top, source)]
    if names:
        return None, names
    try:
        board = map_from(raw, source=source)
    except MapError as error:
        return None, [str(error)]
    return board, [
        *_unread(top),
        *_unplaced(top),
        *_in_one_place(top),
        *_alike(board),
        *_groups(board),
        *_network(board),
        *_odd_tickets(board),
    ]


def place_complaints(raw: object, source: str = "map") -> list[str]:
    """Cities that cannot be laid out on a board: the map does not say where one is, or has two in one place.

    Args:
        raw: parsed JSON of a map that can be used.
    """
    top = _table(raw, source)
    return [*_unplaced(top, all_of_them=True), *_in_one_place(top)]


def ticket_lengths(board: GameMap) -> list[TicketLength]:
    """Every ticket beside its shortest way, in the order of the map."""
    starts = {city for ticket in board.tickets.values() for city in ticket.cities[:-1]}
    ways = {city: _spaces_from(board, city) for city in starts}
    lengths = []
    for ticket in board.tickets.values():
        legs = [ways[a].get(b) for a, b in pairwise(ticket.cities)]
        known = [leg for leg in legs if leg is not None]
        shortest = sum(known) if len(known) == len(legs) else None
        lengths.append(TicketLength(ticket=ticket.id, value=ticket.value, shortest=shortest))
    return lengths


def _table(raw: object, source: str) -> Mapping[str, object]:
    if not isinstance(raw, dict):
        raise MapError(f"{source}: the map is no object; compare it with a map that ships")
    for key in ("cities", "routes"):
        if not isinstance(raw.get(key), list):
            raise MapError(f"{source}: {key} is no list; compare it with a map that ships")
    return cast(Mapping[str, object], raw)


def _items(top: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    found = top.get(key)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _names(top: Mapping[str, object], source: str) -> Iterator[str]:
    for key, one in _ONE.items():
        counted = Counter(str(item.get("id")) for item in _items(top, key))
        for name, count in counted.items():
            if count > 1:
                yield f"{source}: {one} {name[:60]} stands {count} times; give every {one} an id of its own"


def _unread(top: Mapping[str, object]) -> Iterator[str]:
    """Keys that nobody reads: `color` for `colour` makes a gray route; `x_…` are notes."""
    for part, keys in _KEYS.items():
        for item in _items(top, part):
            for key in item:
                if key not in keys and not key.startswith("x_"):
                    name = f"{_ONE[part]} {str(item.get('id'))[:60]}"
                    yield f"{name} has a key {key[:60]!r}, which nobody reads; keys are {', '.join(keys)}"


def _ends(top: Mapping[str, object], source: str) -> Iterator[str]:
    cities = {item.get("id") for item in _items(top, "cities") if isinstance(item.get("id"), str)}
    for item in _items(top, "routes"):
        name, a, b = str(item.get("id"))[:60], item.get("a"), item.get("b")
        for end in (a, b):
            if not isinstance(end, str) or end not in cities:
                yield f"{source}: route {name} ends in {ascii(end)[:60]}, which is no city of this map"
        if isinstance(a, str) and a == b:
            yield f"{source}: route {name} begins and ends in {a[:60]}"
    for item in _items(top, "tickets"):
        named = item.get("cities")
        for city in named if isinstance(named, list) else []:
            if not isinstance(city, str) or city not in cities:
                ticket = str(item.get("id"))[:60]
                yield f"{source}: ticket {ticket} names {ascii(city)[:60]}, which is no city of this map"


def _unplaced(top: Mapping[str, object], *, all_of_them: bool = False) -> Iterator[str]:
    """Cities without latitude or longitude on a map that has them: those would be taken to be 0."""
    cities = _items(top, "cities")
    if not (all_of_them or any("lat" in item or "lon" in item for item in cities)):
        return  # a map that is not to be drawn
    for item in cities:
        lacking = [key for key in ("lat", "lon") if key not in item]
        if lacking:
            name = str(item.get("id"))[:60]
            yield f"city {name} has no {' and no '.join(lacking)}; say where it is, in degrees"


def _in_one_place(top: Mapping[str, object]) -> Iterator[str]:
    there: dict[tuple[object, object], str] = {}
    for item in _items(top, "cities"):
        name, place = str(item.get("id"))[:60], (item.get("lat"), item.get("lon"))
        if None not in place and there.setdefault(place, name) != name:
            yield f"city {name} lies where city {there[place]} lies; move one of them"


def _alike(board: GameMap) -> Iterator[str]:
    """Cities that one hears, reads and feels as the same."""
    named: dict[str, CityId] = {}
    for city in board.cities.values():
        told = (city.name or city.id).casefold()
        if not city.junction and named.setdefault(told, city.id) != city.id:
            same = f"as city {named[told]} is"
            yield f"city {city.id} is called {city.name}, {same}; nobody can tell them apart"


def _groups(board: GameMap) -> Iterator[str]:
    groups: dict[str, list[Route]] = {}
    pairs: dict[tuple[frozenset[CityId], str], list[Route]] = {}
    for route in board.routes.values():
        if route.group is not None:
            groups.setdefault(route.group, []).append(route)
        pairs.setdefault((frozenset((route.a, route.b)), route.kind), []).append(route)
    for group, routes in groups.items():
        if len(routes) == 1:
            yield f"group {group} has one route, {routes[0].id}; give its twin the same group, or take it out"
        elif len({frozenset((route.a, route.b)) for route in routes}) > 1:
            yield f"group {group} joins different cities: {', '.join(route.id for route in routes)}"
    for routes in pairs.values():
        if len({route.group for route in routes}) > 1 or (len(routes) > 1 and routes[0].group is None):
            names = ", ".join(route.id for route in routes)
            yield f"parallel routes of one kind are not in one group, so one seat could own all: {names}"


def _network(board: GameMap) -> Iterator[str]:
    for city, routes in board.routes_at.items():
        if not routes:
            yield f"city {city} has no route"
    reached = _spaces_from(board, next(iter(board.cities))) if board.cities else {}
    apart = [city for city, routes in board.routes_at.items() if routes and city not in reached]
    if apart:
        yield f"the map falls apart; not to be reached from {next(iter(board.cities))}: {', '.join(apart)}"


def _odd_tickets(board: GameMap) -> Iterator[str]:
    seen: dict[tuple[frozenset[CityId], str], TicketId] = {}
    for ticket in board.tickets.values():
        for city in ticket.cities:
            if board.cities[city].junction:
                yield f"ticket {ticket.id} names {city}, which is a junction and no city"
        if len(set(ticket.cities)) < len(ticket.cities):
            yield f"ticket {ticket.id} names a city twice"
        key = frozenset(ticket.cities), ticket.deck
        if key in seen:
            yield f"ticket {ticket.id} has the cities of ticket {seen[key]}"
        seen.setdefault(key, ticket.id)
    for line in ticket_lengths(board):
        if line.shortest is None:
            yield f"ticket {line.ticket} cannot be done: nothing joins its cities"
        elif not line.shortest <= 2 * line.value <= 4 * line.shortest:
            spaces = f"the shortest way has {line.shortest} spaces"
            yield f"ticket {line.ticket} is worth {line.value}, but {spaces}; is that meant?"


def _spaces_from(board: GameMap, start: CityId) -> dict[CityId, int]:
    """The fewest spaces to every city that can be reached."""
    spaces = {start: 0}
    heap: list[tuple[int, CityId]] = [(0, start)]
    while heap:
        sofar, city = heappop(heap)
        if sofar > spaces[city]:
            continue
        for name in board.routes_at[city]:
            route = board.routes[name]
            far = route.b if route.a == city else route.a
            if sofar + route.length < spaces.get(far, 10**9):
                spaces[far] = sofar + route.length
                heappush(heap, (spaces[far], far))
    return spaces
