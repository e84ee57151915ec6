"""At a table of two who has just claimed is the next in order, too: a second token is no new turn."""

import pytest

from dialog import ClaimListed, Table, TakeBack
from engine import Seat
from reconcile import expected_tokens
from tabletop import SiteId
from tests.criteria.sensed_table import DULUTH, HELENA, OMAHA, SensedTable

SECOND = "One claim a turn: Chicago to Duluth is blue disc's. Lift the token on Denver to Omaha."
LEFT_OVER = "A token stands on Denver to Omaha. Claim it? Yes, or No and lift it."


def second_token(after_s: float) -> SensedTable:
    """Blue claims, and sets another token so long after the claim was told."""
    table = SensedTable(seats=("blue", "red"))
    told = table.set_token("blue", DULUTH)  # 0.2 s ago
    assert told == ["Blue disc claims Chicago to Duluth: 3 trains, 4 points. Red square to move."]
    table.wait(after_s - 0.2)
    table.set_token("blue", OMAHA)
    return table


@pytest.mark.criterion(33)
@pytest.mark.parametrize("after_s", [0.2, 1.0, 2.8])
def test_given_two_seats_when_one_sets_a_second_token_at_once_then_the_other_ones_turn_goes_on(
    after_s: float,
) -> None:
    table = second_token(after_s)
    assert table.words()[-1] == SECOND
    assert table.claims() == [("blue", DULUTH)]
    assert table.state.to_move == "red"


def test_given_that_second_token_when_the_first_is_lifted_then_both_are_asked_about_and_agree() -> None:
    table = second_token(0.5)
    assert table.lift(DULUTH) == ["Take back Chicago to Duluth? Yes, or put the token back."]
    table.press("yes")
    table.wait(1.0)
    assert table.words()[-1] == LEFT_OVER
    table.press("yes")
    assert table.claims()[-1] == ("blue", OMAHA)
    assert expected_tokens(table.state) == {OMAHA: "blue"}
    assert table.session.tracker.differences(table.state) == ()


@pytest.mark.criterion(33)
def test_given_two_seats_when_a_turn_may_have_passed_then_the_next_token_ends_it_as_ever() -> None:
    table = second_token(3.2)
    assert table.words()[-1].startswith("Red square: no claim. Blue disc claims Denver to Omaha:")


@pytest.mark.criterion(33)
def test_given_two_seats_when_the_other_one_has_said_yes_then_a_token_claims_however_soon() -> None:
    table = SensedTable(seats=("blue", "red"))
    table.set_token("blue", DULUTH)
    table.press("yes")
    table.set_token("blue", OMAHA)
    assert table.claims() == [("blue", DULUTH), ("blue", OMAHA)]


def test_given_two_seats_when_one_claims_from_the_list_after_its_claim_then_that_was_meant() -> None:
    table = SensedTable(seats=("blue", "red"))
    table.set_token("blue", DULUTH)
    table.session.perform(ClaimListed(seat="blue", site=OMAHA), table.at)
    assert table.claims() == [("blue", DULUTH), ("blue", OMAHA)]


INSTEAD = (
    "Chicago to Duluth is empty. Does blue disc claim Denver to Omaha instead? Yes, or put the token back."
)
CORRECTED = (
    "Corrected: blue disc claims Denver to Omaha, 4 trains, 7 points, not Chicago to Duluth. "
    "Red square to move."
)


@pytest.mark.criterion(29)
@pytest.mark.parametrize("after_s", [0.5, 20.0])
def test_given_a_late_second_token_when_the_first_is_lifted_then_asked_and_by_yes_one_corrected_claim(
    after_s: float,
) -> None:
    table = second_token(5.0)
    table.wait(after_s)
    assert table.lift(DULUTH) == [INSTEAD]
    assert table.press("yes") == [CORRECTED]
    assert expected_tokens(table.state) == {OMAHA: "blue"}
    assert (table.state.to_move, table.state.trains["blue"]) == ("red", 41)
    assert table.session.tracker.differences(table.state) == ()
    assert table.lift(OMAHA) == ["Take back Denver to Omaha? Yes, or put the token back."]


@pytest.mark.criterion(41)
def test_given_that_question_when_the_token_is_put_back_or_stands_by_no_then_both_claims_stay() -> None:
    for answer in ("put back", "no"):
        table = second_token(5.0)
        table.lift(DULUTH)
        if answer == "no":
            table.press("no")
        else:
            assert table.set_token("blue", DULUTH) == ["Chicago to Duluth is right again."]
        table.wait(10.0)
        assert expected_tokens(table.state) == {OMAHA: "blue", DULUTH: "blue"}
        assert table.session.tracker.standing_refused() == ()
        assert table.words()[-1] != INSTEAD
        assert table.mode == Table()


@pytest.mark.criterion(31)
@pytest.mark.parametrize("act", ["yes before", "yes after", "token"])
def test_given_that_the_other_seat_has_acted_when_the_first_token_goes_then_it_has_fallen(act: str) -> None:
    table = SensedTable(seats=("blue", "red"))
    table.set_token("blue", DULUTH)
    table.wait(5.0)
    if act == "yes before":
        table.press("yes")
    table.set_token("blue", OMAHA)
    if act == "yes after":
        table.press("yes")
    if act == "token":
        table.wait(5.0)
        table.set_token("red", HELENA)
    table.lift(DULUTH)
    table.wait(3.0)
    assert table.words()[-1].startswith("Blue disc's token fell off Chicago to Duluth. Put it back")


def test_given_that_question_when_the_other_seat_acts_then_it_is_over_and_the_token_is_missed() -> None:
    table = second_token(5.0)
    table.lift(DULUTH)
    table.press_seat("red")
    table.set_token("red", HELENA)
    table.wait(3.0)
    assert not isinstance(table.mode, TakeBack)
    assert table.words()[-1].startswith("Blue disc's token fell off Chicago to Duluth. Put it back")


@pytest.mark.criterion(29)
@pytest.mark.parametrize("seats", [("blue", "red"), ("blue", "red", "green")])
def test_given_pins_alone_when_a_token_goes_as_one_came_near_it_then_asked_whether_that_is_it(
    seats: tuple[Seat, ...],
) -> None:
    table = SensedTable(seats=seats, camera=False)
    table.set_token("blue", OMAHA)
    table.wait(5.0)
    told = table.set_token("blue", HELENA)
    assert told[0].startswith("Red square claims Helena to Omaha")  # pins take a token for the mover's
    assert table.lift(OMAHA) == [
        "Denver to Omaha is empty. Did blue disc, not red square, claim Helena to Omaha? "
        "Yes, or put the token back."
    ]
    table.press("yes")
    assert expected_tokens(table.state) == {HELENA: "blue"}
    assert table.state.to_move == "red"
    assert table.lift(HELENA) == ["Take back Helena to Omaha? Yes, or put the token back."]


@pytest.mark.criterion(31)
@pytest.mark.parametrize(("second", "after_s"), [(DULUTH, 0.0), (HELENA, 3.0)])
def test_given_pins_alone_when_a_token_goes_far_from_the_last_or_later_then_it_has_fallen(
    second: SiteId, after_s: float
) -> None:
    table = SensedTable(camera=False)
    table.set_token("blue", OMAHA)
    table.wait(5.0)
    table.set_token("red", second)
    table.wait(after_s)
    assert table.lift(OMAHA) == []
    table.wait(3.0)
    assert table.words()[-1].startswith("Blue disc's token fell off Denver to Omaha. Put it back")
