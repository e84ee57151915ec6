"""Where the planning bot builds a station, if at all, and what it answers where an optional rule asks."""

from collections.abc import Sequence

from engine import (
    AnswerTunnel,
    BuildStation,
    ChooseLoans,
    CityId,
    Command,
    Pass,
    RouteId,
    Seat,
    State,
    TicketId,
    best_loans,
    completed,
    on_offer,
    optional_acts,
)


def station(
    state: State, seat: Seat, plan: tuple[RouteId, ...], tickets: tuple[TicketId, ...]
) -> BuildStation | None:
    """A station that saves tickets which the seat can hardly connect any more; seldom before the end."""
    if not any(BuildStation in mechanic.commands for mechanic in state.edition.mechanics):
        return None
    lost = _lost(state, seat, plan, tickets)
    own = stations_of(state, seat)
    if not lost or len(own) >= state.settings.stations:
        return None
    builds: dict[CityId, BuildStation] = {}
    for act in optional_acts(state):
        if isinstance(act, BuildStation):
            builds.setdefault(act.city, act)
    near = _near(state, seat, own, lost)
    now, best = _points(state, seat, own, lost), None
    gain = state.settings.station_points
    for city, act in builds.items():
        if _could_help(state, seat, city, near):
            more = _points(state, seat, (*own, city), lost) - now
            if more > gain:
                gain, best = more, act
    return best


def stations_of(state: State, seat: Seat) -> tuple[CityId, ...]:
    """The cities of a seat's stations."""
    return tuple(city for city, owner in state.stations.items() if owner == seat)


def _near(state: State, seat: Seat, own: Sequence[CityId], lost: Sequence[TicketId]) -> set[CityId]:
    """Cities that a way of these tickets can touch: own ones, their ends, what own stations can reach."""
    routes, board = state.game_map.routes, state.game_map
    near = {city for ticket in lost for city in board.tickets[ticket].cities}
    lent = [route for city in own for route in on_offer(board, state.owners, seat, city)]
    for route in (*state.routes_of(seat), *lent):
        near |= {routes[route].a, routes[route].b}
    return near


def _could_help(state: State, seat: Seat, city: CityId, near: set[CityId]) -> bool:
    routes = state.game_map.routes
    offers = on_offer(state.game_map, state.owners, seat, city)
    return any({routes[route].a, routes[route].b} <= near for route in offers)


def _lost(
    state: State, seat: Seat, plan: tuple[RouteId, ...], tickets: tuple[TicketId, ...]
) -> tuple[TicketId, ...]:
    """Tickets that are open although the plan cannot help them: no way left, or no time."""
    own = state.routes_of(seat)
    hurry = state.turns_left is not None or min(state.trains.values()) <= 5
    hoped = own if hurry else (*own, *plan)
    done = completed(state.game_map, hoped, tickets)
    return tuple(ticket for ticket in tickets if ticket not in done)


def _points(state: State, seat: Seat, stations: Sequence[CityId], tickets: Sequence[TicketId]) -> int:
    """What these tickets bring with these stations, as the board stands."""
    loans = best_loans(state.game_map, state.owners, seat, stations, tickets)
    lent = [route for route in loans.values() if route is not None]
    done = completed(state.game_map, (*state.routes_of(seat), *lent), tickets)
    return sum(
        state.game_map.tickets[t].value if t in done else -state.game_map.tickets[t].value for t in tickets
    )


def answer(state: State, seat: Seat) -> Command:
    """The answer that a phase of an optional rule waits for: the first one, which is the cheapest."""
    if state.phase == "loans":
        own = stations_of(state, seat)
        loans = best_loans(state.game_map, state.owners, seat, own, state.tickets[seat])
        return ChooseLoans(seat=seat, loans=dict(loans))
    acts = [act for act in optional_acts(state) if act.seat == seat]
    paid = [act for act in acts if not (isinstance(act, AnswerTunnel) and act.decline)]
    return (paid or acts or [Pass(seat=seat)])[0]
