"""What is dealt before the first turn: hands, a row, tickets to choose from."""

from collections.abc import Sequence

from engine.events import CardsDealt, Event, GameStarted, TicketsDealt
from engine.piles import Piles
from engine.settings import Settings
from engine.values import Card


class StartError(ValueError):
    """A game that cannot begin; one line says what, which and what to do."""


def hands_and_row(begun: GameStarted, settings: Settings, kind: type[Piles] = Piles) -> list[Event]:
    """Every seat's hand, then the row (US-5), from piles of that kind."""
    seats, deck, each = begun.seats, begun.deck, settings.start_hand
    if len(deck) < len(seats) * each + settings.row_size:
        raise StartError(
            f"{len(deck)} cards are too few to deal; make the setting start_hand or row_size smaller"
        )
    events: list[Event] = [
        CardsDealt(seat=seat, cards=_share(deck, number, each)) for number, seat in enumerate(seats)
    ]
    piles = kind(deck[len(seats) * each :], (), (), settings, begun.seed or 0, len(events) + 1)
    piles.turn_row()
    piles.settle()
    return events + piles.events


def offer_tickets(begun: GameStarted, each: int, keep: int) -> Sequence[Event]:
    """So many tickets to every seat, from the top of the deck (US-7)."""
    seats, tickets = begun.seats, begun.ticket_deck
    if len(tickets) < len(seats) * each:
        raise StartError(
            f"{len(tickets)} tickets are too few to deal; make the setting start_tickets smaller"
        )
    return [
        TicketsDealt(
            seat=seat,
            tickets=tickets[number * each : (number + 1) * each],
            count=each,
            keep_at_least=min(keep, each),
            setup=True,
        )
        for number, seat in enumerate(seats)
    ]


def _share(deck: tuple[Card, ...], number: int, size: int) -> tuple[Card, ...]:
    return deck[number * size : (number + 1) * size]
