"""Reads map/1 text into values that cannot hold nonsense."""

import json
from collections.abc import Iterable, Mapping
from typing import cast

from engine.game_map import LONGEST_ROUTE, City, GameMap, MapError, Route, Stub, Ticket
from engine.values import CityId, RouteId, TicketId

_MOST = 4000  # cities, routes or tickets in one file


def parse_map(text: str | bytes, *, source: str = "map") -> GameMap:
    """Read a map/1 text; `source` names it in complaints.

    Raises:
        MapError: not JSON, a key missing or of the wrong type, an id twice, a city that is not there.
    """
    return map_from(map_json(text, "file", source), source=source)


def map_json(text: str | bytes, what: str, source: str) -> object:
    """What the text of a map/1 `what` says, of whatever shape. Raises MapError: no JSON, or too deep."""
    try:
        return json.loads(text)
    except RecursionError:
        raise MapError(f"{source}: too deep; give a map/1 {what}") from None
    except ValueError as error:
        raise MapError(f"{source}: not JSON ({error}); give a map/1 {what}") from None


def map_from(raw: object, *, source: str = "map") -> GameMap:
    """The same from parsed JSON."""
    read = _Reader(source)
    top = read.table(raw, "the map")
    if top.get("format", "map/1") != "map/1":
        raise read.wrong("format", f"is {str(top['format'])[:40]!r}; give map/1")
    cities = _cities(read, top)
    routes = _routes(read, top, cities)
    tickets = _tickets(read, top, cities)
    return GameMap(
        id=read.text(top.get("id", "unnamed"), "id"),
        name=read.text(top.get("name", top.get("id", "unnamed")), "name"),
        cities=cities,
        routes=routes,
        tickets=tickets,
        parallel=_parallel(routes.values()),
        routes_at={city: tuple(r.id for r in routes.values() if city in (r.a, r.b)) for city in cities},
        stubs=_stubs(read, top, cities),
        boards=tuple(
            read.text(item.get("name"), "a board's name")
            for item in read.tables(top.get("boards", []), "boards")
        ),
        companies={
            read.text(item.get("colour"), "a company's colour"): read.text(
                item.get("name"), "a company's name"
            )
            for item in read.tables(top.get("companies", []), "companies")
        },
    )


def _cities(read: "_Reader", top: dict[str, object]) -> dict[CityId, City]:
    cities: dict[CityId, City] = {}
    for item in read.tables(top.get("cities"), "cities"):
        name = CityId(read.text(item.get("id"), "a city's id"))
        if name in cities:
            raise read.wrong(f"city {name}", "stands twice")
        cities[name] = City(
            name,
            read.text(item.get("name", name), f"city {name}: name"),
            read.degrees(item.get("lat", 0), f"city {name}: lat"),
            read.degrees(item.get("lon", 0), f"city {name}: lon"),
            read.switch(item.get("port", False), f"city {name}: port"),
            read.switch(item.get("large", False), f"city {name}: large"),
            read.switch(item.get("junction", False), f"city {name}: junction"),
            read.optional_text(item.get("board"), f"city {name}: board"),
        )
    return cities


def _stubs(read: "_Reader", top: dict[str, object], cities: Mapping[CityId, City]) -> tuple[Stub, ...]:
    return tuple(
        Stub(
            read.city(item.get("city"), cities, "edge_stubs: city"),
            read.text(item.get("colour", "gray"), "edge_stubs: colour"),
            read.number(item.get("spaces", 1), "edge_stubs: spaces", 1, LONGEST_ROUTE),
            read.text(item.get("toward", "the edge"), "edge_stubs: toward"),
        )
        for item in read.tables(top.get("edge_stubs", []), "edge_stubs")
    )


