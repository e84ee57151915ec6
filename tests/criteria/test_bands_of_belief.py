"""Criteria 25 and 26 at the very edges of the bands: commit from 0.98, ask from 0.60, below that hold."""

import dataclasses
import math
from collections.abc import Mapping

import pytest

from reconcile import ASK, COMMIT, Belief
from reconcile.sensing import Occupant
from tests.criteria.sensed_table import OMAHA, SensedTable

BANDS = (
    (math.nextafter(COMMIT, 0), "A token on Denver to Omaha. Red square's? Yes, or No for another seat."),
    (ASK, "A token on Denver to Omaha. Red square's? Yes, or No for another seat."),
    (
        math.nextafter(ASK, 0),
        "Whose token is on Denver to Omaha? Press your seat button, or Forward through the seats.",
    ),
)


def so_sure(monkeypatch: pytest.MonkeyPatch, probability: float) -> SensedTable:
    """A table that takes red's token on Denver–Omaha for red's with exactly this probability."""
    weighed = Belief.of

    def exactly(weights: Mapping[Occupant, float]) -> Belief:
        belief = weighed(weights)
        if belief.best != "red":
            return belief
        return dataclasses.replace(belief, probability=probability, best_seat_probability=probability)

    table = SensedTable()
    monkeypatch.setattr(Belief, "of", exactly)
    table.see(OMAHA, "red")
    return table


@pytest.mark.criterion(25)
def test_given_a_belief_of_just_098_when_quiet_then_it_is_claimed_and_nothing_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = so_sure(monkeypatch, COMMIT)
    table.wait(4.0)
    assert table.claims() == [("red", OMAHA)]
    assert not any("?" in words for words in table.words())


@pytest.mark.criterion(25, 26)
@pytest.mark.parametrize(("probability", "question"), BANDS)
def test_given_a_belief_just_in_a_band_when_quiet_then_its_question_comes_in_its_time_and_nothing_is_claimed(
    probability: float, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = so_sure(monkeypatch, probability)
    table.wait(1.8)
    assert table.words() == ([question] if probability >= ASK else [])  # below, it is held for two seconds
    table.wait(5.0)
    assert table.words() == [question]
    assert table.claims() == []
    assert (COMMIT, ASK) == (0.98, 0.60)
    table.press_seat("red") if probability < ASK else table.press("yes")
    assert table.claims() == [("red", OMAHA)]
