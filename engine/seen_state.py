"""A state as one seat knows it: a fold over the events that it was told, and the counts of its view.

What the seat cannot know is there as a number of cards, any of the edition's: who plays by such a state can
turn to nothing else. Its seed is 0.
"""

from collections.abc import Mapping
from itertools import cycle, islice
from typing import cast

from msgspec.structs import replace

from engine.state import State
from engine.values import Card, Seat, TicketId, is_ship_card


def seen_state(told: State, view: Mapping[str, object], seat: Seat) -> State:
    """The state of the seat's view.

    Args:
        told: the fold over the events as the seat was told them, from the first.
        view: its view of the same moment.
    """
    own, seats = view["own"], view["seats"]
    assert isinstance(own, dict)
    assert isinstance(seats, list)
    cards = told.edition.order
    train = next(card for card in cards if not is_ship_card(card))
    ship = next(filter(is_ship_card, cards), train)
    hands: dict[Seat, Mapping[Card, int]] = {
        one["seat"]: {train: one["hand"]} for one in seats if one["hand"]
    }
    offered = {one["seat"]: _unknown_tickets(told, one["choosing"]) for one in seats if one["choosing"]}
    if own["offered"]:
        offered[seat] = tuple(own["offered"])
    return replace(
        told,
        hands={**{one: {} for one in told.seats}, **hands, seat: dict(own["hand"])},
        tickets={**told.tickets, seat: tuple(own["tickets"])},
        offered={one: offered[one] for one in told.seats if one in offered},
        keep_at_least=own["keep_at_least"] or told.keep_at_least,
        deck=(train,) * _count(view, "deck"),
        discards=told.discards
        if len(told.discards) == view["discards"]
        else (train,) * _count(view, "discards"),
        ticket_deck=_unknown_tickets(told, _count(view, "ticket_deck")),
        ship_deck=(ship,) * _count(view, "ship_deck"),
        ship_discards=(ship,) * _count(view, "ship_discards"),
    )


def _count(view: Mapping[str, object], key: str) -> int:
    return cast(int, view.get(key, 0))


def _unknown_tickets(state: State, count: int) -> tuple[TicketId, ...]:
    """So many tickets, whichever they are."""
    return tuple(islice(cycle(state.game_map.tickets), count))
