"""Presses that were meant for a question that is over, or that the network has held up."""

from typing import Literal

from dialog import Questions, Table, TakeBack, Undos
from dialog.closed import ON_ITS_WAY_S
from dialog.waiting import TAKEN_S
from tabletop import Button, Press
from tests.criteria.sensed_table import OMAHA, SensedTable

OVER = "Too late: what was asked is over. Nothing was done."
HELD_UP = "That press came too late. Nothing was done."
HOLD: tuple[tuple[Literal["down", "held", "up"], float], ...] = (("down", 2.6), ("held", 1.6), ("up", 1.4))
"""A hold that the network has held up: what was done how long ago."""


def asked_to_take_back() -> SensedTable:
    """Blue has claimed and lifts its token: the table asks, and the token comes back in a moment."""
    table = SensedTable()
    table.set_token("blue", OMAHA)
    table.press("forward")
    table.lift(OMAHA)
    table.wait(1.0)
    assert isinstance(table.mode, TakeBack)
    return table


def pressed(table: SensedTable, button: Button, *, ago: float = 0.0, named: bool = False) -> list[str]:
    """What is said to one press that was made so many seconds ago."""
    before, at = len(table.paper.said), table.at - ago
    table.session.handle(Press(button=button, action="down", at=at, named=named), table.at)
    table.session.handle(Press(button=button, action="up", at=at, named=named), table.at)
    return table.words(before)


def answered_by_the_board() -> SensedTable:
    """The question is closed without a press: its token stands again."""
    table = asked_to_take_back()
    table.see(OMAHA, "blue")
    for _ in range(30):
        table.wait(0.1)
        if isinstance(table.mode, Table):
            return table
    raise AssertionError("the question stays open")


def test_given_a_question_that_the_board_answers_when_its_yes_comes_too_late_then_no_turn_ends() -> None:
    table = answered_by_the_board()
    mover = table.state.to_move
    assert pressed(table, "yes") == [OVER]
    assert pressed(table, "yes") == [OVER]
    assert pressed(table, "no") == [OVER]
    assert table.state.to_move == mover
    assert table.claims() == [("blue", OMAHA)]


def test_given_a_question_that_is_over_when_there_was_time_to_hear_it_then_yes_ends_the_turn() -> None:
    table = answered_by_the_board()
    table.wait(ON_ITS_WAY_S + 0.1)
    assert pressed(table, "yes")[0].startswith("Red square: no claim.")


def test_given_a_question_that_is_over_when_another_is_opened_by_a_press_then_it_can_be_answered() -> None:
    table = answered_by_the_board()
    pressed(table, "ask")
    assert isinstance(table.mode, Questions)
    assert pressed(table, "yes") != [OVER]


def test_given_a_question_that_is_over_when_other_buttons_are_pressed_then_they_do_their_work() -> None:
    table = answered_by_the_board()
    assert OVER not in pressed(table, "repeat")
    assert OVER not in pressed(table, "back")


def test_given_a_page_that_names_what_it_answers_when_it_presses_then_it_is_an_answer() -> None:
    table = answered_by_the_board()
    assert pressed(table, "yes", named=True)[0].startswith("Red square: no claim.")


def test_given_a_question_that_a_page_answers_when_the_panel_answers_too_then_it_is_too_late() -> None:
    table = asked_to_take_back()
    assert pressed(table, "no", named=True)
    mover = table.state.to_move
    assert OVER in pressed(table, "yes")
    assert table.state.to_move == mover


def test_given_a_question_that_a_press_has_answered_when_pressed_again_then_it_is_the_next_answer() -> None:
    table = asked_to_take_back()
    pressed(table, "yes")
    assert table.claims() == [("blue", OMAHA)]
    assert table.state.to_move == "blue"
    table.wait(TAKEN_S + 0.1)
    assert pressed(table, "yes")[0].startswith("Blue disc: no claim.")


def test_given_yes_held_for_what_is_over_when_let_go_then_nothing_was_done() -> None:
    table = answered_by_the_board()
    mover = table.state.to_move
    assert table.hold("yes") == [OVER]
    assert table.state.to_move == mover


def test_given_an_undo_list_below_what_is_over_when_yes_is_held_then_nothing_is_undone() -> None:
    table = SensedTable()
    table.set_token("blue", OMAHA)
    table.press("ask")
    table.pick("menu", "undo")
    table.lift(OMAHA)
    table.wait(1.0)
    assert isinstance(table.mode, TakeBack)
    table.see(OMAHA, "blue")
    while not isinstance(table.mode, Undos):
        table.wait(0.1)
    assert table.hold("yes")[0] == OVER
    assert table.claims() == [("blue", OMAHA)]


def test_given_a_press_that_the_network_held_up_when_it_comes_then_it_is_refused_in_words() -> None:
    table = SensedTable()
    assert pressed(table, "yes", ago=1.6) == [HELD_UP]
    assert table.state.to_move == "blue"
    assert pressed(table, "yes", ago=1.4)[0].startswith("Blue disc: no claim.")


def test_given_a_hold_that_the_network_held_up_when_let_go_then_it_is_no_press_either() -> None:
    table = SensedTable()
    before = len(table.paper.said)
    for action, ago in HOLD:
        table.session.handle(Press(button="yes", action=action, at=table.at - ago), table.at)
    assert table.words(before) == [HELD_UP]
    assert table.state.to_move == "blue"


def test_given_a_press_that_was_held_up_when_a_question_has_opened_since_then_that_starts_again() -> None:
    table = SensedTable()
    table.set_token("blue", OMAHA)
    table.press("forward")
    table.see(OMAHA, "empty")
    while not isinstance(table.mode, TakeBack):
        table.wait(0.1)
    table.wait(0.7)
    asked = table.words()[-1]
    assert pressed(table, "yes", ago=0.8) == [asked]
    assert isinstance(table.mode, TakeBack)
