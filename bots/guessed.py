"""What a seat does not see, as it may be: the cards and tickets of others, the decks; drawn by lot."""

from collections import Counter
from itertools import islice

from msgspec.structs import replace

from engine import Card, Seat, State, TicketId
from engine.shuffle import Lot
from engine.values import is_ship_card


def guessed(state: State, seat: Seat, lot: Lot) -> State:
    """A state that the seat cannot tell from its own: all that it does not see is drawn by lot.

    Nothing hidden of `state` comes into it, only how much there is of it.
    """
    hands, deck, ships = _cards(state, seat, lot)
    tickets, offered, ticket_deck = _tickets(state, seat, lot)
    return replace(
        state,
        seed=lot.number(),
        hands=hands,
        deck=deck,
        ship_deck=ships,
        tickets=tickets,
        offered=offered,
        ticket_deck=ticket_deck,
        unkept={},
        event_deck=(),
        chosen={one: mix for one, mix in state.chosen.items() if one == seat},
    )


def _cards(
    state: State, seat: Seat, lot: Lot
) -> tuple[dict[Seat, dict[Card, int]], tuple[Card, ...], tuple[Card, ...]]:
    left = Counter(dict(state.edition.deck))
    left.subtract(state.hands[seat])
    left.subtract(Counter((*state.row, *state.discards, *state.ship_discards)))
    trains, ships = list[Card](), list[Card]()
    for card in state.edition.order:
        (ships if is_ship_card(card) else trains).extend([card] * left[card])
    lot.shuffle(trains)
    lot.shuffle(ships)
    deck, ship_deck = _of(trains, len(state.deck)), _of(ships, len(state.ship_deck))
    rest = [*trains[len(deck) :], *ships[len(ship_deck) :]]
    lot.shuffle(rest)
    hands = {seat: dict(state.hands[seat])}
    for other in state.seats:
        if other != seat:
            size = state.hand_size(other)
            hands[other] = dict(Counter(rest[:size]))
            rest = rest[size:]
    return {one: hands[one] for one in state.seats}, deck, ship_deck


def _of(cards: list[Card], count: int) -> tuple[Card, ...]:
    return tuple(cards[:count])


def _tickets(
    state: State, seat: Seat, lot: Lot
) -> tuple[dict[Seat, tuple[TicketId, ...]], dict[Seat, tuple[TicketId, ...]], tuple[TicketId, ...]]:
    decks = state.edition.ticket_decks(state.settings)
    seen = {*state.tickets[seat], *state.offered.get(seat, ())}
    left = [name for name, one in state.game_map.tickets.items() if one.deck in decks and name not in seen]
    lot.shuffle(left)
    from_left = iter(left)

    def dealt(one: Seat, held: tuple[TicketId, ...]) -> tuple[TicketId, ...]:
        return held if one == seat else tuple(islice(from_left, len(held)))

    tickets, offered = dict[Seat, tuple[TicketId, ...]](), dict[Seat, tuple[TicketId, ...]]()
    for one in state.seats:
        tickets[one] = dealt(one, state.tickets[one])
        if one in state.offered:
            offered[one] = dealt(one, state.offered[one])
    return tickets, offered, tuple(islice(from_left, len(state.ticket_deck)))
