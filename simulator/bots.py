"""Players of our own: one takes any legal act, one plays towards its tickets.

What a bot does follows from its seed, the state's `seq` and what its own seat may see, so a game that is
resumed goes on as it would have gone.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final, Protocol

from engine import (
    GRAY,
    LOCOMOTIVE,
    SEATS,
    Card,
    ClaimRoute,
    Command,
    DeclareTickets,
    DrawCard,
    DrawTickets,
    EndTurn,
    KeepTickets,
    Pass,
    RouteId,
    Seat,
    State,
    TicketId,
    can_draw,
    cheapest_way,
    closed,
    open_routes,
    payable,
    payments,
    takeable,
    tickets_in,
)

_STRIDES: Final = (37, 61, 83, 101, 7)  # one of them has no divisor in common with the number of routes


class Bot(Protocol):
    """Something that plays a seat."""

    def choose(self, state: State, seat: Seat) -> Command:
        """What the seat does now. Call it only when the seat has something to do."""
        ...


class RandomBot:
    """Takes any act it may: a claim about as often as cards, now and then tickets."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: Seat) -> Command:
        """Any legal act of the seat."""
        chance = _chance(self.seed, state.seq, seat)
        if state.cards == "untracked":
            return self._untracked(state, seat, chance)
        if seat in state.offered:
            return _some_of(state, seat, chance)
        if state.phase == "second-card":
            return _any_card(state, seat, chance)
        if chance % 16 == 0 and state.ticket_deck:
            return DrawTickets(seat=seat)
        may_draw = can_draw(state)
        if chance % 16 < 9 or not may_draw:
            claim = _any_claim(state, seat, chance >> 8)
            if claim is not None:
                return claim
        if may_draw:
            return _any_card(state, seat, chance)
        return DrawTickets(seat=seat) if state.ticket_deck else Pass(seat=seat)

    def _untracked(self, state: State, seat: Seat, chance: int) -> Command:
        if state.phase == "declaring":
            return DeclareTickets(seat=seat, tickets=paper_tickets(state, seat, self.seed))
        if chance % 2:
            claim = _any_claim(state, seat, chance >> 8)
            if claim is not None:
                return claim
        return EndTurn(seat=seat)


class GreedyBot:
    """Claims what its tickets still need, draws the colours for it, and then takes the longest routes."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, state: State, seat: Seat) -> Command:
        """The act that brings the seat's tickets on most."""
        chance = _chance(self.seed, state.seq, seat)
        if state.cards == "untracked":
            return self._untracked(state, seat, chance)
        if seat in state.offered:
            return _worth_keeping(state, seat)
        plan = _plan(state, seat, state.tickets[seat])
        if state.phase == "second-card":
            return _useful_card(state, seat, plan, chance)
        claim = _best_claim(state, seat, plan)
        if claim is not None:
            return claim
        if not plan and _time_for_tickets(state, seat):
            return DrawTickets(seat=seat)
        if can_draw(state):
            return _useful_card(state, seat, plan, chance)
        return _any_claim(state, seat, chance) or (
            DrawTickets(seat=seat) if state.ticket_deck else Pass(seat=seat)
        )

    def _untracked(self, state: State, seat: Seat, chance: int) -> Command:
        tickets = paper_tickets(state, seat, self.seed)
        if state.phase == "declaring":
            return DeclareTickets(seat=seat, tickets=tickets)
        # Half of the turns stand for drawing the paper cards.
        if chance % 2:
            plan = _plan(state, seat, tickets)
            ready = [name for name in plan or open_routes(state, seat) if closed(state, seat, name) is None]
            if ready:
                return ClaimRoute(seat=seat, route=max(ready, key=lambda name: _length(state, name)))
        return EndTurn(seat=seat)


def paper_tickets(state: State, seat: Seat, seed: int) -> tuple[TicketId, ...]:
    """Untracked: three tickets that this seat may hold on paper; no two seats are given the same one."""
    tickets = tickets_in(state.settings, state.game_map)
    share = tickets[state.seats.index(seat) :: len(state.seats)]
    first = _chance(seed, 0, seat)
    return tuple(share[(first + number) % len(share)] for number in range(min(3, len(share))))


def _chance(seed: int, seq: int, seat: Seat) -> int:
    """64 bits that look random (the finaliser of splitmix64); far cheaper than a generator for each act."""
    which = seq * len(SEATS) + SEATS.index(seat)
    mixed = (seed * 0x9E3779B97F4A7C15 + which * 0xD1B54A32D192ED03 + 1) % 2**64
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
    return mixed ^ mixed >> 31


def _some_of(state: State, seat: Seat, chance: int) -> KeepTickets:
    offered = state.offered[seat]
    count = state.keep_at_least + chance % (len(offered) - state.keep_at_least + 1)
    ways = list(combinations(offered, count))
    return KeepTickets(seat=seat, tickets=ways[(chance >> 8) % len(ways)])


def _any_card(state: State, seat: Seat, chance: int) -> DrawCard:
    second = state.phase == "second-card"
    pile = bool(state.deck or state.discards)
    if not pile or (chance >> 4) % 3:
        row = state.row
        first = (chance >> 8) % len(row) if row else 0
        for number in range(len(row)):
            index = (first + number) % len(row)
            if not second or row[index] != LOCOMOTIVE or state.settings.faceup_loco_second:
                return DrawCard(seat=seat, source="row", index=index)
    return DrawCard(seat=seat, source="deck")


