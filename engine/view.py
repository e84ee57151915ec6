"""All that anybody is shown of a game: one function for states, one for events. None is the public."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.codec import event_to_dict
from engine.events import (
    CardDrawn,
    CardsArranged,
    CardsDealt,
    DeckShuffled,
    Event,
    GameCorrected,
    GameStarted,
    TicketsDealt,
    TicketsDeclared,
    TicketsKept,
)
from engine.optional_events import CardGained, EventsShuffled, PiecesChosen
from engine.state import State
from engine.values import Seat


def seen_by(event: Event, viewer: Seat | None) -> Event:
    """The event as a seat, or the public, may be shown it: what is secret is blank.

    A `GameEnded` is shown whole: by it the tickets are opened.
    """
    match event:
        case GameStarted():
            return replace(event, seed=None, deck=(), ticket_deck=(), removed=(), ship_deck=(), event_deck=())
        case DeckShuffled():
            return replace(event, deck=())
        case CardsArranged():
            return replace(
                event,
                deck=None,
                ticket_deck=None,
                hands=None,
                tickets=None,
                ship_deck=None,
                event_deck=None,
            )
        case EventsShuffled():
            return replace(event, deck=())
        case CardDrawn(source="row"):
            return event
        case GameCorrected(given_up=cards) if cards:
            hidden = {seat: had if seat == viewer else (None,) * len(had) for seat, had in cards.items()}
            return replace(event, given_up=hidden)
    if event_seat(event) == viewer and viewer is not None:
        return event
    match event:
        case CardsDealt():
            return replace(event, cards=())
        case CardDrawn() | CardGained():
            return replace(event, card=None)
        case PiecesChosen():
            return replace(event, train=None, ship=None)
        case TicketsDealt() | TicketsDeclared():
            return replace(event, tickets=())
        case TicketsKept():
            return replace(event, kept=(), returned=())
    return event


def event_seat(event: Event) -> Seat | None:
    """The seat whose event it is, if it is one seat's."""
    seat: Seat | None = getattr(event, "seat", None)
    return seat


def view(state: State, viewer: Seat | None) -> dict[str, object]:
    """What a seat, or the public, may know of a game: str, int, bool, None, list and dict only.

    Hands and tickets of others are counts; decks are counts; the seed is never there.
    """
    return {
        "edition": state.edition.name,
        "map": state.game_map.id,
        "cards": state.cards,
        "settings": state.edition.told_settings(state.settings),
        **moment(state, viewer),
    }


def moment(state: State, viewer: Seat | None) -> dict[str, object]:
    """What of a view changes in the course of a game."""
    over = state.phase == "over"
    more = [one.table_view(state) for one in state.edition.asked["table_view"]]
    return {
        "seq": state.seq,
        "phase": state.phase,
        "to_move": state.to_move,
        "turn": state.turn,
        "turns_left": state.turns_left,
        "claims": dict(state.owners),
        "seats": [_seat(state, seat, open_tickets=over) for seat in state.seats],
        "row": list(state.row),
        "deck": len(state.deck),
        "discards": len(state.discards),
        "ticket_deck": len(state.ticket_deck),
        "own": _own(state, viewer) if viewer is not None and viewer in state.trains else None,
        "result": None if state.result is None else event_to_dict(state.result),
        **_together(more),
    }


def _together(more: Sequence[Mapping[str, object]]) -> dict[str, object]:
    """What an edition's rules add; of the same name the first one's."""
    return {key: value for one in reversed(more) for key, value in one.items()}


def _seat(state: State, seat: Seat, *, open_tickets: bool) -> dict[str, object]:
    offered = state.offered.get(seat)
    more = [one.seat_view(state, seat) for one in state.edition.asked["seat_view"]]
    return {
        "seat": seat,
        "trains": state.trains[seat],
        "points": state.points[seat],
        "routes": list(state.routes_of(seat)),
        "hand": state.hand_size(seat),
        "tickets": len(state.tickets[seat]),
        "choosing": 0 if offered is None else len(offered),
        "declared": seat in state.declared,
        "tickets_open": list(state.tickets[seat]) if open_tickets else None,
        **_together(more),
    }


def _own(state: State, viewer: Seat) -> dict[str, object]:
    hand = state.hands[viewer]
    more = [one.own_view(state, viewer) for one in state.edition.asked["own_view"]]
    return {
        "seat": viewer,
        "hand": {card: hand[card] for card in state.edition.order if card in hand},
        "tickets": list(state.tickets[viewer]),
        "offered": list(state.offered.get(viewer, ())),
        "keep_at_least": state.keep_at_least if viewer in state.offered else 0,
        **_together(more),
    }
