"""A map's cities, routes and tickets, read from map/1 text into values that cannot hold nonsense."""

import json
from collections.abc import Iterable, Mapping
from typing import cast

import msgspec

from engine.values import CityId, RouteId, TicketId

LONGEST_ROUTE = 40  # spaces; longer is a slip of the pen
_MOST = 4000  # cities, routes or tickets in one file


class MapError(ValueError):
    """A map/1 text that cannot be used; one line says what, which and what to do."""


class City(msgspec.Struct, frozen=True):
    """A named place; `lat` and `lon` in degrees, for the order of words and for drawing.

    `port`: a harbor can stand there; `large`: a large city; `junction`: an unnamed point where routes meet,
    no city of a ticket; `board`: the piece of the board that it is on.
    """

    id: CityId
    name: str
    lat: float = 0.0
    lon: float = 0.0
    port: bool = False
    large: bool = False
    junction: bool = False
    board: str | None = None


class Route(msgspec.Struct, frozen=True):
    """One way between two cities.

    `colour` is a card's colour or `gray`; `kind` is train, ship, ferry, tunnel …; `locomotives` is what a
    ferry asks for; routes that share a `group` are parallel (a double route is two of them); `pair`: every
    space takes a pair of cards; `wraps`: it leaves the board and comes back on its other side.
    """

    id: RouteId
    a: CityId
    b: CityId
    length: int
    colour: str = "gray"
    kind: str = "train"
    locomotives: int = 0
    group: str | None = None
    pair: bool = False
    wraps: bool = False


class Stub(msgspec.Struct, frozen=True):
    """A way that leaves the board for a piece that is not there: to be seen, not to be claimed."""

    city: CityId
    colour: str
    spaces: int
    toward: str


class Ticket(msgspec.Struct, frozen=True):
    """Cities to connect, what that is worth, and the ticket deck it belongs to.

    A tour has three cities or more, a `value_exact` for the order shown and a `penalty` (positive) if it is
    not done; for any other ticket the penalty is the value. `entry`: a number printed on it.
    """

    id: TicketId
    cities: tuple[CityId, ...]
    value: int
    deck: str = "regular"
    value_exact: int | None = None
    penalty: int | None = None
    entry: int | None = None


class GameMap(msgspec.Struct, frozen=True):
    """All of one map, in the order of its file.

    `parallel` names for every route the others of its group; `routes_at` the routes of every city.
    """

    id: str
    name: str
    cities: Mapping[CityId, City]
    routes: Mapping[RouteId, Route]
    tickets: Mapping[TicketId, Ticket]
    parallel: Mapping[RouteId, tuple[RouteId, ...]]
    routes_at: Mapping[CityId, tuple[RouteId, ...]]
    stubs: tuple[Stub, ...] = ()
    boards: tuple[str, ...] = ()  # the pieces of the board, if it has several
    companies: Mapping[str, str] = {}  # a company colour → its name

    def route_name(self, route: RouteId) -> str:
        """Both cities in the order of the file: `Boston to Montréal`."""
        way = self.routes[route]
        return f"{self.cities[way.a].name} to {self.cities[way.b].name}"


def twins(game_map: GameMap, route: RouteId) -> tuple[RouteId, ...]:
    """The other routes of a double (or triple) route; empty for a single one."""
    return game_map.parallel.get(route, ())


def stub_names(game_map: GameMap) -> dict[str, Stub]:
    """The ways that leave the board, by the names in which they can be asked for: `mobile-florida`.

    Several from one city to one side are numbered in the order of the file: `savannah-florida:1`.
    """
    plain = [f"{stub.city}-{stub.toward.lower().replace(' ', '-')}" for stub in game_map.stubs]
    names: dict[str, Stub] = {}
    for number, (name, stub) in enumerate(zip(plain, game_map.stubs, strict=True)):
        several = plain.count(name) > 1
        names[f"{name}:{plain[: number + 1].count(name)}" if several else name] = stub
    return names


_SHIPPED: dict[str, GameMap] = {}


def shipped_maps() -> tuple[str, ...]:
    """Ids of the maps that come with Fingerpost."""
    from importlib.resources import files

    names = (item.name for item in files("engine").joinpath("maps").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def game_map(name: str) -> GameMap:
    """The shipped map of that id; read once.

    Raises:
        MapError: there is none; names those that ship.
    """
    found = _SHIPPED.get(name)
    if found is None:
        known = shipped_maps()
        if name not in known:
            raise MapError(f"no map {name[:60]!r}; maps that ship: {', '.join(known)}")
        from importlib.resources import files

        text = files("engine").joinpath("maps", f"{name}.json").read_text(encoding="utf-8")
        found = _SHIPPED[name] = parse_map(text, source=f"{name}.json")
    return found


def parse_map(text: str | bytes, *, source: str = "map") -> GameMap:
    """Read a map/1 text; `source` names it in complaints.

    Raises:
        MapError: not JSON, a key missing or of the wrong type, an id twice, a city that is not there.
    """
    try:
        raw: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MapError(f"{source}: not JSON ({error}); give a map/1 file") from None
    return map_from(raw, source=source)


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
