"""What is asked rather than taken for granted, and what is waited for."""

from engine import EndTurn
from reconcile import (
    ClaimProposed,
    Flickers,
    LiftedInGrace,
    SensesDiffer,
    WhoseToken,
)
from tabletop import Condition
from tests.reconcile.board_bench import DULUTH, OMAHA, SANTA_FE, Board


def flickered() -> Board:
    """A free pin has changed its mind too often, and has been calm since; the camera is gone now."""
    board = Board()
    for _ in range(4):
        board.feel(OMAHA, "something")
        board.wait(0.2)
        board.feel(OMAHA, "empty")
        board.wait(0.2)
    assert board.words() == [Flickers(site=OMAHA, sense="pin", other="camera")]
    board.wait(20.0)
    board.lose("camera", "unplugged")
    board.wait(4.0)
    return board


def test_given_a_pin_that_flickered_when_pins_are_alone_then_its_token_claims_when_it_has_rested() -> None:
    board = flickered()
    board.feel(OMAHA, "something")
    assert board.found_in(1.2) == []
    assert board.found_in(1.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=True)]


def test_given_a_camera_that_goes_while_a_token_is_set_then_it_is_asked_about_and_a_later_one_claims() -> (
    None
):
    ways: tuple[tuple[Condition, str], ...] = (("stale", "dark"), ("lost", "unplugged"))
    for condition, cause in ways:
        for before_s, found in (
            (0.5, WhoseToken(site=OMAHA, guess="blue")),
            (4.0, ClaimProposed(seat="blue", site=OMAHA, assumed=True)),
        ):
            board = Board()
            board.lose("camera", cause, condition)
            board.wait(before_s)
            board.feel(OMAHA, "something")  # red's, perhaps: the camera would have told
            assert board.found_in(5.0) == [found]


def test_given_the_camera_alone_when_a_claimed_site_seems_rather_empty_then_its_token_is_asked_for() -> None:
    board = Board(hub=False)
    board.claim(OMAHA)
    board.look(OMAHA, "empty", 0.9)
    assert board.found_in(5.0) == []
    assert board.found_in(2.0) == [LiftedInGrace(site=OMAHA, seat="blue")]


def test_given_a_pin_that_flickered_often_when_its_token_stands_then_it_is_asked_about_after_a_while() -> (
    None
):
    board = flickered()
    board.tracker.trust.note(OMAHA, "pin", right=False)  # by the table's word nothing stood there
    board.feel(OMAHA, "something")
    assert board.found_in(3.8) == []
    assert board.found_in(0.4) == [WhoseToken(site=OMAHA, guess="blue")]


def test_given_a_pin_that_was_set_aside_when_it_is_full_as_it_comes_back_then_it_is_asked_about() -> None:
    for by_the_hub in (True, False):
        board = Board(camera=False)
        for seen in ("something", "empty") * (2 if by_the_hub else 3):
            board.feel(OMAHA, seen)
            board.wait(0.1)
        board.feel(OMAHA, "something")
        board.wait(0.1)
        if by_the_hub:
            board.feel(OMAHA, "unknown")
        board.wait(20.0)
        board.feel(OMAHA, "something")
        board.wait(5.0)
        assert [found for found in board.words() if not isinstance(found, Flickers)] == [
            WhoseToken(site=OMAHA, guess="blue")
        ]


def test_given_a_pin_that_once_flickered_when_only_it_knows_of_a_token_then_that_is_said() -> None:
    board = Board()
    board.look(OMAHA, "empty")
    board.tracker.trust.flickered(OMAHA, "pin")
    board.wait(2.0)
    board.feel(OMAHA, "something")
    assert board.found_in(8.0) == [SensesDiffer(site=OMAHA, felt=True, looks="empty")]


def test_given_a_token_that_was_asked_about_when_nobody_answers_then_time_makes_no_claim_of_it() -> None:
    board = Board(camera=False)
    for _ in range(2):
        board.feel(OMAHA, "something")
        board.wait(0.2)
        board.feel(OMAHA, "empty")
        board.wait(0.2)
    board.feel(OMAHA, "something")
    assert board.found_in(3.0) == [WhoseToken(site=OMAHA, guess="blue")]
    board.wait(12.0)
    for seat in ("blue", "red", "green"):
        board.do(EndTurn(seat=seat))
        board.wait(1.0)
    assert board.words() == []


def test_given_a_flickering_picture_when_it_rests_on_the_pin_then_the_pin_is_trusted() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    for seen in ("blue", "empty") * 4:
        board.look(OMAHA, seen)
        board.wait(0.2)
    assert board.words() == [Flickers(site=OMAHA, sense="camera", other="pin")]


def test_given_a_ghost_when_the_table_calls_it_nobodys_then_it_is_silent_until_it_changes() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    assert board.found_in(4.0) == [SensesDiffer(site=OMAHA, felt=True, looks="empty")]
    board.tracker.nobodys(OMAHA)
    assert board.found_in(5.0) == []
    assert board.tracker.trust.of(OMAHA, "pin").wrong == 1
    board.claim(SANTA_FE)
    assert board.tracker.differences(board.game.state) == ()


