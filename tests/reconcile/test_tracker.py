"""Which differences between board and game are claims, questions and accidents."""

from engine import EndTurn
from reconcile import (
    ClaimProposed,
    Fallen,
    Flickers,
    LiftedInGrace,
    MovedInGrace,
    RefusedLifted,
    Restored,
    SensesDiffer,
    TokenSettled,
    TwoTokens,
    WaitForView,
    WhoseToken,
)
from tabletop import DeviceHealth, Motion
from tests.reconcile.board_bench import DULUTH, OMAHA, SANTA_FE, Board


def test_given_the_movers_token_when_quiet_then_the_claim_is_proposed_once() -> None:
    board = Board()
    board.see(OMAHA, "blue")
    assert board.found_in(0.4) == []
    assert board.found_in(2.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_a_token_brushed_before_quiet_when_gone_then_only_sounds() -> None:
    board = Board()
    board.see(OMAHA, "blue")
    board.wait(0.3)
    board.see(OMAHA, "empty")
    board.wait(3.0)
    sounds = [finding.change for finding in board.heard if isinstance(finding, TokenSettled)]
    assert sounds == ["placed", "lifted"]
    assert board.words() == []


def test_given_no_camera_when_a_pin_closes_then_the_token_is_taken_as_the_movers() -> None:
    board = Board(camera=False)
    board.feel(OMAHA, "something")
    assert board.found_in(1.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=True)]


def test_given_no_hub_when_the_camera_sees_a_token_then_the_claim_is_proposed() -> None:
    board = Board(hub=False)
    board.look(OMAHA, "blue")
    assert board.found_in(1.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_a_hand_over_the_token_when_it_stays_then_no_claim_and_one_hint() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "unknown")
    board.hand(OMAHA, 8.0)
    assert board.words() == [WaitForView(site=OMAHA)]
    board.look(OMAHA, "blue")
    assert board.found_in(1.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_a_doubtful_token_when_quiet_then_the_table_is_asked_with_a_guess() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "green", 0.9)
    assert board.found_in(4.0) == [WhoseToken(site=OMAHA, guess="green", mover="blue")]


def test_given_a_doubtful_token_of_the_next_seat_when_quiet_then_it_may_end_the_turn() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "red", 0.93)
    assert board.found_in(4.0) == [WhoseToken(site=OMAHA, guess="red")]


def test_given_a_hand_that_does_not_go_when_20_seconds_pass_then_the_table_is_asked_once() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "unknown")
    board.hand(OMAHA, 45.0)
    assert board.words() == [WaitForView(site=OMAHA), WhoseToken(site=OMAHA, guess="blue")]
    board.look(OMAHA, "blue")
    assert board.found_in(1.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_hands_over_two_new_tokens_when_they_do_not_go_then_nobody_is_asked_whose_one_is() -> None:
    board = Board()
    for site in (OMAHA, SANTA_FE):
        board.feel(site, "something")
        board.look(site, "unknown")
    for _ in range(250):
        board.tracker.observe(Motion(sites=frozenset({OMAHA, SANTA_FE}), at=board.at))
        board.wait(0.1)
    assert board.words() == [WaitForView(site=OMAHA), WaitForView(site=SANTA_FE)]


def test_given_a_fallen_token_when_a_hand_stays_over_another_then_nobody_is_asked_whose_it_is() -> None:
    board = Board()
    board.claim(OMAHA)
    board.do(EndTurn(seat="red"))
    board.see(OMAHA, "empty")
    assert board.found_in(4.0) == [Fallen(tokens=((OMAHA, "blue"),))]
    board.feel(SANTA_FE, "something")
    board.look(SANTA_FE, "unknown")
    board.hand(SANTA_FE, 25.0)
    assert board.words() == [WaitForView(site=SANTA_FE)]


def test_given_a_token_that_the_camera_cannot_read_when_two_seconds_pass_then_the_table_is_asked() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "something", 0.9)
    [asked] = board.found_in(4.0)
    assert isinstance(asked, WhoseToken)


