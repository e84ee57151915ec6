"""Criteria 25 and 26 at the very edges of the bands: commit from 0.98, ask from 0.60, below that hold."""

import dataclasses
import math
from collections.abc import Mapping

import pytest

from reconcile import ASK, COMMIT, Belief, expected_tokens
from reconcile.sensing import Occupant
from tabletop import Condition, DeviceHealth
from tests.criteria.second_sitting import PinsAlone
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


@pytest.mark.criterion(26)
def test_given_a_pin_that_cannot_tell_whose_token_it_has_when_one_is_set_then_no_seat_is_guessed() -> None:
    """A dirty contact under a coded token (hub/1, f0): pins alone would count it as the mover's."""
    table = PinsAlone()
    blamed = DeviceHealth(device="pin", condition="fault", at=table.at, cause="amb", site=OMAHA)
    table.session.handle(blamed, table.at)
    assert table.words()[-1] == "Pin Denver to Omaha cannot tell whose token it has: clean it."
    table.feel(OMAHA, "something")
    table.wait(8.0)
    assert table.words()[-1] == (
        "Whose token is on Denver to Omaha? Press your seat button, or Forward through the seats."
    )
    assert not table.state.owners
    table.press_seat("blue")
    assert expected_tokens(table.state) == {OMAHA: "blue"}


@pytest.mark.criterion(46)
def test_given_a_pin_that_can_tell_again_when_a_token_is_set_then_it_is_the_movers_as_ever() -> None:
    table = PinsAlone()
    words: tuple[tuple[Condition, str], ...] = (("fault", "amb"), ("live", ""))
    for condition, cause in words:
        health = DeviceHealth(device="pin", condition=condition, at=table.at, cause=cause, site=OMAHA)
        table.session.handle(health, table.at)
    table.feel(OMAHA, "something")
    table.wait(8.0)
    assert expected_tokens(table.state) == {OMAHA: "blue"}
