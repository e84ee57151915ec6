"""position/1 in, score/1 out: the final score of a position that somebody has written down."""

from collections.abc import Callable, Mapping
from typing import cast, get_args

from msgspec.structs import replace

from engine.edition_library import EDITIONS, edition
from engine.game_map import GameMap, MapError
from engine.holdings import Holdings, Standing, standing_of
from engine.map_library import game_map
from engine.map_reader import map_from
from engine.map_written import own_map
from engine.ruleset import Edition, EditionError
from engine.scoring import SeatScore, longest_holders, place_of, ranked, score_seats, seat_scores
from engine.settings_check import SettingsError
from engine.state import State
from engine.values import CityId, Piece, RouteId, Seat, TicketId
from engine.violations import violations


class PositionError(ValueError):
    """A position that cannot be read; one line names what is wrong."""


def score_position(
    raw: Mapping[str, object], load_map: Callable[[str], GameMap] = game_map
) -> dict[str, object]:
    """The score/1 of a position/1.

    Args:
        load_map: turns the text under `map` into a map; the shell's reads paths too.
    Raises:
        PositionError: not a position; names the route, ticket, seat, edition … in one line.
    """
    standing, extras = read_position(raw, load_map)
    scores = score_seats(standing)
    places = ranked(scores, standing.settings)
    takers = (one.caboose(standing, places) for one in standing.edition.asked["caboose"])
    return {
        "edition": standing.edition.name,
        "settings": standing.edition.told_settings(standing.settings),
        "seats": [_seat(score, places) for score in scores],
        "longest_max": max(score.longest for score in scores),
        "longest_holders": list(longest_holders(scores, standing.settings)),
        "places": [list(seats) for seats in places],
        "winners": list(places[0]),
        "caboose": next(takers, None),
        "violations": [*violations(standing), *extras],
    }


def score_lines(state: State) -> dict[Seat, dict[str, object]]:
    """The line of each seat in the score/1 of a state, as if the game ended now."""
    scores = seat_scores(state)
    places = ranked(scores, state.settings)
    return {score.seat: _seat(score, places) for score in scores}


def read_position(raw: object, load_map: Callable[[str], GameMap] = game_map) -> tuple[Standing, list[str]]:
    """The table of a position/1, and remarks on what it has and its edition does not use.

    Raises:
        PositionError: not a position; names the route, ticket, seat, edition … in one line.
    """
    try:
        return _read(raw, load_map)
    except (EditionError, MapError, SettingsError) as error:
        raise PositionError(str(error)) from None


def _seat(score: SeatScore, places: tuple[tuple[Seat, ...], ...]) -> dict[str, object]:
    return {
        "seat": score.seat,
        "routes": score.routes,
        "tickets": score.tickets,
        "tickets_completed": len(score.completed),
        "ticket_list": [
            {"id": ticket.id, "completed": ticket.completed, "points": ticket.points, "tour": ticket.tour}
            for ticket in score.ticket_list
        ],
        "borrowed": dict(score.borrowed),
        "stations": score.stations,
        "stations_placed": score.stations_placed,
        "longest": score.longest,
        "longest_trail": list(score.trail),
        "longest_bonus": score.longest_bonus,
        "harbors": score.harbors,
        "harbor_list": [
            {"city": harbor.city, "tickets": harbor.tickets, "points": harbor.points}
            for harbor in score.harbor_list
        ],
        "harbors_missing": score.harbors_missing,
        "exchange": score.exchange,
        "coins": score.coins,
        "trains_bonus": score.trains_bonus,
        "total": score.total,
        "place": place_of(score.seat, places),
    }


def position_of(state: State) -> dict[str, object]:
    """The position/1 of a state: its claims, the tickets of every seat, and what else its edition counts.

    A map that does not ship goes with it whole: by its name nobody could score the position.
    """
    standing = standing_of(state)
    keys = ("routes", "tickets", *state.edition.position_keys)
    return {
        "edition": state.edition.name,
        "map": own_map(state.game_map) or state.game_map.id,
        "settings": state.edition.told_settings(state.settings),
        "seats": [
            {
                "seat": seat,
                **{key: _told(getattr(held, key)) for key in keys if getattr(held, key) is not None},
            }
            for seat, held in standing.held.items()
        ],
    }


