"""State → what should stand where."""

from engine import Seat, State
from tabletop import SiteId


def expected_tokens(state: State) -> dict[SiteId, Seat]:
    """Every site on which a token of the game should stand, and whose."""
    buildings = {**state.stations, **state.harbors}
    routes = {SiteId(route): seat for route, seat in state.owners.items()}
    return routes | {SiteId(city): seat for city, seat in buildings.items()}
