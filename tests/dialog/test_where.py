"""What Ask tells of a question knows whether it is about a route, a station or a harbor."""

import pytest

from dialog import LeftOver, Mode, Payment, TakeBack, Whose, where
from dialog.prompts import Building
from engine import BuildHarbor, BuildStation, CityId, ClaimRoute, Game, RouteId
from tabletop import SiteId

EUROPE, WORLD = ("europe", "europe"), ("rails-and-sails-world", "world")
ATHINA, ROUTE = SiteId("athina"), SiteId("amsterdam-essen")


@pytest.mark.parametrize(
    ("game", "mode", "building"),
    [
        (EUROPE, Payment((BuildStation(seat="blue", city=CityId(ATHINA)),)), "station"),
        (EUROPE, TakeBack("blue", ATHINA, everybody=False), "station"),
        (EUROPE, LeftOver("blue", ATHINA), "station"),
        (WORLD, Payment((BuildHarbor(seat="blue", city=CityId(ATHINA)),)), "harbor"),
        (WORLD, TakeBack("blue", ATHINA, everybody=False), "harbor"),
        (WORLD, LeftOver("blue", ATHINA), "harbor"),
        (EUROPE, Payment((ClaimRoute(seat="blue", route=RouteId(ROUTE)),)), None),
        (EUROPE, TakeBack("blue", ROUTE, everybody=False), None),
        (EUROPE, LeftOver("blue", ROUTE), None),
        (EUROPE, Whose(ATHINA, ("blue", "red"), guessed=True), None),
    ],
)
def test_given_a_question_when_asked_where_one_is_then_it_tells_what_is_built_there(
    game: tuple[str, str], mode: Mode, building: Building | None
) -> None:
    rules, board = game
    state = Game.new(rules, board, ("blue", "red"), "untracked", 1).state
    assert where(mode, state).building == building
