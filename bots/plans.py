"""What the planning bot wants: the routes that its tickets need, and which tickets are worth it."""

from itertools import combinations, pairwise

from engine import KeepTickets, RouteId, Seat, State, TicketId, cheapest_way


def plan_for(state: State, seat: Seat, tickets: tuple[TicketId, ...]) -> tuple[RouteId, ...]:
    """The routes that the tickets still need, the most valuable tickets first, as far as the trains go."""
    left, plan = state.supply(seat), set[RouteId]()
    order: list[RouteId] = []
    for ticket in sorted(tickets, key=lambda name: -state.game_map.tickets[name].value):
        cities = state.game_map.tickets[ticket].cities
        ways = [cheapest_way(state, seat, a, b, plan) for a, b in pairwise(cities)]
        found = [way for way in ways if way is not None]
        needed = sum(trains for trains, _ in found)
        if len(found) == len(ways) and needed <= left:
            left -= needed
            for _, routes in found:
                order += [route for route in routes if route not in plan]
                plan.update(routes)
    return tuple(order)


def worth_keeping(state: State, seat: Seat) -> KeepTickets:
    """The tickets whose value is most above what their trains are worth elsewhere."""
    offered, held, tickets = state.offered[seat], state.tickets[seat], state.game_map.tickets

    def gain(kept: tuple[TicketId, ...]) -> float:
        plan = plan_for(state, seat, held + kept)
        trains = sum(state.game_map.routes[route].length for route in plan)
        value = sum(_reached(state, seat, ticket, plan) * tickets[ticket].value for ticket in kept)
        return value - 0.3 * trains

    ways = [w for n in range(state.keep_at_least, len(offered) + 1) for w in combinations(offered, n)]
    return KeepTickets(seat=seat, tickets=max(ways, key=gain))


def time_for_tickets(state: State, seat: Seat, *, own: int = 22, least: int = 14) -> bool:
    """True while there are pieces enough for more tickets, and turns.

    Args:
        own: pieces that the seat itself should have.
        least: that nobody should have fewer of, or the end is near.
    """
    if not state.ticket_deck or state.turns_left is not None:
        return False
    return state.supply(seat) >= own and min(map(state.supply, state.seats)) >= least


def _reached(state: State, seat: Seat, ticket: TicketId, plan: tuple[RouteId, ...]) -> int:
    """1 when the plan completes the ticket, else -1."""
    cities = state.game_map.tickets[ticket].cities
    for a, b in pairwise(cities):
        found = cheapest_way(state, seat, a, b, plan)
        if found is None or found[0] > 0:
            return -1
    return 1