def _routes(read: "_Reader", top: dict[str, object], cities: Mapping[CityId, City]) -> dict[RouteId, Route]:
    routes: dict[RouteId, Route] = {}
    for item in read.tables(top.get("routes"), "routes"):
        name = RouteId(read.text(item.get("id"), "a route's id"))
        where = f"route {name}"
        if name in routes:
            raise read.wrong(where, "stands twice")
        a, b = (read.city(item.get(end), cities, f"{where}: {end}") for end in ("a", "b"))
        if a == b:
            raise read.wrong(where, "begins and ends in one city")
        routes[name] = Route(
            name,
            a,
            b,
            read.number(item.get("length"), f"{where}: length", 1, LONGEST_ROUTE),
            read.text(item.get("colour", "gray"), f"{where}: colour"),
            read.text(item.get("kind", "train"), f"{where}: kind"),
            read.number(item.get("locomotives", 0), f"{where}: locomotives", 0, LONGEST_ROUTE),
            read.optional_text(item.get("group"), f"{where}: group"),
            read.switch(item.get("pair", False), f"{where}: pair"),
            read.switch(item.get("wraps", False), f"{where}: wraps"),
        )
    return routes


def _tickets(
    read: "_Reader", top: dict[str, object], cities: Mapping[CityId, City]
) -> dict[TicketId, Ticket]:
    tickets: dict[TicketId, Ticket] = {}
    for item in read.tables(top.get("tickets", []), "tickets"):
        name = TicketId(read.text(item.get("id"), "a ticket's id"))
        where = f"ticket {name}"
        if name in tickets:
            raise read.wrong(where, "stands twice")
        named = item.get("cities")
        if not isinstance(named, list) or len(named) < 2:
            raise read.wrong(f"{where}: cities", "is no list of two cities")
        tickets[name] = Ticket(
            name,
            tuple(read.city(city, cities, f"{where}: cities") for city in named),
            read.number(item.get("value"), f"{where}: value", 0, 1000),
            read.text(item.get("deck", "regular"), f"{where}: deck"),
            read.optional_number(item.get("value_exact"), f"{where}: value_exact"),
            read.optional_number(item.get("penalty"), f"{where}: penalty"),
            read.optional_number(item.get("entry"), f"{where}: entry"),
        )
    return tickets


def _parallel(routes: Iterable[Route]) -> dict[RouteId, tuple[RouteId, ...]]:
    groups: dict[str, list[RouteId]] = {}
    for route in routes:
        if route.group is not None:
            groups.setdefault(route.group, []).append(route.id)
    return {
        one: tuple(other for other in members if other != one)
        for members in groups.values()
        for one in members
        if len(members) > 1
    }


class _Reader:
    """Typed access to parsed JSON; every complaint names the source and the thing."""

    def __init__(self, source: str) -> None:
        self.source = source

    def wrong(self, where: str, complaint: str) -> MapError:
        return MapError(f"{self.source}: {where} {complaint}; compare it with a map that ships")

    def table(self, raw: object, where: str) -> dict[str, object]:
        if not isinstance(raw, dict):
            raise self.wrong(where, "is no object")
        return cast(dict[str, object], raw)

    def tables(self, raw: object, where: str) -> list[dict[str, object]]:
        if not isinstance(raw, list) or len(raw) > _MOST:
            raise self.wrong(where, f"is no list of at most {_MOST}")
        return [self.table(item, f"{where}[{number}]") for number, item in enumerate(raw)]

    def text(self, raw: object, where: str) -> str:
        if not isinstance(raw, str) or not 0 < len(raw) <= 200 or not raw.isprintable():
            raise self.wrong(where, "is no text of 1 to 200 characters")
        return raw

    def number(self, raw: object, where: str, low: int, high: int) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool) or not low <= raw <= high:
            raise self.wrong(where, f"is no whole number from {low} to {high}")
        return raw

    def optional_number(self, raw: object, where: str) -> int | None:
        return None if raw is None else self.number(raw, where, 0, 1000)

    def optional_text(self, raw: object, where: str) -> str | None:
        return None if raw is None else self.text(raw, where)

    def switch(self, raw: object, where: str) -> bool:
        if not isinstance(raw, bool):
            raise self.wrong(where, "is neither true nor false")
        return raw

    def degrees(self, raw: object, where: str) -> float:
        if not isinstance(raw, int | float) or isinstance(raw, bool) or not -360 <= raw <= 360:
            raise self.wrong(where, "is no angle in degrees")
        return float(raw)

    def city(self, raw: object, cities: Mapping[CityId, City], where: str) -> CityId:
        if not isinstance(raw, str) or raw not in cities:
            raise self.wrong(where, f"names {str(raw)[:60]!r}, which is no city of this map")
        return CityId(raw)
