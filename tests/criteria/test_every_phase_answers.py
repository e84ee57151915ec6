"""Criterion 4 in phases other than a turn: the tick at the press, the answer's first word at the release."""

from collections.abc import Callable

import pytest

from dialog import ChooseMix, Mending, Payment, Reading, TakeBack, Tickets, Tunnel
from engine import KeepTickets, arranged
from tabletop import BUTTONS, Button, Press
from tests.criteria.panel_table import PanelTable, done
from tests.criteria.phases import finished
from tests.criteria.sensed_table import OMAHA
from tests.criteria.test_mending import fallen_table

HELD_S = 0.08  # a finger is on the key so long


def paying(edition: str, route: str, **set_up: object) -> PanelTable:
    """Blue's token stands on the route, and blue is asked what it pays."""
    game = PanelTable(edition, "dealt", ("blue", "red")).session.game
    game = done(game, *(KeepTickets(seat=s, tickets=game.state.offered[s]) for s in game.state.seats))
    game = game.told((arranged(game.state, {"hands": {"blue": ("green",) * 8}, **set_up}),))
    table = PanelTable(edition, "dealt", game=game)
    table.set_token("blue", route)
    return table


def in_a_tunnel() -> PanelTable:
    table = paying("europe", "venezia-zurich", deck=("green",) * 9, discards=())
    table.press("yes")
    return table


def scoring() -> PanelTable:
    table = PanelTable(game=finished())
    table.press("yes")
    return table


def taking_back() -> PanelTable:
    table = PanelTable()
    table.set_token("blue", OMAHA)
    table.lift(OMAHA)
    return table


PHASES: dict[str, tuple[Callable[[], PanelTable], type[object]]] = {
    "choosing tickets": (lambda: PanelTable(cards="dealt"), Tickets),
    "choosing trains and ships": (lambda: PanelTable("rails-and-sails-world"), ChooseMix),
    "paying": (lambda: paying("us-accessible", "chicago-duluth", hands={"blue": ("red",) * 8}), Payment),
    "a tunnel": (in_a_tunnel, Tunnel),
    "taking back": (taking_back, TakeBack),
    "reconcile": (fallen_table, Mending),
    "final scoring": (scoring, Reading),
}


@pytest.mark.criterion(4)
@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("phase", PHASES)
def test_given_a_phase_when_a_button_is_pressed_then_it_ticks_at_once_and_is_answered_at_its_release(
    phase: str, button: Button
) -> None:
    begin, mode = PHASES[phase]
    table = begin()
    assert isinstance(table.mode, mode)
    table.wait(0.6)
    said, sounds = len(table.paper.said), len(table.paper.when)
    table.session.handle(Press(button=button, action="down", at=table.at), table.at)
    assert [one.earcon for one in table.paper.said[said:]] == ["tick"]
    assert table.paper.when[sounds:] == [table.at]
    again = len(table.paper.repeated)
    released = table.at + HELD_S
    table.session.handle(Press(button=button, action="up", at=released), released)
    answered = [*table.paper.said[said + 1 :], *table.paper.repeated[again:]]
    assert any(one.normal for one in answered)
    assert set(table.paper.when[sounds + 1 :]) <= {released}
