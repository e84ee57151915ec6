"""Points: for routes, tickets and the longest path; places and ties."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.events import SeatTotal
from engine.game_map import GameMap, Ticket
from engine.paths import longest_trail
from engine.settings import Settings
from engine.state import State
from engine.values import CityId, RouteId, Seat, TicketId


class SeatScore(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat has scored, in parts, before places are given."""

    seat: Seat
    routes: int
    tickets: int
    completed: tuple[TicketId, ...]
    longest: int
    trail: tuple[RouteId, ...]  # one witness
    longest_bonus: int

    @property
    def total(self) -> int:
        """All parts together."""
        return self.routes + self.tickets + self.longest_bonus


def route_points(settings: Settings, length: int) -> int:
    """What a route of that many spaces is worth (US-42); 0 beyond the edition's table."""
    table = settings.route_points
    return table[length - 1] if 1 <= length <= len(table) else 0


class Network:
    """The cities that some routes join, however the way goes."""

    __slots__ = ("_root",)

    def __init__(self, game_map: GameMap, routes: Iterable[RouteId]) -> None:
        self._root: dict[CityId, CityId] = {}
        for route in routes:
            way = game_map.routes[route]
            self._root[self._top(way.a)] = self._top(way.b)

    def _top(self, city: CityId) -> CityId:
        root = self._root
        while root.get(city, city) != city:
            city = root[city]
        return city

    def joins(self, cities: Sequence[CityId]) -> bool:
        """True when all of them hang together."""
        top = self._top(cities[0])
        return all(self._top(city) == top for city in cities[1:])


def completed(
    game_map: GameMap, routes: Iterable[RouteId], tickets: Iterable[TicketId]
) -> tuple[TicketId, ...]:
    """Those of the tickets that the routes complete (US-57)."""
    network = Network(game_map, routes)
    return tuple(ticket for ticket in tickets if network.joins(game_map.tickets[ticket].cities))


def ticket_points(ticket: Ticket, done: bool) -> int:
    """The value, added or subtracted (US-56)."""
    return ticket.value if done else -ticket.value


def score_seats(
    game_map: GameMap,
    settings: Settings,
    routes: Mapping[Seat, Sequence[RouteId]],
    tickets: Mapping[Seat, Sequence[TicketId]],
) -> tuple[SeatScore, ...]:
    """Every seat's score, in the order of `routes`."""
    trails = {seat: longest_trail(game_map.routes[route] for route in held) for seat, held in routes.items()}
    most = max((length for length, _ in trails.values()), default=0)
    bonus = settings.longest_bonus if most > 0 or settings.longest_zero_bonus else 0
    scores: list[SeatScore] = []
    for seat, held in routes.items():
        done = completed(game_map, held, tickets[seat])
        length, trail = trails[seat]
        scores.append(
            SeatScore(
                seat=seat,
                routes=sum(route_points(settings, game_map.routes[route].length) for route in held),
                tickets=sum(
                    ticket_points(game_map.tickets[ticket], ticket in done) for ticket in tickets[seat]
                ),
                completed=done,
                longest=length,
                trail=trail,
                longest_bonus=bonus if length == most else 0,
            )
        )
    return tuple(scores)


def longest_holders(scores: Sequence[SeatScore], settings: Settings) -> tuple[Seat, ...]:
    """All seats tied for the longest path (US-59); nobody when nobody has any (X-11)."""
    most = max((score.longest for score in scores), default=0)
    if most == 0 and not settings.longest_zero_bonus:
        return ()
    return tuple(score.seat for score in scores if score.longest == most)


def ranked(scores: Sequence[SeatScore], settings: Settings) -> tuple[tuple[Seat, ...], ...]:
    """Seats by place, those that share one together, in turn order (US-61).

    The edition's tie-breaks part seats at every place, not only the first.
    """
    holders = longest_holders(scores, settings)
    keys = {
        score.seat: (
            score.total,
            *(_break(rule, score, number, holders, settings) for rule in settings.tie_breaks),
        )
        for number, score in enumerate(scores)
    }
    ranks = sorted(set(keys.values()), reverse=True)
    return tuple(tuple(score.seat for score in scores if keys[score.seat] == rank) for rank in ranks)


def _break(rule: str, score: SeatScore, number: int, holders: tuple[Seat, ...], settings: Settings) -> int:
    if rule == "tickets":
        return len(score.completed)
    if rule == "later":
        return number
    return score.longest if settings.longest_tie == "length" else int(score.seat in holders)


def seat_scores(state: State) -> tuple[SeatScore, ...]:
    """Every score as if the game ended now, tickets included: not for the table's ears before it does."""
    routes = {seat: state.routes_of(seat) for seat in state.seats}
    return score_seats(state.game_map, state.settings, routes, state.tickets)


def final_scores(state: State) -> tuple[tuple[SeatTotal, ...], tuple[Seat, ...]]:
    """The lines of the final score in turn order, and the winners."""
    scores = seat_scores(state)
    places = ranked(scores, state.settings)
    totals = tuple(
        SeatTotal(
            seat=score.seat,
            routes=score.routes,
            tickets=score.tickets,
            tickets_completed=len(score.completed),
            longest=score.longest,
            longest_bonus=score.longest_bonus,
            total=score.total,
            place=1 + next(place for place, seats in enumerate(places) if score.seat in seats),
        )
        for score in scores
    )
    return totals, places[0]
