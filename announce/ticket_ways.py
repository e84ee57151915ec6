"""What connects what: is a ticket done, and which is the nearest way of one that is not."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple

from announce.public import PublicState
from engine import (
    BuildStation,
    CityId,
    ExchangePieces,
    GameMap,
    RouteId,
    Seat,
    State,
    TicketId,
    Tour,
    claimable,
    completed,
    tour_done,
)


@dataclass(frozen=True, slots=True)
class Way:
    """What a seat would still have to claim to connect the cities of a ticket."""

    routes: tuple[RouteId, ...]
    trains: int
    ships: int = 0
    exchange: bool = False  # only with pieces that the seat has to exchange first


class _Supply(NamedTuple):
    """So many pieces can be put down, of each kind and in all."""

    trains: int
    ships: int
    total: int


class _Tree(NamedTuple):
    """Routes still to claim that join a city to some cities of a ticket; the heap's order is this one."""

    pieces: int
    claims: int
    routes: tuple[RouteId, ...]
    trains: int
    ships: int
    joined: int  # a bit for each of the ticket's cities but the last
    city: CityId


class _Step(NamedTuple):
    """From a city to the next by a route: what it takes; no route where it is the seat's own."""

    routes: tuple[RouteId, ...]
    trains: int
    ships: int
    joined: int  # nothing more, unlike another tree
    far: CityId


_Near = Mapping[CityId, Sequence[_Step]]
_ENDLESS: Final = _Supply(*[10_000] * 3)
"""More than any map has spaces."""


def done(game_map: GameMap, own: Iterable[RouteId], ticket: TicketId) -> bool:
    """True when these routes connect the cities of a ticket."""
    return bool(completed(game_map, own, (ticket,)))


def owned(state: PublicState, seat: Seat) -> tuple[RouteId, ...]:
    """The routes of a seat, in the order of the map."""
    return tuple(route for route in state.game_map.routes if state.owners.get(route) == seat)


def tour_of(state: State, own: tuple[RouteId, ...], ticket: TicketId) -> Tour | None:
    """How these routes do a tour; None: it is an ordinary ticket."""
    found = state.game_map.tickets[ticket]
    return None if found.value_exact is None else tour_done(state.game_map, own, found, state.settings)


def brings(state: State, own: tuple[RouteId, ...], ticket: TicketId) -> int:
    """What a ticket is worth that these routes have done: a tour more in its own order."""
    found = state.game_map.tickets[ticket]
    exact = found.value_exact is not None and tour_of(state, own, ticket) == "exact"
    return found.value_exact if exact and found.value_exact is not None else found.value


def tickets_done(state: State, seat: Seat) -> tuple[TicketId, ...]:
    """The tickets of a seat that its routes connect, in the order in which it got them."""
    return completed(state.game_map, owned(state, seat), state.tickets.get(seat, ()))


def nearest(state: State, seat: Seat, ticket: TicketId) -> Way | None:
    """The way with the fewest trains and ships still to put down, then the fewest routes.

    Its routes are open to the seat and within its supply; where no such way is left, within what the seat
    can have by an exchange. None: no such way is left; `beyond` and
    `by_station` tell what else there is.
    """
    return nearest_of(state, seat, (ticket,))[ticket]


def nearest_of(state: State, seat: Seat, tickets: Iterable[TicketId]) -> Mapping[TicketId, Way | None]:
    """The nearest way of each of these tickets; what is open to the seat is looked up once for all."""
    near, supplies = _open(state, seat), [*_supplies(state, seat)]
    return {ticket: _nearest(near, supplies, state.game_map.tickets[ticket].cities) for ticket in tickets}


def _nearest(near: _Near, supplies: Sequence[_Supply], cities: Sequence[CityId]) -> Way | None:
    for number, supply in enumerate(supplies):
        tree = _smallest(near, cities, supply)
        if tree is not None:
            return Way(tree.routes, tree.trains, tree.ships, exchange=number > 0)
    return None


def _supplies(state: State, seat: Seat) -> Iterator[_Supply]:
    """What a seat can put down as its supply is; then, where pieces can be exchanged, what it could then."""
    settings, trains = state.settings, state.trains[seat]
    if state.edition.of_command(ExchangePieces) is None:
        yield _Supply(trains, 0, trains)
    elif not state.ships:  # the mixes are not open yet: the seat's can still be any
        yield _Supply(settings.trains, settings.ships, settings.pieces)
    else:
        ships, own = state.ships[seat], [state.game_map.routes[route] for route in owned(state, seat)]
        total, laid = trains + ships, sum(way.length for way in own if way.kind == "ship")
        yield _Supply(trains, ships, total)
        # The box gives no more of a kind than there are, less those that lie on the board.
        most_trains = settings.trains - sum(way.length for way in own) + laid
        yield _Supply(
            max(trains, min(total, most_trains)), max(ships, min(total, settings.ships - laid)), total
        )


def fewest_spaces(
    game_map: GameMap, own: Collection[RouteId], open_: Collection[RouteId], cities: Sequence[CityId]
) -> Way | None:
    """The way with the fewest spaces, whatever is in supply; own routes cost nothing. None: none is open."""
    tree = _smallest(_near(game_map, own, open_), cities, _ENDLESS)
    return None if tree is None else Way(tree.routes, tree.trains, tree.ships)


def beyond(state: State, seat: Seat, ticket: TicketId) -> Way | None:
    """The nearest way of a ticket for which the seat has too few pieces; None: the board leaves none."""
    board = state.game_map
    return fewest_spaces(board, owned(state, seat), _claimable(state, seat), board.tickets[ticket].cities)


