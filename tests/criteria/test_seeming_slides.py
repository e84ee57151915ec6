"""Pins alone: a contact that opens as the next token comes nearby looks as if a token had slid."""

import pytest

from dialog import Whose
from engine import Seat
from reconcile import expected_tokens
from tests.criteria.sensed_table import OMAHA, SANTA_FE, SensedTable


def corrected() -> SensedTable:
    """Blue's token stands on Denver to Omaha, red's on Denver to Santa Fe; that pin felt nothing awhile."""
    table = SensedTable(camera=False)
    table.set_token("blue", OMAHA)
    table.feel(OMAHA, "empty")
    table.wait(0.4)
    table.set_token("red", SANTA_FE)
    assert expected_tokens(table.state) == {SANTA_FE: "blue"}
    return table


def asked(table: SensedTable) -> Seat:
    """Whose it is by a Yes now."""
    mode = table.mode
    assert isinstance(mode, Whose)
    return mode.seats[mode.index]


@pytest.mark.criterion(29)
def test_given_a_slide_that_only_seemed_one_when_its_pin_feels_again_then_the_table_asks() -> None:
    table = corrected()
    before = len(table.paper.said)
    table.feel(OMAHA, "blue")
    table.wait(3.0)
    assert table.words(before) == ["A token on Denver to Omaha. Red square's? Yes, or No for another seat."]
    assert expected_tokens(table.state) == {SANTA_FE: "blue"}


@pytest.mark.criterion(29)
def test_given_that_question_when_the_claims_seat_is_named_then_it_is_where_it_was_again() -> None:
    table = corrected()
    table.feel(OMAHA, "blue")
    table.wait(3.0)
    before = len(table.paper.said)
    while asked(table) != "blue":
        table.press("forward")
        table.wait(1.0)
    table.press("yes")
    table.wait(3.0)
    assert table.words(before)[-2:] == [
        "Corrected: blue disc claims Denver to Omaha, 4 trains, 7 points, not Denver to Santa Fe. "
        "Red square to move.",
        "A token on Denver to Santa Fe. Red square's? Yes, or No for another seat.",
    ]
    table.press("yes")
    table.wait(1.0)
    assert expected_tokens(table.state) == {OMAHA: "blue", SANTA_FE: "red"}


def test_given_that_question_when_it_is_the_movers_then_it_claims() -> None:
    table = corrected()
    table.feel(OMAHA, "red")
    table.wait(3.0)
    table.press("yes")
    table.wait(1.0)
    assert expected_tokens(table.state) == {SANTA_FE: "blue", OMAHA: "red"}


def test_given_a_slide_when_the_next_seat_has_acted_then_a_token_where_it_began_claims_unasked() -> None:
    table = corrected()
    table.press("yes")
    table.wait(1.0)
    table.set_token("green", OMAHA)
    assert expected_tokens(table.state) == {SANTA_FE: "blue", OMAHA: "green"}
