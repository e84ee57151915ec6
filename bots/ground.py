"""A board as numbers: what a player that plays many games on looks up, and the routes that tickets need.

Routes, cities and colours are places in lists here, in the order of map and edition. What is open to whom is
handed in, for it differs in every game that is played on.
"""

from collections.abc import Collection, Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise, permutations
from typing import Final

from engine import Edition, GameMap, Route, RouteId, Seat, Settings, State, TicketId
from engine.scoring import route_points

TURN: Final = 3.3
"""What a turn is worth in points (docs/measured/bots.md)."""
LITTLE: Final = 0.3
"""No route of a way costs less, however much it brings: a way would go round for ever."""
FEW: Final = 3
"""So many tickets at most are planned in every order; more of them by their value only."""
GRAY: Final = -1
"""The colour of what any colour pays."""
_Way = tuple[float, tuple[int, ...]]


class Aim:
    """What a ticket asks for: its cities, what it brings and what it costs when it fails."""

    __slots__ = ("cities", "penalty", "value")

    def __init__(self, cities: tuple[int, ...], value: int, penalty: int) -> None:
        self.cities, self.value, self.penalty = cities, value, penalty


class Ground:
    """A map, with the numbers of an edition and its settings, for so many seats."""

    def __init__(self, board: GameMap, edition: Edition, settings: Settings, seats: int) -> None:
        self.board, self.settings, self.seats = board, settings, seats
        ways = self.ways = tuple(board.routes.values())
        self.place = {way.id: number for number, way in enumerate(ways)}
        self.lengths = [way.length for way in ways]
        self.points = [route_points(settings, way.length) for way in ways]
        self.locomotives = [way.locomotives for way in ways]
        self.twins = [tuple(self.place[one] for one in board.parallel.get(way.id, ())) for way in ways]
        # Of three alike none is locked.
        locks = seats <= settings.double_lock_max_seats
        self.locked_by = [twins if locks and len(twins) == 1 else () for twins in self.twins]
        self.longest_first = sorted(range(len(ways)), key=lambda one: -ways[one].length)
        self._colour(edition, ways)
        rules = {name for mechanic in edition.mechanics for name in mechanic.settings}
        self.for_left = settings.trains_bonus if "trains_bonus" in rules else ()
        steps = settings.claim_steps if "company_bonus" in rules else ()
        self._company = settings.company_bonus if any("company-bonus" in one for one in steps) else 0
        city = {name: number for number, name in enumerate(board.cities)}
        self.ends = [(city[way.a], city[way.b]) for way in ways]
        self.at: list[list[tuple[int, int]]] = [[] for _ in city]
        for number, (a, b) in enumerate(self.ends):
            self.at[a].append((number, b))
            self.at[b].append((number, a))
        self.cost = [
            max(LITTLE, TURN * (way.length / 2 + 1) - brings)
            for way, brings in zip(ways, self.points, strict=True)
        ]
        self.spaces = [way.length + 0.01 for way in ways]  # of two ways as long the one of fewer routes
        self.aims = {
            name: Aim(tuple(city[one] for one in ticket.cities), ticket.value, ticket.penalty or ticket.value)
            for name, ticket in board.tickets.items()
        }
        decks = edition.ticket_decks(settings)
        self.wanted = self._wanted([name for name, one in board.tickets.items() if one.deck in decks])

    def _colour(self, edition: Edition, ways: Iterable[Route]) -> None:
        """Number the colours, the wild card after them; how many cards of each there are."""
        copies = dict(edition.deck)
        self.colours = [card for card in edition.order if card in edition.helps and card != edition.wild]
        self.wild = len(self.colours)
        self.number = {card: one for one, card in enumerate((*self.colours, edition.wild))}
        self.copies = [copies.get(card, 0) for card in self.number]
        asked = {asks: self.number[card] for card in self.colours for asks, _, _ in edition.helps[card]}
        self.colour = [asked.get(way.asks, GRAY) for way in ways]
        # A tunnel asks for more than its length about every second time.
        self.cards = [way.length + (way.kind == "tunnel") for way in ways]

    def brings(self, seat: Seat) -> list[int]:
        """What each route brings a seat at once: the points, and dollars for those of its own company."""
        if not self._company:
            return self.points
        own = [self._company * (way.colour == seat) for way in self.ways]
        return [points + more for points, more in zip(self.points, own, strict=True)]

    def _wanted(self, tickets: Collection[TicketId]) -> list[float]:
        """The share of tickets that want each route on their shortest way; each of a double route less."""
        wanted = [0.0] * len(self.ways)
        for name in tickets:
            for a, b in pairwise(self.aims[name].cities):
                found = self.between(a, b, (), bytes(len(self.ways)), (), self.spaces)
                for route in found[1] if found is not None else ():
                    alike = (route, *self.twins[route])
                    for one in alike:
                        wanted[one] += 1 / len(alike) ** 2
        return [one / max(1, len(tickets)) for one in wanted]

    def between(
        self,
        a: int,
        b: int,
        own: Collection[int],
        shut: Sequence[int],
        planned: Collection[int],
        cost: Sequence[float],
    ) -> _Way | None:
        """The cheapest way to join two cities: what it costs and its routes; None: no way is left."""
        at = self.at
        heap: list[tuple[float, int, tuple[int, ...]]] = [(0.0, a, ())]
        done = set[int]()
        while heap:
            spent, city, way = heappop(heap)
            if city == b:
                return spent, way
            if city in done:
                continue
            done.add(city)
            for route, far in at[city]:
                if far in done:
                    continue
                if route in own or route in planned:
                    heappush(heap, (spent, far, way))
                elif not shut[route]:
                    heappush(heap, (spent + cost[route], far, (*way, route)))
        return None

    def plan(
        self,
        tickets: Iterable[TicketId],
        own: Collection[int],
        shut: Sequence[int],
        supply: int,
        *,
        orders_to: int = FEW,
    ) -> tuple[tuple[int, ...], int]:
        """The routes that tickets need, as far as the pieces go, and what the tickets bring.

        Those that cannot be done cost their penalty. Of the orders in which up to `orders_to` of them can be
        planned the one is taken that ends best; more are planned by their value.
        """
        held = sorted(tickets, key=lambda one: (-self.aims[one].value, one))
        orders = permutations(held) if len(held) <= orders_to else (tuple(held),)
        plans = [self._in_order(order, own, shut, supply) for order in orders]
        _, routes, brings = max(plans, key=lambda one: one[0])
        return routes, brings

    def _in_order(
        self, tickets: Sequence[TicketId], own: Collection[int], shut: Sequence[int], supply: int
    ) -> tuple[float, tuple[int, ...], int]:
        plan, order, brings, cost, lengths = set[int](), list[int](), 0, 0.0, self.lengths
        for name in tickets:
            aim = self.aims[name]
            more = self._joined(aim.cities, own, shut, plan)
            spaces = sum([lengths[route] for route in more[1]]) if more is not None else 0
            if more is None or spaces > supply:
                brings -= aim.penalty
                continue
            brings, cost, supply = brings + aim.value, cost + more[0], supply - spaces
            plan.update(more[1])
            order += more[1]
        return brings - cost, tuple(order), brings

    def _joined(
        self, cities: tuple[int, ...], own: Collection[int], shut: Sequence[int], planned: set[int]
    ) -> _Way | None:
        cost, routes = 0.0, tuple[int, ...]()
        for a, b in pairwise(cities):
            way = self.between(a, b, own, shut, planned.union(routes) if routes else planned, self.cost)
            if way is None:
                return None
            cost, routes = cost + way[0], routes + way[1]
        return cost, routes

    def parts(self, own: Iterable[int]) -> dict[int, int]:
        """City → the connected part of some routes that it belongs to."""
        part, members = dict[int, int](), dict[int, list[int]]()
        for route in own:
            a, b = self.ends[route]
            first, second = part.get(a, a), part.get(b, b)
            if first == second:
                continue
            moved = members.pop(second, [second])
            members.setdefault(first, [first]).extend(moved)
            part[a] = first
            for city in moved:
                part[city] = first
        return part

    def touched(self, routes: Iterable[int]) -> set[int]:
        """The cities of routes."""
        return {city for route in routes for city in self.ends[route]}

    def ids(self, routes: Iterable[int]) -> tuple[RouteId, ...]:
        """Routes by their names."""
        return tuple([self.ways[route].id for route in routes])


_KNOWN: Final[dict[tuple[int, int, int, int], tuple[Ground, Edition]]] = {}
"""By the identity of what they are of, which they keep, so that it stays theirs."""


def ground_of(state: State) -> Ground:
    """The ground of a game."""
    board, edition, settings, seats = state.game_map, state.edition, state.settings, len(state.seats)
    key = (id(board), id(edition), id(settings), seats)
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) > 20:
            _KNOWN.clear()
        known = _KNOWN[key] = (Ground(board, edition, settings, seats), edition)
    return known[0]
