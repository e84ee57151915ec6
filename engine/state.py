"""Where a game stands: derived from its events, never saved."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

import msgspec

from engine.events import GameEnded
from engine.game_map import GameMap
from engine.optional_events import LoansAsked
from engine.ruleset import Edition
from engine.settings import Settings
from engine.values import Card, CardMode, CityId, Phase, RouteId, Seat, TicketId

T = TypeVar("T")


class OpenTunnel(msgspec.Struct, frozen=True, kw_only=True):
    """A bid on the table, the cards turned for it and what they cost more."""

    route: RouteId
    bid: tuple[Card, ...]
    cards: tuple[Card, ...]
    owed: int


class Seldom(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What few events change: a state shares it with the one before, which makes it cheaper to come by.

    Read as attributes of `State`, changed by `State.with_seldom`.
    """

    # Returned at setup; they lie at the bottom in turn order
    unkept: Mapping[Seat, tuple[TicketId, ...]] = {}
    removed: tuple[TicketId, ...] = ()  # out of the game
    declared: frozenset[Seat] = frozenset()  # untracked: who has told its tickets
    # What only some editions have
    chosen: Mapping[Seat, tuple[int, int]] = {}  # trains and ships, told to nobody before all have chosen
    exchanged: Mapping[Seat, int] = {}  # pieces, in the whole game
    stations: Mapping[CityId, Seat] = {}  # in the order of building
    lending: LoansAsked | None = None  # the question that the phase `loans` waits for
    lent: Mapping[Seat, Mapping[CityId, RouteId | None]] = {}  # chosen by the seats themselves
    harbors: Mapping[CityId, Seat] = {}
    coins: Mapping[Seat, int] = {}
    event_deck: tuple[str, ...] = ()  # the next event first
    event_discards: tuple[str, ...] = ()  # the current event last
    events_retired: tuple[str, ...] = ()  # in this game


class _FromSeldom(Generic[T]):
    """An attribute of `State` that stands in its `seldom`."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[Seldom], T]) -> None:
        self._read = read

    def __get__(self, state: "State", kind: type) -> T:
        return self._read(state.seldom)


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One moment of one game. Only `evolve` makes states.

    With cards untracked there are no hands, decks or row, and `tickets` holds what seats have declared.
    """

    edition: Edition
    settings: Settings
    game_map: GameMap
    cards: CardMode
    seats: tuple[Seat, ...]  # in turn order
    seed: int
    seq: int  # number of events so far
    phase: Phase
    to_move: Seat | None  # None while tickets are chosen or declared, and when the game is over
    turn: int  # of the running turn, from 1 over all seats; 0 before the first
    owners: Mapping[RouteId, Seat]  # claimed routes only
    taken: int  # the same routes as `GameMap.bits`
    trains: Mapping[Seat, int]  # supply
    points: Mapping[Seat, int]  # for routes
    hands: Mapping[Seat, Mapping[Card, int]]  # no zeros
    tickets: Mapping[Seat, tuple[TicketId, ...]]  # kept, or declared
    offered: Mapping[Seat, tuple[TicketId, ...]]  # of those seats only that have to choose
    keep_at_least: int  # of the tickets offered
    row: tuple[Card, ...]
    deck: tuple[Card, ...]  # the next card first
    discards: tuple[Card, ...]
    ticket_deck: tuple[TicketId, ...]  # the next ticket first
    passes: int  # in a row
    turns_left: int | None  # turns of the final round not yet begun; None before it
    result: GameEnded | None
    # What only some editions have
    ships: Mapping[Seat, int] = {}  # supply
    ship_deck: tuple[Card, ...] = ()
    ship_discards: tuple[Card, ...] = ()
    tunnel: OpenTunnel | None = None  # what the seat to move has to answer
    seldom: Seldom = Seldom()

    unkept = _FromSeldom(lambda seldom: seldom.unkept)
    removed = _FromSeldom(lambda seldom: seldom.removed)
    declared = _FromSeldom(lambda seldom: seldom.declared)
    chosen = _FromSeldom(lambda seldom: seldom.chosen)
    exchanged = _FromSeldom(lambda seldom: seldom.exchanged)
    stations = _FromSeldom(lambda seldom: seldom.stations)
    lending = _FromSeldom(lambda seldom: seldom.lending)
    lent = _FromSeldom(lambda seldom: seldom.lent)
    harbors = _FromSeldom(lambda seldom: seldom.harbors)
    coins = _FromSeldom(lambda seldom: seldom.coins)
    event_deck = _FromSeldom(lambda seldom: seldom.event_deck)
    event_discards = _FromSeldom(lambda seldom: seldom.event_discards)
    events_retired = _FromSeldom(lambda seldom: seldom.events_retired)

    def with_seldom(self, **changes: object) -> "State":
        """The state with other parts of `seldom`."""
        return msgspec.structs.replace(self, seldom=msgspec.structs.replace(self.seldom, **changes))

    def owned(self, owners: Mapping[RouteId, Seat]) -> "State":
        """The state with these claims and no others."""
        return msgspec.structs.replace(self, owners=owners, taken=self.game_map.set_of(owners))

    def next_seat(self, seat: Seat) -> Seat:
        """Who sits clockwise after it."""
        seats = self.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that have something to do now, in turn order: to act, to choose or declare tickets."""
        if self.to_move is not None:
            return (self.to_move,)
        match self.phase:
            case "tickets":
                return tuple([seat for seat in self.seats if seat in self.offered])
            case "declaring":
                return tuple([seat for seat in self.seats if seat not in self.declared])
            case "loans" if self.lending is not None:
                return tuple([seat for seat in self.lending.seats if seat not in self.lent])
            case "pieces":
                return tuple([seat for seat in self.seats if seat not in self.chosen])
        return ()

    def routes_of(self, seat: Seat) -> tuple[RouteId, ...]:
        """The routes a seat holds, in the order of claiming."""
        return tuple([route for route, owner in self.owners.items() if owner == seat])

    def supply(self, seat: Seat) -> int:
        """All the pieces that a seat has left, trains and ships."""
        return self.trains[seat] + self.ships.get(seat, 0)

    def hand_size(self, seat: Seat) -> int:
        """How many cards a seat holds."""
        return sum(self.hands[seat].values())

    def tickets_held(self, seat: Seat) -> int:
        """How many tickets a seat has kept."""
        return len(self.tickets[seat])
