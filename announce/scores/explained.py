"""A final score in words for a terminal: trails, what stations lent, which tickets failed by how little."""

from collections.abc import Iterator, Mapping, Sequence

from announce.ticket_ways import Way, along, fewest_spaces
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


def _missing(standing: Standing, seat: Seat, lent: Sequence[RouteId], ticket: TicketId) -> Way | None:
    """By how little a ticket failed: the fewest spaces to claim, and their routes; None: no way is open.

    Own routes and those lent cost nothing; shut are other seats' routes, and what `_open` says.
    """
    own = standing.held[seat].routes
    cities = standing.game_map.tickets[ticket].cities
    return fewest_spaces(standing.game_map, (*own, *lent), _open(standing, own), cities)


def _open(standing: Standing, own: Sequence[RouteId]) -> list[RouteId]:
    """The free routes without the other side of an own one and, with few seats, of anybody's."""
    board, taken = standing.game_map, _owners(standing)
    few = len(standing.held) <= standing.settings.double_lock_max_seats

    def is_open(name: RouteId) -> bool:
        others = board.parallel.get(name, ())
        locked = few and len(others) == 1 and others[0] in taken
        return name not in taken and not locked and not set(others).intersection(own)

    return [name for name in board.routes if is_open(name)]


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
    routes = ", ".join(board.route_name(route) for route in short.routes)
    count = short.trains + short.ships
    return f"{name}: failed by {'1 space' if count == 1 else f'{count} spaces'} ({routes})"


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
