"""How a game begins: decks in an order, hands, a row, tickets to choose from."""

from collections.abc import Mapping

from engine.editions import Edition, EditionError, edition
from engine.events import CardsDealt, Event, GameStarted, TicketsDealt, TurnStarted
from engine.game_map import GameMap, game_map
from engine.piles import Piles
from engine.settings import Settings, settings_dict, settings_from
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
    effective = settings_from(rules.settings, settings or {}, owner=rules.name)
    untracked = cards == "untracked"
    begun = GameStarted(
        edition=rules.name,
        map=board.id,
        seats=seats,
        cards=cards,
        settings=settings_dict(effective),
        seed=seed,
        deck=()
        if untracked
        else shuffled((card for card, count in rules.deck for _ in range(count)), seed, 0),
        ticket_deck=() if untracked else shuffled(tickets_in(rules, board), seed, 1),
    )
    if untracked:
        return begun, TurnStarted(seat=seats[0], turn=1)
    return _deal(begun, effective)


def tickets_in(rules: Edition, board: GameMap) -> tuple[TicketId, ...]:
    """The tickets of a map that an edition plays with, in the order of the map."""
    return tuple(ticket.id for ticket in board.tickets.values() if ticket.deck in rules.ticket_decks)


def _deal(begun: GameStarted, settings: Settings) -> tuple[Event, ...]:
    seats, deck, tickets = begun.seats, begun.deck, begun.ticket_deck
    if len(deck) < len(seats) * settings.start_hand + settings.row_size:
        raise StartError(
            f"{len(deck)} cards are too few to deal; make the setting start_hand or row_size smaller"
        )
    if len(tickets) < len(seats) * settings.start_tickets:
        raise StartError(
            f"{len(tickets)} tickets are too few to deal; make the setting start_tickets smaller"
        )
    events: list[Event] = [begun]
    for number, seat in enumerate(seats):
        events.append(CardsDealt(seat=seat, cards=_share(deck, number, settings.start_hand)))
    rest = deck[len(seats) * settings.start_hand :]
    piles = Piles(rest, (), (), settings, begun.seed or 0, len(events))
    piles.turn_row()
    piles.settle()
    events += piles.events
    for number, seat in enumerate(seats):
        offered = tickets[number * settings.start_tickets : (number + 1) * settings.start_tickets]
        keep = min(settings.start_keep, len(offered))
        events.append(
            TicketsDealt(seat=seat, tickets=offered, count=len(offered), keep_at_least=keep, setup=True)
        )
    return tuple(events)


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
        if route.colour != GRAY and route.colour not in rules.cards:
            raise EditionError(
                f"{rules.name} has no {route.colour[:40]} cards for {route.id}; take another edition"
            )
