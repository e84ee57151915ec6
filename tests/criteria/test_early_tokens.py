"""A token before its turn is refused; if it still stands when the turn has come, it is asked about."""

import pytest

from dialog import LeftOver, Table
from engine import ClaimRoute, EndTurn, Game, RouteId
from tabletop import Button
from tests.criteria.panel_table import PanelTable, done
from tests.criteria.sensed_table import DULUTH, OMAHA, SANTA_FE, SensedTable

ASKED = "A token stands on Denver to Omaha. Claim it? Yes, or No and lift it."


def early() -> SensedTable:
    """Blue is to move, red is next; green's token stands already."""
    table = SensedTable()
    [told] = table.set_token("green", OMAHA)
    assert told.startswith("Not yet, green triangle: blue disc is to move. Lift your token.")
    return table


@pytest.mark.criterion(34)
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_given_a_token_before_its_turn_when_the_turn_comes_then_it_is_asked_about_and_never_just_claimed(
    answer: Button,
) -> None:
    table = early()
    table.press("yes")
    table.wait(1.0)
    assert ASKED not in table.words()  # red is to move
    table.press("yes")
    table.wait(30.0)
    assert table.words().count(ASKED) == 2  # G11: said once more, then only a soft sound
    assert table.claims() == []
    before = len(table.paper.said)
    table.press(answer)
    if answer == "yes":
        assert table.claims() == [("green", OMAHA)]
    else:
        assert table.words(before) == ["Not claimed. Lift the token on Denver to Omaha, please."]
        table.wait(60.0)
        assert table.claims() == []
        assert isinstance(table.mode, Table)


def test_given_an_early_token_when_that_turn_is_over_then_the_reminder_is_of_the_token() -> None:
    table = early()
    table.press("yes")
    before = len(table.paper.said)
    table.wait(25.0)
    assert table.words(before) == [
        "First lift the token on Denver to Omaha, please."
    ]  # a Yes would end red's turn


def test_given_an_early_token_when_it_is_lifted_in_time_then_nothing_is_asked() -> None:
    table = early()
    table.lift(OMAHA)
    table.press("yes", "yes")
    table.wait(2.0)
    assert ASKED not in table.words()


@pytest.mark.parametrize("list_above", [False, True])
def test_given_the_question_when_its_seat_claims_elsewhere_then_it_is_over_with_that_turn(
    list_above: bool,
) -> None:
    table = early()
    table.press("yes", "yes")
    table.wait(1.0)
    assert isinstance(table.mode, LeftOver)
    if list_above:
        table.press("ask", "ask")
    table.set_token("green", DULUTH)
    assert table.claims() == [("green", DULUTH)]
    if list_above:
        table.press("no")
    assert isinstance(table.mode, Table)
    table.press("yes")  # blue's turn ends; this was no answer
    assert table.claims() == [("green", DULUTH)]


def test_given_a_second_token_after_a_claim_when_the_seats_next_turn_comes_then_it_is_asked_about() -> None:
    table = SensedTable()
    table.set_token("blue", SANTA_FE)
    assert "One claim a turn" in table.set_token("blue", OMAHA)[-1]
    for _ in range(2):
        table.press("yes")
        table.wait(1.0)
    assert table.words()[-1] == ASKED


def test_given_tickets_to_choose_when_a_token_comes_too_early_then_asked_at_the_first_turn() -> None:
    table = PanelTable(cards="dealt", seats=("blue", "red"))
    table.set_token("blue", OMAHA)
    while table.state.phase == "tickets":
        table.press("yes", "yes", "no", "yes")
    table.wait(1.0)
    assert table.words()[-1] == ASKED
    assert RouteId(OMAHA) not in table.state.owners


def test_given_the_last_turn_when_another_seat_sets_a_token_then_it_is_refused_and_the_game_is_not_over() -> (
    None
):
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1, {"trains": 6})
    for command in (ClaimRoute(seat="blue", route=RouteId(OMAHA)), EndTurn(seat="red")):
        game = done(game, command)
    table = PanelTable(game=game)
    assert (table.state.to_move, table.state.turns_left) == ("blue", 0)
    table.set_token("red", DULUTH)
    assert table.words()[-1].startswith("Not yet, red square: blue disc is to move. Lift your token.")
    assert table.state == game.state
    table.lift(DULUTH)
    table.press("yes")
    assert table.state.phase == "declaring"
