"""Two tokens set at once are never two claims, whatever hides one of them; nobody waits unasked."""

import pytest

from benchmarks.faulty_games import RATES, play, rates_of
from reconcile import ClaimProposed, TwoTokens, WaitForView, WhoseToken
from tests.reconcile.board_bench import DULUTH, OMAHA, SANTA_FE, Board


@pytest.mark.parametrize("number", [2105, 6893], ids=["a hand over one", "one the camera cannot read"])
def test_given_two_tokens_set_at_once_when_one_is_read_late_then_the_game_ends_in_agreement(
    number: int,
) -> None:
    _, outcome = play(number, rates_of(RATES))
    assert (outcome.unresolved, outcome.wrong) == ("", ())


def test_given_two_tokens_and_a_hand_over_one_when_it_leaves_then_both_are_named_and_none_claimed() -> None:
    board = Board()
    board.feel(DULUTH, "something")
    board.feel(OMAHA, "something")
    board.look(OMAHA, "blue")
    board.hand(DULUTH, 2.0)
    assert board.words() == []
    board.look(DULUTH, "blue")
    board.wait(1.5)
    assert board.words() == [TwoTokens(sites=(DULUTH, OMAHA))]
    board.see(DULUTH, "empty")
    board.wait(1.0)
    assert board.words() == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_two_tokens_when_the_camera_cannot_read_one_then_both_are_named_and_none_claimed() -> None:
    board = Board()
    for site, seen in ((DULUTH, "unknown"), (OMAHA, "blue")):
        board.feel(site, "something")
        board.wait(0.1)
        board.look(site, seen)
    board.wait(4.0)
    assert board.words() == [TwoTokens(sites=(DULUTH, OMAHA))]


def test_given_a_hand_that_stays_over_the_first_token_when_another_is_set_then_a_view_is_asked_for() -> None:
    board = Board()
    board.feel(DULUTH, "something")
    board.hand(DULUTH, 2.0)
    board.see(OMAHA, "blue")
    board.hand(DULUTH, 8.0)
    assert board.words() == [WaitForView(site=DULUTH)]


def test_given_a_token_that_has_rested_when_the_next_one_comes_then_its_claim_is_not_put_off() -> None:
    board = Board()
    board.see(OMAHA, "blue")
    board.wait(0.7)
    board.feel(DULUTH, "something")
    board.hand(DULUTH, 0.5)
    assert board.words() == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_a_token_that_was_asked_about_when_a_hand_covers_it_then_other_claims_go_on() -> None:
    board = Board()
    board.feel(SANTA_FE, "something")
    board.look(SANTA_FE, "unknown")
    board.wait(4.0)
    assert board.words() == [WhoseToken(site=SANTA_FE, guess="blue")]
    board.see(OMAHA, "blue")
    board.hand(SANTA_FE, 1.5)
    assert board.words() == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]
