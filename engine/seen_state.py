"""A state as one seat, or the public, knows it: a fold over the events that were told, and a view's counts.

What cannot be known is there as a number of cards, any of the edition's: who plays by such a state can turn
to nothing else. Its seed is 0.
"""

from collections.abc import Mapping
from itertools import cycle, islice
from typing import cast

from msgspec.structs import replace

from engine.event_effects import event_names
from engine.state import State
from engine.values import Card, Seat, TicketId, is_ship_card


def seen_state(told: State, view: Mapping[str, object], seat: Seat | None) -> State:
    """The state of the seat's view, None: of everybody's.

    Args:
        told: the fold over the events as they were told, from the first.
        view: of the same moment.
    """
    seats = view["seats"]
    assert isinstance(seats, list)
    cards = told.edition.order
    train = next(card for card in cards if not is_ship_card(card))
    ship = next(filter(is_ship_card, cards), train)
    hands: dict[Seat, Mapping[Card, int]] = {
        one["seat"]: {train: one["hand"]} for one in seats if one["hand"]
    }
    offered = {one["seat"]: _unknown_tickets(told, one["choosing"]) for one in seats if one["choosing"]}
    counted = replace(
        told,
        hands={**{one: {} for one in told.seats}, **hands},
        tickets={one["seat"]: _tickets(told, one["seat"], one["tickets"]) for one in seats},
        offered={one: offered[one] for one in told.seats if one in offered},
        deck=(train,) * _count(view, "deck"),
        discards=told.discards
        if len(told.discards) == view["discards"]
        else (train,) * _count(view, "discards"),
        ticket_deck=_unknown_tickets(told, _count(view, "ticket_deck")),
        ship_deck=(ship,) * _count(view, "ship_deck"),
        ship_discards=(ship,) * _count(view, "ship_discards"),
    ).with_seldom(
        event_deck=tuple(islice(cycle(event_names(told.settings.events)), _count(view, "event_deck")))
    )
    return counted if seat is None else _with_own(counted, view["own"], seat)


def _with_own(counted: State, own: object, seat: Seat) -> State:
    """With what the seat alone knows."""
    assert isinstance(own, dict)
    offered = {**counted.offered, **({seat: tuple(own["offered"])} if own["offered"] else {})}
    return replace(
        counted,
        hands={**counted.hands, seat: dict(own["hand"])},
        tickets={**counted.tickets, seat: tuple(own["tickets"])},
        offered={one: offered[one] for one in counted.seats if one in offered},
        keep_at_least=own["keep_at_least"] or counted.keep_at_least,
    )


def _tickets(told: State, seat: Seat, count: int) -> tuple[TicketId, ...]:
    """A seat's tickets as far as they are open, else so many."""
    known = told.tickets[seat]
    return known if len(known) == count else _unknown_tickets(told, count)


def _count(view: Mapping[str, object], key: str) -> int:
    return cast(int, view.get(key, 0))


def _unknown_tickets(state: State, count: int) -> tuple[TicketId, ...]:
    """So many tickets, whichever they are."""
    return tuple(islice(cycle(state.game_map.tickets), count))
