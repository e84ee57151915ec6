"""A map's cities, routes and tickets; engine/map_reader.py makes them of map/1 text."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from operator import or_
from typing import NamedTuple

import msgspec
from msgspec.structs import force_setattr

from engine.values import GRAY, CityId, RouteId, TicketId

LONGEST_ROUTE = 40  # spaces; longer is a slip of the pen


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


PAIR = "pair"  # what a pair route asks for instead of a colour


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

    @property
    def asks(self) -> str:
        """What is asked of a hand beside a number of cards: kind and colour, or pairs."""
        return f"{self.kind} {PAIR if self.pair else self.colour}"


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


class Glance(NamedTuple):
    """What of a route is looked at first, where a hand is held against many."""

    asks: str
    length: int
    id: RouteId
    locomotives: int


class GameMap(msgspec.Struct, frozen=True, dict=True):
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
    # Made of the others by `__post_init__`, whatever is given. They are read some hundred times a game, and
    # a cached property takes eight times as long to read as a field.
    bits: Mapping[RouteId, int] = {}  # a bit for every route, in the order of the file: a set is a number
    of_bit: Mapping[int, RouteId] = {}
    doubles: int = 0  # the routes that have others beside them, as `bits`
    twins: Mapping[int, int] = {}  # for the bit of each of them the others, as `bits`
    # By a number of pieces the routes that take no more, as `bits`: of trains, and of ships
    up_to: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    def __post_init__(self) -> None:
        bits = {route: 1 << place for place, route in enumerate(self.routes)}
        exact = [[0] * (LONGEST_ROUTE + 1) for _ in range(2)]
        for way in self.routes.values():
            exact[way.kind == "ship"][way.length] |= bits[way.id]
        by_train, by_ship = (tuple(accumulate(some, or_)) for some in exact)
        force_setattr(self, "bits", bits)
        force_setattr(self, "of_bit", {bit: route for route, bit in bits.items()})
        force_setattr(self, "up_to", (by_train, by_ship))
        force_setattr(self, "doubles", self.set_of(self.parallel))
        beside = {bits[route]: self.set_of(others) for route, others in self.parallel.items()}
        force_setattr(self, "twins", beside)

    @cached_property
    def glances(self) -> tuple[Glance, ...]:
        """Every route as it is looked at first."""
        return tuple(Glance(way.asks, way.length, way.id, way.locomotives) for way in self.routes.values())

    def set_of(self, routes: Collection[RouteId]) -> int:
        """The set of these routes, each named once; what this map does not have is left out."""
        return sum(self.bits.get(route, 0) for route in routes)

    def in_set(self, routes: int) -> Iterator[RouteId]:
        """The routes of a set, in the order of the file."""
        while routes:
            bit = routes & -routes
            yield self.of_bit[bit]
            routes ^= bit

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of route that there are."""
        return frozenset(way.kind for way in self.routes.values())

    @cached_property
    def colours(self) -> frozenset[str]:
        """The colours that routes ask for, gray aside."""
        return frozenset(way.colour for way in self.routes.values()) - {GRAY}

    @cached_property
    def pair_kinds(self) -> frozenset[str]:
        """The kinds of route of which some take pairs."""
        return frozenset(way.kind for way in self.routes.values() if way.pair)

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
