"""A token from the box, of a seat that does not play, is named as what it looks like."""

import pytest

from tests.criteria.sensed_table import DULUTH, OMAHA, SANTA_FE, SensedTable

ASKED = (
    "The token on Denver to Santa Fe looks green triangle's; blue disc is to move. "
    "Swap it, or Yes if it is blue disc's."
)


def strange() -> SensedTable:
    """Blue and red play; blue is to move and a green token has been set."""
    table = SensedTable(claims=(OMAHA, DULUTH), seats=("blue", "red"))
    table.out_of_grace()
    assert table.set_token("green", SANTA_FE) == [ASKED]
    return table


@pytest.mark.criterion(26)
def test_given_a_token_of_nobody_who_plays_when_swapped_then_the_right_one_is_claimed() -> None:
    table = strange()
    assert table.lift(SANTA_FE)[0].startswith("Clear.")
    table.set_token("blue", SANTA_FE)
    assert table.claims()[-1] == ("blue", SANTA_FE)


@pytest.mark.criterion(26)
def test_given_a_token_of_nobody_who_plays_when_the_mover_says_yes_then_it_claims_for_that_seat() -> None:
    table = strange()
    table.press("yes")
    assert table.claims()[-1] == ("blue", SANTA_FE)


def test_given_a_token_missing_when_one_of_nobody_who_plays_comes_then_it_may_still_be_the_missing_one() -> (
    None
):
    table = SensedTable(claims=(OMAHA, DULUTH), seats=("blue", "red"))
    table.out_of_grace()
    table.lift(OMAHA)
    table.wait(4.0)
    said = table.set_token("green", SANTA_FE)
    assert said == [
        "A token on Denver to Santa Fe, and blue disc's is off Denver to Omaha. "
        "A claim? Yes, or move it back, 9 centimetres north-east."
    ]