def by_station(state: State, seat: Seat, ticket: TicketId) -> bool:
    """Whether others' routes, one lent at each station that the seat has or can build, would join it.

    Ways grow with the cities at which something is lent for them, and within the supply of trains.
    """
    cities = state.game_map.tickets[ticket].cities
    if state.edition.of_command(BuildStation) is None or len(cities) != 2:
        return False
    first, last = cities
    left = state.settings.stations - [*state.stations.values()].count(seat)
    near, lent = _open(state, seat), _lent(state, seat)
    heap, seen = [(0, first, frozenset[CityId]())], defaultdict[CityId, list[frozenset[CityId]]](list)
    while heap:
        trains, city, lenders = heappop(heap)
        if trains > state.trains[seat]:
            return False
        if city == last:
            return True
        if any(fewer <= lenders for fewer in seen[city]):
            continue
        seen[city].append(lenders)
        for step in near.get(city, ()):
            heappush(heap, (trains + step.trains, step.far, lenders))
        for far, lender in lent.get(city, ()):
            more = lenders | {lender}
            if lender not in lenders and sum(one not in state.stations for one in more) <= left:
                heappush(heap, (trains, far, more))
    return False


def _lent(state: State, seat: Seat) -> Mapping[CityId, Sequence[tuple[CityId, CityId]]]:
    """From a city by others' routes: to which, lent at which end, where its own station stands or none."""
    lent: dict[CityId, list[tuple[CityId, CityId]]] = defaultdict(list)
    for name, owner in state.owners.items():
        route = state.game_map.routes[name]
        for lender in (route.a, route.b) if owner != seat else ():
            if state.stations.get(lender, seat) == seat:
                lent[route.a].append((route.b, lender))
                lent[route.b].append((route.a, lender))
    return lent


def _open(state: State, seat: Seat) -> _Near:
    """Steps by own routes and by those that the seat may still claim."""
    return _near(state.game_map, owned(state, seat), _claimable(state, seat))


def _claimable(state: State, seat: Seat) -> list[RouteId]:
    """The routes that the board leaves to a seat, however few pieces it has."""
    return [name for name in state.game_map.routes if claimable(state, seat, name)]


def _near(game_map: GameMap, own: Collection[RouteId], open_: Collection[RouteId]) -> _Near:
    """Steps by own routes, with nothing to pay, and by open ones."""
    near: dict[CityId, list[_Step]] = defaultdict(list)
    for names, is_own in ((own, True), (open_, False)):
        for route in map(game_map.routes.__getitem__, names):
            ships = route.length if route.kind == "ship" and not is_own else 0
            routes, trains = ((), 0) if is_own else ((route.id,), route.length - ships)
            near[route.a].append(_Step(routes, trains, ships, 0, route.b))
            near[route.b].append(_Step(routes, trains, ships, 0, route.a))
    return near


def _smallest(near: _Near, cities: Sequence[CityId], supply: _Supply) -> _Tree | None:
    """The smallest tree that joins all the cities within a supply.

    Trees grow by a route, or by another tree that joins other cities to the same city (Dreyfus and Wagner);
    the smallest grows first, so that the first that joins all is the one. Of those that join the same, one is
    dropped that takes no fewer trains and no fewer ships: with one kind of pieces a single one stays.
    """
    heap = [_Tree(0, 0, (), 0, 0, 1 << number, city) for number, city in enumerate(cities[:-1])]
    whole = (1 << len(heap)) - 1
    grown: dict[CityId, dict[int, list[_Tree]]] = defaultdict(lambda: defaultdict(list))
    begun: dict[tuple[CityId, int], list[_Tree]] = defaultdict(list)
    while heap:
        tree = heappop(heap)
        if tree.city == cities[-1] and tree.joined == whole:
            return tree
        here = grown[tree.city]
        if _outdone(tree, here[tree.joined]):  # all that have grown are smaller
            continue
        here[tree.joined].append(tree)
        by_tree = [one[2:] for joined, trees in here.items() if not joined & tree.joined for one in trees]
        for routes, more_trains, more_ships, others, city in (*near.get(tree.city, ()), *by_tree):
            trains, ships = tree.trains + more_trains, tree.ships + more_ships
            if trains <= supply.trains and ships <= supply.ships and trains + ships <= supply.total:
                claims, joined = tree.claims + len(routes), tree.joined | others
                new = _Tree(trains + ships, claims, tree.routes + routes, trains, ships, joined, city)
                rivals = begun[(city, joined)]
                if not _outdone(new, rivals):
                    rivals.append(new)
                    heappush(heap, new)
    return None


def _outdone(tree: _Tree, rivals: Sequence[_Tree]) -> bool:
    """Whether one that joins the same takes no more of either kind, and is smaller: it grows before it."""
    for other in rivals:
        if other.trains <= tree.trains and other.ships <= tree.ships and other <= tree:
            return True
    return False


def along(game_map: GameMap, trail: Sequence[RouteId]) -> tuple[CityId, ...]:
    """The cities that a trail passes, from one end to the other; none for no routes."""
    ways = [game_map.routes[route] for route in trail]
    if not ways:
        return ()
    first = ways[0]
    turned = len(ways) > 1 and first.b not in (ways[1].a, ways[1].b)
    cities = [first.b, first.a] if turned else [first.a, first.b]
    for way in ways[1:]:
        cities.append(way.b if way.a == cities[-1] else way.a)
    return tuple(cities)
