"""What is said while calibrating: which corner is missing, how sharp, which view is wanted next."""

import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import DeviceHealth, board_layout
from vision import CameraSensor, Frame, Guide, missing_words, sharpness_words
from vision.guidance import missing_places
from vision.markers import MarkerFinder
from vision.pose import Pose
from vision.sharpness import Sharpness, sharpness

LAYOUT = board_layout("usa")
assert LAYOUT.markers is not None
MARKERS = LAYOUT.markers
ALL = set(MARKERS.ids)  # 0 to 3 clockwise from the back left, then the middles of back, right, front, left


@pytest.mark.parametrize(
    ("unseen", "words"),
    [
        (set(), []),
        ({0}, ["Back left corner missing. Move the arm away from you and to the left, or higher"]),
        ({3, 6}, ["Front left corner and front edge missing. Move the arm towards you and to the left"]),
        ({1, 2, 5}, ["Right side missing. Move the arm to the right, or higher"]),
        ({0, 3, 7}, ["Left side missing. Move the arm to the left, or higher"]),
        ({0, 1, 4}, ["Back side missing. Move the arm away from you, or higher"]),
        ({2, 3, 6}, ["Front side missing. Move the arm towards you, or higher"]),
        ({0, 1, 2, 3}, ["Back left corner, back right corner, front left corner and front right corner"]),
        (ALL, ["No marker of the board is seen."]),
    ],
)
def test_given_markers_out_of_view_when_told_then_place_and_way(unseen: set[int], words: list[str]) -> None:
    told = missing_words(LAYOUT, MARKERS, ALL - unseen)
    assert len(told) == len(words)
    assert all(line.startswith(start) for line, start in zip(told, words, strict=True))


def test_given_opposite_corners_out_of_view_when_told_then_raise_the_arm() -> None:
    assert "Raise the arm" in missing_words(LAYOUT, MARKERS, ALL - {0, 2})[0]


def test_given_corners_out_of_view_when_named_then_whole_sides_as_one_and_nothing_without_any() -> None:
    assert missing_places(LAYOUT, MARKERS, ALL - {0}) == ("back left corner",)
    assert missing_places(LAYOUT, MARKERS, ALL - {0, 7, 3}) == ("left side",)
    assert missing_places(LAYOUT, MARKERS, ALL) == missing_places(LAYOUT, MARKERS, set()) == ()


def test_given_a_lost_board_when_other_corners_come_into_view_then_the_new_ones_that_lack_are_told() -> None:
    sensor, picture = CameraSensor(LAYOUT), SimulatedCamera(LAYOUT).render({}, at=0, number=0).image
    lacks: list[tuple[str, ...]] = []
    for number in range(40):
        image = np.full_like(picture, 60)
        half, wide = picture.shape[0] // 3, picture.shape[1] // 3
        seen = np.s_[:half, -wide:] if number < 20 else np.s_[-half:, -wide:]  # one corner of the board
        image[seen] = picture[seen]
        told = sensor.see(Frame(image, 1 + number / 10, number))
        lacks += [one.lacks for one in told if isinstance(one, DeviceHealth)]
    assert len(lacks) == 2
    assert {"left side", "front right corner"} <= set(lacks[0])
    assert "back side" in lacks[1]


def _sharpness(camera: SimulatedCamera, blur_px: float) -> Sharpness:
    image = camera.render({}, at=0, number=0).image
    if blur_px:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur_px), dtype=np.uint8)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    found = MarkerFinder(MARKERS).everywhere(grey)
    view = camera.view()
    pose = Pose(camera.model, view.rvec, view.tvec, 0.0, frozenset(found))
    return sharpness(grey, LAYOUT, MARKERS, pose, found)


def test_given_a_drawn_view_when_measured_then_scale_is_the_cameras_and_blur_grows_with_blur() -> None:
    camera = SimulatedCamera(LAYOUT, size=(1280, 720))
    clear, soft = _sharpness(camera, 0.0), _sharpness(camera, 2.0)
    tvec = camera.view().tvec
    assert clear.px_per_mm == pytest.approx(camera.model.focal[0] / float(tvec[2, 0]), rel=0.15)
    assert soft.px_per_mm == clear.px_per_mm
    # From 20 to 80 % of a step blurred by a Gaussian are 1.68 standard deviations.
    assert soft.blur_mm == pytest.approx(1.68 * 2.0 / 1.05, rel=0.25)
    assert clear.sharp
    assert not soft.sharp
    assert "blurred" in " ".join(sharpness_words(soft))
    assert "1.2 are wanted" in " ".join(sharpness_words(clear))


def test_given_a_large_and_sharp_view_when_told_then_nothing_to_say() -> None:
    assert sharpness_words(Sharpness(px_per_mm=1.3, blur_mm=0.9)) == []
    assert "cannot be measured" in sharpness_words(Sharpness(px_per_mm=1.3, blur_mm=float("nan")))[0]


def test_given_a_running_camera_when_guided_then_each_side_once_and_an_end() -> None:
    guide, said, number = Guide(LAYOUT), [], 0
    over = SimulatedCamera(LAYOUT, size=(1280, 720), view="over", seed=1)
    aslant = SimulatedCamera(LAYOUT, size=(1280, 720), view="oblique", seed=1)
    stops = [(over, 0.0), (aslant, 0.0), (aslant, 92.0), (aslant, 180.0), (aslant, -92.0)]
    for camera, turn in stops:
        frame = camera.render({}, at=0, number=number, nudge=(0.0, 0.0, turn))
        for _ in range(3):
            said.append(guide.look(Frame(frame.image, number * 0.5, number)))
            number += 1
    taken = [line for lines in said for line in lines if line.startswith("View ")]
    assert taken[:4] == [f"View {count} taken." for count in range(1, 5)]
    assert all(not lines for lines in said[::3])  # the first look after a move may still be moving
    assert "from the front" in " ".join(said[1])
    assert guide.done
    assert guide.result is not None
    assert guide.result.camera.focal[0] == pytest.approx(over.model.focal[0], rel=0.01)


def test_given_a_camera_that_sees_no_board_when_guided_then_it_is_said_once_and_again_after_8_s() -> None:
    guide = Guide(LAYOUT)
    black = np.zeros((480, 640, 3), np.uint8)
    said = [guide.look(Frame(black, number * 1.0, number)) for number in range(10)]
    assert [number for number, lines in enumerate(said) if lines] == [0, 8]
    assert guide.result is None
    assert "sheet is not seen" in Guide(None).look(Frame(black, 0, 0))[0]
