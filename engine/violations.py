"""What rules of the casebook a final position breaks. It is scored all the same."""

from collections.abc import Iterator

from engine.event_effects import seat_amounts
from engine.holdings import Standing
from engine.reasons import Reason
from engine.values import GRAY, Seat, TicketId


def violations(standing: Standing) -> list[str]:
    """One sentence each, with the rule's number; empty when the position could come from a game."""
    return [
        *_seats(standing),
        *_supplies(standing),
        *_kinds(standing),
        *_doubles(standing),
        *_tickets(standing),
        *(one for mechanic in standing.edition.asked["violations"] for one in mechanic.violations(standing)),
    ]


def numbered(standing: Standing, reason: Reason, sentence: str) -> str:
    """The sentence with the edition's number before it."""
    rule = standing.edition.rule(reason)
    return f"{rule}: {sentence}" if rule else sentence


def _seats(standing: Standing) -> Iterator[str]:
    rules, count = standing.edition, len(standing.held)
    if not rules.fewest_seats <= count <= rules.most_seats:
        many = "1 seat" if count == 1 else f"{count} seats"
        sentence = f"{many}; {rules.name} is for {rules.fewest_seats} to {rules.most_seats}"
        yield numbered(standing, Reason.NO_SUCH_SEAT, sentence)


def _supplies(standing: Standing) -> Iterator[str]:
    """Trains used beyond the supply; where seats choose their pieces that rule knows the supplies."""
    if "pieces" in standing.edition.position_keys:
        return
    own = seat_amounts(standing.settings.seat_trains)
    for seat, held in standing.held.items():
        most = own.get(seat, standing.settings.trains)
        used = sum(standing.game_map.routes[route].length for route in held.routes)
        if used > most:
            sentence = f"{seat} has used {used} trains; there are {most}"
            yield numbered(standing, Reason.TOO_FEW_TRAINS, sentence)


def _kinds(standing: Standing) -> Iterator[str]:
    rules, table = standing.edition, standing.settings.route_points
    for held in standing.held.values():
        for route in held.routes:
            way = standing.game_map.routes[route]
            if way.length > len(table):
                sentence = f"no points are given for the {way.length} spaces of {route}"
                rule = rules.rules.get("route-points", "")
                yield f"{rule}: {sentence}" if rule else sentence
            if way.kind not in rules.route_kinds:
                sentence = f"{rules.name} has no rule for the {way.kind} {route}"
                yield numbered(standing, Reason.WRONG_COLOUR, sentence)
            elif way.colour != GRAY and way.colour not in rules.colours:
                sentence = f"{rules.name} has no {way.colour} cards for {route}"
                yield numbered(standing, Reason.WRONG_COLOUR, sentence)


def _doubles(standing: Standing) -> Iterator[str]:
    board, seats = standing.game_map, len(standing.held)
    owner = {route: seat for seat, held in standing.held.items() for route in held.routes}
    few = seats <= standing.settings.double_lock_max_seats
    for route, seat in owner.items():
        for other in board.parallel.get(route, ()):
            if other not in owner or other < route:
                continue
            if owner[other] == seat:
                yield numbered(standing, Reason.OWN_DOUBLE, f"{seat} has both {route} and {other}")
            elif few and len(board.parallel[route]) == 1:
                sentence = f"{seat} has {route} and {owner[other]} has {other}, with {seats} seats"
                yield numbered(standing, Reason.DOUBLE_ROUTE_CLOSED, sentence)


def _tickets(standing: Standing) -> Iterator[str]:
    rules, holder = standing.edition, dict[TicketId, Seat]()
    decks = rules.ticket_decks(standing.settings)
    for seat, held in standing.held.items():
        for ticket in held.tickets:
            if ticket in holder:
                whose = f"{seat} twice" if holder[ticket] == seat else f"{holder[ticket]} and by {seat}"
                sentence = f"the ticket {ticket} is held by {whose}"
                yield numbered(standing, Reason.NO_SUCH_TICKET, sentence)
            holder[ticket] = seat
            deck = standing.game_map.tickets[ticket].deck
            if deck not in decks:
                sentence = f"the ticket {ticket} is of the deck {deck}, which {rules.name} does not use"
                yield numbered(standing, Reason.NO_SUCH_TICKET, sentence)
