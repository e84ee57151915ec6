"""A seat's view as numbers: a vector whose parts stand where `layout` says.

Its numbers are those of the view and of nothing else (a test makes them of the view and compares). A view is
made of many lists, and a learner looks at it once and throws it away: so all that any seat sees is kept as
numbers in one place, told on from state to state where it has changed, and each seat's are taken from there.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate, islice, zip_longest
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
        # What every seat has of its own, all seats have; the last number of the table is such.
        own = {"hand": (s, c), "tickets": (s, t), "offered": (s, offered, t)}
        whole = {**shapes, **own, "table": (shapes["table"][0] - 1,), "keep": (s,)}
        self.sizes = {name: int(np.prod(shape)) for name, shape in whole.items()}
        starts = accumulate(self.sizes.values(), initial=0)
        self.at = dict(zip(whole, starts, strict=False))
        self.whole = sum(self.sizes.values())
        self.row_size, self.offered = settings.row_size, offered
        self.seen = {seat: self._seen_by(at, whole) for at, seat in enumerate(seats)}
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

    def _seen_by(self, first: int, whole: Mapping[str, tuple[int, ...]]) -> npt.NDArray[np.intp]:
        """Where each number of a seat's vector stands among those of the game; `first`: its place."""
        parts = {
            name: np.arange(self.at[name], self.at[name] + self.sizes[name]).reshape(shape)
            for name, shape in whole.items()
        }
        keep = parts.pop("keep")[first : first + 1]
        for name in ("to_move", "seats", "owners", "buildings"):
            parts[name] = np.roll(parts[name], -first, axis=0)
        for name in ("hand", "tickets", "offered"):
            parts[name] = parts[name][first]
        parts["table"] = np.append(parts["table"], keep)
        return np.concatenate([part.ravel() for part in parts.values()])

    def vector(self, state: State, observer: Seat) -> Vector:
        """What a seat sees of one state."""
        return GameVectors(self).of(state, observer)


