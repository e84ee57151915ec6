"""A seat tells its paper tickets by touching their cities with a token: the two of one, one after the other.

Where cities have no pins a free route's pin stands for the cities at its ends.
"""

from dialog import CitiesTouched, Declare, Effect, NoneMarked, Panel, Say, at_ticket
from engine import CityId, GameMap, RouteId, State, TicketId
from reconcile import expected_tokens
from tabletop import Observation, SiteId


class TicketTouch:
    """Follows which pins are touched while a seat's list of tickets is open after the last turn."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._standing: set[SiteId] = set()
        self._first: frozenset[CityId] = frozenset()
        self._named: TicketId | None = None

    def observe(self, item: Observation, state: State) -> tuple[Effect, ...]:
        """A sense has told of a site; a token that has come to a free one touches it."""
        stood = item.site in self._standing
        if item.seen == "empty":
            self._standing.discard(item.site)
        elif item.seen != "unknown":
            self._standing.add(item.site)
        mode = self._panel.mode
        if isinstance(mode, NoneMarked):
            mode = mode.tickets
        if not isinstance(mode, Declare) or mode.early or state.phase != "declaring":
            self._first, self._named = frozenset(), None
            return ()
        if stood or item.site not in self._standing or item.site in expected_tokens(state):
            return ()
        return self._touched(mode, cities_at(state.game_map, item.site), state)

    def _touched(self, mode: Declare, cities: frozenset[CityId], state: State) -> tuple[Effect, ...]:
        if not cities:
            return ()
        found = [ticket for ticket in mode.tickets if self._joins(state.game_map, ticket, cities)]
        if not found:
            told = CitiesTouched(seat=mode.seat, cities=tuple(sorted(cities)), none=bool(self._first))
            self._first = cities
            return (Say(told),)
        place = found.index(self._named) + 1 if self._named in found else 0
        self._named, self._first = found[place % len(found)], frozenset()
        self._panel.mode = at_ticket(mode, self._named, state.game_map)
        return (Say(self._panel.mode),)

    def _joins(self, game_map: GameMap, ticket: TicketId, cities: frozenset[CityId]) -> bool:
        """Whether one of its cities was touched before, and another one now."""
        its = frozenset(game_map.tickets[ticket].cities)
        before, now = its & self._first, its & cities
        return bool(before and now) and len(before | now) > 1


def cities_at(game_map: GameMap, site: SiteId) -> frozenset[CityId]:
    """The city of a pin, or those at the ends of a route that has none; none: it is on no map."""
    route = game_map.routes.get(RouteId(site))
    ends = (CityId(site),) if route is None else (route.a, route.b)
    return frozenset(city for city in ends if city in game_map.cities)
