"""State → what should stand where."""

from engine import Seat, State
from tabletop import BoardLayout, SiteId


def expected_tokens(state: State) -> dict[SiteId, Seat]:
    """Every site on which a token of the game should stand, and whose."""
    return {SiteId(route): seat for route, seat in state.owners.items()}


def route_sites(layout: BoardLayout) -> frozenset[SiteId]:
    """The sites on which a token claims a route."""
    return frozenset(site.id for site in layout.pins() if site.kind == "route")
