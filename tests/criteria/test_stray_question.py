"""A fallen token on a wrong pin is asked about as a claim or a stray, however often the question is said."""

import pytest

from dialog import Whose
from tabletop import Press
from tests.criteria.sensed_table import DULUTH, OMAHA, SANTA_FE, SensedTable

ASKED = (
    "A token on Denver to Santa Fe, and blue disc's is off Denver to Omaha. "
    "A claim? Yes, or move it back, 9 centimetres north-east."
)


def fallen() -> SensedTable:
    """Blue is to move; one of its tokens has fallen off."""
    table = SensedTable(claims=(OMAHA, DULUTH), seats=("blue", "red"))
    table.out_of_grace()
    table.lift(OMAHA)
    table.wait(4.0)
    return table


def stray() -> SensedTable:
    """It stands on a free pin, and that is asked about."""
    table = fallen()
    assert table.set_token("blue", SANTA_FE) == [ASKED]
    return table


@pytest.mark.criterion(19)
def test_given_a_stray_token_when_it_is_asked_again_then_yes_still_means_a_claim_and_nothing_less() -> None:
    table = stray()
    before = len(table.paper.said)
    table.wait(25.0)
    assert table.words(before) == [ASKED]
    assert table.press("no", "back")[-1] == ASKED


@pytest.mark.criterion(14)
def test_given_a_stray_token_when_yes_comes_too_hastily_then_the_same_question_starts_again() -> None:
    table = fallen()
    table.see(SANTA_FE, "blue")
    while not isinstance(table.mode, Whose):
        table.wait(0.1)
    before = len(table.paper.said)
    for action in ("down", "up"):
        table.session.handle(Press(button="yes", action=action, at=table.at), table.at)
    assert table.words(before) == [ASKED]
    assert len(table.state.owners) == 2


def test_given_a_stray_token_when_it_is_moved_back_then_the_question_is_withdrawn() -> None:
    table = stray()
    assert table.lift(SANTA_FE)[0].startswith("Clear.")
    assert table.set_token("blue", OMAHA) == ["Denver to Omaha is right again."]
    assert len(table.state.owners) == 2
