"""position/1 in, score/1 out: the final score of a position that somebody has written down."""

from collections.abc import Callable, Mapping
from typing import cast, get_args

import msgspec

from engine.editions import Edition, EditionError, edition
from engine.game_map import GameMap, MapError, game_map, map_from
from engine.scoring import SeatScore, longest_holders, ranked, score_seats, ticket_points
from engine.settings import Settings, SettingsError, settings_dict, settings_from
from engine.state import State
from engine.values import RouteId, Seat, TicketId
from engine.violations import violations


class PositionError(ValueError):
    """A position that cannot be read; one line names what is wrong."""


class _Position(msgspec.Struct, frozen=True, kw_only=True):
    rules: Edition
    settings: Settings
    board: GameMap
    routes: dict[Seat, list[RouteId]]  # in turn order
    tickets: dict[Seat, list[TicketId]]
    extras: list[str]  # what the position has and this edition does not use


def score_position(
    raw: Mapping[str, object], load_map: Callable[[str], GameMap] = game_map
) -> dict[str, object]:
    """The score/1 of a position/1.

    Args:
        load_map: turns the text under `map` into a map; the shell's reads paths too.
    Raises:
        PositionError: not a position; names the route, ticket, seat, edition … in one line.
    """
    try:
        position = _read(raw, load_map)
    except (EditionError, MapError, SettingsError) as error:
        raise PositionError(str(error)) from None
    scores = score_seats(position.board, position.settings, position.routes, position.tickets)
    places = ranked(scores, position.settings)
    broken = violations(position.rules, position.settings, position.board, position.routes, position.tickets)
    return {
        "edition": position.rules.name,
        "settings": settings_dict(position.settings),
        "seats": [_seat(position, score, places) for score in scores],
        "longest_max": max(score.longest for score in scores),
        "longest_holders": list(longest_holders(scores, position.settings)),
        "places": [list(seats) for seats in places],
        "winners": list(places[0]),
        "caboose": None,
        "violations": [*broken, *position.extras],
    }


def _seat(position: _Position, score: SeatScore, places: tuple[tuple[Seat, ...], ...]) -> dict[str, object]:
    held = position.tickets[score.seat]
    return {
        "seat": score.seat,
        "routes": score.routes,
        "tickets": score.tickets,
        "tickets_completed": len(score.completed),
        "ticket_list": [
            {
                "id": ticket,
                "completed": ticket in score.completed,
                "points": ticket_points(position.board.tickets[ticket], ticket in score.completed),
                "tour": None,
            }
            for ticket in held
        ],
        "borrowed": {},
        "stations": 0,
        "stations_placed": 0,
        "longest": score.longest,
        "longest_trail": list(score.trail),
        "longest_bonus": score.longest_bonus,
        "harbors": 0,
        "harbor_list": [],
        "harbors_missing": 0,
        "exchange": 0,
        "coins": 0,
        "trains_bonus": 0,
        "total": score.total,
        "place": 1 + next(place for place, seats in enumerate(places) if score.seat in seats),
    }


def position_of(state: State) -> dict[str, object]:
    """The position/1 of a state: its claims, and the tickets of every seat."""
    return {
        "edition": state.edition.name,
        "map": state.game_map.id,
        "settings": settings_dict(state.settings),
        "seats": [
            {"seat": seat, "routes": list(state.routes_of(seat)), "tickets": list(state.tickets[seat])}
            for seat in state.seats
        ],
    }


_TOP_KEYS = frozenset({"edition", "map", "settings", "claims", "seats"})
_SEAT_KEYS = frozenset({"seat", "routes", "tickets"})
_UNUSED: Mapping[str, type] = {
    "stations": list,
    "harbors": list,
    "exchanged": int,
    "pieces": dict,
    "coins": int,
    "trains_left": int,
}
"""What other editions say about a seat: read, and reported if it is not empty."""


