"""What `fingerpost.learn` tells, made anew each time of what others are told: view and legal commands."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from engine import (
    AnswerTunnel,
    BuildHarbor,
    BuildStation,
    Card,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    ExchangePieces,
    KeepTickets,
    Pass,
    Seat,
    State,
    legal,
)
from engine.commands import ChoosePieces
from engine.event_effects import event_names
from engine.travel_cards import COLOUR_OF
from learner_env.observations import PHASES, Layout

Vector = npt.NDArray[np.int16]


class OfView:
    """A vector of a view and of nothing else."""

    def __init__(self, layout: Layout, size: int, state: State) -> None:
        """`state`: any of the game, for its map and edition."""
        board, settings = state.game_map, state.settings
        self.size, self._row, self._seats = size, settings.row_size, state.seats
        self._at = {name: start for name, (start, _) in layout.items()}
        self._card: dict[str, int] = {card: at for at, card in enumerate(state.edition.order)}
        self._route: dict[str, int] = {route: at for at, route in enumerate(board.routes)}
        self._city: dict[str, int] = {city: at for at, city in enumerate(board.cities)}
        self._ticket: dict[str, int] = {ticket: at for at, ticket in enumerate(board.tickets)}
        self._event = {event: at for at, event in enumerate(event_names(settings.events))}

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

    def _told_seats(
        self, vector: Vector, seats: Sequence[Mapping[str, Any]], place: Mapping[Seat, int]
    ) -> None:
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


def by_key(state: State, mover: Seat) -> dict[str, Command]:
    """Under each key the first of the seat's legal commands that has it."""
    found: dict[str, Command] = {}
    for command in legal(state):
        if command.seat == mover and not (isinstance(command, ClaimRoute) and command.extras):
            found.setdefault(_key(command, state), command)
    return found


def _key(command: Command, state: State) -> str:
    wild = state.edition.wild
    match command:
        case KeepTickets(seat=seat, tickets=kept):
            places = [str(at) for at, one in enumerate(state.offered[seat]) if one in kept]
            return f"keep:{','.join(places)}"
        case ChoosePieces(train=train):
            return f"pieces:{train}"
        case DrawCard(source=source, index=index, replace=replace):
            return ":".join(["draw", *(str(one) for one in (source, index, replace) if one is not None)])
        case DrawTickets():
            return "draw-tickets"
        case ClaimRoute(route=name, cards=cards) if cards is not None:
            route = state.game_map.routes[name]
            if route.pair:
                return f"claim:{name}:pairs:{cards.count(wild)}"
            if set(cards) == {wild}:
                return f"claim:{name}:wild:{route.length}"
            return f"claim:{name}:{_paid(cards, wild)}"
        case AnswerTunnel(decline=True):
            return "tunnel:decline"
        case AnswerTunnel(cards=cards):
            return f"tunnel:{(cards or ()).count(wild)}"
        case BuildStation(city=city, cards=cards):
            return f"station:{city}:{_paid(cards or (), wild)}"
        case BuildHarbor(city=city, cards=cards):
            return f"harbor:{city}:{_paid(cards or (), wild)}"
        case ExchangePieces(give=give, count=count):
            return f"exchange:{give}:{count}"
        case Pass():
            return "pass"
    raise AssertionError(command)


def _paid(cards: tuple[Card, ...], wild: Card) -> str:
    colour = next((COLOUR_OF.get(card, card) for card in cards if card != wild), "wild")
    return f"{colour}:{cards.count(wild)}"
