"""A pose that was made while markers were hidden, or in one noisy frame, is made again from more."""

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
BOARD = CAMERA.render({}, at=0, number=1).image
GREY = np.asarray(cv2.cvtColor(BOARD, cv2.COLOR_BGR2GRAY), np.uint8)
TRUE = solve_pose(MARKERS, MarkerFinder(MARKERS).everywhere(GREY), CAMERA.model)


def _covered(*numbers: int) -> Image:
    """The board with hands over some markers."""
    assert TRUE is not None
    picture = BOARD.copy()
    for number in numbers:
        flat = marker_points(MARKERS, number)
        place = TRUE.project(np.column_stack([flat, np.zeros(4)]))
        cv2.fillConvexPoly(picture, np.rint(place).astype(np.int32), (120, 150, 190))
    return picture


def _watched(pictures: list[Image]) -> list[Tracked]:
    tracker = BoardTracker(MARKERS, CAMERA.model)
    return [tracker.look(Frame(image, 0.1 * number, number)) for number, image in enumerate(pictures)]


def _used(tracked: Tracked) -> int:
    return len(tracked.pose.used) if tracked.pose is not None else 0


def test_given_hands_over_five_markers_when_they_are_gone_then_the_pose_is_made_of_all() -> None:
    seen = _watched([_covered(0, 1, 2, 4, 6)] * 2 + [BOARD] * (FRAMES + 60))
    assert _used(seen[0]) == 3
    assert _used(seen[-1]) == len(MARKERS.ids)
    assert {one.state for one in seen} == {"found"}, "nobody moved the board"


def test_given_all_markers_from_the_first_when_the_board_rests_then_its_pose_stays_the_same_object() -> None:
    seen = _watched([BOARD] * (3 * FRAMES))
    assert len({id(one.pose) for one in seen}) == 1


def test_given_a_pose_beside_the_board_when_it_is_checked_then_the_frames_together_tell() -> None:
    assert TRUE is not None
    beside = Pose(TRUE.camera, TRUE.rvec, TRUE.tvec + np.array([[2.0], [0], [0]]), TRUE.rms_px, TRUE.used)
    check = PoseCheck(MARKERS, MarkerFinder(MARKERS), beside)
    rng = np.random.default_rng(3)
    told = []
    for number in range(FRAMES):
        noisy = np.clip(BOARD * 0.3 + rng.normal(0, 5, BOARD.shape), 0, 255).astype(np.uint8)
        told.append(check.add(noisy, 0.1 * number))
    assert told[:-1] == [None] * (FRAMES - 1)
    assert told[-1] is not None
    better = solve_pose(MARKERS, told[-1], CAMERA.model)
    assert better is not None
    assert apart_px(beside, TRUE, MARKERS) > 1.5
    assert apart_px(better, TRUE, MARKERS) < 0.3


def test_given_hidden_markers_when_a_check_has_ended_then_they_are_looked_for_again_after_some_seconds() -> (
    None
):
    assert TRUE is not None
    some = Pose(TRUE.camera, TRUE.rvec, TRUE.tvec, TRUE.rms_px, frozenset([3, 5, 7]))
    check = PoseCheck(MARKERS, MarkerFinder(MARKERS), some)
    hidden = _covered(0)
    ended = [at for at in np.arange(0.0, 12.0, 0.1) if check.add(hidden, float(at)) is not None]
    assert len(ended) == 3
    whole = PoseCheck(MARKERS, MarkerFinder(MARKERS), TRUE)
    assert len([at for at in np.arange(0.0, 12.0, 0.1) if whole.add(BOARD, float(at)) is not None]) == 1


def test_given_a_clock_that_jumps_back_when_markers_were_hidden_then_they_are_looked_for_all_the_same() -> (
    None
):
    assert TRUE is not None
    some = Pose(TRUE.camera, TRUE.rvec, TRUE.tvec, TRUE.rms_px, frozenset([3, 5, 7]))
    check = PoseCheck(MARKERS, MarkerFinder(MARKERS), some)
    assert [check.add(BOARD, 900.0 + n) is not None for n in range(FRAMES)][-1]
    assert [check.add(BOARD, 5.0 + n) is not None for n in range(FRAMES)][-1]
