"""The starter map: few pins, on the Pi's own lines, and a short game that ends and favours nobody."""

from itertools import combinations
from math import dist

import pytest

from command_line.by_name import edition_on
from engine import SEATS, edition, game_map
from lab.series import play_game
from tabletop import board_layout

FREE_LINES = {2, 3, 4, *range(7, 13), 14, 15, 16, *range(18, 22), *range(23, 27)}
"""Lines of the Pi that no control of the panel needs."""


def test_given_the_starter_board_then_the_lines_of_a_pi_carry_it() -> None:
    board, places = game_map("starter"), board_layout("starter")
    pins = [site for site in places.sites.values() if site.channel is not None]
    assert {str(site.id) for site in pins} == set(map(str, board.routes))
    assert {site.channel for site in pins} == FREE_LINES
    assert len(pins) == len(FREE_LINES) == 20
    assert not any(panel.chips for panel in places.panels)
    assert min(dist((a.x, a.y), (b.x, b.y)) for a, b in combinations(pins, 2)) >= 31


def test_given_the_starter_map_then_it_is_small_and_nobody_is_shut_in() -> None:
    board = game_map("starter")
    routes = board.routes.values()
    assert sum(route.length for route in routes) >= 40
    assert {route.kind for route in routes} == {"train"}
    assert len({route.group for route in routes if route.group}) == 1
    for city in board.cities:
        assert sum(city in (route.a, route.b) for route in routes) >= 2


@pytest.mark.parametrize("seats", [2, 3])
def test_given_bots_on_the_starter_map_then_every_game_ends_by_trains(seats: int) -> None:
    rules, board = edition("starter"), game_map("starter")
    bots = ("greedy",) * seats
    games = [play_game(board, rules, SEATS[:seats], "dealt", bots, seed) for seed in range(40)]
    assert {game.why for game in games} == {"final-round"}


def test_given_only_a_map_then_its_own_edition_is_played() -> None:
    assert [edition_on(game_map(name)) for name in ("starter", "europe", "usa")] == [
        "starter",
        "europe",
        "us-accessible",
    ]
    assert edition_on(None) == "us-accessible"
