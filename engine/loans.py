"""What stations lend: the best choice of foreign routes for a seat's tickets, exactly (EU-43 to EU-46, X-19).

Own routes are taken together first; a loan then joins two clusters of cities, and what joins the same two is
the same. The search goes from station to station and leaves a branch when even all that is still to be had
could not beat the best.
"""

from collections.abc import Mapping, Sequence

from engine.game_map import GameMap
from engine.values import CityId, RouteId, Seat, TicketId

Loans = Mapping[CityId, RouteId | None]
Worth = tuple[int, int, int]  # ticket points, completed tickets, minus the number of loans


def on_offer(
    game_map: GameMap, owners: Mapping[RouteId, Seat], seat: Seat, city: CityId
) -> tuple[RouteId, ...]:
    """What a station of this seat in this city could lend: other seats' routes that begin or end there."""
    return tuple(route for route in game_map.routes_at[city] if route in owners and owners[route] != seat)


def best_loans(
    game_map: GameMap,
    owners: Mapping[RouteId, Seat],
    seat: Seat,
    stations: Sequence[CityId],
    tickets: Sequence[TicketId],
) -> Loans:
    """One best choice: most ticket points, then most tickets completed, then fewest loans.

    Every station is named, with None where it lends nothing. Of equal choices the first is taken, in the
    order of the stations and of the map.
    """
    nothing: Loans = dict.fromkeys(stations)
    if not stations or not tickets:
        return nothing
    return _Search(game_map, owners, seat, stations, tickets).best() or nothing


class _Search:
    """Clusters are numbers; `label` says for each which one it has been joined to."""

    def __init__(
        self,
        game_map: GameMap,
        owners: Mapping[RouteId, Seat],
        seat: Seat,
        stations: Sequence[CityId],
        tickets: Sequence[TicketId],
    ) -> None:
        self.stations = stations
        self.number: dict[CityId, int] = {}
        label: list[int] = []
        for city in game_map.cities:
            self.number[city] = len(label)
            label.append(len(label))
        for route, owner in owners.items():
            if owner == seat:
                way = game_map.routes[route]
                label = _joined(label, self.number[way.a], self.number[way.b])
        self.start = label
        self.tickets: list[tuple[int, int, list[int]]] = []
        for name in tickets:
            first, *others = [self.number[city] for city in game_map.tickets[name].cities]
            self.tickets.append((game_map.tickets[name].value, first, others))
        self.choices = [self._choices(game_map, on_offer(game_map, owners, seat, city)) for city in stations]
        self.rest = [label]  # from the last station back: all that it and the later ones could lend, lent
        for choices in reversed(self.choices):
            for _, a, b in choices:
                label = _joined(label, a, b)
            self.rest.insert(0, label)
        self.found: tuple[Worth, list[RouteId | None]] = ((-(10**9), 0, 0), [])

    def _choices(self, game_map: GameMap, routes: Sequence[RouteId]) -> list[tuple[RouteId, int, int]]:
        """Loans that join two clusters, the first of those that join the same two."""
        seen: set[tuple[int, int]] = set()
        choices: list[tuple[RouteId, int, int]] = []
        for route in routes:
            way = game_map.routes[route]
            a, b = self.start[self.number[way.a]], self.start[self.number[way.b]]
            if a != b and (min(a, b), max(a, b)) not in seen:
                seen.add((min(a, b), max(a, b)))
                choices.append((route, a, b))
        return choices

    def best(self) -> Loans | None:
        """The best choice found."""
        self._search(0, self.start, [], [])
        return dict(zip(self.stations, self.found[1], strict=True)) if self.found[1] else None

    def _search(
        self, depth: int, label: list[int], taken: list[RouteId | None], joins: list[tuple[int, int]]
    ) -> None:
        """All choices from a station on; `joins` are the clusters that the loans taken before have joined."""
        if depth == len(self.stations):
            worth = self._worth(label, len(joins))
            if worth > self.found[0]:
                self.found = worth, taken
            return
        most = self.rest[depth]  # no choice does better than all that is left at once
        for a, b in joins:
            most = _joined(most, a, b)
        if self._worth(most, len(joins)) <= self.found[0]:
            return
        self._search(depth + 1, label, [*taken, None], joins)
        for route, a, b in self.choices[depth]:
            if label[a] != label[b]:
                self._search(depth + 1, _joined(label, a, b), [*taken, route], [*joins, (a, b)])

    def _worth(self, label: list[int], loans: int) -> Worth:
        points = done = 0
        for value, first, others in self.tickets:
            here = label[first]
            for city in others:
                if label[city] != here:
                    points -= value
                    break
            else:
                points, done = points + value, done + 1
        return points, done, -loans


def _joined(label: list[int], a: int, b: int) -> list[int]:
    new, old = label[a], label[b]
    return label if new == old else [new if one == old else one for one in label]
