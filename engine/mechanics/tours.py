"""Tours: tickets of three cities or more, worth most in the order shown (RS-45 to RS-49, X-21)."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from engine.game_map import GameMap, Route, Ticket
from engine.holdings import Standing
from engine.mechanic import Mechanic
from engine.scoring import SeatScore, TicketScore, Tour, network_of
from engine.settings import Settings
from engine.values import CityId, RouteId


class Tours(Mechanic):
    """Tickets that have a `value_exact`."""

    settings = ("tour_exact", "tour_harbors")

    def scored(self, standing: Standing, score: SeatScore) -> SeatScore:
        """Each tour at its higher or lower value, or minus its loss."""
        board, routes = standing.game_map, standing.held[score.seat].routes
        if not any(board.tickets[ticket.id].value_exact is not None for ticket in score.ticket_list):
            return score
        told = tuple(_told(board, routes, ticket, standing.settings) for ticket in score.ticket_list)
        return replace(score, ticket_list=told)


def _told(board: GameMap, routes: Sequence[RouteId], score: TicketScore, settings: Settings) -> TicketScore:
    ticket = board.tickets[score.id]
    if ticket.value_exact is None:
        return score
    done = tour_done(board, routes, ticket, settings) if score.completed else "failed"
    if done == "failed":
        loss = ticket.value if ticket.penalty is None else ticket.penalty
        return replace(score, completed=False, points=-loss, tour=done)
    points = ticket.value_exact if done == "exact" else ticket.value
    return replace(score, completed=True, points=points, tour=done)


def tour_done(board: GameMap, routes: Sequence[RouteId], ticket: Ticket, settings: Settings) -> Tour:
    """How these routes do a tour: `exact` in its order, `loose` all joined, or `failed`."""
    cities = ticket.cities
    if not network_of(board, routes).joins(cities):
        return "failed"
    own = [board.routes[route] for route in routes]
    if settings.tour_exact == "direct":
        joined = {frozenset((way.a, way.b)) for way in own}
        legs = pairwise(cities)
        return "exact" if all(frozenset(leg) in joined for leg in legs) else "loose"
    search = _Search(own, cities, by_city=settings.tour_exact == "ordered_path")
    return "exact" if search.found() else "loose"


class _Search:
    """A way through some cities in their order that uses no route twice, or comes to no city twice.

    It goes back where it fails; a remainder in which the next cities no longer hang together is not entered,
    and none is entered twice.
    """

    def __init__(self, own: Sequence[Route], cities: Sequence[CityId], *, by_city: bool) -> None:
        self._own = own
        self._cities = cities
        self._by_city = by_city
        self._at: dict[CityId, list[tuple[int, CityId]]] = {}
        for number, way in enumerate(own):
            self._at.setdefault(way.a, []).append((number, way.b))
            self._at.setdefault(way.b, []).append((number, way.a))
        self._tried: set[tuple[CityId, int, frozenset[object]]] = set()

    def found(self) -> bool:
        """True when there is such a way."""
        first = self._cities[0]
        return self._go(first, 1, frozenset((first,)) if self._by_city else frozenset())

    def _go(self, city: CityId, goal: int, used: frozenset[object]) -> bool:
        """From a city on, with the cities before `goal` behind it and these routes (or cities) used up."""
        if goal == len(self._cities):
            return True
        key = (city, goal, used)
        if key in self._tried or not self._hangs_together(city, goal, used):
            return False
        self._tried.add(key)
        for number, far in self._at.get(city, ()):
            mark: object = far if self._by_city else number
            if mark in used:
                continue
            after = goal + 1 if far == self._cities[goal] else goal
            if self._by_city and after == goal and far in self._cities[goal:]:
                continue  # it could not come there again when its turn is
            if self._go(far, after, used | {mark}):
                return True
        return False

    def _hangs_together(self, city: CityId, goal: int, used: frozenset[object]) -> bool:
        reached, rest = {city}, [city]
        while rest:
            for number, far in self._at.get(rest.pop(), ()):
                if far not in reached and (far if self._by_city else number) not in used:
                    reached.add(far)
                    rest.append(far)
        return reached.issuperset(self._cities[goal:])
