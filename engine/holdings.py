"""What a seat has at the end: all that scoring looks at, from a game or from a written position."""

from collections.abc import Mapping

import msgspec

from engine.game_map import GameMap
from engine.ruleset import Edition
from engine.settings import Settings
from engine.state import State
from engine.values import CityId, Piece, RouteId, Seat, TicketId


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's. The names are the keys of position/1."""

    routes: tuple[RouteId, ...] = ()
    tickets: tuple[TicketId, ...] = ()
    stations: tuple[CityId, ...] = ()
    borrowed: Mapping[CityId, RouteId | None] | None = None  # what stations lend; None: the best
    harbors: tuple[CityId, ...] = ()
    exchanged: int = 0
    pieces: Mapping[Piece, int] | None = None  # the chosen mix
    coins: int = 0
    trains_left: int = 0


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A table at the end: the rules, and what every seat has, in turn order."""

    edition: Edition
    settings: Settings
    game_map: GameMap
    held: Mapping[Seat, Holdings]


def standing_of(state: State) -> Standing:
    """The table of a state, as if it ended now."""
    held = {
        seat: Holdings(
            routes=state.routes_of(seat),
            tickets=state.tickets[seat],
            stations=_cities(state.stations, seat),
            borrowed=state.lent.get(seat),
            harbors=_cities(state.harbors, seat),
            exchanged=state.exchanged.get(seat, 0),
            pieces=_pieces(state, seat),
            coins=state.coins.get(seat, 0),
            trains_left=state.trains[seat],
        )
        for seat in state.seats
    }
    return Standing(edition=state.edition, settings=state.settings, game_map=state.game_map, held=held)


def _cities(buildings: Mapping[CityId, Seat], seat: Seat) -> tuple[CityId, ...]:
    return tuple([city for city, owner in buildings.items() if owner == seat])


def _pieces(state: State, seat: Seat) -> Mapping[Piece, int] | None:
    mix = state.chosen.get(seat)
    return None if mix is None else {"train": mix[0], "ship": mix[1]}
