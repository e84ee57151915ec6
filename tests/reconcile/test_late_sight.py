"""Whose token a claim was is seen later: what was only assumed is believed as it would have been then."""

import pytest

from engine import ClaimRoute, EndTurn, RouteId, Seat
from reconcile import Difference, Finding, LiftedInGrace, SensesDiffer, WhoseToken, WrongShape
from tests.reconcile.board_bench import DULUTH, OMAHA, SANTA_FE, Board

OTHER: Seat = "red"


def assumed(*, grace: bool = True) -> Board:
    """Blue's claim, taken for blue's because it was blue's turn; then the camera comes back."""
    board = Board()
    board.lose("camera", "unplugged")
    board.wait(70.0)
    board.claim(OMAHA)
    if not grace:
        board.do(EndTurn(seat="red"))
        board.do(EndTurn(seat="green"))
    return board


def seen(board: Board, who: str, confidence: float) -> list[Finding]:
    board.back("camera", [(OMAHA, "unknown")])
    board.look(OMAHA, who, confidence)
    board.wait(4.0)
    return board.words()


@pytest.mark.parametrize("confidence", [0.6, 0.75, 0.85, 0.9, 0.97, 0.999])
@pytest.mark.parametrize("grace", [True, False])
def test_given_an_assumed_claim_when_it_is_seen_as_anothers_then_it_is_told_once_however_doubtful(
    confidence: float, grace: bool
) -> None:
    board = assumed(grace=grace)
    assert seen(board, OTHER, confidence) == [WrongShape(site=OMAHA, owner="blue", looks=OTHER, fresh=True)]
    assert board.tracker.differences(board.game.state) == (
        Difference(site=OMAHA, kind="wrong-shape", seat="blue", looks=OTHER),
    )
    board.look(OMAHA, OTHER, confidence / 1.001)
    assert board.found_in(10.0) == []


def test_given_an_assumed_claim_when_it_is_seen_as_assumed_then_a_later_misreading_says_nothing() -> None:
    board = assumed(grace=False)
    assert seen(board, "blue", 0.9) == []
    board.look(OMAHA, OTHER, 0.9)
    assert board.found_in(4.0) == []
    assert board.tracker.differences(board.game.state) == ()


@pytest.mark.parametrize("grace", [True, False])
def test_given_a_claim_that_the_table_has_named_when_a_picture_doubts_it_then_nothing_is_said(
    grace: bool,
) -> None:
    board = Board()
    board.feel(OMAHA, "something")
    board.look(OMAHA, "unknown")
    assert board.found_in(4.0) == [WhoseToken(site=OMAHA, guess="blue")]
    board.do(ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    board.tracker.claimed("blue", OMAHA)
    if not grace:
        board.do(EndTurn(seat="red"))
    assert seen(board, OTHER, 0.9) == []


@pytest.mark.parametrize(("grace", "told"), [(True, True), (False, False)])
def test_given_a_camera_alone_that_changes_its_mind_when_in_grace_then_it_is_told(
    grace: bool, told: bool
) -> None:
    board = Board(hub=False)
    board.claim(OMAHA)
    if not grace:
        board.do(EndTurn(seat="red"))
    board.look(OMAHA, OTHER, 0.9)
    board.wait(4.0)
    found = [WrongShape(site=OMAHA, owner="blue", looks=OTHER, fresh=True)] if told else []
    assert board.words() == found


def test_given_an_assumed_claim_seen_as_anothers_when_it_is_swapped_then_it_is_seen_to_be_right() -> None:
    board = assumed()
    seen(board, OTHER, 0.9)
    board.see(OMAHA, "empty")
    assert board.found_in(2.0) == [LiftedInGrace(seat="blue", site=OMAHA)]
    board.see(OMAHA, "blue")
    board.wait(3.0)
    assert board.tracker.differences(board.game.state) == ()


def back_from_the_dark(*, hub: bool) -> Board:
    """Blue and red have claimed in the dark, and the camera is live again, but has not looked yet."""
    board = Board()
    board.lose("camera", "dark", condition="stale")
    board.wait(2.0)
    for site in (OMAHA, DULUTH):
        board.claim(site)
    if not hub:
        board.lose("hub", "silent")
    board.found_in(5.0)
    board.light()
    return board


@pytest.mark.parametrize("hub", [True, False])
def test_given_claims_made_in_the_dark_when_the_camera_is_back_then_its_old_words_miss_none(
    hub: bool,
) -> None:
    board = back_from_the_dark(hub=hub)
    assert board.found_in(1.5) == []
    assert board.tracker.differences(board.game.state) == ()
    board.look(OMAHA, "blue")
    board.look(DULUTH, "red")
    assert board.found_in(5.0) == []


def test_given_a_token_felt_in_the_dark_when_the_camera_goes_on_seeing_none_then_the_senses_differ() -> None:
    board = back_from_the_dark(hub=True)
    board.look(OMAHA, "blue")
    board.look(DULUTH, "red")
    board.wait(1.0)
    board.lose("camera", "dark", condition="stale")
    board.wait(1.0)
    board.feel(SANTA_FE, "something")
    board.light()
    assert board.found_in(1.9) == []
    assert board.found_in(4.0) == [SensesDiffer(site=SANTA_FE, felt=True, looks="empty")]


def test_given_a_claim_that_went_in_the_dark_when_the_camera_alone_is_back_then_it_is_missed_in_time() -> (
    None
):
    board = back_from_the_dark(hub=False)
    board.look(OMAHA, "blue")
    assert board.found_in(1.9) == []
    board.wait(2.0)  # it has looked, and sees nothing new on Chicago to Duluth
    assert board.words() == [LiftedInGrace(seat="red", site=DULUTH)]


def test_given_a_dead_pin_when_the_camera_is_back_then_its_token_is_not_missed_before_it_was_looked_at() -> (
    None
):
    board = Board()
    board.look(OMAHA, "blue")
    board.wait(4.0)
    board.do(ClaimRoute(seat="blue", route=RouteId(OMAHA)))
    board.tracker.claimed("blue", OMAHA)
    board.do(EndTurn(seat="red"))
    board.lose("camera", "unplugged")
    board.found_in(70.0)
    board.light()
    assert board.found_in(1.0) == []
    board.look(OMAHA, "blue")
    assert board.found_in(4.0) == []
