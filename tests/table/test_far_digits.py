"""The digits by which a seat of this home joins the table that deals its cards."""

from table.linked import FarCode
from table.page_of_game import open_words
from tests.table.far_kiel import Kiel


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
