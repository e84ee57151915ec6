"""How a game begins: decks in an order, hands, a row, tickets to choose from."""

from collections.abc import Mapping, Sequence

from engine.dealing import StartError, hands_and_row, offer_tickets
from engine.edition_library import edition
from engine.ending import first_turn
from engine.events import Event, GameStarted
from engine.evolve import evolve
from engine.game_map import GameMap
from engine.map_library import game_map
from engine.ruleset import Edition, EditionError
from engine.settings import Settings
from engine.shuffle import shuffled
from engine.values import CARD_MODES, GRAY, SEATS, CardMode, Seat, TicketId


def start(
    edition_or_name: Edition | str,
    map_or_name: GameMap | str,
    seats: tuple[Seat, ...],
    cards: CardMode,
    seed: int,
    settings: Mapping[str, object] | None = None,
) -> tuple[Event, ...]:
    """The first events of a game.

    Args:
        seats: in turn order; the first one begins (US-11: named from outside).
        settings: those that differ from the edition's own.
    Raises:
        StartError, EditionError, MapError, SettingsError: each a ValueError of one line.
    """
    rules = edition(edition_or_name) if isinstance(edition_or_name, str) else edition_or_name
    board = game_map(map_or_name) if isinstance(map_or_name, str) else map_or_name
    seats = tuple(seats)
    _check(rules, board, seats, cards, seed)
    effective = rules.with_settings(settings or {})
    if cards == "dealt":
        _check_decks(effective, board)
    untracked = cards == "untracked"
    begun = GameStarted(
        edition=rules.name,
        map=board.id,
        seats=seats,
        cards=cards,
        settings=rules.told_settings(effective),
        seed=seed,
        deck=() if untracked else shuffled(rules.all_cards, seed, 0),
        ticket_deck=() if untracked else shuffled(tickets_in(effective, board), seed, 1),
    )
    for mechanic in rules.asked["equipped"]:
        begun = mechanic.equipped(begun, effective)
    if untracked:
        return begun, *first_turn(evolve(None, begun, on=board))
    for mechanic in rules.asked["begun"]:
        begun = mechanic.begun(begun, board, effective)
    return begun, *_opening(rules, begun, effective), *_offers(rules, begun, effective)


def _opening(rules: Edition, begun: GameStarted, settings: Settings) -> Sequence[Event]:
    for mechanic in rules.asked["opening"]:
        events = mechanic.opening(begun, settings)
        if events is not None:
            return events
    return hands_and_row(begun, settings)


def _offers(rules: Edition, begun: GameStarted, settings: Settings) -> Sequence[Event]:
    for mechanic in rules.asked["offers"]:
        events = mechanic.offers(begun, settings)
        if events is not None:
            return events
    return offer_tickets(begun, settings.start_tickets, settings.start_keep)


def tickets_in(settings: Settings, board: GameMap) -> tuple[TicketId, ...]:
    """The tickets of a map that are in the ticket deck, in the order of the map."""
    decks = settings.ticket_decks
    return tuple([ticket.id for ticket in board.tickets.values() if ticket.deck in decks])


def _check(rules: Edition, board: GameMap, seats: tuple[Seat, ...], cards: CardMode, seed: int) -> None:
    if not rules.fewest_seats <= len(seats) <= rules.most_seats:
        few, most = rules.fewest_seats, rules.most_seats
        raise StartError(f"{len(seats)} seats; {rules.name} takes {few} to {most} of {', '.join(SEATS)}")
    for seat in seats:
        if seat not in SEATS:
            raise StartError(f"no seat {str(seat)[:40]!r}; seats are {', '.join(SEATS)}")
        if seats.count(seat) > 1:
            raise StartError(f"the seat {seat} stands twice; name each seat once, in turn order")
    if cards not in CARD_MODES:
        raise StartError(f"cards are {str(cards)[:40]!r}; give {' or '.join(CARD_MODES)}")
    if not isinstance(seed, int) or isinstance(seed, bool) or not -(2**63) <= seed < 2**63:
        raise StartError(f"the seed {repr(seed)[:40]} is no whole number of at most 63 bits")
    for complaint in unplayable(rules, board):
        raise EditionError(f"{complaint}; take another edition")


def _check_decks(settings: Settings, board: GameMap) -> None:
    known = {ticket.deck for ticket in board.tickets.values()}
    for deck in settings.ticket_decks:
        if deck not in known:
            there = ", ".join(sorted(known)) or "none"
            raise StartError(f"the map {board.id} has no tickets of the deck {deck}; decks there: {there}")


def unplayable(rules: Edition, board: GameMap) -> list[str]:
    """Why an edition cannot be played on a map, a line a route; empty when it can."""
    if board.kinds <= rules.route_kinds and board.colours <= rules.colours:
        return []
    lines: list[str] = []
    for route in board.routes.values():
        if route.kind not in rules.route_kinds:
            lines.append(f"{rules.name} has no rule for the {route.kind} {route.id}")
        if route.colour != GRAY and route.colour not in rules.colours:
            lines.append(f"{rules.name} has no {route.colour[:40]} cards for {route.id}")
    return lines
