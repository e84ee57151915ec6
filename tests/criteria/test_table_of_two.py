"""At a table of two who has just claimed is the next in order, too: a second token is no new turn."""

import pytest

from dialog import ClaimListed
from reconcile import expected_tokens
from tests.criteria.sensed_table import DULUTH, OMAHA, SensedTable

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