def _told(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


_MOST = 100_000
_TOP_KEYS = frozenset({"edition", "map", "settings", "claims", "seats"})
_SEAT_KEYS = frozenset({"seat", *Holdings.__struct_fields__})


def _read(raw: object, load_map: Callable[[str], GameMap]) -> tuple[Standing, list[str]]:
    top = _table(raw, "the position")
    _known(top, _TOP_KEYS, "the position")
    if top.get("edition") is None:
        raise PositionError(f"edition is missing; give one of {', '.join(EDITIONS)}")
    rules = edition(_text(top["edition"], "edition"))
    board = _board(top.get("map", rules.map), load_map)
    settings = rules.with_settings(_table(_or(top.get("settings"), {}), "settings"))
    read: dict[Seat, Holdings] = {}
    extras: list[str] = []
    for number, item in enumerate(_list(top.get("seats"), "seats")):
        table = _table(item, f"seats[{number}]")
        seat = _seat_name(table.get("seat"), f"seats[{number}].seat")
        if seat in read:
            raise PositionError(f"seats: {seat} stands twice; name each seat once, in turn order")
        _known(table, _SEAT_KEYS, seat)
        read[seat] = _holdings(table, seat, board)
        extras += _unused(read[seat], seat, rules)
    if not read:
        raise PositionError("seats: there are none; list them in turn order")
    routes = _merged(
        _or(top.get("claims"), {}), board, {seat: list(held.routes) for seat, held in read.items()}
    )
    held = {seat: replace(one, routes=tuple(routes[seat])) for seat, one in read.items()}
    return Standing(edition=rules, settings=settings, game_map=board, held=held), extras


def _holdings(table: Mapping[str, object], seat: Seat, board: GameMap) -> Holdings:
    def listed(key: str) -> list[object]:
        return _list(_or(table.get(key), []), f"{seat}.{key}")

    def cities(key: str) -> tuple[CityId, ...]:
        found = tuple(_city(name, board, f"{seat}.{key}") for name in listed(key))
        if len(set(found)) < len(found):
            raise PositionError(f"{seat}.{key}: one city stands twice; name each once")
        return found

    return Holdings(
        routes=tuple(_route(name, board, f"{seat}.routes") for name in listed("routes")),
        tickets=tuple(_ticket(name, board, seat) for name in listed("tickets")),
        stations=cities("stations"),
        borrowed=_borrowed(table.get("borrowed"), seat, board),
        harbors=cities("harbors"),
        exchanged=_count(table.get("exchanged"), f"{seat}.exchanged"),
        pieces=_pieces(table.get("pieces"), seat),
        coins=_count(table.get("coins"), f"{seat}.coins"),
        trains_left=_count(table.get("trains_left"), f"{seat}.trains_left"),
    )


def _pieces(raw: object, seat: Seat) -> Mapping[Piece, int] | None:
    if raw is None or raw == {}:
        return None
    table = _table(raw, f"{seat}.pieces")
    _known(table, frozenset({"train", "ship"}), f"{seat}.pieces")
    return {
        "train": _count(table.get("train"), f"{seat}.pieces.train"),
        "ship": _count(table.get("ship"), f"{seat}.pieces.ship"),
    }


def _borrowed(raw: object, seat: Seat, board: GameMap) -> Mapping[CityId, RouteId | None] | None:
    if raw is None:
        return None
    where = f"{seat}.borrowed"
    return {
        _city(city, board, where): None if route is None else _route(route, board, where)
        for city, route in _table(raw, where).items()
    }


def _unused(held: Holdings, seat: Seat, rules: Edition) -> list[str]:
    # Trains left and coins are counted at any table; only what must be built can break a rule.
    keys = [key for key in ("stations", "harbors", "exchanged", "pieces") if key not in rules.position_keys]
    return [f"{seat}: {rules.name} has no {key}" for key in keys if getattr(held, key)]


def _board(raw: object, load_map: Callable[[str], GameMap]) -> GameMap:
    if isinstance(raw, Mapping):
        return map_from(raw, source="map")
    return load_map(_text(raw, "map"))


def _merged(raw: object, board: GameMap, routes: dict[Seat, list[RouteId]]) -> Mapping[Seat, list[RouteId]]:
    """The seats' routes with those of `claims`; nothing is held twice."""
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
    return routes


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


def _or(raw: object, nothing: object) -> object:
    """What stands there; null is as if it were left out."""
    return nothing if raw is None else raw


def _list(raw: object, where: str) -> list[object]:
    if not isinstance(raw, list | tuple):
        raise PositionError(f"{where}: {_shown(raw)} is no list; give one")
    return list(raw)


def _text(raw: object, where: str) -> str:
    if raw is None:
        raise PositionError(f"{where} is missing; give a text")
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


def _city(raw: object, board: GameMap, where: str) -> CityId:
    if not isinstance(raw, str) or raw not in board.cities:
        raise PositionError(f"{where}: no city {_shown(raw)} on the map {board.id}")
    return CityId(raw)


def _count(raw: object, where: str) -> int:
    if raw is None:
        return 0
    if not isinstance(raw, int) or isinstance(raw, bool) or not -_MOST <= raw <= _MOST:
        raise PositionError(f"{where} is {_shown(raw)}; give a whole number of at most {_MOST}")
    return raw


def _shown(raw: object) -> str:
    return ascii(raw)[:60]
