"""(state, event) → the next state. It never refuses: an event has happened."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from engine.corrected import corrected
from engine.edition_library import edition
from engine.event import tag_of
from engine.events import (
    CardDrawn,
    CardsArranged,
    CardsDealt,
    DeckShuffled,
    Event,
    FinalRoundStarted,
    GameCorrected,
    GameEnded,
    GameStarted,
    HomeAway,
    HomeBack,
    RouteClaimed,
    RowRefilled,
    RowTurned,
    SourceFound,
    SourceLost,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
    TurnEnded,
    TurnPassed,
    TurnStarted,
    Undone,
)
from engine.game_map import GameMap
from engine.map_library import game_map
from engine.moving import discarded, from_decks, with_cards, without_cards
from engine.state import Seldom, State
from engine.travel_cards import SHIP_CARDS
from engine.values import Card, Seat, TicketId


class ReplayError(ValueError):
    """Events that are no game: the first is not its beginning, or one goes back to where nothing was."""


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after some more events."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State | None, event: Event, *, on: GameMap | None = None) -> State:
    """The state after one event; None before the first.

    Args:
        on: the map, where it is not one that ships.
    Raises:
        ReplayError: nothing has begun. EditionError, MapError, SettingsError: it began with the unknown.
    An `Undone` only counts here: going back needs the events, and a `Game` has them.
    """
    if state is None:
        if isinstance(event, GameStarted):
            return _begun(event, on)
        raise ReplayError(f"the first event is {tag_of(event)}; a game begins with game-started")
    try:
        how = _HOW[type(event)]
    except KeyError:
        return _begun(event, on) if isinstance(event, GameStarted) else _seldom(state, event, state.seq + 1)
    return how(state, event, state.seq + 1)


def _row_refilled(state: State, event: RowRefilled, seq: int) -> State:
    at, card, row = event.index, event.card, state.row
    row = (*row[:at], card, *row[at:])
    if state.ship_deck and card in SHIP_CARDS:
        return replace(state, seq=seq, ship_deck=state.ship_deck[1:], row=row)
    return replace(state, seq=seq, deck=state.deck[1:], row=row)


def _turn_started(state: State, event: TurnStarted, seq: int) -> State:
    left = state.turns_left
    if left is None:
        return replace(state, seq=seq, phase="turn", to_move=event.seat, turn=event.turn)
    return replace(state, seq=seq, phase="turn", to_move=event.seat, turn=event.turn, turns_left=left - 1)


def _row_turned(state: State, event: RowTurned, seq: int) -> State:
    return discarded(from_decks(replace(state, seq=seq, row=event.row), event.row), event.flushed)


def _deck_shuffled(state: State, event: DeckShuffled, seq: int) -> State:
    if event.pile == "ship-deck":
        return replace(state, seq=seq, ship_deck=event.deck, ship_discards=())
    return replace(state, seq=seq, deck=event.deck, discards=())


def _cards_dealt(state: State, event: CardsDealt, seq: int) -> State:
    hands = {**state.hands, event.seat: with_cards(state.hands[event.seat], event.cards)}
    return from_decks(replace(state, seq=seq, hands=hands), event.cards)


def _seldom(state: State, event: Event, seq: int) -> State:
    match event:
        case TurnEnded():
            return act_over(replace(state, seq=seq, passes=0))
        case TurnPassed():
            return act_over(replace(state, seq=seq, passes=state.passes + 1))
        case FinalRoundStarted():
            return replace(state, seq=seq, turns_left=event.turns)
        case TicketsDeclared():
            return replace(
                state,
                seq=seq,
                tickets={**state.tickets, event.seat: event.tickets},
            ).with_seldom(declared=state.declared | {event.seat})
        case GameEnded():
            held = {**state.tickets, **event.held}  # who only knows what is public learns them here
            return replace(state, seq=seq, phase="over", to_move=None, offered={}, tickets=held, result=event)
        case Undone() | SourceLost() | SourceFound() | HomeAway() | HomeBack():
            return replace(state, seq=seq)
        case GameCorrected():
            return corrected(state, event, seq)
        case CardsArranged():
            return _arranged(state, event, seq)
        case _:
            mechanic = state.edition.of_event(type(event))
            if mechanic is None:
                raise ReplayError(f"{state.edition.name} has no rule for the event {tag_of(event)}")
            return mechanic.evolve(state, event, seq)


def _begun(event: GameStarted, on: GameMap | None) -> State:
    rules = edition(event.edition)
    settings = rules.with_settings(event.settings)
    return State(
        edition=rules,
        settings=settings,
        game_map=on if on is not None else game_map(event.map),
        cards=event.cards,
        seats=event.seats,
        seed=event.seed or 0,
        seq=1,
        phase="tickets",
        to_move=None,
        turn=0,
        owners={},
        taken=0,
        trains={**dict.fromkeys(event.seats, settings.trains), **event.trains},
        points=dict.fromkeys(event.seats, 0),
        hands={seat: {} for seat in event.seats},
        tickets=dict.fromkeys(event.seats, ()),
        offered={},
        keep_at_least=0,
        row=(),
        deck=event.deck,
        discards=(),
        ticket_deck=event.ticket_deck,
        passes=0,
        turns_left=None,
        result=None,
        ship_deck=event.ship_deck,
        seldom=Seldom(removed=event.removed, coins=event.coins, event_deck=event.event_deck),
    )


def _card_drawn(state: State, event: CardDrawn, seq: int) -> State:
    seat, card, source = event.seat, event.card, event.source
    if card is None:  # a log that was blanked for other eyes: nothing is known of the card
        return replace(state, seq=seq, phase="second-card", passes=0)
    hands = dict(state.hands)
    hand = dict(hands[seat])
    hand[card] = hand.get(card, 0) + 1
    hands[seat] = hand
    # After a second card or a face-up locomotive the end of the turn is told by an event of its own.
    index = event.index
    if source == "row" and index is not None:
        row = state.row
        row = row[:index] + row[index + 1 :]
        return replace(state, seq=seq, phase="second-card", hands=hands, row=row, passes=0)
    if source == "ship-deck":
        ships = state.ship_deck[1:]
        return replace(state, seq=seq, phase="second-card", hands=hands, ship_deck=ships, passes=0)
    return replace(state, seq=seq, phase="second-card", hands=hands, deck=state.deck[1:], passes=0)


def _route_claimed(state: State, event: RouteClaimed, seq: int) -> State:
    seat, route, cards, hands = event.seat, event.route, event.cards, state.hands
    discards, ship_discards, ships = state.discards, state.ship_discards, state.ships
    if event.ships_left is not None:
        ships = {**ships, seat: event.ships_left}
    if cards is not None:
        hands = dict(hands)
        hands[seat] = without_cards(hands[seat], cards)
        if event.ships_left is not None:  # only a ship route takes cards of ships
            ship_discards += tuple([card for card in cards if card in SHIP_CARDS])
            cards = tuple([card for card in cards if card not in SHIP_CARDS])
        discards += cards
    # Copies that are then changed: `{**owners, route: seat}` would take three times as long.
    owners, trains, points = dict(state.owners), dict(state.trains), dict(state.points)
    owners[route], trains[seat], points[seat] = seat, event.trains_left, event.total
    claimed = replace(
        state,
        seq=seq,
        hands=hands,
        discards=discards,
        ship_discards=ship_discards,
        owners=owners,
        taken=state.taken | state.game_map.bits.get(route, 0),  # a log may be older than its map
        trains=trains,
        points=points,
        passes=0,
        ships=ships,
    )
    if state.tunnel is not None:
        turned = claimed.discards + state.tunnel.cards
        claimed = replace(claimed, tunnel=None, phase="turn", discards=turned)
    return act_over(claimed)


def act_over(state: State) -> State:
    """Untracked, after the last turn, tickets are told; in every other case an event says how it goes on."""
    if state.turns_left == 0 and state.cards == "untracked":
        return replace(state, phase="declaring", to_move=None)
    return state


def _tickets_dealt(state: State, event: TicketsDealt, seq: int) -> State:
    return replace(
        state,
        seq=seq,
        phase=state.phase if event.setup else "ticket-choice",
        offered={**state.offered, event.seat: event.tickets},
        keep_at_least=event.keep_at_least,
        ticket_deck=state.ticket_deck[event.count :],
        passes=0,
    )


def _tickets_kept(state: State, event: TicketsKept, seq: int) -> State:
    seat, deck, unkept, removed = event.seat, state.ticket_deck, state.unkept, state.removed
    if not event.setup:
        deck = deck + event.returned
    elif state.settings.start_tickets_unkept == "removed":
        removed = removed + event.returned
    else:
        # Seats choose in any order, but what they return lies in turn order.
        top = deck[: len(deck) - sum(map(len, unkept.values()))]
        unkept = {**unkept, seat: event.returned}
        deck = top + tuple(ticket for other in state.seats for ticket in unkept.get(other, ()))
    return replace(
        state,
        seq=seq,
        tickets={**state.tickets, seat: state.tickets[seat] + event.kept},
        offered={other: tickets for other, tickets in state.offered.items() if other != seat},
        ticket_deck=deck,
        seldom=replace(state.seldom, unkept=unkept, removed=removed) if event.setup else state.seldom,
    )


def _arranged(state: State, event: CardsArranged, seq: int) -> State:
    hands: dict[Seat, Mapping[Card, int]] = dict(state.hands)
    for seat, cards in (event.hands or {}).items():
        hands[seat] = with_cards({}, cards)
    tickets: dict[Seat, tuple[TicketId, ...]] = {**state.tickets, **(event.tickets or {})}
    return replace(
        state,
        seq=seq,
        deck=state.deck if event.deck is None else event.deck,
        discards=state.discards if event.discards is None else event.discards,
        row=state.row if event.row is None else event.row,
        ticket_deck=state.ticket_deck if event.ticket_deck is None else event.ticket_deck,
        hands=hands,
        tickets=tickets,
        trains={**state.trains, **(event.trains or {})},
        ships={**state.ships, **(event.ships or {})},
        ship_deck=state.ship_deck if event.ship_deck is None else event.ship_deck,
        ship_discards=state.ship_discards if event.ship_discards is None else event.ship_discards,
    ).with_seldom(
        unkept=state.unkept if event.ticket_deck is None else {},
        event_deck=state.event_deck if event.event_deck is None else event.event_deck,
    )


_HOW: Final[Mapping[type, Callable[..., State]]] = {
    CardDrawn: _card_drawn,
    RowRefilled: _row_refilled,
    TurnStarted: _turn_started,
    RouteClaimed: _route_claimed,
    TicketsDealt: _tickets_dealt,
    TicketsKept: _tickets_kept,
    RowTurned: _row_turned,
    DeckShuffled: _deck_shuffled,
    CardsDealt: _cards_dealt,
}
"""What nearly every event is, with what it does: this is asked some hundred times a game."""
