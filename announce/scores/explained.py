"""A final score in words for a terminal: trails, what stations lent, which tickets failed by how little."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from announce.ticket_ways import along
from engine import (
    CityId,
    GameMap,
    RouteId,
    Seat,
    SeatScore,
    Standing,
    TicketId,
    TicketScore,
    longest_holders,
    network_of,
    place_of,
    ranked,
    score_seats,
    violations,
)


def explain_score(standing: Standing) -> list[str]:
    """The lines, seats in turn order, then who has won and what the position breaks."""
    scores = score_seats(standing)
    places = ranked(scores, standing.settings)
    unit = "dollars" if "coins" in standing.edition.position_keys else "points"
    lines: list[str] = []
    for score in scores:
        lines.append(f"{score.seat}: {score.total} {unit}, place {place_of(score.seat, places)}")
        lines += [f"  {line}" for line in _seat(standing, score)]
    if standing.settings.longest_bonus:
        holders = longest_holders(scores, standing.settings)
        held = (
            f"{', '.join(holders)}, {max(score.longest for score in scores)} trains" if holders else "nobody"
        )
        lines.append(f"longest path: {held}")
    lines.append(f"{'won by' if len(places[0]) == 1 else 'shared by'}: {', '.join(places[0])}")
    lines += [f"breaks {line}" for line in violations(standing)]
    return lines


def _missing(
    standing: Standing, seat: Seat, lent: Sequence[RouteId], ticket: TicketId
) -> tuple[int, list[RouteId]] | None:
    """By how little a ticket failed: the fewest spaces to claim, and their routes; None: no way is open.

    Own routes and those lent cost nothing, other seats' routes are shut, and so is the other side of a double
    route that the seat has one side of.
    """
    cities = standing.game_map.tickets[ticket].cities
    spaces, routes = 0, list[RouteId]()
    for a, b in pairwise(cities):
        found = _nearest(standing, seat, {*standing.held[seat].routes, *lent, *routes}, a, b)
        if found is None:
            return None
        spaces, routes = spaces + found[0], routes + found[1]
    return spaces, routes


def _seat(standing: Standing, score: SeatScore) -> Iterator[str]:
    board = standing.game_map
    settings = standing.settings
    if any(settings.route_points):
        yield f"{score.routes:+4} routes: {len(standing.held[score.seat].routes)}"
    count = f"{len(score.completed)} of {len(score.ticket_list)} done"
    yield f"{score.tickets:+4} tickets: {count}"
    for ticket in score.ticket_list:
        yield f"     {ticket.points:+4} {_ticket(standing, score, ticket)}"
    if "stations" in standing.edition.position_keys:
        yield f"{score.stations:+4} stations: {score.stations_placed} built"
        yield from _loans(standing, score.borrowed)
    if score.longest and settings.longest_bonus:
        names = " - ".join(board.cities[city].name for city in along(board, score.trail))
        yield f"{score.longest_bonus:+4} longest path: {score.longest} trains, {names}"
    yield from _buildings(board, score)


def _ticket(standing: Standing, score: SeatScore, ticket: TicketScore) -> str:
    board = standing.game_map
    name = " - ".join(board.cities[city].name for city in board.tickets[ticket.id].cities)
    if ticket.completed:
        done = f"{name}: done" if ticket.tour is None else f"{name}: done, {ticket.tour}"
        return done + _thanks_to(standing, score, ticket)
    lent = [route for route in score.borrowed.values() if route is not None]
    short = _missing(standing, score.seat, lent, ticket.id)
    if short is None:
        return f"{name}: failed, no open way was left"
    routes = ", ".join(board.route_name(route) for route in short[1])
    spaces = "1 space" if short[0] == 1 else f"{short[0]} spaces"
    return f"{name}: failed by {spaces} ({routes})"


def _thanks_to(standing: Standing, score: SeatScore, ticket: TicketScore) -> str:
    """The loans without which the ticket would have failed: `, by red's Berlin to Wien (station in Wien)`."""
    board, cities = standing.game_map, standing.game_map.tickets[ticket.id].cities
    left = {city: route for city, route in score.borrowed.items() if route is not None}
    own = standing.held[score.seat].routes
    for city in list(left):  # one after the other is given back, as long as the ticket is still done
        fewer = {other: route for other, route in left.items() if other != city}
        if network_of(board, (*own, *fewer.values())).joins(cities):
            left = fewer
    owners = _owners(standing)
    told = [
        f"{owners[route]}'s {board.route_name(route)} (station in {board.cities[city].name})"
        for city, route in left.items()
    ]
    return f", by {' and '.join(told)}" if told else ""


def _owners(standing: Standing) -> dict[RouteId, Seat]:
    return {route: seat for seat, held in standing.held.items() for route in held.routes}


def _loans(standing: Standing, borrowed: Mapping[CityId, RouteId | None]) -> Iterator[str]:
    board = standing.game_map
    owners = _owners(standing)
    for city, route in borrowed.items():
        if route is None:
            yield f"          {board.cities[city].name} lends nothing"
        else:
            yield f"          {board.cities[city].name} lends {owners[route]}'s {board.route_name(route)}"


def _buildings(board: GameMap, score: SeatScore) -> Iterator[str]:
    """What only Rails & Sails and Legends count."""
    for harbor in score.harbor_list:
        name = board.cities[harbor.city].name
        yield f"{harbor.points:+4} harbor in {name}: {harbor.tickets} completed tickets name it"
    for points, what in (
        (score.harbors_missing, "harbors not built"),
        (score.exchange, "pieces exchanged"),
        (score.coins, "coins"),
        (score.trains_bonus, "trains left over"),
    ):
        if points:
            yield f"{points:+4} {what}"


def _nearest(
    standing: Standing, seat: Seat, own: set[RouteId], a: CityId, b: CityId
) -> tuple[int, list[RouteId]] | None:
    board = standing.game_map
    taken = {route for held in standing.held.values() for route in held.routes}
    heap: list[tuple[int, int, CityId, tuple[RouteId, ...]]] = [(0, 0, a, ())]
    done: set[CityId] = set()
    while heap:
        spaces, count, city, way = heappop(heap)
        if city == b:
            return spaces, list(way)
        if city in done:
            continue
        done.add(city)
        for name in board.routes_at[city]:
            route = board.routes[name]
            far = route.b if route.a == city else route.a
            if name in own:
                heappush(heap, (spaces, count, far, way))
            elif name not in taken and not own.intersection(board.parallel.get(name, ())):
                heappush(heap, (spaces + route.length, count + 1, far, (*way, name)))
    return None