class GameVectors:
    """All seats' vectors in one game, told on from state to state."""

    def __init__(self, told: Observations) -> None:
        self._told, self._at = told, told.at
        self._place = {seat: number for number, seat in enumerate(told.seats)}
        self._numbers = np.zeros(told.whole, np.int16)
        self._last: State | None = None

    def of(self, state: State, observer: Seat) -> Vector:
        """What a seat sees of a state, which is no earlier than the one before."""
        if state is not self._last:
            self._tell(state, self._last)
            self._last = state
        return self._numbers.take(self._told.seen[observer])

    def _tell(self, state: State, last: State | None) -> None:
        """Only where another object stands than did: what has not changed, states share."""
        seats = self._told.seats
        self._tell_table(state, last)
        if last is None or state.hands is not last.hands:
            self._tell_hands(state.hands, {} if last is None else last.hands)
        if last is None or state.row is not last.row:
            self._tell_row(state.row, () if last is None else last.row)
        if last is None or state.owners is not last.owners:
            self._tell_owners(state, 0 if last is None else len(last.owners))
        if last is None or state.points is not last.points:
            self._column(2, [state.points[one] for one in seats])
        if last is None or state.trains is not last.trains:
            self._column(0, [state.trains[one] for one in seats])
        if last is None or state.ships is not last.ships:
            self._column(1, [state.ships.get(one, self._told.ships) for one in seats])
        if last is None or state.tickets is not last.tickets:
            self._column(4, [len(state.tickets[one]) for one in seats])
            self._tell_tickets(state.tickets, {} if last is None else last.tickets)
        if last is None or state.offered is not last.offered:
            self._column(5, [len(state.offered.get(one, ())) for one in seats])
            self._tell_offered(state)
        if last is None or state.tunnel is not last.tunnel:
            self._tell_tunnel(state)
        if last is None or state.seldom is not last.seldom:
            self._tell_seldom(state.seldom, None if last is None else last.seldom)

    def _column(self, which: int, numbers: Sequence[int]) -> None:
        """One of the nine of `seats`, for each seat."""
        start = self._at["seats"]
        self._numbers[start + which : start + self._told.sizes["seats"] : 9] = numbers

    def _tell_table(self, state: State, last: State | None) -> None:
        """The first three parts, but for how many tickets are to be kept."""
        numbers, at, left = self._numbers, self._at, state.turns_left
        if last is None or state.phase != last.phase:
            numbers[: len(PHASES)] = self._told.one_of[state.phase]
        if last is not None and last.to_move is not None:
            numbers[at["to_move"] + self._place[last.to_move]] = 0
        if state.to_move is not None:
            numbers[at["to_move"] + self._place[state.to_move]] = 1
        numbers[at["table"] : at["seats"]] = (
            *(state.turn, -1 if left is None else left, len(state.deck), len(state.discards)),
            *(len(state.ship_deck), len(state.ship_discards), len(state.ticket_deck)),
        )

    def _tell_owners(self, state: State, known: int) -> None:
        """The claims after so many: no route changes hands in a game without corrections."""
        start, routes, place, numbers = self._at["owners"], self._told.route, self._place, self._numbers
        for route, seat in islice(state.owners.items(), known, None):
            numbers[start + place[seat] * len(routes) + routes[route]] = 1

    def _tell_hands(
        self, hands: Mapping[Seat, Mapping[Card, int]], last: Mapping[Seat, Mapping[Card, int]]
    ) -> None:
        """Each that is another, and how many cards it has."""
        cards, numbers, sums = self._told.card, self._numbers, self._at["seats"] + 3
        for seat, place in self._place.items():
            hand, before = hands[seat], last.get(seat, {})
            if hand is not before:
                start = self._at["hand"] + place * len(cards)
                for card, count in hand.items():
                    if before.get(card) != count:
                        numbers[start + cards[card]] = count
                for card in before:
                    if card not in hand:
                        numbers[start + cards[card]] = 0
                numbers[sums + 9 * place] = sum(hand.values())

    def _tell_row(self, row: Sequence[Card], last: Sequence[Card]) -> None:
        """Each place in which another card lies, or none any more."""
        start, cards, numbers = self._at["row"], self._told.card, self._numbers
        most = self._told.row_size
        for card, before in zip_longest(row[:most], last[:most]):
            if card != before:
                if before is not None:
                    numbers[start + cards[before]] = 0
                if card is not None:
                    numbers[start + cards[card]] = 1
            start += len(cards)

    def _tell_tickets(
        self, tickets: Mapping[Seat, Sequence[str]], last: Mapping[Seat, Sequence[str]]
    ) -> None:
        known, numbers = self._told.ticket, self._numbers
        for seat, place in self._place.items():
            if tickets[seat] is not last.get(seat):
                start = self._at["tickets"] + place * len(known)
                numbers[start : start + len(known)] = 0
                for ticket in tickets[seat]:
                    numbers[start + known[ticket]] = 1

    def _tell_offered(self, state: State) -> None:
        """What each seat is offered, and how many it has to keep of it."""
        self._blank("offered")
        self._blank("keep")
        tickets, numbers, each = self._told.ticket, self._numbers, self._told.offered
        for seat, offered in state.offered.items():
            place = self._place[seat]
            numbers[self._at["keep"] + place] = state.keep_at_least
            start = self._at["offered"] + place * each * len(tickets)
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
        seats = self._told.seats
        if last is None or seldom.exchanged is not last.exchanged:
            self._column(7, [seldom.exchanged.get(one, 0) for one in seats])
        if last is None or seldom.coins is not last.coins:
            self._column(8, [seldom.coins.get(one, 0) for one in seats])
        if last is None or seldom.stations is not last.stations or seldom.harbors is not last.harbors:
            self._tell_buildings({**seldom.stations, **seldom.harbors})
        if self._told.event and seldom.event_discards:
            self._blank("event")
            self._numbers[self._at["event"] + self._told.event[seldom.event_discards[-1]]] = 1

    def _tell_buildings(self, built: Mapping[CityId, Seat]) -> None:
        told, stands = self._told, [*built.values()]
        self._column(6, [told.most_built and told.most_built - stands.count(one) for one in told.seats])
        start = told.at["buildings"]
        for city, seat in built.items():
            self._numbers[start + self._place[seat] * len(told.city) + told.city[city]] = 1

    def _blank(self, part: str) -> None:
        start = self._at[part]
        self._numbers[start : start + self._told.sizes[part]] = 0
