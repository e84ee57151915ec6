"""A seat of another home that is let in by its digits while something waits for an answer at the host."""

import pytest

from announce import Wording
from dialog import Payment, Phone
from engine import Card, ClaimRoute, Game, RouteId, Seat
from table.answers import Done, NotDone
from table.homes import HostedHomes
from table.page_of_game import GameStage
from table.requests import AdmitPhone, Request
from table.session import Session
from tabletop import Press, board_layout
from tests.criteria.panel_table import Paper


def payment(seat: Seat) -> Payment:
    claim = ClaimRoute(seat=seat, route=RouteId("denver-omaha"), cards=(Card("red"), Card("red")))
    return Payment((claim,))


@pytest.mark.parametrize(("asked", "admitted"), [("red", True), ("blue", False)])
def test_given_a_seat_that_is_asked_how_to_pay_when_a_far_home_joins_then_its_own_question_lets_it_in(
    asked: Seat, admitted: bool
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 5)
    layout = board_layout("usa")
    wording = Wording(game.state.game_map, layout)
    homes = HostedHomes({"kiel": ("red",)}, wait="nobody")
    host = Session(game, layout=layout, wording=wording, store=None, sinks=[Paper()], linked=homes)
    host.begin(0.0)
    host.panel.ask(payment(asked), 1.0)
    stage = GameStage(host, wording, lambda announcements, at: None)
    wanted = Request(want=AdmitPhone(seat="red"), answer=lambda given: None, near=True)
    answer = stage.grant(wanted, {}, 5.0)
    assert isinstance(answer, Done if admitted else NotDone)
    assert isinstance(host.panel.mode, Phone if admitted else Payment)
    if admitted:
        for action in ("down", "up"):
            host.handle(Press(button="yes", action=action, at=20.0), 20.0)
    assert host.panel.mode == payment(asked)  # it was not lost