def test_given_a_token_that_is_seen_but_not_felt_when_it_lasts_then_it_is_said_and_no_claim() -> None:
    board = Board()
    board.look(OMAHA, "blue")
    assert board.found_in(5.0) == [SensesDiffer(site=OMAHA, felt=False, looks="blue")]
    board.feel(OMAHA, "something")
    assert board.found_in(1.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_two_new_tokens_when_one_is_lifted_then_the_other_is_proposed() -> None:
    board = Board()
    board.see(OMAHA, "blue")
    board.see(DULUTH, "blue")
    assert board.found_in(2.0) == [TwoTokens(sites=(DULUTH, OMAHA))]
    board.see(DULUTH, "empty")
    assert board.found_in(1.1) == []
    assert board.found_in(0.2) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_a_token_being_paid_for_when_another_is_set_then_one_is_too_many() -> None:
    board = Board()
    board.see(OMAHA, "blue")
    board.found_in(1.0)
    board.tracker.pay(OMAHA)
    board.see(DULUTH, "blue")
    assert board.found_in(2.0) == [TwoTokens(sites=(DULUTH, OMAHA))]
    board.see(OMAHA, "empty")
    assert board.found_in(1.3) == [
        RefusedLifted(site=OMAHA),
        ClaimProposed(seat="blue", site=DULUTH, assumed=False),
    ]


def test_given_the_table_was_asked_whose_when_the_token_is_lifted_then_the_board_is_clear() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "green", 0.9)
    assert board.found_in(2.0) == [WhoseToken(site=OMAHA, guess="green", mover="blue")]
    board.see(OMAHA, "empty")
    assert board.found_in(1.0) == [RefusedLifted(site=OMAHA)]


def test_given_the_table_was_asked_whose_when_the_camera_sees_better_then_the_claim_is_proposed() -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "green", 0.9)
    board.found_in(2.0)
    board.look(OMAHA, "blue")
    assert board.found_in(1.0) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_the_camera_was_pushed_when_a_pin_closes_then_the_token_is_not_taken_for_the_movers() -> None:
    board = Board()
    board.tracker.observe(DeviceHealth(device="camera", condition="stale", cause="moved", at=board.at))
    board.feel(OMAHA, "something")
    assert board.found_in(1.0) == []


def test_given_grace_when_the_token_is_lifted_then_one_question() -> None:
    board = Board()
    board.claim(OMAHA)
    board.see(OMAHA, "empty")
    assert board.found_in(5.0) == [LiftedInGrace(seat="blue", site=OMAHA)]


def test_given_grace_when_the_token_slides_to_another_pin_then_the_claim_is_corrected() -> None:
    board = Board()
    board.claim(OMAHA)
    board.see(OMAHA, "empty")
    board.wait(0.3)
    board.see(SANTA_FE, "blue")
    assert board.found_in(2.0) == [MovedInGrace(seat="blue", old=OMAHA, new=SANTA_FE)]


def test_given_grace_is_over_when_the_token_is_off_for_three_seconds_then_fallen_and_restored_once() -> None:
    board = Board()
    board.claim(OMAHA)
    board.do(EndTurn(seat="red"))
    board.see(OMAHA, "empty")
    assert board.found_in(2.5) == []
    assert board.found_in(2.0) == [Fallen(tokens=((OMAHA, "blue"),))]
    board.see(OMAHA, "blue")
    assert board.found_in(1.0) == [Restored(site=OMAHA, left=0)]


def test_given_a_refused_token_when_it_is_lifted_then_the_board_is_clear() -> None:
    board = Board()
    board.see(OMAHA, "green")
    assert board.found_in(1.0) == [ClaimProposed(seat="green", site=OMAHA, assumed=False)]
    board.tracker.hold(OMAHA)
    board.wait(3.0)
    assert board.tracker.standing_refused() == (OMAHA,)
    board.see(OMAHA, "empty")
    assert board.found_in(1.0) == [RefusedLifted(site=OMAHA)]


def test_given_a_pin_set_aside_when_the_token_stands_then_nothing_has_fallen() -> None:
    board = Board()
    board.claim(OMAHA)
    board.tracker.acted("red")
    board.feel(OMAHA, "unknown")
    assert board.found_in(6.0) == []


def test_given_a_flickering_pin_when_it_never_rests_then_no_claim() -> None:
    board = Board()
    for _ in range(30):
        board.feel(OMAHA, "something")
        board.wait(0.1)
        board.feel(OMAHA, "empty")
        board.wait(0.1)
    assert board.words() == [Flickers(site=OMAHA, sense="pin", other="camera")]
