"""What can have happened. An event records the outcome, not the dice; state is a fold over events.

Fields marked SECRET are blanked by `seen_by` before anybody but the named seat is shown the event.
"""

from typing import Literal

import msgspec

from engine.event import EventBase
from engine.optional_events import OptionalEvent
from engine.settings import SettingValue
from engine.values import Card, CardMode, CityId, Deck, RouteId, Seat, TicketId


class GameStarted(EventBase, tag="game-started", frozen=True, omit_defaults=True):
    """A game begins. The decks are in their order, the next card first (SECRET)."""

    edition: str
    map: str
    seats: tuple[Seat, ...]  # in turn order
    cards: CardMode
    settings: dict[str, SettingValue]  # the effective ones
    seed: int | None  # SECRET until the game is over, for it tells the decks
    deck: tuple[Card, ...]
    ticket_deck: tuple[TicketId, ...]
    removed: tuple[TicketId, ...] = ()  # out of the game from the start (SECRET: which are in it)
    ship_deck: tuple[Card, ...] = ()
    event_deck: tuple[str, ...] = ()
    trains: dict[Seat, int] = msgspec.field(default_factory=dict)  # where unequal
    coins: dict[Seat, int] = msgspec.field(default_factory=dict)


class CardsDealt(EventBase, tag="cards-dealt", frozen=True):
    """A seat's starting hand, from the top of the deck, or of both (SECRET)."""

    seat: Seat
    cards: tuple[Card, ...]


class RowTurned(EventBase, tag="row-turned", frozen=True):
    """A whole row is turned up from the deck or decks: at setup, or after a flush (`flushed`: what went)."""

    shows = True
    row: tuple[Card, ...]
    flushed: tuple[Card, ...] = ()


class TicketsDealt(EventBase, tag="tickets-dealt", frozen=True):
    """Tickets to choose from: at setup (`keep_at_least` 2) or as the ticket action. `tickets` is SECRET."""

    shows = True
    seat: Seat
    tickets: tuple[TicketId, ...]
    count: int
    keep_at_least: int
    setup: bool


class TicketsKept(EventBase, tag="tickets-kept", frozen=True):
    """A seat has chosen. Both lists are SECRET, their lengths are not."""

    seat: Seat
    kept: tuple[TicketId, ...]
    returned: tuple[TicketId, ...]
    kept_count: int
    returned_count: int
    setup: bool


class TurnStarted(EventBase, tag="turn-started", frozen=True):
    """It is this seat's turn. `turn` counts from 1 over all seats."""

    seat: Seat
    turn: int


class CardDrawn(EventBase, tag="card-drawn", frozen=True):
    """A seat takes a card. From the deck `card` is SECRET (None to others); the row's everybody sees."""

    shows = True
    seat: Seat
    source: Deck | Literal["row"] = msgspec.field(name="from")
    index: int | None
    card: Card | None
    second: bool


class RowRefilled(EventBase, tag="row-refilled", frozen=True):
    """The card from the top of the deck that fills a gap of the row."""

    shows = True
    index: int
    card: Card


class DeckShuffled(EventBase, tag="deck-shuffled", frozen=True, omit_defaults=True):
    """The discards become the deck, in this order (`deck` is SECRET), below what it still has.

    `count`: how many were shuffled; `pile`: which deck, where there are two.
    """

    deck: tuple[Card, ...]
    count: int
    pile: Deck = "deck"


class RouteClaimed(EventBase, tag="route-claimed", frozen=True, omit_defaults=True):
    """A seat takes a route. `total`: its points now; `cards`: all that it paid, None when untracked."""

    seat: Seat
    route: RouteId
    length: int
    points: int
    total: int
    trains_left: int
    cards: tuple[Card, ...] | None
    ships_left: int | None = None  # of a ship route
    extras: tuple[str, ...] = ()  # conditions that a locomotive more was paid for


class TurnEnded(EventBase, tag="turn-ended", frozen=True):
    """Untracked: a seat ended its turn without a claim."""

    is_act = True
    seat: Seat


class TurnPassed(EventBase, tag="turn-passed", frozen=True):
    """A seat could do nothing at all."""

    is_act = True
    seat: Seat


class FinalRoundStarted(EventBase, tag="final-round-started", frozen=True):
    """The end has been triggered: so many turns follow, the last one by `seat`. Ships count here too."""

    seat: Seat
    trains_left: int
    turns: int


