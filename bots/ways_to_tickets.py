"""Routes that tickets still need, found fast: for players that look at many games within a second."""

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise
from typing import Final

from engine import CityId, GameMap, RouteId, Seat, Settings, State, TicketId
from engine.scoring import route_points

TURN: Final = 3.3
"""What a turn is worth in points (docs/measured/bots.md)."""
LITTLE: Final = 0.3
"""No route of a way costs less, however much it brings: a way would go round for ever."""
_Step = tuple[CityId, RouteId, float]


def net(state: State, length: int) -> float:
    """What a route costs in points: the turns for its cards and its claim, less what it brings by itself."""
    return TURN * (length / 2 + 1) - route_points(state.settings, length)


def elsewhere(state: State, length: int) -> float:
    """What the pieces and turns of a route would bring elsewhere, where a ticket is weighed; never a gain."""
    return max(0.0, net(state, length)) + length


_STEPS: Final[dict[tuple[int, int], tuple[GameMap, Settings, dict[CityId, tuple[_Step, ...]]]]] = {}
"""For maps and settings by their identity, so that none is kept in mind twice."""


def _steps(state: State) -> dict[CityId, tuple[_Step, ...]]:
    """From every city the steps that can be taken: where to, by which route, at what cost."""
    board, settings = state.game_map, state.settings
    known = _STEPS.get((id(board), id(settings)))
    if known is None:
        if len(_STEPS) > 20:
            _STEPS.clear()
        cost = {way.id: max(LITTLE, net(state, way.length)) for way in board.routes.values()}
        steps = {
            city: tuple(
                (way.b if way.a == city else way.a, way.id, cost[way.id])
                for way in (board.routes[name] for name in names)
            )
            for city, names in board.routes_at.items()
        }
        known = _STEPS[id(board), id(settings)] = (board, settings, steps)
    return known[2]


def shut_to(state: State, seat: Seat) -> set[RouteId]:
    """The routes that the board keeps from a seat: taken by others, or the other of a double route."""
    board, shut, locked = state.game_map, set[RouteId](), len(state.seats)
    locks = locked <= state.settings.double_lock_max_seats
    for route, owner in state.owners.items():
        if owner != seat:
            shut.add(route)
        others = board.parallel.get(route)
        if others is not None and (owner == seat or (locks and len(others) == 1)):
            shut.update(other for other in others if other not in state.owners)
    return shut


class Ways:
    """What is open to one seat on one board."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._steps = _steps(state)
        self._shut = shut_to(state, seat)
        self._free = {route for route, owner in state.owners.items() if owner == seat}
        self._tickets = state.game_map.tickets
        self._routes = state.game_map.routes
        self._supply = state.supply(seat) if state.phase != "pieces" else state.settings.pieces

    def between(
        self, a: CityId, b: CityId, planned: set[RouteId]
    ) -> tuple[float, tuple[RouteId, ...]] | None:
        """The cheapest way to join two cities: what it costs, and its routes; None: no way is left."""
        steps, shut, free = self._steps, self._shut, self._free
        heap: list[tuple[float, CityId, tuple[RouteId, ...]]] = [(0.0, a, ())]
        done = set[CityId]()
        while heap:
            cost, city, way = heappop(heap)
            if city == b:
                return cost, way
            if city in done:
                continue
            done.add(city)
            for far, route, length in steps[city]:
                if far in done:
                    continue
                if route in free or route in planned:
                    heappush(heap, (cost, far, way))
                elif route not in shut:
                    heappush(heap, (cost + length, far, (*way, route)))
        return None

    def needed(self, ticket: TicketId, planned: set[RouteId]) -> tuple[RouteId, ...] | None:
        """The routes that a ticket needs beside the planned ones; None: it cannot be done any more."""
        cities = self._tickets[ticket].cities
        more = list[RouteId]()
        for a, b in pairwise(cities):
            way = self.between(a, b, planned.union(more) if more else planned)
            if way is None:
                return None
            more += way[1]
        return tuple(more)

    def plan(self, tickets: Iterable[TicketId]) -> tuple[tuple[RouteId, ...], int]:
        """The routes that these tickets need, the best first, as far as the pieces go; what tickets bring.

        Those that cannot be done cost their penalty.
        """
        left, plan, order, brings = self._supply, set[RouteId](), list[RouteId](), 0
        for name in sorted(tickets, key=lambda one: (-self._tickets[one].value, one)):
            ticket = self._tickets[name]
            more = self.needed(name, plan)
            spaces = 0 if more is None else sum(self._routes[route].length for route in more)
            if more is None or spaces > left:
                brings -= ticket.penalty or ticket.value
                continue
            brings += ticket.value
            left -= spaces
            plan.update(more)
            order += more
        return tuple(order), brings
