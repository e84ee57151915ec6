"""A pose that was made while markers were hidden, or in one noisy frame, is made again from more."""

from functools import cache

import cv2
import numpy as np

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import board_layout
from vision import Frame
from vision.board_tracker import BoardTracker, Tracked
from vision.frame import Image
from vision.markers import MarkerFinder, marker_points
from vision.pose import Pose, solve_pose
from vision.pose_check import FRAMES, PoseCheck, apart_px

USA = board_layout("usa")
assert USA.markers is not None
MARKERS = USA.markers
CAMERA = SimulatedCamera(USA, view="oblique", seed=5)


@cache
def board() -> Image:
    """Drawn when a test wants it, not when tests are collected."""
    return CAMERA.render({}, at=0, number=1).image


@cache
def true() -> Pose:
    grey = np.asarray(cv2.cvtColor(board(), cv2.COLOR_BGR2GRAY), np.uint8)
    found = solve_pose(MARKERS, MarkerFinder(MARKERS).everywhere(grey), CAMERA.model)
    assert found is not None
    return found


def _covered(*numbers: int) -> Image:
    """The board with hands over some markers."""
    picture = board().copy()
    for number in numbers:
        flat = marker_points(MARKERS, number)
        place = true().project(np.column_stack([flat, np.zeros(4)]))
        cv2.fillConvexPoly(picture, np.rint(place).astype(np.int32), (120, 150, 190))
    return picture


def _watched(pictures: list[Image]) -> list[Tracked]:
    tracker = BoardTracker(MARKERS, CAMERA.model)
    return [tracker.look(Frame(image, 0.1 * number, number)) for number, image in enumerate(pictures)]


def _used(tracked: Tracked) -> int:
    return len(tracked.pose.used) if tracked.pose is not None else 0


def test_given_hands_over_five_markers_when_they_are_gone_then_the_pose_is_made_of_all() -> None:
    seen = _watched([_covered(0, 1, 2, 4, 6)] * 2 + [board()] * (FRAMES + 60))
    assert _used(seen[0]) == 3
    assert _used(seen[-1]) == len(MARKERS.ids)
    assert {one.state for one in seen} == {"found"}, "nobody moved the board"


def test_given_all_markers_from_the_first_when_the_board_rests_then_its_pose_stays_the_same_object() -> None:
    seen = _watched([board()] * (3 * FRAMES))
    assert len({id(one.pose) for one in seen}) == 1


def test_given_a_pose_beside_the_board_when_it_is_checked_then_the_frames_together_tell() -> None:
    right = true()
    beside = Pose(
        right.camera, right.rvec, right.tvec + np.array([[2.0], [0], [0]]), right.rms_px, right.used
    )
    check = PoseCheck(MARKERS, MarkerFinder(MARKERS), beside)
    rng = np.random.default_rng(3)
    told = []
    for number in range(FRAMES):
        noisy = np.clip(board() * 0.3 + rng.normal(0, 5, board().shape), 0, 255).astype(np.uint8)
        told.append(check.add(noisy, 0.1 * number))
    assert told[:-1] == [None] * (FRAMES - 1)
    assert told[-1] is not None
    better = solve_pose(MARKERS, told[-1], CAMERA.model)
    assert better is not None
    assert apart_px(beside, true(), MARKERS) > 1.5
    assert apart_px(better, true(), MARKERS) < 0.3


def test_given_hidden_markers_when_a_check_has_ended_then_they_are_looked_for_again_after_some_seconds() -> (
    None
):
    right = true()
    some = Pose(right.camera, right.rvec, right.tvec, right.rms_px, frozenset([3, 5, 7]))
    check = PoseCheck(MARKERS, MarkerFinder(MARKERS), some)
    hidden = _covered(0)
    ended = [at for at in np.arange(0.0, 12.0, 0.1) if check.add(hidden, float(at)) is not None]
    assert len(ended) == 3
    whole = PoseCheck(MARKERS, MarkerFinder(MARKERS), true())
    assert len([at for at in np.arange(0.0, 12.0, 0.1) if whole.add(board(), float(at)) is not None]) == 1


def test_given_a_clock_that_jumps_back_when_markers_were_hidden_then_they_are_looked_for_all_the_same() -> (
    None
):
    right = true()
    some = Pose(right.camera, right.rvec, right.tvec, right.rms_px, frozenset([3, 5, 7]))
    check = PoseCheck(MARKERS, MarkerFinder(MARKERS), some)
    assert [check.add(board(), 900.0 + n) is not None for n in range(FRAMES)][-1]
    assert [check.add(board(), 5.0 + n) is not None for n in range(FRAMES)][-1]
