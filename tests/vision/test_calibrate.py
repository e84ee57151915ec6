"""Views with a known lens: the lens must come out, and so must how sure it is."""

import re
import zlib
from dataclasses import replace

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import board_layout
from vision import CalibrationError, Frame, TargetFinder, TargetView, calibrate_lens, sheet_pdf
from vision.intrinsics import CameraModel, parse_camera
from vision.pose import Pose
from vision.sheet import sheet_boxes
from vision.targets import board_view

LAYOUT = board_layout("usa")
assert LAYOUT.markers is not None
MARKERS = LAYOUT.markers
SIZE = (1920, 1080)
NUDGES = {"over": [(0.0, 0.0, 0.0)], "oblique": [(0.0, 0.0, 0.0), (0.0, 5.0, 170.0)]}
LENS = CameraModel(
    size=(1920, 1080), focal=(1400.0, 1400.0), centre=(975.0, 528.0), dist=(-0.09, 0.012, 0.0004, -0.0005, 0)
)


@pytest.fixture(scope="module")
def truth() -> CameraModel:
    return SimulatedCamera(LAYOUT, size=SIZE).model


@pytest.fixture(scope="module")
def drawn() -> list[TargetView]:
    """The board under the simulated camera, from above and aslant."""
    finder = TargetFinder(MARKERS)
    views: list[TargetView] = []
    for number, (name, nudges) in enumerate(NUDGES.items()):
        camera = SimulatedCamera(LAYOUT, size=SIZE, view="over" if name == "over" else "oblique", seed=1)
        for nudge in nudges:
            frame = camera.render({}, at=0, number=number, nudge=nudge)
            views += finder.look(frame, f"{name} {nudge}")[1]
    return views


def _pose(tilt_deg: float, turn_deg: float, distance: float = 1100.0) -> Pose:
    """A board seen from `tilt_deg` off its upright, from the side that `turn_deg` names."""
    tilt, turn = np.radians([tilt_deg, turn_deg])
    leaned, _ = cv2.Rodrigues(np.array([np.cos(turn), np.sin(turn), 0.0]) * tilt)
    tvec = np.array([0, 0, distance]) - leaned @ np.array([450.0, 300.0, 0.0])
    rvec, _ = cv2.Rodrigues(leaned)
    return Pose(LENS, np.asarray(rvec), tvec.reshape(3, 1), 0.0, frozenset(MARKERS.ids))


def _view(pose: Pose, name: str, noise_px: float = 0.15, shrunk_px: float = 0.8) -> TargetView:
    """Exact corners of the board, then noise, and outlines that came out too small."""
    flat = board_view(
        MARKERS, {n: np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]]) for n in MARKERS.ids}, LENS.size, ""
    )
    pixels = pose.project(np.column_stack([flat.flat, np.zeros(len(flat.flat))]))
    rng = np.random.default_rng(len(name) + int(pixels[0, 0]))
    found = {n: pixels[4 * i : 4 * i + 4] for i, n in enumerate(sorted(MARKERS.ids))}
    exact = board_view(MARKERS, found, LENS.size, name)
    return replace(exact, pixels=pixels - exact.outwards * shrunk_px + rng.normal(0, noise_px, pixels.shape))


SIDES = [(3.0, 0.0), (25.0, 0.0), (25.0, 90.0), (25.0, 180.0), (25.0, 270.0), (12.0, 45.0)]


def test_given_drawn_views_when_calibrated_then_focal_within_1_percent_and_residual_below_0_3_px(
    drawn: list[TargetView], truth: CameraModel
) -> None:
    result = calibrate_lens(drawn)
    assert result.camera.focal[0] == pytest.approx(truth.focal[0], rel=0.01)
    assert result.camera.centre == pytest.approx(truth.centre, abs=6)
    assert result.camera.dist[0] == pytest.approx(truth.dist[0], abs=0.01)
    assert result.residual_px <= 0.3
    assert result.good == len(drawn) == 3
    assert parse_camera(result.camera.to_json()) == result.camera


def test_given_views_from_six_sides_when_calibrated_then_every_pixel_maps_right() -> None:
    result = calibrate_lens([_view(_pose(*side), str(side)) for side in SIDES])
    assert result.sure
    assert result.camera.focal[0] == pytest.approx(1400, rel=0.005)
    grid = np.stack(np.meshgrid(np.linspace(60, 1860, 9), np.linspace(60, 1020, 7)), axis=-1).reshape(
        -1, 1, 2
    )
    rays = cv2.undistortPoints(grid, LENS.matrix, LENS.distortion).reshape(-1, 2)
    ahead = np.column_stack([rays, np.ones(len(rays))])
    seen, _ = cv2.projectPoints(
        ahead, np.zeros(3), np.zeros(3), result.camera.matrix, result.camera.distortion
    )
    # A shifted middle is made good by a turned camera, so only what is left after that counts.
    error = np.asarray(seen).reshape(-1, 2) - grid.reshape(-1, 2)
    assert np.abs(error - np.median(error, axis=0)).max() < 3.0


def test_given_one_view_aslant_when_calibrated_then_focal_and_k1_and_doubt_said() -> None:
    result = calibrate_lens([_view(_pose(32.0, 30.0), "only")])
    assert result.camera.focal[0] == pytest.approx(1400, rel=0.04)
    assert result.camera.dist[0] == pytest.approx(-0.09, abs=0.04)
    assert 0.004 < result.focal_doubt < 0.05
    assert not result.sure


