"""A seat's view as numbers: a vector whose parts stand where `layout` says.

Its numbers are those of the view and of nothing else (a test makes them of the view and compares). They are
read from the state, and from one state to the next only where it has changed: a view is made of many lists,
and a learner looks at it once and throws it away.
"""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine import (
    BuildHarbor,
    BuildStation,
    Card,
    ChoosePieces,
    CityId,
    Edition,
    GameMap,
    Seat,
    Settings,
    State,
)
from engine.event_effects import event_names
from engine.state import Seldom

Vector: TypeAlias = npt.NDArray[np.int16]
Layout: TypeAlias = Mapping[str, tuple[int, tuple[int, ...]]]

PHASES: Final = ("tickets", "pieces", "turn", "second-card", "ticket-choice", "tunnel", "over")
LEAST: Final = -1000
MOST: Final = 10_000


class Observations:
    """How games of these rules are told.

    Attributes:
        layout: the name of a part → where it begins, and its shape; the observer is first, then clockwise.
        size: of the whole vector.
    """

    def __init__(
        self, rules: Edition, board: GameMap, settings: Settings, seats: tuple[Seat, ...], offered: int
    ) -> None:
        """`offered`: the most tickets that are ever offered at once."""
        self.seats = seats
        self.card: dict[Card, int] = {card: at for at, card in enumerate(rules.order)}
        self.route: dict[str, int] = {route: at for at, route in enumerate(board.routes)}
        self.city: dict[str, int] = {city: at for at, city in enumerate(board.cities)}
        self.ticket: dict[str, int] = {ticket: at for at, ticket in enumerate(board.tickets)}
        self.none = (0,) * len(self.card)
        self.event = {event: at for at, event in enumerate(event_names(settings.events))}
        s, c, r, k, t = len(seats), len(self.card), len(self.route), len(self.city), len(self.ticket)
        shapes: dict[str, tuple[int, ...]] = {
            "phase": (len(PHASES),),
            "to_move": (s,),
            "table": (8,),
            "seats": (s, 9),
            "owners": (s, r),
            "buildings": (s, k),
            "hand": (c,),
            "row": (settings.row_size, c),
            "tickets": (t,),
            "offered": (offered, t),
            "tunnel": (2 * c + 1,),
            "tunnel_route": (r,),
        }
        if settings.events:
            shapes["event"] = (len(settings.events),)
        layout, at = dict[str, tuple[int, tuple[int, ...]]](), 0
        for name, shape in shapes.items():
            layout[name] = (at, shape)
            at += int(np.prod(shape))
        self.layout: Layout = layout
        self.size = at
        self.sizes = {name: int(np.prod(shape)) for name, (_, shape) in layout.items()}
        self.at = {name: start for name, (start, _) in layout.items()}
        self.one_of = {
            phase: tuple(int(phase == other) for other in PHASES) for phase in (*PHASES, "loans", "declaring")
        }
        # Before mixes are open everybody is shown as many ships as one can choose.
        self.ships = settings.ships if rules.of_command(ChoosePieces) else 0
        self.most_built = 0
        if rules.of_command(BuildStation):
            self.most_built = settings.stations
        elif rules.of_command(BuildHarbor):
            self.most_built = settings.harbors

    def vector(self, state: State, observer: Seat) -> Vector:
        """What a seat sees of one state."""
        return SeatVector(self, observer).of(state)


