"""What everybody at the table may know, as types: who words for everyone cannot reach a hand, ticket or mix.

A `State` passes where a `PublicState` is wanted, and an event that holds a secret where its open part is. A
type checker then refuses words that would tell the rest; `announce.words.Private` guards the other end.
"""

from collections.abc import Collection, Mapping, Sequence, Sized
from typing import Literal, Protocol

from engine import (
    Card,
    CardMode,
    CityId,
    Deck,
    Edition,
    Event,
    GameEnded,
    GameMap,
    OpenTunnel,
    Phase,
    RouteId,
    Seat,
    SeatScore,
    Settings,
    State,
    seat_scores,
    seen_by,
)


class PublicState(Protocol):
    """A state without hands, tickets, mixes and the order of decks."""

    @property
    def edition(self) -> Edition: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def game_map(self) -> GameMap: ...
    @property
    def cards(self) -> CardMode: ...
    @property
    def seats(self) -> tuple[Seat, ...]: ...
    @property
    def seq(self) -> int: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def to_move(self) -> Seat | None: ...
    @property
    def turn(self) -> int: ...
    @property
    def turns_left(self) -> int | None: ...
    @property
    def owners(self) -> Mapping[RouteId, Seat]: ...
    @property
    def trains(self) -> Mapping[Seat, int]: ...
    @property
    def ships(self) -> Mapping[Seat, int]: ...
    @property
    def points(self) -> Mapping[Seat, int]: ...
    @property
    def coins(self) -> Mapping[Seat, int]: ...
    @property
    def stations(self) -> Mapping[CityId, Seat]: ...
    @property
    def harbors(self) -> Mapping[CityId, Seat]: ...
    @property
    def offered(self) -> Collection[Seat]:
        """The seats that have tickets to choose from, not which."""

    @property
    def keep_at_least(self) -> int: ...
    @property
    def declared(self) -> frozenset[Seat]: ...
    @property
    def row(self) -> Sequence[Card]: ...
    @property
    def deck(self) -> Sized: ...
    @property
    def ship_deck(self) -> Sized: ...
    @property
    def discards(self) -> Sized: ...
    @property
    def ship_discards(self) -> Sized: ...
    @property
    def ticket_deck(self) -> Sized: ...
    @property
    def event_discards(self) -> Sequence[str]: ...
    @property
    def tunnel(self) -> OpenTunnel | None: ...
    @property
    def result(self) -> GameEnded | None: ...

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that have something to do now."""

    def routes_of(self, seat: Seat) -> tuple[RouteId, ...]:
        """The routes a seat holds."""

    def hand_size(self, seat: Seat) -> int:
        """How many cards a seat holds; which they are is not here."""

    def tickets_held(self, seat: Seat) -> int:
        """How many tickets a seat has kept; which they are is not here."""


class DrawnCard(Protocol):
    """A card is drawn: by whom and from where."""

    @property
    def seat(self) -> Seat: ...
    @property
    def source(self) -> Deck | Literal["row"]: ...
    @property
    def index(self) -> int | None: ...


class DealtTickets(Protocol):
    """Tickets are dealt: to whom and how many."""

    @property
    def seat(self) -> Seat: ...
    @property
    def count(self) -> int: ...
    @property
    def keep_at_least(self) -> int: ...


class KeptTickets(Protocol):
    """Tickets are chosen: by whom and how many."""

    @property
    def seat(self) -> Seat: ...
    @property
    def kept_count(self) -> int: ...
    @property
    def returned_count(self) -> int: ...


class ToldTickets(Protocol):
    """Tickets are entered at the end, with cards in hands: by whom and how many."""

    @property
    def seat(self) -> Seat: ...
    @property
    def count(self) -> int: ...


def shown(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events as everybody may see them: their secrets are blank."""
    return tuple(seen_by(event, None) for event in events)


def opened(state: State) -> tuple[SeatScore, ...]:
    """What the end of a game opens of every seat's tickets; nothing before it."""
    return () if state.result is None else tuple(seat_scores(state))
