"""What the planning bot does with the rules that only some editions have."""

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


def answer(state: State, seat: Seat) -> Command:
    """The answer that a phase of an optional rule waits for: the first one, which is the cheapest."""
    if state.phase == "loans":
        return _best_choice(state, seat)
    acts = [act for act in optional_acts(state) if act.seat == seat]
    paid = [act for act in acts if not (isinstance(act, AnswerTunnel) and act.decline)]
    return (paid or acts or [Pass(seat=seat)])[0]


def station(state: State, seat: Seat, plan: tuple[RouteId, ...]) -> BuildStation | None:
    """A station that saves tickets which the seat can hardly connect any more; seldom before the end."""
    if BuildStation not in {kind for one in state.edition.mechanics for kind in one.commands}:
        return None
    lost = _lost(state, seat, plan)
    if not lost:
        return None
    builds: dict[CityId, BuildStation] = {}
    for act in optional_acts(state):
        if isinstance(act, BuildStation):
            builds.setdefault(act.city, act)
    own = tuple(city for city, owner in state.stations.items() if owner == seat)
    now, best = _points(state, seat, own, lost), None
    gain = state.settings.station_points
    for city, act in builds.items():
        if on_offer(state.game_map, state.owners, seat, city):
            more = _points(state, seat, (*own, city), lost) - now
            if more > gain:
                gain, best = more, act
    return best


def _best_choice(state: State, seat: Seat) -> ChooseLoans:
    own = tuple(city for city, owner in state.stations.items() if owner == seat)
    loans = best_loans(state.game_map, state.owners, seat, own, state.tickets[seat])
    return ChooseLoans(seat=seat, loans=dict(loans))


def _lost(state: State, seat: Seat, plan: tuple[RouteId, ...]) -> tuple[TicketId, ...]:
    """Tickets that are open although the plan cannot help them: no way left, or no time."""
    own = state.routes_of(seat)
    open_tickets = [t for t in state.tickets[seat] if not completed(state.game_map, own, (t,))]
    if state.turns_left is not None or min(state.trains.values()) <= 5:
        return tuple(open_tickets)
    planned = (*own, *plan)
    return tuple(t for t in open_tickets if not completed(state.game_map, planned, (t,)))


def _points(state: State, seat: Seat, stations: Sequence[CityId], tickets: Sequence[TicketId]) -> int:
    """What these tickets bring with these stations, as the board stands."""
    loans = best_loans(state.game_map, state.owners, seat, stations, tickets)
    lent = [route for route in loans.values() if route is not None]
    done = completed(state.game_map, (*state.routes_of(seat), *lent), tickets)
    return sum(
        state.game_map.tickets[t].value if t in done else -state.game_map.tickets[t].value for t in tickets
    )
