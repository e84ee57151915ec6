import math

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import board_layout
from vision.intrinsics import CameraModel
from vision.markers import Corners, MarkerFinder, marker_points
from vision.pose import Pose, guess_camera, slid, solve_pose

LAYOUT = board_layout("usa")
assert LAYOUT.markers is not None
MARKERS = LAYOUT.markers
LENS = CameraModel(
    size=(1280, 720), focal=(985.0, 985.0), centre=(641.0, 358.0), dist=(-0.06, 0.005, 0, 0, 0)
)
TOPS = np.array([[site.x, site.y, LAYOUT.tokens.top_mm] for site in LAYOUT.pins()])


def _pose(slope_deg: float = 25.0, distance: float = 1150.0) -> Pose:
    slope = math.radians(slope_deg)
    rotation = np.array(
        [[1, 0, 0], [0, math.cos(slope), math.sin(slope)], [0, -math.sin(slope), math.cos(slope)]]
    )
    tvec = np.array([0, 0, distance]) - rotation @ np.array([450.0, 300.0, 0.0])
    rvec = np.array([[slope * -1.0], [0.0], [0.0]])
    return Pose(LENS, rvec, tvec.reshape(3, 1), 0.0, frozenset(MARKERS.ids))


def _corners(pose: Pose, ids: list[int], noise_px: float = 0.0, seed: int = 1) -> dict[int, Corners]:
    rng = np.random.default_rng(seed)
    found = {}
    for number in ids:
        flat = marker_points(MARKERS, number)
        pixels = pose.project(np.column_stack([flat, np.zeros(4)]))
        found[number] = pixels + rng.normal(0, noise_px, (4, 2)) if noise_px else pixels
    return found


def test_given_a_marker_when_its_corners_are_asked_then_clockwise_from_the_top_left() -> None:
    assert marker_points(MARKERS, 0).tolist() == [[15, 15], [55, 15], [55, 55], [15, 55]]


@pytest.mark.parametrize("ids", [[0, 1, 2], [0, 2, 3], [4, 5, 7], [0, 1, 2, 3, 4, 5, 6, 7]])
def test_given_three_or_more_markers_when_solved_then_tops_are_found_below_a_pixel(ids: list[int]) -> None:
    true = _pose()
    solved = solve_pose(MARKERS, _corners(true, ids, 0.1), LENS)
    assert solved is not None
    assert np.abs(solved.project(TOPS) - true.project(TOPS)).max() < 1.5


def test_given_one_marker_far_off_when_solved_then_it_is_left_out() -> None:
    true = _pose()
    found = _corners(true, [0, 1, 2, 3, 5, 7], 0.1)
    found[7] = found[7] + np.array([25.0, -10.0])
    solved = solve_pose(MARKERS, found, LENS)
    assert solved is not None
    assert 7 not in solved.used
    assert np.abs(solved.project(TOPS) - true.project(TOPS)).max() < 1.5


def test_given_one_marker_when_solved_then_no_pose() -> None:
    assert solve_pose(MARKERS, _corners(_pose(), [3]), LENS) is None


def test_given_corners_of_no_board_when_solved_then_no_pose() -> None:
    rng = np.random.default_rng(3)
    junk = {number: rng.uniform(0, 700, (4, 2)) for number in range(4)}
    assert solve_pose(MARKERS, junk, LENS) is None


def test_given_two_markers_on_one_side_when_doubted_then_the_far_side_is_in_doubt() -> None:
    found = _corners(_pose(), [0, 3], 0.2)
    solved = solve_pose(MARKERS, found, LENS)
    assert solved is not None
    far, near = np.array([[850.0, 300.0, 12.0]]), np.array([[60.0, 300.0, 12.0]])
    assert solved.doubt_mm(MARKERS, far)[0] > 3 * solved.doubt_mm(MARKERS, near)[0]


def test_given_a_pushed_board_and_two_markers_when_slid_then_tops_follow() -> None:
    true = _pose()
    moved = slid(true, MARKERS, _corners(true, [1, 3]))
    assert moved is not None
    assert np.abs(moved.project(TOPS) - true.project(TOPS)).max() < 0.05
    shifted = _corners(true, [1, 3])
    shifted = {number: corners + np.array([6.0, 0.0]) for number, corners in shifted.items()}
    pushed = slid(true, MARKERS, shifted)
    assert pushed is not None
    assert np.abs(pushed.project(TOPS)[:, 0] - true.project(TOPS)[:, 0] - 6).max() < 2.0


def test_given_no_camera_file_when_guessed_from_an_oblique_view_then_tops_are_close() -> None:
    true = _pose(30.0)
    found = _corners(true, [0, 1, 2, 3], 0.2)
    lens = guess_camera(MARKERS, found, LENS.size)
    assert lens is not None
    solved = solve_pose(MARKERS, found, lens)
    assert solved is not None
    assert np.abs(solved.project(TOPS) - true.project(TOPS)).max() < 4.0


def test_given_two_markers_when_guessed_then_no_lens() -> None:
    assert guess_camera(MARKERS, _corners(_pose(), [0, 1]), LENS.size) is None


def test_given_a_picture_in_colour_when_followed_then_markers_lie_where_the_grey_one_has_them() -> None:
    image = SimulatedCamera(LAYOUT, seed=2).render({}, at=0, number=0).image
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    finder = MarkerFinder(MARKERS)
    places = finder.everywhere(grey)
    coloured, plain = finder.around(image, places), finder.around(grey, places)
    assert set(coloured) == set(plain) == set(MARKERS.ids)
    assert all(np.array_equal(coloured[number], plain[number]) for number in plain)
