"""Cards on their way between decks, hands and discards: what `evolve` and the mechanics do with them."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine.state import State
from engine.travel_cards import SHIP_CARDS
from engine.values import Card, Seat


def from_decks(state: State, cards: tuple[Card, ...]) -> State:
    """The state when these cards have left the tops of their decks."""
    ships = sum(map(SHIP_CARDS.__contains__, cards)) if state.ship_deck else 0
    deck = state.deck[len(cards) - ships :]
    if not ships:
        return replace(state, deck=deck)
    return replace(state, deck=deck, ship_deck=state.ship_deck[ships:])


def discarded(state: State, cards: tuple[Card, ...]) -> State:
    """The state when these cards have come to the discards of their decks."""
    ships = tuple([card for card in cards if card in SHIP_CARDS])
    if not ships:
        return replace(state, discards=state.discards + cards)
    trains = tuple([card for card in cards if card not in SHIP_CARDS])
    return replace(state, discards=state.discards + trains, ship_discards=state.ship_discards + ships)


def paid(state: State, seat: Seat, cards: tuple[Card, ...]) -> State:
    """The state when a seat has discarded these cards from its hand."""
    hands = {**state.hands, seat: without_cards(state.hands[seat], cards)}
    return discarded(replace(state, hands=hands), cards)


def returned_to(state: State, seat: Seat, cards: tuple[Card, ...]) -> State:
    """The state when a seat has these cards back in its hand; they lie on the discards."""
    if not cards:
        return state
    trains, ships = list(state.discards), list(state.ship_discards)
    for card in cards:
        (ships if card in SHIP_CARDS else trains).remove(card)
    hands = {**state.hands, seat: with_cards(state.hands[seat], cards)}
    return replace(state, hands=hands, discards=tuple(trains), ship_discards=tuple(ships))


def given_up(state: State, seat: Seat, cards: tuple[Card, ...]) -> State:
    """The state when these cards of a seat lie under the deck from which they came."""
    hands = {**state.hands, seat: without_cards(state.hands[seat], cards)}
    return replace(state, hands=hands, deck=state.deck + cards)


def with_cards(hand: Mapping[Card, int], cards: tuple[Card, ...]) -> dict[Card, int]:
    """The hand and these cards."""
    more = dict(hand)
    for card in cards:
        more[card] = more.get(card, 0) + 1
    return more


def without_cards(hand: Mapping[Card, int], cards: tuple[Card, ...]) -> dict[Card, int]:
    """The hand without these cards, and without zeros."""
    left = dict(hand)
    for card in cards:
        count = left.get(card, 0) - 1
        if count > 0:
            left[card] = count
        else:
            left.pop(card, None)
    return left