class SeatVector:
    """One seat's vector in one game, told on from state to state."""

    def __init__(self, told: Observations, observer: Seat) -> None:
        self._told, self._observer = told, observer
        first = told.seats.index(observer)
        order = told.seats[first:] + told.seats[:first]
        self._order = order
        self._place = {seat: number for number, seat in enumerate(order)}
        self._numbers = np.zeros(told.size, np.int16)
        self._columns = self._seats_columns()
        self._last: State | None = None

    def _seats_columns(self) -> Vector:
        """A column of `seats` for each of the nine, as a part of the same numbers."""
        start, shape = self._told.layout["seats"]
        return self._numbers[start : start + len(self._order) * 9].reshape(shape).T

    def __getstate__(self) -> dict[str, object]:
        """All but what is a part of the numbers: a copy's columns are of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_columns"}

    def __setstate__(self, kept: dict[str, object]) -> None:
        self.__dict__.update(kept)
        self._columns = self._seats_columns()

    def of(self, state: State) -> Vector:
        """What the seat sees of a state, which is no earlier than the one before."""
        if state is not self._last:
            self._tell(state, self._last)
            self._last = state
        return self._numbers.copy()

    def _tell(self, state: State, last: State | None) -> None:
        """Only where another object stands than did: what has not changed, states share."""
        seat, hand, offered = self._observer, state.hands[self._observer], state.offered
        self._tell_table(state)
        if last is None or state.hands is not last.hands:
            self._columns[3] = [sum(state.hands[one].values()) for one in self._order]
        if last is None or hand is not last.hands[seat]:
            self._tell_hand(hand)
        if last is None or state.row is not last.row:
            self._tell_row(state.row)
        if last is None or state.owners is not last.owners:
            self._tell_owners(state, 0 if last is None else len(last.owners))
        if last is None or state.points is not last.points:
            self._columns[2] = [state.points[one] for one in self._order]
        if last is None or state.trains is not last.trains:
            self._columns[0] = [state.trains[one] for one in self._order]
        if last is None or state.ships is not last.ships:
            self._columns[1] = [state.ships.get(one, self._told.ships) for one in self._order]
        if last is None or state.tickets is not last.tickets:
            self._columns[4] = [len(state.tickets[one]) for one in self._order]
            self._tell_tickets(state.tickets[seat])
        if last is None or offered is not last.offered:
            self._columns[5] = [len(offered.get(one, ())) for one in self._order]
            self._tell_offered(offered.get(seat, ()))
        if last is None or state.tunnel is not last.tunnel:
            self._tell_tunnel(state)
        if last is None or state.seldom is not last.seldom:
            self._tell_seldom(state.seldom, None if last is None else last.seldom)

    def _tell_table(self, state: State) -> None:
        """The first three parts."""
        place, left = self._place, state.turns_left
        to_move = [0] * len(place)
        if state.to_move is not None:
            to_move[place[state.to_move]] = 1
        self._numbers[: self._told.at["seats"]] = (
            *(*self._told.one_of[state.phase], *to_move),
            *(state.turn, -1 if left is None else left, len(state.deck), len(state.discards)),
            *(len(state.ship_deck), len(state.ship_discards), len(state.ticket_deck)),
            state.keep_at_least if self._observer in state.offered else 0,
        )

    def _tell_owners(self, state: State, known: int) -> None:
        """The claims after so many: no route changes hands in a game without corrections."""
        start, routes, place, numbers = self._told.at["owners"], self._told.route, self._place, self._numbers
        for route, seat in islice(state.owners.items(), known, None):
            numbers[start + place[seat] * len(routes) + routes[route]] = 1

    def _tell_hand(self, hand: Mapping[Card, int]) -> None:
        start, cards = self._told.at["hand"], self._told.card
        self._numbers[start : start + len(cards)] = list(map(hand.get, cards, self._told.none))

    def _tell_row(self, row: Sequence[Card]) -> None:
        self._blank("row")
        start, cards, numbers = self._told.at["row"], self._told.card, self._numbers
        for card in row[: self._told.layout["row"][1][0]]:
            numbers[start + cards[card]] = 1
            start += len(cards)

    def _tell_tickets(self, held: Sequence[str]) -> None:
        self._blank("tickets")
        start, tickets, numbers = self._told.at["tickets"], self._told.ticket, self._numbers
        for ticket in held:
            numbers[start + tickets[ticket]] = 1

    def _tell_offered(self, offered: Sequence[str]) -> None:
        self._blank("offered")
        start, tickets, numbers = self._told.at["offered"], self._told.ticket, self._numbers
        for ticket in offered:
            numbers[start + tickets[ticket]] = 1
            start += len(tickets)

    def _tell_tunnel(self, state: State) -> None:
        self._blank("tunnel")
        self._blank("tunnel_route")
        tunnel, told, numbers = state.tunnel, self._told, self._numbers
        if tunnel is None:
            return
        start, cards = told.at["tunnel"], told.card
        for card in tunnel.bid:
            numbers[start + cards[card]] += 1
        for card in tunnel.cards:
            numbers[start + len(cards) + cards[card]] += 1
        numbers[start + 2 * len(cards)] = tunnel.owed
        numbers[told.at["tunnel_route"] + told.route[tunnel.route]] = 1

    def _tell_seldom(self, seldom: Seldom, last: Seldom | None) -> None:
        """Buildings, pieces exchanged, coins, the event."""
        order = self._order
        if last is None or seldom.exchanged is not last.exchanged:
            self._columns[7] = [seldom.exchanged.get(one, 0) for one in order]
        if last is None or seldom.coins is not last.coins:
            self._columns[8] = [seldom.coins.get(one, 0) for one in order]
        if last is None or (seldom.stations, seldom.harbors) != (last.stations, last.harbors):
            self._tell_buildings({**seldom.stations, **seldom.harbors})
        if self._told.event and seldom.event_discards:
            self._blank("event")
            self._numbers[self._told.at["event"] + self._told.event[seldom.event_discards[-1]]] = 1

    def _tell_buildings(self, built: Mapping[CityId, Seat]) -> None:
        told, stands = self._told, [*built.values()]
        self._columns[6] = [told.most_built and told.most_built - stands.count(one) for one in self._order]
        start = told.at["buildings"]
        for city, seat in built.items():
            self._numbers[start + self._place[seat] * len(told.city) + told.city[city]] = 1

    def _blank(self, part: str) -> None:
        start = self._told.at[part]
        self._numbers[start : start + self._told.sizes[part]] = 0