def _read(raw: object, load_map: Callable[[str], GameMap]) -> _Position:
    top = _table(raw, "the position")
    _known(top, _TOP_KEYS, "the position")
    rules = edition(_text(top.get("edition"), "edition"))
    board = _board(top.get("map", rules.map), load_map)
    settings = settings_from(rules.settings, _table(top.get("settings") or {}, "settings"), owner=rules.name)
    routes: dict[Seat, list[RouteId]] = {}
    tickets: dict[Seat, list[TicketId]] = {}
    extras: list[str] = []
    for number, item in enumerate(_list(top.get("seats"), "seats")):
        table = _table(item, f"seats[{number}]")
        seat = _seat_name(table.get("seat"), f"seats[{number}].seat")
        if seat in routes:
            raise PositionError(f"seats: {seat} stands twice; name each seat once, in turn order")
        _known(table, _SEAT_KEYS | _UNUSED.keys(), seat)
        routes[seat] = [
            _route(name, board, f"{seat}.routes") for name in _list(table.get("routes", []), seat)
        ]
        tickets[seat] = [_ticket(name, board, seat) for name in _list(table.get("tickets", []), seat)]
        extras += _extras(table, seat, rules)
    if not routes:
        raise PositionError("seats: there are none; list them in turn order")
    _merge_claims(top.get("claims") or {}, board, routes)
    return _Position(
        rules=rules, settings=settings, board=board, routes=routes, tickets=tickets, extras=extras
    )


def _board(raw: object, load_map: Callable[[str], GameMap]) -> GameMap:
    if isinstance(raw, Mapping):
        return map_from(raw, source="map")
    return load_map(_text(raw, "map"))


def _merge_claims(raw: object, board: GameMap, routes: dict[Seat, list[RouteId]]) -> None:
    owner: dict[RouteId, Seat] = {}
    for seat, held in routes.items():
        for route in held:
            if route in owner:
                raise PositionError(f"route {route} is held twice, by {owner[route]} and by {seat}")
            owner[route] = seat
    for name, value in _table(raw, "claims").items():
        route = _route(name, board, "claims")
        seat = _seat_name(value, f"claims.{route}")
        if seat not in routes:
            raise PositionError(f"claims.{route}: {seat} is none of the seats; add it to them")
        if owner.setdefault(route, seat) != seat:
            raise PositionError(f"route {route} is held twice, by {owner[route]} and by {seat}")
        if route not in routes[seat]:
            routes[seat].append(route)


def _extras(table: Mapping[str, object], seat: Seat, rules: Edition) -> list[str]:
    extras = []
    for key, kind in _UNUSED.items():
        value = table.get(key)
        if value is None:
            continue
        if not isinstance(value, kind) or isinstance(value, bool):
            raise PositionError(f"{seat}.{key} is {_shown(value)}; give a {kind.__name__}")
        # Trains left and coins are counted at any table; only what must be built can break a rule.
        if value and key in ("stations", "harbors", "exchanged", "pieces"):
            extras.append(f"{seat}: {rules.name} has no {key}")
    return extras


def _known(table: Mapping[str, object], keys: frozenset[str], where: str) -> None:
    for key in table:
        if key not in keys and not key.startswith("x_") and key not in ("format", "note"):
            raise PositionError(
                f"{where}: the key {_shown(key)} is not known; known are {', '.join(sorted(keys))}"
            )


def _table(raw: object, where: str) -> dict[str, object]:
    if not isinstance(raw, Mapping) or not all(isinstance(key, str) for key in raw):
        raise PositionError(f"{where} is {_shown(raw)}; give an object")
    return cast(dict[str, object], dict(raw))


def _list(raw: object, where: str) -> list[object]:
    if not isinstance(raw, list | tuple):
        raise PositionError(f"{where}: {_shown(raw)} is no list; give one")
    return list(raw)


def _text(raw: object, where: str) -> str:
    if not isinstance(raw, str) or not raw:
        raise PositionError(f"{where} is {_shown(raw)}; give a text")
    return raw


def _seat_name(raw: object, where: str) -> Seat:
    if not isinstance(raw, str) or raw not in get_args(Seat):
        raise PositionError(f"{where}: no seat {_shown(raw)}; seats are {', '.join(get_args(Seat))}")
    return cast(Seat, raw)


def _route(raw: object, board: GameMap, where: str) -> RouteId:
    if not isinstance(raw, str) or raw not in board.routes:
        raise PositionError(f"{where}: no route {_shown(raw)} on the map {board.id}")
    return RouteId(raw)


def _ticket(raw: object, board: GameMap, seat: Seat) -> TicketId:
    if not isinstance(raw, str) or raw not in board.tickets:
        raise PositionError(f"{seat}.tickets: no ticket {_shown(raw)} on the map {board.id}")
    return TicketId(raw)


def _shown(raw: object) -> str:
    return ascii(raw)[:60]
