"""Two buttons at once: each is one press, whatever the other one does meanwhile, and none is silent."""

from itertools import permutations

import pytest

from dialog import Exploring, Questions
from engine import CardMode
from tabletop import BUTTONS, Button, Press
from tests.criteria.panel_table import PanelTable


def finger(table: PanelTable, button: Button, action: str) -> list[str]:
    """One movement of a finger; what is heard but for the tick."""
    table.wait(0.6)
    before = len(table.paper.said)
    table.session.handle(Press(button=button, action=action, at=table.at), table.at)  # type: ignore[arg-type]
    return table.words(before)


def at_turn(cards: CardMode) -> PanelTable:
    table = PanelTable(cards=cards, seats=("blue", "red"))
    while table.state.phase != "turn":
        table.press("yes")
    table.wait(2.0)
    return table


def test_given_ask_held_when_another_button_is_pressed_then_that_one_answers_and_ask_does_no_more() -> None:
    table = at_turn("untracked")
    finger(table, "ask", "down")
    assert finger(table, "ask", "held")
    finger(table, "no", "down")
    assert finger(table, "no", "up"), "the other button is answered"
    assert not isinstance(table.mode, Exploring)
    assert finger(table, "ask", "up") == []
    assert not isinstance(table.mode, Questions)


def test_given_yes_held_at_an_undo_when_no_is_pressed_before_it_is_let_go_then_no_turn_ends() -> None:
    table = at_turn("untracked")
    table.set_token("blue", "denver-omaha")
    table.wait(2.0)
    table.press("ask")
    table.pick("menu", "undo")
    finger(table, "yes", "down")
    assert any("Taken back" in words for words in finger(table, "yes", "held"))
    finger(table, "no", "down")
    assert finger(table, "no", "up")
    assert finger(table, "yes", "up") == []
    assert table.state.to_move == "blue"


def test_given_speech_that_the_first_has_stopped_when_a_second_goes_down_then_no_only_stopped_it() -> None:
    table = at_turn("untracked")
    table.press("yes")  # red is to move; a No in silence would take that back
    table.paper.speaking = True
    finger(table, "no", "down")
    finger(table, "repeat", "down")
    assert finger(table, "no", "up") == []
    assert table.state.to_move == "red"


@pytest.mark.parametrize("cards", ["dealt", "untracked"])
@pytest.mark.parametrize(("first", "second"), list(permutations(BUTTONS, 2)))
def test_given_two_buttons_down_at_once_when_they_are_let_go_then_each_is_heard(
    cards: CardMode, first: Button, second: Button
) -> None:
    table = at_turn(cards)
    for button in (first, second):
        finger(table, button, "down")
    for button in (first, second):
        before = len(table.paper.said) + len(table.paper.repeated)
        finger(table, button, "up")
        assert len(table.paper.said) + len(table.paper.repeated) > before, button
