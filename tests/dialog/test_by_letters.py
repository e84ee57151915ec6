"""Lists that are run through by first letters stand in the order in which they are spoken."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from dialog import Declare, Routes, cities_of, letters_of, sort_key, tickets_by_name
from dialog.names import routes_at
from dialog.panel import run_on
from engine import Game, State

EDITIONS = (("us-accessible", "usa"), ("europe", "europe"), ("rails-and-sails-world", "world"))


def new(edition: str, board: str) -> State:
    return Game.new(edition, board, ("blue", "red"), "untracked", 1).state


@pytest.mark.parametrize(("edition", "board"), EDITIONS)
def test_given_every_ticket_when_run_through_then_each_letter_comes_once(edition: str, board: str) -> None:
    state = new(edition, board)
    mode = Declare("blue", tickets_by_name(state))
    letters = [letter_of(state, mode)]
    while (after := run_on(mode, state, +1)) is not None and isinstance(after, Declare) and after.index:
        mode = after
        letters.append(letter_of(state, mode))
    assert letters == sorted(set(letters))
    assert len(letters) > 5


def letter_of(state: State, mode: Declare) -> str:
    ticket = state.game_map.tickets[mode.tickets[mode.index]]
    return sort_key(state.game_map.cities[ticket.cities[0]].name)[0]


def test_given_the_routes_of_a_city_when_listed_then_by_the_name_of_the_other_city() -> None:
    state = new("europe", "europe")
    letters = letters_of(state, "blue", "route")
    assert letters is not None
    for index, _ in enumerate(letters.letters):
        cities = cities_of(state, replace(letters, index=index))
        routes = routes_at(state, "blue", cities)
        assert all(first <= second for first, second in pairwise(far_names(state, routes)))


def far_names(state: State, routes: Routes) -> list[str]:
    here, ways = routes.cities.cities[routes.cities.index], state.game_map.routes
    far = [ways[one].b if ways[one].a == here else ways[one].a for one in routes.routes]
    return [sort_key(state.game_map.cities[city].name) for city in far]