def test_given_one_view_from_straight_above_when_calibrated_then_it_is_known_to_tell_nothing() -> None:
    assert calibrate_lens([_view(_pose(1.0, 0.0), "flat")]).focal_doubt > 0.1


@pytest.mark.parametrize("seed", range(6))
def test_given_random_views_when_calibrated_then_the_error_is_what_the_doubt_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    poses = [
        _pose(rng.uniform(5, 35), rng.uniform(0, 360), rng.uniform(900, 1300)) for _ in range(1 + seed % 3)
    ]
    result = calibrate_lens([_view(pose, f"{seed} {place}") for place, pose in enumerate(poses)])
    assert abs(result.camera.focal[0] / 1400 - 1) < 3 * result.focal_doubt


def test_given_a_bent_board_in_one_view_when_calibrated_then_that_view_is_left_out() -> None:
    views = [_view(_pose(*side), str(side)) for side in SIDES]
    bent = views[2].pixels + 12 * np.sin(views[2].flat[:, :1] / 130)
    result = calibrate_lens([*views[:2], replace(views[2], pixels=bent), *views[3:]])
    assert [fit.good for fit in result.fits] == [True, True, False, True, True, True]
    assert result.camera.focal[0] == pytest.approx(1400, rel=0.01)


def test_given_no_views_or_two_sizes_or_nonsense_when_calibrated_then_one_line() -> None:
    whole = _view(_pose(20, 0), "a")
    rng = np.random.default_rng(2)
    for views, complaint in (
        ([], "no picture shows"),
        ([whole, replace(whole, size=(640, 480))], "640 x 480, 1920 x 1080"),
        ([replace(whole, pixels=np.full((32, 2), np.nan))], "no lens fits"),
        ([replace(whole, pixels=rng.uniform(0, 1000, (32, 2)))], "no lens fits"),
    ):
        with pytest.raises(CalibrationError, match=complaint) as trouble:
            calibrate_lens(views)
        assert "\n" not in str(trouble.value)


def _printed(px_per_mm: float = 4.0) -> np.ndarray:
    """The page as a printer would draw it, read back from the PDF's own commands."""
    content = zlib.decompress(sheet_pdf().split(b"stream\n")[1].split(b"\nendstream")[0]).decode()
    page = np.full((round(297 * px_per_mm), round(210 * px_per_mm), 3), 255, np.uint8)
    for found in re.findall(r"^(\S+) (\S+) (\S+) (\S+) re f$", content, flags=re.MULTILINE):
        left, low, wide, high = (float(item) / 72 * 25.4 * px_per_mm for item in found)
        top = len(page) - low - high
        page[round(top) : round(top + high), round(left) : round(left + wide)] = 0
    return page


def test_given_the_printed_sheet_when_looked_at_then_every_corner_is_found_true_to_size() -> None:
    page = np.asarray(cv2.GaussianBlur(_printed(), (0, 0), 0.8), dtype=np.uint8)
    _, (view,) = TargetFinder(None).look(Frame(page, 0, 0), "page")
    assert (view.target, len(view.flat)) == ("sheet", 35)
    mm = (view.pixels + 0.5) / 4.0
    steps = mm - view.flat
    assert np.abs(steps - steps.mean(axis=0)).max() < 0.05
    bar = max(sheet_boxes(), key=lambda box: box[1])
    assert bar[1] < 297 - 20


def test_given_the_sheet_held_in_four_ways_when_calibrated_then_focal_within_1_percent() -> None:
    page = cv2.resize(_printed(6.0), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0, 0], [210, 0, 0], [210, 297, 0], [0, 297, 0.0]]) - [105, 148.5, 0]
    lens = CameraModel(size=SIZE, focal=(1440, 1440), centre=(968, 530))
    views: list[TargetView] = []
    for number, turn in enumerate([(0.05, 0.0, 1.5), (0.5, 0.1, 0.0), (-0.1, 0.5, 1.5), (-0.45, -0.3, 3.0)]):
        rvec = np.array(turn)
        pixels, _ = cv2.projectPoints(corners, rvec, np.array([20.0, -10, 430]), lens.matrix, lens.distortion)
        flat = np.array([[-0.5, -0.5], [629.5, -0.5], [629.5, 890.5], [-0.5, 890.5]], np.float32)
        warp = cv2.getPerspectiveTransform(flat, np.asarray(pixels, np.float32).reshape(4, 2))
        seen = cv2.warpPerspective(page, warp, SIZE, borderValue=(120, 110, 100), flags=cv2.INTER_AREA)
        views += TargetFinder(None).look(Frame(np.asarray(seen, np.uint8), 0, number), str(number))[1]
    result = calibrate_lens(views)
    assert len(views) == 4
    assert result.camera.focal[0] == pytest.approx(1440, rel=0.01)
    assert result.residual_px < 0.3


def test_given_a_pdf_when_its_table_is_followed_then_each_object_begins_where_it_says() -> None:
    text = sheet_pdf()
    table = int(text.split(b"startxref\n")[1].split()[0])
    assert text[table : table + 4] == b"xref"
    places = re.findall(rb"^(\d{10}) 00000 n", text[table:], flags=re.MULTILINE)
    for number, place in enumerate(places, 1):
        assert text[int(place) :].startswith(b"%d 0 obj" % number)
