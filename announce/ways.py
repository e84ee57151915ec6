"""What connects what: is a ticket done, and how far is the nearest way of one that is not."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from engine import CityId, GameMap, Reason, RouteId, Seat, State, TicketId, closed, completed

_SHUT = frozenset({Reason.ROUTE_TAKEN, Reason.OWN_DOUBLE, Reason.DOUBLE_ROUTE_CLOSED})


@dataclass(frozen=True, slots=True)
class Way:
    """What a seat would still have to claim to connect two cities."""

    routes: tuple[RouteId, ...]
    trains: int


def done(game_map: GameMap, own: Iterable[RouteId], ticket: TicketId) -> bool:
    """True when these routes connect the cities of a ticket."""
    return bool(completed(game_map, own, (ticket,)))


def owned(state: State, seat: Seat) -> tuple[RouteId, ...]:
    """The routes of a seat, in the order of the map."""
    return tuple(route for route in state.game_map.routes if state.owners.get(route) == seat)


def tickets_done(state: State, seat: Seat) -> tuple[TicketId, ...]:
    """The tickets of a seat that its routes connect, in the order in which it got them."""
    return completed(state.game_map, owned(state, seat), state.tickets.get(seat, ()))


def nearest(state: State, seat: Seat, ticket: TicketId) -> Way | None:
    """The way with the fewest trains still to put down, then the fewest routes.

    None: no way is open, or even the shortest takes more trains and ships than the seat has left.
    """
    supply = state.supply(seat)
    start, goal = state.game_map.tickets[ticket].cities[0], state.game_map.tickets[ticket].cities[-1]
    near = _open(state, seat)
    best: dict[CityId, tuple[int, int]] = {start: (0, 0)}
    came: dict[CityId, tuple[CityId, RouteId | None]] = {}
    waiting: list[tuple[int, int, CityId]] = [(0, 0, start)]
    while waiting:
        trains, routes, city = heappop(waiting)
        if city == goal:
            return Way(_back(came, start, goal), trains) if trains <= supply else None
        if (trains, routes) > best[city]:
            continue
        for other, route, length in near[city]:
            cost = (trains + length, routes + (length > 0))
            if other not in best or cost < best[other]:
                best[other] = cost
                came[other] = (city, route if length else None)
                heappush(waiting, (*cost, other))
    return None


def _open(state: State, seat: Seat) -> dict[CityId, list[tuple[CityId, RouteId, int]]]:
    """Neighbours by own routes (nothing to pay) and by those that the seat may still claim."""
    near: dict[CityId, list[tuple[CityId, RouteId, int]]] = defaultdict(list)
    for route in state.game_map.routes.values():
        if state.owners.get(route.id) == seat:
            length = 0
        elif closed(state, seat, route.id) in _SHUT:
            continue
        else:
            length = route.length
        near[route.a].append((route.b, route.id, length))
        near[route.b].append((route.a, route.id, length))
    return near


def _back(
    came: dict[CityId, tuple[CityId, RouteId | None]], start: CityId, goal: CityId
) -> tuple[RouteId, ...]:
    routes: list[RouteId] = []
    city = goal
    while city != start:
        city, route = came[city]
        if route is not None:
            routes.append(route)
    return tuple(reversed(routes))


def along(game_map: GameMap, trail: Sequence[RouteId]) -> tuple[CityId, ...]:
    """The cities that a trail passes, from one end to the other; none for no routes."""
    ways = [game_map.routes[route] for route in trail]
    if not ways:
        return ()
    first = ways[0]
    turned = len(ways) > 1 and first.b not in (ways[1].a, ways[1].b)
    cities = [first.b, first.a] if turned else [first.a, first.b]
    for way in ways[1:]:
        cities.append(way.b if way.a == cities[-1] else way.a)
    return tuple(cities)
