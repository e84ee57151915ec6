"""Two tokens set at once are never two claims, whatever hides one of them; nobody waits unasked."""

import pytest

from benchmarks.faulty_games import RATES, play, rates_of
from engine import ClaimRoute, RouteId
from reconcile import ClaimProposed, RefusedLifted, TwoTokens, WaitForView, WhoseToken
from tests.reconcile.board_bench import DULUTH, OMAHA, SANTA_FE, Board


@pytest.mark.parametrize(
    "number",
    [2105, 6893, 702449],
    ids=["a hand over one", "one the camera cannot read", "one set elsewhere as the other claims"],
)
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
    assert board.found_in(1.5) == [TwoTokens(sites=(DULUTH, OMAHA))]
    board.see(DULUTH, "empty")
    assert board.found_in(1.3) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_two_tokens_when_the_camera_cannot_read_one_then_both_are_named_and_none_claimed() -> None:
    board = Board()
    for site, seen in ((DULUTH, "unknown"), (OMAHA, "blue")):
        board.feel(site, "something")
        board.wait(0.1)
        board.look(site, seen)
    assert board.found_in(4.0) == [TwoTokens(sites=(DULUTH, OMAHA))]


def test_given_a_hand_that_stays_over_the_first_token_when_another_is_set_then_a_view_is_asked_for() -> None:
    board = Board()
    board.feel(DULUTH, "something")
    board.hand(DULUTH, 2.0)
    board.see(OMAHA, "blue")
    board.hand(DULUTH, 8.0)
    assert board.words() == [WaitForView(site=DULUTH)]


def test_given_two_tokens_and_a_camera_alone_when_one_is_seen_a_little_later_then_none_claims() -> None:
    board = Board(hub=False)
    board.look(OMAHA, "blue")
    board.wait(0.4)
    board.look(DULUTH, "blue")
    assert board.found_in(2.0) == [TwoTokens(sites=(DULUTH, OMAHA))]


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
    assert board.found_in(4.0) == [WhoseToken(site=SANTA_FE, guess="blue")]
    board.see(OMAHA, "blue")
    board.hand(SANTA_FE, 1.5)
    assert board.words() == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def one_of_two_lifted(*, camera: bool) -> Board:
    """Blue has set two tokens, and after that was said it lifts the one on Chicago to Duluth."""
    board = Board(camera=camera)
    board.see(OMAHA, "blue")
    board.see(DULUTH, "blue")
    assert board.found_in(2.0) == [TwoTokens(sites=(DULUTH, OMAHA))]
    board.see(DULUTH, "empty")
    return board


@pytest.mark.parametrize("camera", [True, False], ids=["with a camera", "pins alone"])
def test_given_two_tokens_when_one_is_set_elsewhere_then_there_are_two_again_and_none_claims(
    camera: bool,
) -> None:
    board = one_of_two_lifted(camera=camera)
    board.wait(0.9)
    board.see(SANTA_FE, "blue")
    assert board.found_in(2.0) == [TwoTokens(sites=(OMAHA, SANTA_FE))]
    board.see(OMAHA, "empty")
    assert board.found_in(1.3) == [ClaimProposed(seat="blue", site=SANTA_FE, assumed=not camera)]


@pytest.mark.parametrize("after_s", [1.4, 2.9])
def test_given_two_tokens_and_pins_alone_when_a_third_pin_is_felt_soon_then_it_is_asked_about(
    after_s: float,
) -> None:
    board = one_of_two_lifted(camera=False)
    assert board.found_in(1.3) == [ClaimProposed(seat="blue", site=OMAHA, assumed=True)]
    board.do(ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    board.tracker.claimed("blue", OMAHA)
    board.wait(after_s - 1.3)
    board.see(SANTA_FE, "red")
    assert board.found_in(2.0) == [WhoseToken(site=SANTA_FE, guess="red")]


def test_given_two_tokens_and_pins_alone_when_the_next_turn_has_begun_then_its_token_claims_unasked() -> None:
    board = one_of_two_lifted(camera=False)
    board.wait(1.3)
    board.do(ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    board.tracker.claimed("blue", OMAHA)
    board.words()
    board.wait(2.0)
    board.see(SANTA_FE, "red")
    assert board.found_in(2.0) == [ClaimProposed(seat="red", site=SANTA_FE, assumed=True)]


@pytest.mark.parametrize("hub", [True, False], ids=["with pins", "camera alone"])
def test_given_two_tokens_when_a_hand_comes_over_one_then_the_other_is_not_claimed_before_it_is_gone(
    hub: bool,
) -> None:
    board = Board(hub=hub)
    board.see(OMAHA, "blue")
    board.see(DULUTH, "blue")
    assert board.found_in(2.0) == [TwoTokens(sites=(DULUTH, OMAHA))]
    board.hand(DULUTH, 1.5)
    assert board.found_in(2.0) == []  # it was left: they are two as before
    board.hand(DULUTH, 1.0)
    board.see(DULUTH, "empty")
    assert board.found_in(1.3) == [ClaimProposed(seat="blue", site=OMAHA, assumed=False)]


def test_given_a_token_that_is_paid_for_when_it_is_set_elsewhere_then_they_are_no_two() -> None:
    board = Board(camera=False)
    board.feel(OMAHA, "something")
    assert board.found_in(1.2) == [ClaimProposed(seat="blue", site=OMAHA, assumed=True)]
    board.tracker.pay(OMAHA)
    board.wait(2.0)
    board.feel(SANTA_FE, "something")
    board.wait(0.8)
    board.feel(OMAHA, "empty")
    assert board.found_in(3.0) == [
        RefusedLifted(site=OMAHA),
        ClaimProposed(seat="blue", site=SANTA_FE, assumed=True),
    ]
