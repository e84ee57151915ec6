"""A token has gone to another pin out of grace, and the mover claims meanwhile: one thing at a time."""

import pytest

from dialog import Whose
from engine import RouteId
from tabletop import SiteId
from tests.criteria.sensed_table import DULUTH, OMAHA, SensedTable

BOSTON = SiteId("boston-montreal:1")
ASKED = "A token on Chicago to Duluth, and blue disc's is off Denver to Omaha. A claim? Yes, or "


def strayed(wait_s: float) -> SensedTable:
    """Red is to move; blue's token is off Denver–Omaha and stands on Chicago–Duluth since so long."""
    table = SensedTable(claims=(OMAHA,), seats=("blue", "red"))
    assert table.state.to_move == "red"
    table.press("yes", "yes")
    table.see(OMAHA, "empty")
    table.wait(5.0)
    table.see(DULUTH, "blue")
    table.wait(wait_s)
    return table


@pytest.mark.criterion(32)
@pytest.mark.parametrize("wait_s", [0.5, 2.0, 25.0])
def test_given_a_stray_of_another_seat_when_the_mover_claims_then_only_the_mover_has(wait_s: float) -> None:
    """They were "two new tokens", and a Yes then ended the mover's turn and made two claims at once."""
    table = strayed(wait_s)
    assert isinstance(table.mode, Whose) is (wait_s > 1)
    before = len(table.paper.said)
    table.set_token("red", BOSTON)
    table.wait(3.0)
    told = table.words(before)
    assert not any(one.startswith("Two new tokens") for one in told)
    assert told[0].startswith("Red square claims Boston to Montréal")
    assert dict(table.state.owners) == {RouteId(OMAHA): "blue", RouteId(BOSTON): "red"}
    assert table.state.to_move == "blue"


@pytest.mark.criterion(30)
@pytest.mark.criterion(80)
def test_given_the_question_of_a_stray_when_another_claims_then_it_is_said_again_before_yes_counts() -> None:
    table = strayed(25.0)
    assert any(one.startswith(f"{ASKED}move it back") for one in table.words())
    told = table.press("ask")
    assert told[-1].endswith("Whether a token is a claim. Yes makes it one, No names another seat.")
    before = len(table.paper.said)
    table.set_token("red", BOSTON)
    assert table.words(before)[-1].startswith(ASKED)
    table.see(DULUTH, "empty")
    table.wait(2.0)
    table.see(OMAHA, "blue")
    table.wait(2.0)
    assert table.words()[-1] == "Denver to Omaha is right again."
    assert not isinstance(table.mode, Whose)
    assert table.state.to_move == "blue"


@pytest.mark.criterion(32)
def test_given_a_seat_that_misses_none_when_its_token_comes_beside_the_movers_then_both_are_told() -> None:
    table = SensedTable(claims=(OMAHA,), seats=("blue", "red"))
    table.press("yes", "yes")
    table.see(DULUTH, "blue")
    table.see(BOSTON, "red")
    table.wait(4.0)
    assert table.words()[-1].startswith("Two new tokens: ")