def test_given_a_ghost_that_the_camera_denied_when_the_pin_is_alone_then_nothing_is_made_of_it() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.wait(4.0)
    board.tracker.nobodys(OMAHA)
    board.words()
    for _ in range(5):
        board.tracker.trust.note(OMAHA, "pin", right=False)  # belief follows the camera now
    board.wait(2.0)
    board.claim(SANTA_FE)
    board.lose("camera", "unplugged")
    assert board.found_in(10.0) == []
    assert board.tracker.left == (OMAHA,)
    board.back("camera", [(SANTA_FE, "blue")])
    board.wait(1.0)
    board.look(OMAHA, "red")
    assert board.found_in(3.0) == [ClaimProposed(seat="red", site=OMAHA, assumed=False)]


def test_given_senses_that_differ_when_nobody_answers_and_the_pin_is_alone_then_it_is_asked_about() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    assert board.found_in(30.0) == [SensesDiffer(site=OMAHA, felt=True, looks="empty")]
    board.lose("camera", "unplugged")
    assert board.found_in(10.0) == [WhoseToken(site=OMAHA, guess="blue")]


def test_given_a_stuck_pin_that_belief_passed_over_when_it_is_alone_then_it_is_asked_about() -> None:
    board = Board()
    for _ in range(8):
        board.tracker.trust.note(OMAHA, "pin", right=False)
    board.feel(OMAHA, "something")
    assert board.found_in(30.0) == []
    board.lose("camera", "unplugged")
    assert board.found_in(10.0) == [WhoseToken(site=OMAHA, guess="blue")]


def test_given_two_names_for_one_token_when_asked_then_both_are_told() -> None:
    board = Board()
    board.feel(OMAHA, "green")
    board.look(OMAHA, "blue", 0.99)
    assert board.found_in(4.0) == [SensesDiffer(site=OMAHA, felt=True, looks="blue", feels="green")]


def test_given_a_claim_that_stands_when_a_sense_had_erred_then_that_is_learned() -> None:
    board = Board()
    board.claim(OMAHA, seen="green")
    assert board.tracker.trust.of(OMAHA, "camera").wrong == 1
    assert board.tracker.trust.of(OMAHA, "pin").right == 1


def test_given_a_token_that_stood_there_before_when_first_seen_then_it_is_asked_about() -> None:
    board = Board()
    board.lose("hub", "silent")
    board.lose("camera", "unplugged")
    board.wait(5.0)
    board.back("hub", [(OMAHA, "blue")])
    assert board.found_in(5.0) == [WhoseToken(site=OMAHA, guess="blue")]


def test_given_a_camera_that_only_confirms_the_pin_when_it_speaks_then_the_claim_is_not_put_off() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.wait(1.0)
    board.look(OMAHA, "blue")
    assert board.found_in(0.1) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_a_claim_whose_pin_gets_dirty_when_the_next_token_cannot_be_read_then_it_is_asked() -> None:
    board = Board()
    board.claim(OMAHA)
    board.feel(OMAHA, "empty")
    assert board.found_in(6.0) == []
    board.feel(DULUTH, "something")
    board.look(DULUTH, "unknown")
    assert board.found_in(5.0) == [WhoseToken(site=DULUTH, guess="red")]


def test_given_a_doubtful_picture_of_the_movers_token_when_quiet_then_the_turn_alone_does_not_decide() -> (
    None
):
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "blue", 0.85)
    assert board.found_in(3.0) == [WhoseToken(site=OMAHA, guess="blue")]


def test_given_the_camera_alone_when_a_hand_has_brought_what_it_sees_then_a_fair_picture_is_enough() -> None:
    for hand, expected in (
        (True, ClaimProposed(seat="blue", site=OMAHA, assumed=False)),
        (False, WhoseToken(site=OMAHA, guess="blue")),
    ):
        board = Board(hub=False)
        if hand:
            board.hand(OMAHA, 0.5)
        board.wait(0.5)
        board.look(OMAHA, "blue", 0.93)
        assert board.found_in(2.0) == [expected]


def test_given_a_token_that_the_camera_saw_to_be_anothers_when_it_is_lost_then_it_is_not_the_movers() -> None:
    conditions: tuple[Condition, ...] = ("lost", "stale")
    for condition in conditions:
        board = Board()
        board.feel(OMAHA, "something")
        board.look(OMAHA, "red")
        board.wait(0.2)
        board.lose("camera", "dark", condition)
        assert board.found_in(3.0) == [WhoseToken(site=OMAHA, guess="red")]


def test_given_a_token_seen_and_then_hidden_by_glare_when_its_pin_has_not_moved_then_it_is_claimed() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "blue")
    board.wait(0.2)
    board.look(OMAHA, "unknown")
    assert board.found_in(3.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=True)]


def test_given_the_camera_alone_when_glare_comes_after_a_hand_then_no_token_is_made_of_it() -> None:
    board = Board(hub=False)
    board.hand(OMAHA, 0.5)
    board.look(OMAHA, "unknown", 0.0)
    assert board.found_in(5.0) == []
    assert board.tracker.differences(board.game.state) == ()
