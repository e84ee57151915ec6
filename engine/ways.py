"""The cheapest way to join two cities that the board still leaves open: for answers and for bots."""

from collections.abc import Collection
from heapq import heappop, heappush

from engine.payment import closed
from engine.reasons import Reason
from engine.state import State
from engine.values import CityId, RouteId, Seat


def cheapest_way(
    state: State, seat: Seat, a: CityId, b: CityId, planned: Collection[RouteId] = ()
) -> tuple[int, tuple[RouteId, ...]] | None:
    """The fewest trains that join two cities for a seat, and the routes to claim for it, from `a` to `b`.

    The seat's own routes, and those `planned`, cost nothing and are not named. Ties fall to fewer routes,
    then to the names of the cities. None: no open way is left. The supply of trains is not looked at.
    """
    board, owners = state.game_map, state.owners
    heap: list[tuple[int, int, CityId, tuple[RouteId, ...]]] = [(0, 0, a, ())]
    done: set[CityId] = set()
    while heap:
        trains, count, city, way = heappop(heap)
        if city == b:
            return trains, way
        if city in done:
            continue
        done.add(city)
        for name in board.routes_at[city]:
            route = board.routes[name]
            far = route.b if route.a == city else route.a
            if far in done:
                continue
            if owners.get(name) == seat or name in planned:
                heappush(heap, (trains, count, far, way))
            elif claimable(state, seat, name):
                heappush(heap, (trains + route.length, count + 1, far, (*way, name)))
    return None


def claimable(state: State, seat: Seat, route: RouteId) -> bool:
    """True when the board leaves the route to the seat, however many trains it has left."""
    if route in state.owners:
        return False
    if route not in state.game_map.parallel:
        return True
    return closed(state, seat, route) in (None, Reason.TOO_FEW_TRAINS, Reason.TOO_FEW_SHIPS)