class TicketsDeclared(EventBase, tag="tickets-declared", frozen=True):
    """Untracked: a seat tells the tickets it holds (SECRET until the game is over)."""

    is_act = True
    seat: Seat
    tickets: tuple[TicketId, ...]
    count: int


class SeatTotal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the final score, with its parts."""

    seat: Seat
    routes: int
    tickets: int
    tickets_completed: int
    longest: int
    longest_bonus: int
    total: int
    place: int
    stations: int = 0
    borrowed: dict[CityId, RouteId | None] = msgspec.field(default_factory=dict)
    harbors: int = 0  # with what is lost for those not built
    exchange: int = 0
    coins: int = 0
    trains_bonus: int = 0


class GameEnded(EventBase, tag="game-ended", frozen=True):
    """The game is over and scored. `why`: the final round is over, or a whole round of passes."""

    shows = True
    why: Literal["final-round", "stuck"]
    scores: tuple[SeatTotal, ...]  # in turn order
    winners: tuple[Seat, ...]
    held: dict[Seat, tuple[TicketId, ...]]  # every seat's tickets, open now


class Undone(EventBase, tag="undone", frozen=True):
    """Everything after event `to` is taken back; `seat` asked."""

    seat: Seat
    to: int
    act: str  # the type of the event that was the act, for instance "route-claimed"
    route: RouteId | None = None


class GameCorrected(EventBase, tag="game-corrected", frozen=True, omit_defaults=True):
    """The table has taken the board as right; `seat` asked. Counts are of those seats that have changed."""

    is_act = True
    seat: Seat
    removed: dict[str, Seat]  # routes and cities, and whose claim or building it was
    added: dict[str, Seat]
    points: dict[Seat, int]
    trains: dict[Seat, int]
    ships: dict[Seat, int] = msgspec.field(default_factory=dict)
    coins: dict[Seat, int] = msgspec.field(default_factory=dict)
    returned: dict[Seat, tuple[Card, ...]] = msgspec.field(default_factory=dict)  # from the discards
    last_round_off: bool = False  # it had begun, and no seat has few enough pieces any longer
    # Cards that such a claim had brought, from the hand to under the deck (each is SECRET; others see null).
    # A seat with none here has spent what it got.
    given_up: dict[Seat, tuple[Card | None, ...]] = msgspec.field(default_factory=dict)


class SourceLost(EventBase, tag="source-lost", frozen=True):
    """A sense of the board has gone, `hub` or `camera`; `cause` as in the health of devices.

    It happened to the table, not in the game: no state comes of it, it is no act, and no undo takes it back.
    """

    source: str
    cause: str


class SourceFound(EventBase, tag="source-found", frozen=True):
    """A sense that was lost is back."""

    source: str


class HomeAway(EventBase, tag="home-away", frozen=True):
    """A home that plays along at its own table cannot be reached. As `SourceLost`, it changes no state."""

    home: str


class HomeBack(EventBase, tag="home-back", frozen=True):
    """A home that was away plays along again."""

    home: str


TableEvent = SourceLost | SourceFound | HomeAway | HomeBack
"""What happened to the table and not in the game."""


class CardsArranged(EventBase, tag="cards-arranged", frozen=True):
    """A test puts cards and tickets where it needs them (only with --arrange). What is None stays. SECRET."""

    shows = True
    deck: tuple[Card, ...] | None = None
    discards: tuple[Card, ...] | None = None
    row: tuple[Card, ...] | None = None
    ticket_deck: tuple[TicketId, ...] | None = None
    hands: dict[Seat, tuple[Card, ...]] | None = None
    tickets: dict[Seat, tuple[TicketId, ...]] | None = None
    trains: dict[Seat, int] | None = None
    ships: dict[Seat, int] | None = None
    ship_deck: tuple[Card, ...] | None = None
    ship_discards: tuple[Card, ...] | None = None
    event_deck: tuple[str, ...] | None = None


Event = (
    GameStarted
    | CardsDealt
    | RowTurned
    | TicketsDealt
    | TicketsKept
    | TurnStarted
    | CardDrawn
    | RowRefilled
    | DeckShuffled
    | RouteClaimed
    | TurnEnded
    | TurnPassed
    | FinalRoundStarted
    | TicketsDeclared
    | GameEnded
    | Undone
    | GameCorrected
    | TableEvent
    | CardsArranged
    | OptionalEvent
)
