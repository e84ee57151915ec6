"""Points: for routes, tickets, the longest path and what optional rules add; places and ties."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from engine.events import SeatTotal
from engine.game_map import GameMap, Route, Ticket
from engine.holdings import Standing, standing_of
from engine.network import Network
from engine.paths import in_order, longest_way
from engine.settings import Settings
from engine.state import State
from engine.values import CityId, RouteId, Seat, TicketId

Tour = Literal["exact", "loose", "failed"]


class TicketScore(msgspec.Struct, frozen=True, kw_only=True):
    """What one ticket brings. `tour`: how a tour was done, None for any other ticket."""

    id: TicketId
    completed: bool
    points: int
    tour: Tour | None = None


class HarborScore(msgspec.Struct, frozen=True, kw_only=True):
    """What one harbor brings: for so many completed tickets that name its city."""

    city: CityId
    tickets: int
    points: int


class SeatScore(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat has scored, in parts, before places are given."""

    seat: Seat
    routes: int
    ticket_list: tuple[TicketScore, ...]
    longest: int
    longest_way: tuple[Route, ...]  # one witness, in no order
    longest_bonus: int
    # What only some editions have
    stations: int = 0  # points for those not built
    stations_placed: int = 0
    borrowed: Mapping[CityId, RouteId | None] = {}  # the route that each station lends
    harbor_list: tuple[HarborScore, ...] = ()
    harbors_missing: int = 0  # negative
    exchange: int = 0  # negative
    coins: int = 0
    trains_bonus: int = 0
    floor: int | None = None  # the total is at least this

    @property
    def trail(self) -> tuple[RouteId, ...]:
        """A longest path, one route after the other."""
        return in_order(self.longest_way)

    @property
    def tickets(self) -> int:
        """The points of all tickets."""
        return sum([ticket.points for ticket in self.ticket_list])

    @property
    def completed(self) -> tuple[TicketId, ...]:
        """The tickets that are done."""
        return tuple([ticket.id for ticket in self.ticket_list if ticket.completed])

    @property
    def harbors(self) -> int:
        """The points of all harbors that stand."""
        return sum([harbor.points for harbor in self.harbor_list])

    @property
    def together(self) -> int:
        """All parts, before the floor."""
        parts = self.routes + self.tickets + self.longest_bonus + self.stations + self.harbors
        return parts + self.harbors_missing + self.exchange + self.coins + self.trains_bonus

    @property
    def total(self) -> int:
        """What counts."""
        return self.together if self.floor is None else max(self.together, self.floor)


def route_points(settings: Settings, length: int) -> int:
    """What a route of that many spaces is worth (US-42); 0 beyond the edition's table."""
    table = settings.route_points
    return table[length - 1] if 1 <= length <= len(table) else 0


def network_of(game_map: GameMap, routes: Iterable[RouteId]) -> Network:
    """What hangs together of some routes of a map."""
    return Network([game_map.routes[route] for route in routes])


def completed(
    game_map: GameMap, routes: Iterable[RouteId], tickets: Iterable[TicketId]
) -> tuple[TicketId, ...]:
    """Those of the tickets that the routes complete (US-57)."""
    network = network_of(game_map, routes)
    return tuple(ticket for ticket in tickets if network.joins(game_map.tickets[ticket].cities))


def ticket_points(ticket: Ticket, done: bool) -> int:
    """The value, added or subtracted (US-56)."""
    return ticket.value if done else -ticket.value


def ticket_list(game_map: GameMap, network: Network, tickets: Sequence[TicketId]) -> tuple[TicketScore, ...]:
    """What each ticket brings with these routes."""
    scores = list[TicketScore]()
    for name in tickets:
        ticket = game_map.tickets[name]
        done = network.joins(ticket.cities)
        scores.append(TicketScore(id=name, completed=done, points=ticket_points(ticket, done)))
    return tuple(scores)


def score_seats(standing: Standing) -> tuple[SeatScore, ...]:
    """Every seat's score, in turn order."""
    board, settings = standing.game_map, standing.settings
    networks = {seat: network_of(board, held.routes) for seat, held in standing.held.items()}
    trails = {seat: longest_way(network) for seat, network in networks.items()}
    most = max([length for length, _ in trails.values()], default=0)
    bonus = settings.longest_bonus if most > 0 or settings.longest_zero_bonus else 0
    scores: list[SeatScore] = []
    for seat, held in standing.held.items():
        length, way = trails[seat]
        score = SeatScore(
            seat=seat,
            routes=sum([route_points(settings, way.length) for way in networks[seat].ways]),
            ticket_list=ticket_list(board, networks[seat], held.tickets),
            longest=length,
            longest_way=way,
            longest_bonus=bonus if length == most else 0,
        )
        for mechanic in standing.edition.asked["scored"]:
            score = mechanic.scored(standing, score)
        scores.append(score)
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
    if rule == "stations":
        lent = sum(route is not None for route in score.borrowed.values())
        return -(lent if settings.stations_used == "lent" else score.stations_placed)
    return score.longest if settings.longest_tie == "length" else int(score.seat in holders)


def seat_scores(state: State) -> tuple[SeatScore, ...]:
    """Every score as if the game ended now, tickets included: not for the table's ears before it does."""
    return score_seats(standing_of(state))


def place_of(seat: Seat, places: tuple[tuple[Seat, ...], ...]) -> int:
    """The seat's place, from 1."""
    return 1 + next(place for place, seats in enumerate(places) if seat in seats)


def final_scores(state: State) -> tuple[tuple[SeatTotal, ...], tuple[Seat, ...]]:
    """The lines of the final score in turn order, and the winners."""
    scores = seat_scores(state)
    places = ranked(scores, state.settings)
    place_of_seat = {seat: place for place, seats in enumerate(places, start=1) for seat in seats}
    totals = tuple(
        SeatTotal(
            seat=score.seat,
            routes=score.routes,
            tickets=score.tickets,
            tickets_completed=len(score.completed),
            longest=score.longest,
            longest_bonus=score.longest_bonus,
            total=score.total,
            place=place_of_seat[score.seat],
            stations=score.stations,
            borrowed=dict(score.borrowed),
            harbors=score.harbors + score.harbors_missing,
            exchange=score.exchange,
            coins=score.coins,
            trains_bonus=score.trains_bonus,
        )
        for score in scores
    )
    return totals, places[0]
