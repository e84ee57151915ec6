"""Pins alone: a contact that opens may be a bad one, and a dead pin never feels its token."""

import pytest

from engine import ClaimRoute, EndTurn, RouteId
from reconcile import ClaimOrStray, ClaimProposed, Fallen, LiftedInGrace, Restored, WhoseToken
from tests.reconcile.board_bench import DULUTH, OMAHA, SANTA_FE, Board


def claimed() -> Board:
    """Blue has claimed and nobody can take it back; red is to move."""
    board = Board(camera=False)
    board.claim(OMAHA)
    board.tracker.acted("red")
    return board


def listed() -> Board:
    """Blue has claimed from the list, and its pin feels no token; red is to move."""
    board = Board(camera=False)
    board.do(ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    board.tracker.claimed_unseen("blue", OMAHA)
    board.wait(1.0)
    return board


def test_given_a_contact_that_closes_again_when_a_token_was_set_meanwhile_then_it_claims_unasked() -> None:
    board = claimed()
    board.feel(OMAHA, "empty")
    board.wait(1.0)
    board.feel(DULUTH, "something")
    assert board.found_in(6.0) == [Fallen(tokens=((OMAHA, "blue"),))]
    board.feel(OMAHA, "something")
    assert board.found_in(1.0) == [
        Restored(site=OMAHA, left=0),
        ClaimProposed(seat="red", site=DULUTH, assumed=True),
    ]


def test_given_a_token_asked_about_when_the_one_it_might_have_been_is_set_then_it_claims_unasked() -> None:
    """The question stood, with words that were true no more, and the token claimed nothing."""
    for board, unset in ((listed(), True), (claimed(), False)):
        board.feel(OMAHA, "empty")
        board.wait(20.0)
        board.feel(DULUTH, "something")
        board.words()
        assert board.found_in(2.0) == [ClaimOrStray(site=DULUTH, seat="red", missing=OMAHA, unset=unset)]
        board.feel(OMAHA, "something")
        assert board.found_in(2.0) == [
            Restored(site=OMAHA, left=0),
            ClaimProposed(seat="red", site=DULUTH, assumed=True),
        ]


def test_given_an_errand_when_the_table_has_named_another_token_a_claim_then_it_goes_on_being_missed() -> (
    None
):
    """Who has just heard of the other home's claim may set its token yet."""
    board = listed()
    board.tracker.claimed_unseen("blue", OMAHA, errand=True)
    board.feel(SANTA_FE, "something")
    board.wait(2.0)
    board.do(ClaimRoute(seat="red", route=RouteId(SANTA_FE)))
    board.tracker.claimed("red", SANTA_FE)
    assert board.tracker.accepted == () and board.tracker.unset == (OMAHA,)


def test_given_a_token_that_stays_off_when_another_stands_then_it_is_asked_after_it_could_be_put_back() -> (
    None
):
    board = claimed()
    board.feel(OMAHA, "empty")
    board.wait(1.0)
    board.feel(DULUTH, "something")
    assert board.found_in(13.5) == [Fallen(tokens=((OMAHA, "blue"),))]
    assert board.found_in(1.0) == [ClaimOrStray(site=DULUTH, seat="red", missing=OMAHA)]


def test_given_a_dead_pin_when_the_table_has_named_the_next_token_a_claim_then_no_later_one_is_asked() -> (
    None
):
    board = listed()
    board.feel(SANTA_FE, "something")
    assert board.found_in(2.0) == [ClaimOrStray(site=SANTA_FE, seat="red", missing=OMAHA, unset=True)]
    board.do(ClaimRoute(seat="red", route=RouteId(SANTA_FE)))
    board.tracker.claimed("red", SANTA_FE)
    assert board.tracker.accepted == (OMAHA,)
    board.wait(1.0)
    board.feel(DULUTH, "something")
    assert board.found_in(2.0) == [ClaimProposed(seat="green", site=DULUTH, assumed=True)]


def test_given_a_listed_token_asked_about_when_the_new_one_is_lifted_then_it_goes_on_being_missed() -> None:
    board = listed()
    board.feel(SANTA_FE, "something")
    board.wait(2.0)
    board.feel(SANTA_FE, "empty")
    board.wait(2.0)
    board.do(ClaimRoute(seat="red", route=RouteId(SANTA_FE)))
    board.tracker.claimed("red", SANTA_FE)
    assert board.tracker.accepted == ()


def test_given_a_fallen_token_when_the_table_has_named_another_a_claim_then_it_goes_on_being_missed() -> None:
    board = claimed()
    board.feel(OMAHA, "empty")
    board.wait(20.0)
    board.feel(SANTA_FE, "something")
    board.wait(2.0)
    board.do(ClaimRoute(seat="red", route=RouteId(SANTA_FE)))
    board.tracker.claimed("red", SANTA_FE)
    board.tracker.acted("green")
    board.words()
    board.feel(DULUTH, "something")
    assert board.found_in(2.0) == [ClaimOrStray(site=DULUTH, seat="green", missing=OMAHA)]


def test_given_a_listed_token_when_it_is_felt_after_all_then_it_is_told_and_missed_when_it_falls() -> None:
    board = listed()
    board.feel(OMAHA, "something")
    assert board.found_in(2.0) == [Restored(site=OMAHA, left=0)]
    board.do(EndTurn(seat="red"))
    board.feel(OMAHA, "empty")
    assert board.found_in(4.0) == [Fallen(tokens=((OMAHA, "blue"),))]


def test_given_a_pin_that_has_erred_when_its_token_falls_then_it_is_said_a_little_later() -> None:
    for flickered in (True, False):
        board = claimed()
        if flickered:
            board.tracker.trust.flickered(OMAHA, "pin")
        else:
            board.tracker.trust.note(OMAHA, "pin", right=False)
        board.feel(OMAHA, "empty")
        assert board.found_in(2.9) == []
        assert board.found_in(1.0 if flickered else 4.0) == [Fallen(tokens=((OMAHA, "blue"),))]


def test_given_a_token_of_which_the_table_says_that_it_stands_when_others_act_then_it_is_not_missed() -> None:
    board = Board(camera=False)
    board.claim(OMAHA)
    board.feel(OMAHA, "empty")
    assert board.found_in(1.0) == [LiftedInGrace(seat="blue", site=OMAHA)]
    board.tracker.stands(OMAHA)
    board.tracker.acted("red")
    assert board.found_in(10.0) == []
    board.feel(OMAHA, "something")
    assert board.found_in(1.0) == [Restored(site=OMAHA, left=0)]
    board.feel(OMAHA, "empty")
    assert board.found_in(4.0) == [Fallen(tokens=((OMAHA, "blue"),))]


def test_given_coded_tokens_when_one_falls_and_its_seat_sets_another_then_it_is_waited_for_too() -> None:
    board = claimed()
    board.do(EndTurn(seat="red"))
    board.do(EndTurn(seat="green"))
    board.words()
    board.feel(OMAHA, "empty")
    board.wait(5.0)
    board.feel(DULUTH, "blue")
    assert board.found_in(9.0) == [Fallen(tokens=((OMAHA, "blue"),))]
    board.feel(OMAHA, "something")
    assert board.found_in(1.0) == [
        Restored(site=OMAHA, left=0),
        ClaimProposed(seat="blue", site=DULUTH, assumed=False),
    ]


def test_given_a_dead_pin_when_the_camera_is_lost_then_its_token_is_not_missed_and_another_is() -> None:
    board = Board()
    board.claim(SANTA_FE)
    board.look(OMAHA, "red")
    board.wait(4.0)
    board.do(ClaimRoute(seat="red", route=RouteId(OMAHA)))
    board.tracker.claimed("red", OMAHA)
    board.do(EndTurn(seat="green"))
    board.words()
    board.lose("camera", "unplugged")
    assert board.found_in(10.0) == []
    board.feel(SANTA_FE, "empty")
    assert board.found_in(4.0) == [Fallen(tokens=((SANTA_FE, "blue"),))]


@pytest.mark.parametrize("bounces", [False, True])
def test_given_a_token_set_before_the_last_claim_was_heard_then_whose_it_is_is_asked(bounces: bool) -> None:
    board = Board(camera=False)
    board.feel(OMAHA, "something")
    board.wait(0.8)
    board.feel(DULUTH, "something")
    board.wait(0.2)
    if bounces:
        board.feel(DULUTH, "empty")
        board.wait(0.1)
        board.feel(DULUTH, "something")
    assert board.words() == [ClaimProposed(seat="blue", site=OMAHA, assumed=True)]
    board.do(ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    board.tracker.claimed("blue", OMAHA)
    assert board.found_in(2.0) == [WhoseToken(site=DULUTH, guess="red")]  # blue's second, or red's in a hurry
