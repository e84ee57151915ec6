"""A seat's view as numbers: a vector whose parts stand where `layout` says. It is made of the view alone."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine import Edition, GameMap, Seat, Settings

Vector: TypeAlias = npt.NDArray[np.int16]
Views: TypeAlias = Sequence[Mapping[str, Any]]
Layout: TypeAlias = Mapping[str, tuple[int, tuple[int, ...]]]

PHASES: Final = ("tickets", "pieces", "turn", "second-card", "ticket-choice", "tunnel", "over")
LEAST: Final = -1000
MOST: Final = 10_000


class Observations:
    """How views of a game of these rules are told.

    Attributes:
        layout: the name of a part → where it begins, and its shape; the observer is first, then clockwise.
        size: of the whole vector.
    """

    def __init__(
        self, rules: Edition, board: GameMap, settings: Settings, seats: tuple[Seat, ...], offered: int
    ) -> None:
        """`offered`: the most tickets that are ever offered at once."""
        self._seats = seats
        self._card: dict[str, int] = {card: at for at, card in enumerate(rules.order)}
        self._route: dict[str, int] = {route: at for at, route in enumerate(board.routes)}
        self._city: dict[str, int] = {city: at for at, city in enumerate(board.cities)}
        self._ticket: dict[str, int] = {ticket: at for at, ticket in enumerate(board.tickets)}
        self._event = {event: at for at, event in enumerate(settings.events)}
        s, c, r, k, t = len(seats), len(self._card), len(self._route), len(self._city), len(self._ticket)
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
        self._at = {name: start for name, (start, _) in layout.items()}
        self._row = settings.row_size

    def vector(self, view: Mapping[str, Any], observer: Seat) -> Vector:
        """What the seat sees, by its view."""
        vector = np.zeros(self.size, np.int16)
        at, first = self._at, self._seats.index(observer)
        order = (*self._seats[first:], *self._seats[:first])
        place = {seat: number for number, seat in enumerate(order)}
        if view["phase"] in PHASES:
            vector[at["phase"] + PHASES.index(view["phase"])] = 1
        if view["to_move"] is not None:
            vector[at["to_move"] + place[view["to_move"]]] = 1
        left = view["turns_left"]
        vector[at["table"] : at["table"] + 8] = (
            *(view["turn"], -1 if left is None else left, view["deck"], view["discards"]),
            *(view.get("ship_deck", 0), view.get("ship_discards", 0), view["ticket_deck"]),
            view["own"]["keep_at_least"],
        )
        self._told_seats(vector, view["seats"], place)
        owners, routes, number = at["owners"], len(self._route), self._route
        held = [owners + place[seat] * routes + number[route] for route, seat in view["claims"].items()]
        vector[held] = 1
        self._told_own(vector, view["own"], view["row"])
        tunnel = view.get("tunnel")
        if tunnel is not None:
            self._count(vector, at["tunnel"], tunnel["bid"])
            self._count(vector, at["tunnel"] + len(self._card), tunnel["cards"])
            vector[at["tunnel"] + 2 * len(self._card)] = tunnel["owed"]
            vector[at["tunnel_route"] + self._route[tunnel["route"]]] = 1
        if view.get("event") in self._event:
            vector[at["event"] + self._event[view["event"]]] = 1
        return vector

    def _told_seats(self, vector: Vector, seats: Views, place: Mapping[Seat, int]) -> None:
        start, cities = self._at["seats"], self._at["buildings"]
        for one in seats:
            number = place[one["seat"]]
            vector[start + 9 * number : start + 9 * number + 9] = (
                *(one["trains"], one.get("ships", 0), one["points"], one["hand"], one["tickets"]),
                one["choosing"],
                one.get("stations_left", one.get("harbors_left", 0)),
                *(one.get("exchanged", 0), one.get("coins", 0)),
            )
            for city in (*one.get("stations", ()), *one.get("harbors", ())):
                vector[cities + number * len(self._city) + self._city[city]] = 1

    def _told_own(self, vector: Vector, own: Mapping[str, Any], row: Sequence[str]) -> None:
        at, cards = self._at, len(self._card)
        for card, count in own["hand"].items():
            vector[at["hand"] + self._card[card]] = count
        for number, card in enumerate(row[: self._row]):
            vector[at["row"] + number * cards + self._card[card]] = 1
        for ticket in own["tickets"]:
            vector[at["tickets"] + self._ticket[ticket]] = 1
        for number, ticket in enumerate(own["offered"]):
            vector[at["offered"] + number * len(self._ticket) + self._ticket[ticket]] = 1

    def _count(self, vector: Vector, start: int, cards: Sequence[str]) -> None:
        for card in cards:
            vector[start + self._card[card]] += 1
