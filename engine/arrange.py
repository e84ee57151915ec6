"""Cards and tickets put where a test needs them. Whether all are there then is the tester's business."""

from typing import cast

import msgspec

from engine.events import CardsArranged
from engine.state import State
from engine.values import Card


class ArrangeError(ValueError):
    """An arrangement that names what is not there; one line."""


class _Wanted(CardsArranged, frozen=True, tag=False, forbid_unknown_fields=True):
    """What of the event a test may name: all of it."""


def arranged(state: State, raw: object) -> CardsArranged:
    """The event of an arrangement.

    Raises:
        ArrangeError: an unknown key, card, ticket or seat, a wrong type, or cards in a game that tracks none.
    """
    try:
        wanted = msgspec.convert(raw, _Wanted)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        known = ", ".join(sorted(_Wanted.__struct_fields__))
        raise ArrangeError(f"set: {' '.join(str(error).split())[:160]}; known are {known}") from None
    hands, tickets, trains = wanted.hands or {}, wanted.tickets or {}, wanted.trains or {}
    ships = wanted.ships or {}
    for seat in (*hands, *tickets, *trains, *ships):
        if seat not in state.seats:
            raise ArrangeError(f"set: {seat} is no seat of this game; seats are {', '.join(state.seats)}")
    held = (wanted.row, wanted.ship_deck, wanted.ship_discards)
    _cards_known(state, (*(pile or () for pile in held), *hands.values()), state.edition.cards)
    below = state.edition.cards.union(state.edition.pile_cards)
    _cards_known(state, (wanted.deck or (), wanted.discards or ()), below)
    for ticket in (*(wanted.ticket_deck or ()), *(one for held in tickets.values() for one in held)):
        if ticket not in state.game_map.tickets:
            raise ArrangeError(f"set: there is no ticket {ascii(ticket)[:60]} on this map")
    for seat, count in (*trains.items(), *ships.items()):
        if not 0 <= count <= 500:
            raise ArrangeError(f"set: {count} pieces for {seat}; give 0 to 500")
    return CardsArranged(**cast("dict[str, None]", msgspec.structs.asdict(wanted)))


def _cards_known(state: State, piles: tuple[tuple[Card, ...], ...], known: frozenset[Card]) -> None:
    for card in (card for pile in piles for card in pile):
        if state.cards == "untracked":
            raise ArrangeError("set: cards are not tracked in this game; only tickets and trains can be set")
        if card not in known:
            raise ArrangeError(f"set: there is no card {ascii(card)[:60]} in {state.edition.name}")
