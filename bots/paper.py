"""With cards untracked: the cards and tickets that bots hold on paper, and what the planning bot claims.

A seat of ours keeps to what paper cards would allow: two for every turn in which it did nothing else, and one
for every space that it claims. Their colours are not looked at.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from bots.mixing import chance_of
from engine import (
    CityId,
    ClaimRoute,
    Route,
    RouteId,
    Seat,
    State,
    TicketId,
    cheapest_way,
    open_routes,
    route_points,
    tickets_in,
)

_HOLDS: Final = 0.9
"""How likely a route of a plan is still free when its turn comes."""
_TURN: Final = 2.5
"""What a turn is worth elsewhere, in points."""


def paper_cards(state: State, seat: Seat) -> int:
    """How many cards the seat, which is to move, may have on paper."""
    settings, routes = state.settings, state.game_map.routes
    own = state.routes_of(seat)
    built = sum(owner == seat for owner in (*state.stations.values(), *state.harbors.values()))
    others = len(own) + built + bool(state.exchanged.get(seat))
    dealt = settings.start_hand + (settings.start_ship_cards if len(state.edition.decks) > 1 else 0)
    drawn = 2 * ((state.turn - 1) // len(state.seats) - others)
    return dealt + drawn - sum(cost_of(routes[name]) for name in own) - 2 * built


def cost_of(route: Route) -> int:
    """About how many cards a route takes: of ships many count for two."""
    if route.pair:
        return 2 * route.length
    return (2 * route.length + 2) // 3 if route.kind == "ship" else route.length


def paper_tickets(state: State, seat: Seat, seed: int) -> tuple[TicketId, ...]:
    """What a seat that does not care has kept of the tickets dealt to it on paper."""
    dealt = _dealt(state, seat, seed)
    least = min(state.settings.start_keep, len(dealt))
    return dealt[: least + chance_of(seed, 0, seat) % (len(dealt) - least + 1)]


def planned_tickets(state: State, seat: Seat, seed: int) -> tuple[TicketId, ...]:
    """What a seat has kept that looked at the empty board: the tickets that promise most."""
    dealt, start = _dealt(state, seat, seed), state.owned({})
    least = min(state.settings.start_keep, len(dealt))
    ways = [kept for count in range(least, len(dealt) + 1) for kept in combinations(dealt, count)]
    return max(ways, key=lambda kept: _prospect(start, seat, kept, state.settings.trains))


def _dealt(state: State, seat: Seat, seed: int) -> tuple[TicketId, ...]:
    """As many as at a table with cards dealt; no two seats hold the same one."""
    share = tickets_in(state.settings, state.game_map)[state.seats.index(seat) :: len(state.seats)]
    order = sorted(range(len(share)), key=lambda number: chance_of(seed, number, seat))
    return tuple(share[number] for number in order[: state.settings.start_tickets])


def paper_claim(state: State, seat: Seat, tickets: Sequence[TicketId]) -> ClaimRoute | None:
    """The route whose loss would hurt the tickets most; with none to lose, the one worth most by itself."""
    routes, supply, cards = state.game_map.routes, state.supply(seat), paper_cards(state, seat)
    plan = _plan(state, seat, tickets, supply)[0]
    ready = [name for name in open_routes(state, seat) if name in plan]
    if ready:
        return _most_urgent(state, seat, tickets, [name for name in ready if cost_of(routes[name]) <= cards])
    spare = supply - sum(routes[name].length for name in plan)
    fitting = [name for name in open_routes(state, seat) if routes[name].length <= spare]
    own = {city for name in state.routes_of(seat) for city in (routes[name].a, routes[name].b)}

    def rate(name: RouteId) -> float:
        short = max(0, cost_of(routes[name]) - cards)
        if short and state.turns_left is not None:
            return -1
        return _worth(state, seat, name, own) / (1 + (short + 1) // 2)

    best = max(fitting, key=rate, default=None)
    return None if best is None or cost_of(routes[best]) > cards else ClaimRoute(seat=seat, route=best)


def _most_urgent(
    state: State, seat: Seat, tickets: Sequence[TicketId], names: Sequence[RouteId]
) -> ClaimRoute | None:
    """Of these routes the one without which the tickets would promise least."""
    other, supply = state.next_seat(seat), state.supply(seat)

    def without(name: RouteId) -> float:
        return _prospect(state.owned({**state.owners, name: other}), seat, tickets, supply)

    return ClaimRoute(seat=seat, route=min(names, key=without)) if names else None


def _worth(state: State, seat: Seat, name: RouteId, own: set[CityId]) -> float:
    """What a route brings by itself: points, dollars of the company, a longer path, pieces used up."""
    way, settings = state.game_map.routes[name], state.settings
    worth = route_points(settings, way.length) + way.length / 3
    if way.colour == seat and "company_bonus" in state.edition.setting_names:
        worth += settings.company_bonus
    if settings.longest_bonus and (way.a in own or way.b in own):
        worth += way.length / 2
    return worth


def _plan(
    state: State, seat: Seat, tickets: Sequence[TicketId], left: int
) -> tuple[list[RouteId], list[tuple[TicketId, int]]]:
    """The routes that the tickets still need as far as `left` pieces go, and those within reach by routes."""
    plan, reached = list[RouteId](), list[tuple[TicketId, int]]()
    for ticket in sorted(tickets, key=lambda name: -state.game_map.tickets[name].value):
        more = list[RouteId]()
        for a, b in pairwise(state.game_map.tickets[ticket].cities):
            way = cheapest_way(state, seat, a, b, {*plan, *more})
            if way is None:
                break
            more += way[1]
        else:
            needed = sum(state.game_map.routes[name].length for name in more)
            if needed <= left:
                left -= needed
                plan += more
                reached.append((ticket, len(more)))
    return plan, reached


def _prospect(state: State, seat: Seat, tickets: Sequence[TicketId], supply: int) -> float:
    """What the tickets promise: a far one less, for every route that is still to come can be lost."""
    plan, reached = _plan(state, seat, tickets, supply)
    board = state.game_map
    worth = -sum(board.tickets[name].penalty or board.tickets[name].value for name in tickets)
    promise = float(worth)
    for name, count in reached:
        ticket = board.tickets[name]
        promise += (ticket.value + (ticket.penalty or ticket.value)) * _HOLDS**count
    for way in (board.routes[route] for route in plan):
        promise += route_points(state.settings, way.length) - _TURN * (1 + cost_of(way) / 2)
    return promise
