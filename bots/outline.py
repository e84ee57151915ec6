"""A game in outline, as one seat knows it: what lies open, and by lot what does not, again and again.

Nothing hidden of a state comes into it, only how much there is of it.
"""

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Final

from bots.ground import ground_of
from engine import Seat, State, TicketId
from engine.shuffle import Lot

WAITS: Final = 14
"""With so many cards at most beyond a route's length another seat still waits for their colour."""
LONG: Final = 4
"""So many spaces make a route worth having without a ticket."""


class Other:
    """Another seat, as a line of play begins: what it may want and how soon it gets there.

    Its cards are a number: it claims when it has as many as the route has spaces, and by lot some more.
    """

    __slots__ = ("brings", "cards", "own", "plan", "points", "supply", "tickets", "waits")

    def __init__(
        self,
        own: set[int],
        plan: Sequence[int],
        tickets: Sequence[TicketId],
        *,
        cards: int,
        supply: int,
        points: int,
        brings: Sequence[int],
        waits: Sequence[int],
    ) -> None:
        self.own, self.plan, self.tickets = own, plan, tickets
        self.cards, self.supply, self.points = cards, supply, points
        self.brings, self.waits = brings, waits

    def again(self) -> "Other":
        """The same, to be played with."""
        return Other(
            set(self.own),
            self.plan,
            self.tickets,
            cards=self.cards,
            supply=self.supply,
            points=self.points,
            brings=self.brings,
            waits=self.waits,
        )


class World:
    """What the seat does not see, as it may be.

    Attributes:
        seed: of all chance in the lines that are played on from here; odd.
        deck: the next card first, by numbers.
        others: clockwise after the seat.
        tickets: the ticket deck, the next one first.
        liked: open routes in the order in which others look for one when their tickets are done: any of the
            long ones, after them any of the others.
    """

    __slots__ = ("deck", "liked", "longs", "others", "seed", "tickets")

    def __init__(
        self,
        seed: int,
        deck: list[int],
        others: list[Other],
        tickets: Sequence[TicketId],
        liked: Sequence[int],
        longs: int,
    ) -> None:
        self.seed, self.deck, self.others, self.tickets = seed, deck, others, tickets
        self.liked, self.longs = liked, longs


class Outline:
    """What a seat sees of a moment, as numbers.

    Attributes:
        shut: for every route 1 where the seat cannot have it.
        gone: for every route 1 where nobody can have it any more: it is taken, or its twin is and locks it.
    """

    def __init__(self, state: State, seat: Seat) -> None:
        ground = self.ground = ground_of(state)
        self.state, self.seat = state, seat
        self.hand = [state.hands[seat].get(card, 0) for card in ground.number]
        self.row = [ground.number.get(card, ground.wild) for card in state.row]
        place = state.seats.index(seat)
        self.clockwise = (*state.seats[place + 1 :], *state.seats[:place])
        self.supply = state.supply(seat) if state.phase != "pieces" else state.settings.pieces
        self.points, self.tickets = self._points(seat), state.tickets[seat]
        self.brings = {one: ground.brings(one) for one in state.seats}
        self._look_at_routes()
        self._unseen = self._cards()
        decks = state.edition.ticket_decks(state.settings)
        seen = {*self.tickets, *state.offered.get(seat, ())}
        board = state.game_map.tickets
        self._tickets = [name for name, one in board.items() if one.deck in decks and name not in seen]
        self._ways = dict[tuple[Seat, TicketId], tuple[int, ...]]()

    def _points(self, seat: Seat) -> int:
        """The points of a seat for its routes, and its dollars."""
        return self.state.points[seat] + self.state.coins.get(seat, 0)

    def _look_at_routes(self) -> None:
        ground, routes = self.ground, len(self.ground.ways)
        self.shut, self.gone = bytearray(routes), bytearray(routes)
        self.own = dict[Seat, set[int]]()
        for seat in self.state.seats:
            self.own[seat] = set()
        for name, owner in self.state.owners.items():
            route = ground.place[name]
            self.own[owner].add(route)
            for one in (route, *ground.locked_by[route]):
                self.shut[one] = self.gone[one] = 1
            if owner == self.seat:
                for twin in ground.twins[route]:
                    self.shut[twin] = 1

    def _cards(self) -> list[int]:
        """The cards that lie in the deck or in others' hands."""
        left = list(self.ground.copies)
        for number, count in enumerate(self.hand):
            left[number] -= count
        for card in (*self.state.row, *self.state.discards):
            if card in self.ground.number:
                left[self.ground.number[card]] -= 1
        return [number for number, count in enumerate(left) for _ in range(count)]

    def world(self, seed: str) -> World:
        """One that cannot be told from the true one by what the seat sees."""
        lot, state, ground = Lot(seed), self.state, self.ground
        deck, tickets = list(self._unseen), list(self._tickets)
        lot.shuffle(deck)
        lot.shuffle(tickets)
        from_left, others = iter(tickets), list[Other]()
        for seat in self.clockwise:
            held = len(state.tickets[seat]) + (state.keep_at_least if seat in state.offered else 0)
            others.append(self._other(seat, tuple(islice(from_left, held)), lot))
        longs = [route for route in range(len(ground.ways)) if ground.lengths[route] >= LONG]
        rest = [route for route in range(len(ground.ways)) if ground.lengths[route] < LONG]
        lot.shuffle(longs)
        lot.shuffle(rest)
        return World(lot.number() | 1, deck, others, tuple(from_left), (*longs, *rest), len(longs))

    def _other(self, seat: Seat, tickets: tuple[TicketId, ...], lot: Lot) -> Other:
        state, plan, aims = self.state, dict[int, None](), self.ground.aims
        for ticket in sorted(tickets, key=lambda one: -aims[one].value):
            plan |= dict.fromkeys(self._way(seat, ticket))
        return Other(
            self.own[seat],
            tuple(plan),
            tickets,
            cards=state.hand_size(seat),
            supply=state.supply(seat) if state.phase != "pieces" else state.settings.pieces,
            points=self._points(seat),
            brings=self.brings[seat],
            waits=[lot.number() % (WAITS + 1) for _ in range(4)],
        )

    def _way(self, seat: Seat, ticket: TicketId) -> tuple[int, ...]:
        """What another seat needs for a ticket, by the fewest spaces; nothing where no way is left."""
        known = self._ways.get((seat, ticket))
        if known is None:
            routes = list[int]()
            for a, b in pairwise(self.ground.aims[ticket].cities):
                own = self.own[seat]
                found = self.ground.between(a, b, own, self.gone, routes, self.ground.spaces)
                if found is None:
                    routes = []
                    break
                routes += found[1]
            known = self._ways[seat, ticket] = tuple(routes)
        return known
