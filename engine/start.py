"""How a game begins: decks in an order, hands, a row, tickets to choose from."""

from collections.abc import Mapping

from engine.editions import edition
from engine.ending import first_turn
from engine.events import CardsDealt, Event, GameStarted, TicketsDealt
from engine.evolve import evolve
from engine.game_map import GameMap, game_map
from engine.piles import Piles
from engine.ruleset import Edition, EditionError
from engine.settings import Settings
from engine.shuffle import shuffled
from engine.values import CARD_MODES, GRAY, SEATS, Card, CardMode, Seat, TicketId


class StartError(ValueError):
    """A game that cannot begin; one line says what, which and what to do."""


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
    untracked = cards == "untracked"
    begun = GameStarted(
        edition=rules.name,
        map=board.id,
        seats=seats,
        cards=cards,
        settings=rules.told_settings(effective),
        seed=seed,
        deck=()
        if untracked
        else shuffled((card for card, count in rules.deck for _ in range(count)), seed, 0),
        ticket_deck=() if untracked else shuffled(tickets_in(effective, board), seed, 1),
    )
    if untracked:
        return begun, *first_turn(evolve(None, begun, on=board))
    for mechanic in rules.asked("begun"):
        begun = mechanic.begun(begun, board, effective)
    for mechanic in rules.asked("opening"):
        opened = mechanic.opening(begun, effective)
        if opened is not None:
            return begun, *opened, *_tickets(begun, effective)
    return begun, *_hands_and_row(begun, effective), *_tickets(begun, effective)


def tickets_in(settings: Settings, board: GameMap) -> tuple[TicketId, ...]:
    """The tickets of a map that are in the ticket deck, in the order of the map."""
    return tuple(ticket.id for ticket in board.tickets.values() if ticket.deck in settings.ticket_decks)


def _hands_and_row(begun: GameStarted, settings: Settings) -> list[Event]:
    seats, deck = begun.seats, begun.deck
    if len(deck) < len(seats) * settings.start_hand + settings.row_size:
        raise StartError(
            f"{len(deck)} cards are too few to deal; make the setting start_hand or row_size smaller"
        )
    events: list[Event] = []
    for number, seat in enumerate(seats):
        events.append(CardsDealt(seat=seat, cards=_share(deck, number, settings.start_hand)))
    rest = deck[len(seats) * settings.start_hand :]
    piles = Piles(rest, (), (), settings, begun.seed or 0, len(events) + 1)
    piles.turn_row()
    piles.settle()
    return events + piles.events


def _tickets(begun: GameStarted, settings: Settings) -> list[Event]:
    seats, tickets = begun.seats, begun.ticket_deck
    each = settings.start_tickets
    if len(tickets) < len(seats) * each:
        raise StartError(
            f"{len(tickets)} tickets are too few to deal; make the setting start_tickets smaller"
        )
    events: list[Event] = []
    for number, seat in enumerate(seats):
        offered = tickets[number * each : (number + 1) * each]
        keep = min(settings.start_keep, len(offered))
        events.append(
            TicketsDealt(seat=seat, tickets=offered, count=len(offered), keep_at_least=keep, setup=True)
        )
    return events


def _share(deck: tuple[Card, ...], number: int, size: int) -> tuple[Card, ...]:
    return deck[number * size : (number + 1) * size]


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
        raise StartError(f"the seed {str(seed)[:40]} is no whole number of at most 63 bits")
    for route in board.routes.values():
        if route.kind not in rules.route_kinds:
            raise EditionError(
                f"{rules.name} has no rule for the {route.kind} {route.id}; take another edition"
            )
        if route.colour != GRAY and route.colour not in rules.colours:
            raise EditionError(
                f"{rules.name} has no {route.colour[:40]} cards for {route.id}; take another edition"
            )
