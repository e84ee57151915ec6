"""What can happen only where an edition has the rule for it: the events of engine/mechanics/.

Fields marked SECRET are blanked by `seen_by` before anybody but the named seat is shown the event.
"""

from typing import Literal

from engine.event import EventBase
from engine.values import Card, CityId, Piece, RouteId, Seat


class TunnelRevealed(EventBase, tag="tunnel-revealed", frozen=True):
    """A seat bids for a tunnel, and cards are turned from the deck: `owed` more must be paid.

    The bid lies on the table and still counts to the hand; the turned cards lie beside it.
    """

    shows = True
    seat: Seat
    route: RouteId
    bid: tuple[Card, ...]
    cards: tuple[Card, ...]
    owed: int


class TunnelFailed(EventBase, tag="tunnel-failed", frozen=True):
    """The seat does not pay what it owes: its bid is its own again, the turned cards are discarded."""

    seat: Seat
    route: RouteId
    bid: tuple[Card, ...]
    owed: int


class StationBuilt(EventBase, tag="station-built", frozen=True):
    """A station stands in a city. `number` 1 for a seat's first; `cards`: paid, None when untracked."""

    is_act = True
    seat: Seat
    city: CityId
    number: int
    left: int
    cards: tuple[Card, ...] | None


class LoansAsked(EventBase, tag="loans-asked", frozen=True):
    """The last turn is over, and these seats choose what their stations lend. `why`: how the game ends."""

    seats: tuple[Seat, ...]
    why: Literal["final-round", "stuck"]


class LoansChosen(EventBase, tag="loans-chosen", frozen=True):
    """A seat has chosen the route that each of its stations lends; None: nothing."""

    is_act = True
    seat: Seat
    loans: dict[CityId, RouteId | None]


class PiecesAsked(EventBase, tag="pieces-asked", frozen=True):
    """Every seat chooses its mix: so many pieces in all, of at most so many trains and ships.

    `first_trains`: the trains of the mix that is offered to those who play for the first time.
    """

    pieces: int
    trains: int
    ships: int
    first_trains: int = 0


class PiecesChosen(EventBase, tag="pieces-chosen", frozen=True):
    """A seat has chosen its mix (both numbers SECRET until all have)."""

    is_act = True
    seat: Seat
    train: int | None
    ship: int | None


class PiecesRevealed(EventBase, tag="pieces-revealed", frozen=True):
    """All mixes are open and are the supplies."""

    shows = True
    trains: dict[Seat, int]
    ships: dict[Seat, int]


class HarborBuilt(EventBase, tag="harbor-built", frozen=True):
    """A harbor stands in a port; `cards`: paid, None when untracked."""

    is_act = True
    seat: Seat
    city: CityId
    left: int
    cards: tuple[Card, ...] | None


class PiecesExchanged(EventBase, tag="pieces-exchanged", frozen=True):
    """A seat gave pieces for as many of the other kind. `points`: negative; `total`: its points now."""

    is_act = True
    seat: Seat
    give: Piece
    count: int
    trains_left: int
    ships_left: int
    points: int
    total: int


class CoinsPaid(EventBase, tag="coins-paid", frozen=True):
    """A seat gets coins (or pays them: negative). `why`: `company`, or an event; `total`: it has now."""

    seat: Seat
    amount: int
    why: str
    total: int
    route: RouteId | None = None


class NewspaperTurned(EventBase, tag="newspaper-turned", frozen=True, omit_defaults=True):
    """A newspaper came from the top of the deck and is discarded. `seat`: who drew it; None: to the row.

    `first`: it came in place of the first card of a draw, so the act begins here.
    """

    seat: Seat | None
    first: bool = False


class EventTurned(EventBase, tag="event-turned", frozen=True):
    """The next event is the current one. `lightning`: it acts once and then only lies there."""

    shows = True
    event: str
    lightning: bool


class EventsShuffled(EventBase, tag="events-shuffled", frozen=True):
    """The event discards below the current event become the event deck, in this order (`deck` is SECRET)."""

    deck: tuple[str, ...]
    count: int


class EventRetired(EventBase, tag="event-retired", frozen=True):
    """The current event leaves the campaign."""

    event: str


class EventResolved(EventBase, tag="event-resolved", frozen=True):
    """The table has settled an event for a seat; what that brings follows."""

    is_act = True
    seat: Seat
    event: str | None  # None: not known, with cards untracked


class CardGained(EventBase, tag="card-gained", frozen=True):
    """A seat gets the top card of the deck outside of a draw (`card` is SECRET). `why`: `large-city` …

    With cards untracked it takes the card itself, from the table's own deck: `card` is None.
    """

    shows = True
    seat: Seat
    card: Card | None
    why: str
    city: CityId | None = None


Built = StationBuilt | HarborBuilt
"""A building stands in a city."""

OptionalEvent = (
    TunnelRevealed
    | TunnelFailed
    | StationBuilt
    | LoansAsked
    | LoansChosen
    | PiecesAsked
    | PiecesChosen
    | PiecesRevealed
    | HarborBuilt
    | PiecesExchanged
    | CoinsPaid
    | NewspaperTurned
    | EventTurned
    | EventsShuffled
    | EventRetired
    | EventResolved
    | CardGained
)
