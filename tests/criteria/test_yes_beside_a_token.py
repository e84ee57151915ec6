"""Whoever sets a token and presses Yes at once ends neither that turn without a claim nor the next one."""

import pytest

from dialog import Table
from engine import TurnEnded
from tabletop import Press
from tests.criteria.panel_table import PanelTable
from tests.criteria.sensed_table import OMAHA, SANTA_FE, SensedTable


def yes_at_once(table: PanelTable) -> list[str]:
    """A Yes in the very moment; what is heard of it."""
    before, repeated = len(table.paper.said), len(table.paper.repeated)
    for action in ("down", "up"):
        table.session.handle(Press(button="yes", action=action, at=table.at), table.at)
    again = [one.normal for one in table.paper.repeated[repeated:]]
    return [*table.words(before), *again]


@pytest.mark.parametrize("camera", [True, False])
@pytest.mark.parametrize("after_s", [0.0, 0.2, 0.4])
def test_given_a_token_that_comes_to_rest_when_yes_is_pressed_then_it_claims_and_no_turn_is_lost(
    camera: bool, after_s: float
) -> None:
    table = SensedTable(camera=camera)
    table.see(OMAHA, "blue")
    table.wait(after_s)
    assert yes_at_once(table) == ["The token on Denver to Omaha comes first."]
    table.wait(3.0)
    assert table.claims() == [("blue", OMAHA)]
    assert not [event for _, event in table.paper.events if isinstance(event, TurnEnded)]
    assert table.state.to_move == "red"


def test_given_a_hand_over_the_new_token_when_yes_is_pressed_then_the_turn_waits_for_it() -> None:
    table = SensedTable()
    table.feel(OMAHA, "something")
    table.hand(OMAHA, 6.0)
    assert yes_at_once(table) == ["The token on Denver to Omaha comes first."]
    assert table.state.to_move == "blue"


def test_given_a_claim_that_is_just_told_when_yes_comes_then_it_is_told_again_and_the_next_turn_stays() -> (
    None
):
    table = SensedTable()
    table.see(OMAHA, "blue")
    while not table.claims():
        table.wait(0.1)
    told = table.words()[-1]
    table.wait(0.3)
    assert yes_at_once(table) == [told]
    assert table.state.to_move == "red"
    table.wait(0.5)
    assert yes_at_once(table) == ["Red square: no claim. Green triangle to move."]


def test_given_a_token_that_was_told_of_when_yes_is_pressed_then_the_turn_ends() -> None:
    table = SensedTable(claims=(OMAHA,))  # it is blue's, and red's is set on another pin in blue's name
    table.see(SANTA_FE, "blue")
    table.wait(3.0)
    assert any("Not yet, blue disc" in words for words in table.words())
    assert yes_at_once(table) == ["Red square: no claim. Green triangle to move."]


def test_given_a_brushed_pin_when_yes_is_pressed_after_it_then_the_turn_ends() -> None:
    table = SensedTable(camera=False)
    table.feel(OMAHA, "blue")
    table.wait(0.2)
    table.feel(OMAHA, "empty")
    table.wait(0.2)
    assert yes_at_once(table) == ["Blue disc: no claim. Red square to move."]


def test_given_cards_dealt_when_yes_is_pressed_beside_a_token_then_no_list_opens_before_it_is_judged() -> (
    None
):
    table = PanelTable("us-accessible", "dealt", ("blue", "red"))
    while table.state.phase != "turn":
        table.press("yes")
    table.wait(2.0)
    table.feel(OMAHA, "blue")
    assert yes_at_once(table) == ["The token on Denver to Omaha comes first."]
    assert isinstance(table.mode, Table)
