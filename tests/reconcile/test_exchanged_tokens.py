"""A token of the game that is exchanged for another seat's, faster than a pin is called empty."""

import pytest

from engine import EndTurn
from reconcile import Restored, WrongShape
from tests.reconcile.board_bench import OMAHA, Board

WRONG = WrongShape(site=OMAHA, owner="blue", looks="red")


def claimed(*, hub: bool = True, camera: bool = True) -> Board:
    """Blue's token stands, and its claim is too old to be corrected."""
    board = Board(hub=hub, camera=camera)
    board.claim(OMAHA)
    board.do(EndTurn(seat="red"))
    board.do(EndTurn(seat="green"))
    board.found_in(2.0)
    return board


def exchanged() -> Board:
    """The same, and it has been told that red's stands there now."""
    board = claimed()
    board.see(OMAHA, "empty")
    board.wait(1.0)
    board.see(OMAHA, "red")
    assert board.found_in(3.0) == [WRONG]
    return board


@pytest.mark.criterion(39)
@pytest.mark.parametrize("camera_saw_it_go", [True, False])
@pytest.mark.parametrize("gap_s", [0.1, 0.4, 1.0])
def test_given_a_token_exchanged_at_once_when_the_camera_sees_whose_it_is_then_that_is_said(
    gap_s: float, camera_saw_it_go: bool
) -> None:
    board = claimed()
    board.feel(OMAHA, "empty")
    if camera_saw_it_go:
        board.look(OMAHA, "empty")
    board.wait(gap_s)
    board.see(OMAHA, "red")
    assert board.found_in(3.0) == [WRONG]
    assert [one.kind for one in board.tracker.differences(board.game.state)] == ["wrong-shape"]
    board.see(OMAHA, "empty")
    board.wait(gap_s)
    board.see(OMAHA, "blue")
    assert board.found_in(3.0) == [Restored(site=OMAHA, left=0)]
    assert board.tracker.differences(board.game.state) == ()


@pytest.mark.parametrize("sense", ["pin", "camera"])
def test_given_one_sense_that_tells_whose_tokens_are_when_one_is_exchanged_at_once_then_that_is_said(
    sense: str,
) -> None:
    board = claimed(hub=sense == "pin", camera=sense == "camera")
    tell = board.feel if sense == "pin" else board.look
    tell(OMAHA, "empty")
    board.wait(0.3)
    tell(OMAHA, "red")
    [told] = board.found_in(3.0)
    assert isinstance(told, WrongShape)
    assert (told.owner, told.looks) == ("blue", "red")


@pytest.mark.criterion(46)
def test_given_the_camera_alone_when_a_token_is_exchanged_under_a_hand_then_that_is_said() -> None:
    board = claimed(hub=False)
    board.hand(OMAHA, 1.0)
    board.look(OMAHA, "red")
    assert board.found_in(3.0) == [WRONG]


def test_given_the_camera_alone_when_a_token_that_no_hand_came_near_looks_another_then_nothing() -> None:
    board = claimed(hub=False)
    board.look(OMAHA, "red")
    assert board.found_in(10.0) == []


def test_given_a_contact_that_opens_for_a_moment_when_the_token_is_the_same_then_nothing_is_said() -> None:
    board = claimed()
    board.feel(OMAHA, "empty")
    board.wait(0.2)
    board.feel(OMAHA, "something")
    assert board.found_in(10.0) == []


@pytest.mark.criterion(39)
@pytest.mark.parametrize("away_s", [2.0, 30.0, 90.0])
def test_given_a_wrong_shape_that_was_told_when_the_camera_goes_then_nobody_says_that_it_is_right(
    away_s: float,
) -> None:
    board = exchanged()
    board.lose("camera", "unplugged")
    board.wait(away_s)
    board.lose("camera", "busy")  # any word of a device has every site looked at anew
    assert board.found_in(1.0) == []
    board.back("camera", [(OMAHA, "red")])
    assert board.found_in(3.0) == [WRONG]
    assert [one.looks for one in board.tracker.differences(board.game.state)] == ["red"]
    board.see(OMAHA, "empty")
    board.wait(0.3)
    board.see(OMAHA, "blue")
    assert board.found_in(3.0) == [Restored(site=OMAHA, left=0)]


def test_given_a_wrong_shape_that_was_told_when_it_is_swapped_without_the_camera_then_it_is_right() -> None:
    board = exchanged()
    board.lose("camera", "unplugged")
    board.words()
    board.feel(OMAHA, "empty")
    board.wait(0.3)
    board.feel(OMAHA, "something")
    assert board.found_in(3.0) == [Restored(site=OMAHA, left=0)]
