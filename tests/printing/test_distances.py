"""The distances of a board: those that ship keep them all; each that is broken is named by both its ids."""

from dataclasses import replace
from math import dist

import pytest

from engine import game_map
from printing.board_text import with_paths
from printing.distances import CROSSINGS, LIMITS, Measured, lines_of
from printing.line_mending import mended
from tabletop import BoardLayout, Point, SiteId, board_layout, parse_layout
from tests.printing.boards import BOARDS, text_of

TOLD = {  # the least of each kind, as the table of limits has them
    "usa": {"site-site": 31.36, "site-city": 25.65, "city-city": 48.59, "city disc - foreign line": 18.52},
    "europe": {"site-site": 30.35, "label - line": 3.09, "label - label": 8.0, "collar or disc - seam": 1.9},
    "world": {"site-city": 25.47, "label - label": 4.4, "site or city - marker quiet zone": 1.1},
    "great-lakes": {"collar - foreign line": 3.7, "site or city - board edge": 48.7},
    "legends-east": {"site-site": 27.39, "label - marker quiet zone": 2.2, "label - seam": 0.95},
    "starter": {"site-site": 31.99, "collar or disc - seam": 3.0, "label - label": 63.4},
}
FAR = {"starter": {"city-city"}}  # no two of them within the 80 mm in which they are measured


def with_path(layout: BoardLayout, site: str, path: tuple[tuple[Point, ...], ...]) -> BoardLayout:
    """The board with another path of one route."""
    changed = replace(layout.sites[SiteId(site)], path=path)
    return replace(layout, sites={**layout.sites, SiteId(site): changed})


def bent(layout: BoardLayout, site: str, over: Point) -> BoardLayout:
    """The board with a route that leaves its first city by way of a point near to it."""
    path = layout.sites[SiteId(site)].path[0]
    return with_path(layout, site, ((path[0], over, *path[1:]),))


@pytest.mark.parametrize("name", BOARDS)
def test_given_a_board_that_ships_when_measured_then_it_keeps_every_distance(name: str) -> None:
    measured = Measured(board_layout(name), game_map(name))
    assert measured.broken() == []
    least = measured.least()
    assert set(least) == {limit.name for limit in LIMITS} - FAR.get(name, set())
    assert {kind: round(least[kind].value, 2) for kind in TOLD[name]} == TOLD[name]


def test_given_things_too_near_when_measured_then_each_is_a_line_with_both_ids() -> None:
    layout, board = board_layout("usa"), game_map("usa")
    denver = layout.sites[SiteId("denver")]
    near = replace(layout.sites[SiteId("denver-omaha")], x=denver.x + 12, y=denver.y)
    lines = lines_of(Measured(replace(layout, sites={**layout.sites, near.id: near}), board).broken())
    assert "site-city: denver-omaha and denver are 12.00 mm apart; at least 24" in lines
    assert all(" apart; at least " in line or line.startswith(CROSSINGS) for line in lines)


def test_given_lines_that_cross_beside_a_city_when_mended_then_only_near_cities_and_all_is_kept() -> None:
    layout, board = board_layout("usa"), game_map("usa")
    x, y = layout.sites[SiteId("denver")].x, layout.sites[SiteId("denver")].y
    spoiled = bent(layout, "denver-omaha", (x - 12, y + 9))
    broken = Measured(spoiled, board).broken()
    assert CROSSINGS in {one.name for one in broken}
    paths = mended(spoiled, board)
    whole = spoiled
    for site, path in paths.items():
        before = {point for part in spoiled.sites[site].path for point in part}
        ends = [spoiled.sites[SiteId(board.routes[site].a)], spoiled.sites[SiteId(board.routes[site].b)]]  # type: ignore[index]
        for point in {point for part in path for point in part} ^ before:
            assert min(dist(point, (city.x, city.y)) for city in ends) <= 30
        whole = with_path(whole, site, path)
    assert Measured(whole, board).broken() == []
    assert mended(layout, board) == {}


def test_given_other_paths_when_written_then_every_other_byte_stays() -> None:
    text, layout = text_of("usa"), board_layout("usa")
    site = SiteId("denver-omaha")
    path = layout.sites[site].path
    fresh = ((path[0][0], (1.5, 2.0), *path[0][1:]),)
    changed = with_paths(text, {site: fresh})
    assert parse_layout(changed).sites[site].path == fresh
    assert with_paths(changed, {site: path}) == text
    others = [line for line in text.splitlines() if '"denver-omaha"' not in line]
    assert [line for line in changed.splitlines() if '"denver-omaha"' not in line] == others
