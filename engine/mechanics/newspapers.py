"""Newspapers in the train deck, and the events that they turn (LW-3, LW-4, LW-6 to LW-11, LW-23 to LW-32)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.dealing import StartError, hands_and_row, offer_tickets
from engine.event_effects import event_names
from engine.events import Event, GameStarted
from engine.game_map import GameMap
from engine.mechanic import Mechanic
from engine.mechanics.news_piles import NewsPiles, SetupPiles
from engine.moving import discarded, from_decks, with_cards
from engine.optional_events import CardGained, EventRetired, EventsShuffled, EventTurned, NewspaperTurned
from engine.piles import Piles
from engine.settings import Settings
from engine.shuffle import shuffled
from engine.state import State
from engine.values import NEWSPAPER, Card

_BELOW, _EVENTS = -1, -2  # orders of the seed that no event's seq can be


class Newspapers(Mechanic):
    """Cards of the train deck that nobody holds; each turns the next event."""

    settings = ("newspapers", "events", "events_empty")
    events = (NewspaperTurned, EventTurned, EventsShuffled, EventRetired, CardGained)

    def begun(self, event: GameStarted, board: GameMap, settings: Settings) -> GameStarted:
        """The deck with newspapers below what is dealt: those dealt would be shuffled back (LW-6)."""
        seed, cards = event.seed or 0, event.deck
        dealt = len(event.seats) * settings.start_hand
        used = min(len(cards), dealt + settings.row_size)
        if used == dealt + settings.row_size:
            piles = SetupPiles(cards[dealt:], (), (), settings, seed, 0)
            piles.turn_row()
            piles.settle()
            used = dealt + piles.used
        news = (NEWSPAPER,) * newspapers_for(settings, len(event.seats))
        return replace(
            event,
            deck=cards[:used] + shuffled((*cards[used:], *news), seed, _BELOW),
            event_deck=shuffled(event_names(settings.events), seed, _EVENTS),
        )

    def opening(self, begun: GameStarted, settings: Settings) -> Sequence[Event]:
        """Hands and row, and no event."""
        return hands_and_row(begun, settings, SetupPiles)

    def offers(self, begun: GameStarted, settings: Settings) -> Sequence[Event]:
        """As many tickets for every seat as there are, and then 1 to keep at least (LW-9)."""
        each = min(settings.start_tickets, len(begun.ticket_deck) // len(begun.seats))
        if each == settings.start_tickets:
            return offer_tickets(begun, each, settings.start_keep)
        if each < 2:
            count = len(begun.ticket_deck)
            raise StartError(f"{count} tickets are too few to deal 2 to each seat; add tickets to the map")
        return offer_tickets(begun, each, 1)

    def piles(self, state: State) -> Piles:
        """Piles that know newspapers."""
        return NewsPiles(state)

    def evolve(self, state: State, event: Event, seq: int) -> State:
        """Where cards and events lie now."""
        state = replace(state, seq=seq)
        match event:
            case NewspaperTurned():
                return discarded(from_decks(state, (NEWSPAPER,)), (NEWSPAPER,))
            case EventTurned(event=name):
                lies = (*state.event_discards, name)
                return state.with_seldom(event_deck=state.event_deck[1:], event_discards=lies)
            case EventsShuffled(deck=deck):
                return state.with_seldom(event_deck=deck, event_discards=state.event_discards[-1:])
            case EventRetired(event=name):
                left = state.event_discards[:-1]
                return state.with_seldom(event_discards=left, events_retired=(*state.events_retired, name))
            case CardGained(seat=seat, card=card) if card is not None:
                cards: tuple[Card, ...] = (card,)
                hands = {**state.hands, seat: with_cards(state.hands[seat], cards)}
                return from_decks(replace(state, hands=hands), cards)
        return state

    def table_view(self, state: State) -> dict[str, object]:
        """The events lie open, but for those still to come."""
        return {
            "event": current_event(state),
            "event_deck": len(state.event_deck),
            "event_discards": list(state.event_discards),
            "events_retired": list(state.events_retired),
        }


def newspapers_for(settings: Settings, seats: int) -> int:
    """How many newspapers are in the deck with so many seats (LW-4)."""
    table = settings.newspapers
    return table[min(max(seats - 2, 0), len(table) - 1)]


def current_event(state: State) -> str | None:
    """The event in force: the one on top, lightning or not (LW-29)."""
    return state.event_discards[-1] if state.event_discards else None
