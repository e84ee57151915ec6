"""What rules of the casebook a final position breaks. It is scored all the same."""

from collections.abc import Iterator, Mapping, Sequence

from engine.editions import Edition
from engine.game_map import GameMap
from engine.settings import Settings
from engine.values import GRAY, RouteId, Seat, TicketId


def violations(
    rules: Edition,
    settings: Settings,
    board: GameMap,
    routes: Mapping[Seat, Sequence[RouteId]],
    tickets: Mapping[Seat, Sequence[TicketId]],
) -> list[str]:
    """One sentence each, with the rule's number; empty when the position could come from a game."""
    return [
        *_seats(rules, len(routes)),
        *_supplies(rules, settings, board, routes),
        *_doubles(settings, board, routes),
        *_tickets(rules, board, tickets),
    ]


def _seats(rules: Edition, count: int) -> Iterator[str]:
    if not rules.fewest_seats <= count <= rules.most_seats:
        many = "1 seat" if count == 1 else f"{count} seats"
        yield f"US-1: {many}; {rules.name} is for {rules.fewest_seats} to {rules.most_seats}"


def _supplies(
    rules: Edition, settings: Settings, board: GameMap, routes: Mapping[Seat, Sequence[RouteId]]
) -> Iterator[str]:
    for seat, held in routes.items():
        used = sum(board.routes[route].length for route in held)
        if used > settings.trains:
            yield f"US-34: {seat} has used {used} trains; there are {settings.trains}"
        for route in held:
            way = board.routes[route]
            if way.length > len(settings.route_points):
                yield f"US-42: no points are given for the {way.length} spaces of {route}"
            if way.kind not in rules.route_kinds:
                yield f"US-30: {rules.name} has no rule for the {way.kind} {route}"
            elif way.colour != GRAY and way.colour not in rules.colours:
                yield f"US-30: {rules.name} has no {way.colour} cards for {route}"


def _doubles(settings: Settings, board: GameMap, routes: Mapping[Seat, Sequence[RouteId]]) -> Iterator[str]:
    owner = {route: seat for seat, held in routes.items() for route in held}
    few = len(routes) <= settings.double_lock_max_seats
    for route, seat in owner.items():
        for other in board.parallel.get(route, ()):
            if other not in owner or other < route:
                continue
            if owner[other] == seat:
                yield f"US-38: {seat} has both {route} and {other}"
            elif few and len(board.parallel[route]) == 1:
                yield f"US-39: {seat} has {route} and {owner[other]} has {other}, with {len(routes)} seats"


def _tickets(rules: Edition, board: GameMap, tickets: Mapping[Seat, Sequence[TicketId]]) -> Iterator[str]:
    holder: dict[TicketId, Seat] = {}
    for seat, held in tickets.items():
        for ticket in held:
            if ticket in holder:
                whose = f"{seat} twice" if holder[ticket] == seat else f"{holder[ticket]} and by {seat}"
                yield f"US-4: the ticket {ticket} is held by {whose}"
            holder[ticket] = seat
            deck = board.tickets[ticket].deck
            if deck not in rules.ticket_decks:
                yield f"US-4: the ticket {ticket} is of the deck {deck}, which {rules.name} does not use"