def _any_claim(state: State, seat: Seat, chance: int) -> ClaimRoute | None:
    """Some route that the seat may have, and some way to pay it; not all of them are looked at."""
    routes, owners, untracked = state.game_map.routes, state.owners, state.cards == "untracked"
    names = tuple(routes)
    stride = next(number for number in _STRIDES if len(names) % number)
    hand = state.hands[seat]
    wild = hand.get(LOCOMOTIVE, 0)
    most = wild + max((count for card, count in hand.items() if card != LOCOMOTIVE), default=0)
    at = chance % len(names)
    for _ in names:
        at = (at + stride) % len(names)
        name = names[at]
        if name in owners:
            continue
        route = routes[name]
        if not untracked and (route.length > most or not payable(state, hand, route)):
            continue
        if closed(state, seat, name) is None:
            if untracked:
                return ClaimRoute(seat=seat, route=name)
            ways = payments(state, seat, name)
            return ClaimRoute(seat=seat, route=name, cards=ways[(chance >> 16) % len(ways)])
    return None


def _length(state: State, route: RouteId) -> int:
    return state.game_map.routes[route].length


def _plan(state: State, seat: Seat, tickets: tuple[TicketId, ...]) -> tuple[RouteId, ...]:
    """The routes that the tickets still need, the most valuable tickets first, as far as the trains go."""
    left, plan = state.trains[seat], set[RouteId]()
    order: list[RouteId] = []
    for ticket in sorted(tickets, key=lambda name: -state.game_map.tickets[name].value):
        a, b = state.game_map.tickets[ticket].cities[:2]
        found = cheapest_way(state, seat, a, b, plan)
        if found is not None and found[0] <= left:
            left -= found[0]
            plan.update(found[1])
            order += found[1]
    return tuple(order)


def _worth_keeping(state: State, seat: Seat) -> KeepTickets:
    """The tickets whose value is most above what their trains are worth elsewhere."""
    offered, held, tickets = state.offered[seat], state.tickets[seat], state.game_map.tickets

    def gain(kept: tuple[TicketId, ...]) -> float:
        plan = _plan(state, seat, held + kept)
        trains = sum(_length(state, route) for route in plan)
        value = sum(_reached(state, seat, ticket, plan) * tickets[ticket].value for ticket in kept)
        return value - 0.3 * trains

    ways = [w for n in range(state.keep_at_least, len(offered) + 1) for w in combinations(offered, n)]
    return KeepTickets(seat=seat, tickets=max(ways, key=gain))


def _reached(state: State, seat: Seat, ticket: TicketId, plan: tuple[RouteId, ...]) -> int:
    """1 when the plan completes the ticket, else -1."""
    a, b = state.game_map.tickets[ticket].cities[:2]
    found = cheapest_way(state, seat, a, b, plan)
    return 1 if found is not None and found[0] == 0 else -1


def _time_for_tickets(state: State, seat: Seat) -> bool:
    if not state.ticket_deck or state.turns_left is not None:
        return False
    return state.trains[seat] >= 22 and min(state.trains.values()) >= 14


def _best_claim(state: State, seat: Seat, plan: tuple[RouteId, ...]) -> ClaimRoute | None:
    """The longest route of the plan that can be had; without a plan, or at the end, the longest of all."""
    hand, routes = state.hands[seat], state.game_map.routes
    last = state.turns_left is not None

    def first_of(names: Iterator[RouteId]) -> ClaimRoute | None:
        ready = [
            name for name in names if payable(state, hand, routes[name]) and closed(state, seat, name) is None
        ]
        if not ready:
            return None
        best = max(ready, key=lambda name: routes[name].length)
        return ClaimRoute(seat=seat, route=best, cards=payments(state, seat, best)[0])

    wanted = first_of(iter(plan))
    if wanted is not None or (plan and not last):
        return wanted
    shortest = 1 if last or state.trains[seat] < 8 else 4
    return first_of(name for name in open_routes(state, seat) if routes[name].length >= shortest)


def _useful_card(state: State, seat: Seat, plan: tuple[RouteId, ...], chance: int) -> DrawCard:
    second, hand = state.phase == "second-card", state.hands[seat]
    wanted = _wanted(state, hand_of=seat, plan=plan)
    best = max(
        (
            (wanted.get(card, 0), -index)
            for index, card in enumerate(state.row)
            if card != LOCOMOTIVE and wanted.get(card, 0) > 0
        ),
        default=None,
    )
    if best is not None:
        return DrawCard(seat=seat, source="row", index=-best[1])
    if not second and LOCOMOTIVE in state.row and wanted and sum(hand.values()) > 12:
        return DrawCard(seat=seat, source="row", index=state.row.index(LOCOMOTIVE))
    if state.deck or state.discards or not takeable(state):
        return DrawCard(seat=seat, source="deck")
    return _any_card(state, seat, chance)


def _wanted(state: State, *, hand_of: Seat, plan: tuple[RouteId, ...]) -> dict[Card, int]:
    """How many cards of each colour the plan lacks; gray routes ask for the colour of which most are held."""
    hand, wanted = state.hands[hand_of], dict[Card, int]()
    most = max(
        (card for card, _ in state.edition.deck if card != LOCOMOTIVE),
        key=lambda card: hand.get(card, 0),
    )
    for name in plan:
        route = state.game_map.routes[name]
        colour = most if route.colour == GRAY else Card(route.colour)
        wanted[colour] = wanted.get(colour, 0) + route.length
    if not plan:
        wanted[most] = 6
    return {card: need - hand.get(card, 0) for card, need in wanted.items() if need > hand.get(card, 0)}
