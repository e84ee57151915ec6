"""Criterion 66: of each open ticket the way told is open, the shortest, within the supply; or none is."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product

import pytest

from announce import LEVELS, Announcement, Wording
from announce.ticket_ways import nearest
from engine import CityId, RouteId, Seat, State, TicketId, cheapest_way, claimable, completed
from engine.mechanics.piece_mix import in_box
from tests.criteria.told_games import NAMES, game_of, worded

LIMITS = {"brief": 12, "normal": 25, "full": 40}
Pieces = tuple[int, int]  # trains, ships


def moments(name: str) -> Iterator[tuple[State, Seat]]:
    """The last turns of a game, where ways close and supplies end, and some before, each seat in its turn."""
    turns = [act.after for act in game_of(name, "dealt", 3, 1) if act.after.phase == "turn"]
    for number, state in enumerate((*turns[:1], *turns[8:-20:12], *turns[-20::5])):
        yield state, state.seats[number % len(state.seats)]


def told_ways(name: str, state: State, seat: Seat) -> dict[TicketId, list[Announcement]]:
    """What is said of each open ticket, step by step."""
    wording = worded(name)
    v, told = wording.vocabulary, wording.answer("missing", seat, state)
    held = {v.ticket(ticket).lower(): ticket for ticket in state.tickets[seat]}
    ways: dict[TicketId, list[Announcement]] = {}
    for one in told:
        assert one.audience == seat
        assert all(len(spoken_words(wording, one.text(level))) <= LIMITS[level] for level in LEVELS)
        name_of = next(
            (said for said in held if re.match(rf"{re.escape(said)}[:,] ", one.normal.lower())), ""
        )
        if name_of:
            ways[held[name_of]] = [one]
        elif one.normal.startswith("Then "):
            ways[next(reversed(ways))].append(one)
    return ways


def spoken_words(wording: Wording, text: str) -> list[str]:
    """The words of a text as a listener counts them: a city is one."""
    names = "|".join(map(re.escape, sorted(wording.vocabulary.cities(), key=len, reverse=True)))
    return [word for word in re.sub(names, "Name", text, flags=re.IGNORECASE).split() if word[0].isalnum()]


def named(name: str, state: State, told: list[Announcement]) -> tuple[RouteId, ...]:
    """The routes that these steps name."""
    routes = {worded(name).vocabulary.route(route).lower(): route for route in state.game_map.routes}
    lists = [one.normal.lower().removeprefix("then ").rstrip(".").split(": ")[-1] for one in told]
    if re.match(r"\d+ routes?, ", lists[0]):  # so long a ticket is told before its first route
        del lists[0]
    return tuple(routes[said] for listed in lists for said in listed.split("; "))


def possible(state: State, seat: Seat, cities: tuple[CityId, ...], most: int) -> set[Pieces]:
    """All that ways between two cities can take, `most` in all, by trying open routes again and again."""
    best: dict[CityId, set[Pieces]] = {cities[0]: {(0, 0)}}
    fresh = {(cities[0], (0, 0))}
    while fresh:
        city, (trains, ships) = fresh.pop()
        for route in state.game_map.routes_at[city]:
            way = state.game_map.routes[route]
            far = way.b if way.a == city else way.a
            own, ship = state.owners.get(route) == seat, way.kind == "ship"
            if not own and not claimable(state, seat, route):
                continue
            length = 0 if own else way.length
            taken = (trains + length * (not ship), ships + length * ship)
            at = best.setdefault(far, set())
            if sum(taken) <= most and not any(a <= taken[0] and b <= taken[1] for a, b in at):
                at.add(taken)
                fresh.add((far, taken))
    return best.get(cities[-1], set())


def taken_by(state: State, routes: tuple[RouteId, ...]) -> Pieces:
    """The trains and the ships that routes take."""
    ways = [state.game_map.routes[route] for route in routes]
    ships = sum(way.length for way in ways if way.kind == "ship")
    return sum(way.length for way in ways) - ships, ships


def within(state: State, seat: Seat, pieces: Pieces, *, exchanged: bool) -> bool:
    """Whether a seat has so many pieces, or can have them from the box."""
    (trains, ships), have = pieces, (state.trains[seat], state.ships.get(seat, 0))
    if not exchanged:
        return trains <= have[0] and ships <= have[1]
    box = (in_box(state, seat, "train"), in_box(state, seat, "ship"))
    fits = trains - have[0] <= box[0] and ships - have[1] <= box[1]
    return fits and trains + ships <= sum(have)


@pytest.mark.criterion(66)
@pytest.mark.parametrize("name", NAMES)
def test_given_a_game_when_asked_what_is_missing_then_each_way_is_open_shortest_and_in_the_supply(
    name: str,
) -> None:
    kinds = set()
    for state, seat in moments(name):
        told, own = told_ways(name, state, seat), state.routes_of(seat)
        held = state.tickets[seat]
        assert set(told) == set(held) - set(completed(state.game_map, own, held))
        for ticket, steps in told.items():
            cities = state.game_map.tickets[ticket].cities
            ways = possible(state, seat, cities, state.supply(seat)) if len(cities) == 2 else set()
            here = [pieces for pieces in ways if within(state, seat, pieces, exchanged=False)]
            later = [pieces for pieces in ways if within(state, seat, pieces, exchanged=True)]
            ends = steps[0].normal.rpartition(", " if "too long" in steps[0].normal else ": ")[2]
            if ends in ("no open way left.", "too long for you.", "only with a station."):
                if len(cities) == 2 and ends != "only with a station.":  # else: announce/test_by_station
                    assert bool(possible(state, seat, cities, 1000)) == ends.startswith("too long")
                kinds.add("none")
                assert not here and not later
                continue
            exchanged = "after an exchange" in steps[0].normal
            kinds.add("exchange" if exchanged else "way")
            routes = named(name, state, steps)
            pieces = taken_by(state, routes)
            assert len(set(routes)) == len(routes)
            assert all(claimable(state, seat, route) for route in routes)
            assert completed(state.game_map, (*own, *routes), (ticket,))
            assert within(state, seat, pieces, exchanged=exchanged)
            assert not (exchanged and here)
            if len(cities) == 2:
                assert sum(pieces) == min(map(sum, later if exchanged else here))
            trains, ships = (re.search(rf"(\d+) {kind}", steps[0].normal) for kind in ("train", "ship"))
            assert tuple(int(n[1]) if n else 0 for n in (trains, ships)) == pieces
            assert f": {len(routes)} route" in steps[0].normal
    assert {"none", "way"} <= kinds
    assert ("exchange" in kinds) == name.startswith("rails")


@pytest.mark.criterion(66)
def test_given_a_tour_when_its_way_is_searched_then_no_smaller_tree_joins_its_cities() -> None:
    state = next(one.after for one in game_of("rails-and-sails-world", "dealt", 3, 1) if one.after.ships)
    board, far = state.game_map, dict[tuple[CityId, CityId], int]()
    for a, b in combinations(board.cities, 2):
        way = cheapest_way(state, "blue", a, b)
        assert way is not None
        far[a, b] = far[b, a] = way[0]
    far |= {(a, a): 0 for a in board.cities}
    tours = [ticket for ticket in board.tickets.values() if len(ticket.cities) in (3, 4)]
    assert len(tours) == 6
    for ticket in tours:
        found = nearest(state, "blue", ticket.id)
        assert found is not None
        assert found.trains + found.ships == min(_trees(far, board.cities, ticket.cities))


def _trees(
    far: Mapping[tuple[CityId, CityId], int], cities: Iterable[CityId], ends: tuple[CityId, ...]
) -> Iterator[int]:
    """What every tree with three or four ends takes: two of them meet in one city, the others in another."""
    a, *others = ends
    for b in others:
        c, d = ([end for end in others if end != b] * 2)[:2]  # of three, the last one counts once
        for x, y in product(cities, repeat=2):
            yield far[a, x] + far[b, x] + far[x, y] + far[y, c] + (far[y, d] if c != d else 0)
