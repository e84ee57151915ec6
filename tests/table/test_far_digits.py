"""The digits by which a seat of this home joins the table that deals its cards."""

import io

import pytest

from fingerpost.devices.keyboard_part import KeyboardPart
from table.answers import Done, NotDone
from table.linked import FarCode
from table.page_of_game import GameStage, open_words
from table.requests import EnterDigits, Request
from tabletop import board_layout
from tests.table.far_kiel import Kiel
from web.command_box import TypedDigits, meant


def test_given_digits_half_entered_when_the_host_acts_then_they_stay_open() -> None:
    kiel = Kiel("red").begins()
    kiel.page("red", "wants-code")
    kiel.press("forward", "yes", "forward", "forward", "yes")
    kiel.plays(4)
    mode = kiel.digits()
    assert mode is not None
    assert mode.entered == "12"


def test_given_a_table_that_has_not_begun_when_it_is_joined_then_digits_are_asked_for_only_afterwards() -> (
    None
):
    kiel = Kiel("red")
    kiel.passes()
    assert kiel.wishes == []
    kiel.begins()
    assert kiel.wishes == [FarCode(seat="red", digits=None)]


def test_given_two_seats_when_the_first_has_joined_then_the_second_is_asked_for() -> None:
    kiel = Kiel("red", "green").begins()
    kiel.page("red", "wants-code")
    kiel.press(*["yes"] * 6)  # type: ignore[arg-type]
    assert kiel.wishes == [FarCode(seat="red", digits=None), FarCode(seat="red", digits="000000")]
    kiel.page("red", "joined")
    assert kiel.wishes[2:] == [FarCode(seat="green", digits=None)]
    kiel.page("green", "wants-code")
    mode = kiel.digits()
    assert mode is not None
    assert mode.seat == "green"


def test_given_two_seats_when_the_first_leaves_its_digits_then_the_second_is_asked_for_and_comes_first() -> (
    None
):
    kiel = Kiel("red", "green").begins()
    kiel.page("red", "wants-code")
    kiel.press("no")
    assert kiel.wishes[1:] == [FarCode(seat="green", digits=None)]
    kiel.page("green", "busy")
    kiel.press("yes")  # as that has said
    assert kiel.wishes[2:] == [FarCode(seat="green", digits=None)]


def test_given_another_seats_digits_when_they_are_said_meanwhile_then_they_are_entered_afterwards() -> None:
    kiel = Kiel("red", "green").begins()
    kiel.page("red", "wants-code")
    kiel.page("green", "wants-code")
    kiel.press("no")
    mode = kiel.digits()
    assert mode is not None
    assert mode.seat == "green"


def test_given_codes_that_are_known_when_the_table_begins_then_each_seat_joins_by_its_own() -> None:
    kiel = Kiel("red", "green", codes=("111111", "222222")).begins()
    kiel.page("red", "joined")
    assert kiel.wishes == [FarCode(seat="red", digits="111111"), FarCode(seat="green", digits="222222")]


def test_given_a_seat_that_is_put_out_while_tickets_are_chosen_when_yes_then_new_digits_are_said() -> None:
    kiel = Kiel("red").begins()
    kiel.page("red", "joined")
    kiel.page("red", "put-out")
    assert kiel.host.state.to_move is None
    kiel.press("yes")
    assert kiel.wishes[1:] == [FarCode(seat="red", digits=None)]


def test_given_the_hosts_seat_to_move_when_somebody_asks_then_it_is_a_seat_of_this_home() -> None:
    kiel = Kiel("red", acts=3).begins()
    assert kiel.host.state.to_move == "blue"
    assert kiel.session.panel.asker(kiel.session.game.state) == "red"


def test_given_digits_when_they_are_entered_then_the_room_alone_has_them() -> None:
    kiel = Kiel("red").begins()
    kiel.page("red", "wants-code")
    kiel.press("forward", "yes")
    spoken = [one for one in kiel.paper.said if one.normal.startswith(("Bremen says 6", "Digit "))]
    assert [one.normal for one in spoken][1:] == ["Digit 1: 1?", "Digit 2: 0?"]
    assert all(one.in_the_room for one in spoken)
    shown = open_words(kiel.session, kiel.session.wording)
    assert shown["everyone"].startswith("Digit 2 of 6 for red square. Forward is one more")


def typing(kiel: Kiel, line: str) -> str:
    """A line at this home's keys; what the terminal says to it beside what it shows of it."""
    out, typed = io.StringIO(), [f":{line}\r"]

    def read() -> str:
        return typed.pop() if typed else ""

    layout = board_layout("usa")
    part = KeyboardPart(kiel.session, layout, pins=False, read=read, by_keys=True, out=out, before="")
    part.poll(kiel.at)
    kiel.passes()
    return out.getvalue().partition("\n")[2]


@pytest.mark.parametrize("line", ["472916", "472 916", "4, 7, 2; 9, 1, 6."])
def test_given_digits_that_the_host_says_when_typed_then_none_has_to_be_walked_to(line: str) -> None:
    """Six digits took 35 presses of Forward and Yes."""
    kiel = Kiel("red").begins()
    kiel.page("red", "wants-code")
    assert typing(kiel, line) == ""
    assert kiel.wishes[1:] == [FarCode(seat="red", digits="472916")]
    assert kiel.digits() is None
    assert not any("472916" in one for one in kiel.said())
    kiel.page("red", "joined")
    assert kiel.said()[-1] == "Bremen now tells red square its own words in its ear here."


def test_given_some_digits_walked_to_when_all_are_typed_then_those_count() -> None:
    kiel = Kiel("red").begins()
    kiel.page("red", "wants-code")
    kiel.press("forward", "yes", "ask")
    assert kiel.said()[-1].endswith("No goes back. Or type all six.")
    typing(kiel, "472916")
    assert kiel.wishes[1:] == [FarCode(seat="red", digits="472916")]


def test_given_no_digits_wanted_when_some_are_typed_then_they_go_nowhere_and_that_is_said() -> None:
    kiel = Kiel("red").begins()
    assert typing(kiel, "472916").startswith("472916: not known; give yes, no")
    assert typing(kiel, "4729").startswith("4729: not known")
    assert kiel.wishes == [FarCode(seat="red", digits=None)]


def test_given_this_homes_page_when_the_digits_are_typed_there_then_they_are_tried_too() -> None:
    kiel = Kiel("red").begins()
    assert meant(kiel.moment(), None, "472 916") == TypedDigits("472916")
    stage = GameStage(kiel.session, kiel.session.wording, lambda said, at: None)
    request = Request(want=EnterDigits(digits="472916"))
    refused = stage.grant(request, {}, kiel.at)
    assert isinstance(refused, NotDone) and refused.text == "There is no answer to that now."
    kiel.page("red", "wants-code")
    assert isinstance(stage.grant(request, {}, kiel.at), Done)
    assert kiel.wishes[1:] == [FarCode(seat="red", digits="472916")]
