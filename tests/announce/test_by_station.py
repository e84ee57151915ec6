"""Whether a ticket without an open way can be joined by stations, against a search of every way."""

import random
from collections.abc import Mapping
from heapq import heappop, heappush

from msgspec.structs import replace

from announce.ticket_ways import by_station, nearest
from engine import CityId, Game, Seat, State, TicketId, claimable

BLUE: Seat = "blue"
STATIONS = 3


def fewest_trains(state: State, ticket: TicketId) -> Mapping[int, int]:
    """How many trains a way takes at least, by how many routes are lent."""
    board = state.game_map
    first, last = board.tickets[ticket].cities
    found: dict[int, int] = {}
    seen: set[tuple[CityId, int]] = set()
    heap = [(0, 0, first)]
    while heap:
        trains, loans, city = heappop(heap)
        if (city, loans) in seen:
            continue
        seen.add((city, loans))
        if city == last:
            found[loans] = trains
        for name in board.routes_at[city]:
            way = board.routes[name]
            far, owner = way.b if way.a == city else way.a, state.owners.get(name)
            if owner == BLUE:
                heappush(heap, (trains, loans, far))
            elif owner is not None and loans < STATIONS:
                heappush(heap, (trains, loans + 1, far))
            elif claimable(state, BLUE, name):
                heappush(heap, (trains + way.length, loans, far))
    return found


def test_given_boards_by_chance_when_no_way_is_open_then_stations_join_as_a_search_finds() -> None:
    begun = Game.new("europe", "europe", ("blue", "red", "green", "black"), "dealt", 1).state
    chance, told = random.Random(3), set[bool]()
    board = begun.game_map
    for _ in range(150):
        routes = chance.sample(list(board.routes), chance.randint(35, 85))
        owners = {name: chance.choice(begun.seats) for name in routes if name not in board.parallel}
        supply = {seat: chance.randint(2, 14) for seat in begun.seats}
        state = replace(begun, trains=supply).owned(owners)
        for ticket in chance.sample(list(board.tickets), 3):
            if nearest(state, BLUE, ticket) is None:
                joins = any(trains <= supply[BLUE] for trains in fewest_trains(state, ticket).values())
                assert by_station(state, BLUE, ticket) == joins, (ticket, owners, supply)
                told.add(joins)
    assert told == {True, False}


def test_given_stations_of_others_at_both_ends_when_a_route_could_be_lent_then_nobody_can_build_there() -> (
    None
):
    begun = Game.new("europe", "europe", ("blue", "red", "green", "yellow"), "dealt", 1).state
    shut = begun.owned(dict.fromkeys(begun.game_map.routes, "red"))
    ticket, ends = TicketId("angora-athina"), [CityId(city) for city in ("angora", "smyrna", "athina")]
    assert by_station(shut, BLUE, ticket)
    taken: dict[CityId, Seat] = dict(zip(ends, ("red", "green", "yellow"), strict=True))
    assert not by_station(shut.with_seldom(stations=taken), BLUE, ticket)
    own: dict[CityId, Seat] = {**taken, CityId("smyrna"): BLUE}
    assert not by_station(shut.with_seldom(stations=own), BLUE, ticket)  # it lends one of the two
