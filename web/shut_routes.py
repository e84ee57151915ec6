"""PURE: which routes are closed to everybody."""

from collections.abc import Set

from engine import RouteId, State, closed


def shut_routes(state: State) -> Set[RouteId]:
    """The routes that no seat can have any more, taken ones among them."""
    seats = state.seats
    return {
        route
        for route in state.game_map.routes
        if all(closed(state, seat, route) is not None for seat in seats)
    }
