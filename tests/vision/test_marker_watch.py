import cv2
import numpy as np
import pytest

from lab.camera.drawn_camera import SimulatedCamera
from tabletop import board_layout
from vision.frame import Image
from vision.marker_watch import MarkerWatch
from vision.markers import Corners, MarkerFinder

LAYOUT = board_layout("usa")
assert LAYOUT.markers is not None
MARKERS = LAYOUT.markers


def _pushed(image: Image, pixels: float) -> Image:
    """The same picture with all of it farther to the right."""
    height, width = image.shape[:2]
    matrix = np.array([[1.0, 0.0, pixels], [0.0, 1.0, 0.0]])
    return np.asarray(
        cv2.warpAffine(image, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


class _Counted(MarkerFinder):
    """A finder that tells how many markers it was asked to look for."""

    asked = 0

    def around(self, picture, places):  # type: ignore[no-untyped-def]
        self.asked += len(places)
        return super().around(picture, places)


@pytest.fixture(scope="module")
def image() -> Image:
    return SimulatedCamera(LAYOUT, seed=2).render({}, at=0, number=0).image


@pytest.fixture(scope="module")
def places(image: Image) -> dict[int, Corners]:
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = MarkerFinder(MARKERS).everywhere(grey)
    assert len(found) == len(MARKERS.ids)
    return found


def test_given_a_board_at_rest_when_watched_then_no_marker_is_searched_again(
    image: Image, places: dict[int, Corners]
) -> None:
    finder = _Counted(MARKERS)
    watch = MarkerWatch(finder)
    first = watch.around(image, places)
    noise = np.random.default_rng(3)
    for _ in range(20):
        grainy = np.clip(image + noise.normal(0, 4, image.shape), 0, 255).astype(np.uint8)
        assert watch.around(grainy, places).keys() == first.keys()
    assert finder.asked == len(places)


def test_given_a_board_that_creeps_when_watched_then_it_is_never_more_than_a_third_of_a_pixel_behind(
    image: Image, places: dict[int, Corners]
) -> None:
    watch = MarkerWatch(MarkerFinder(MARKERS))
    start = {number: corners.mean(axis=0) for number, corners in watch.around(image, places).items()}
    for step in range(1, 31):
        pushed = step / 10
        found = watch.around(_pushed(image, pushed), places)
        assert found.keys() == start.keys()
        for number, corners in found.items():
            assert abs(corners.mean(axis=0) - start[number] - [pushed, 0]).max() < 0.34


def test_given_a_marker_that_a_hand_covers_when_watched_then_it_is_not_seen_until_the_hand_is_gone(
    image: Image, places: dict[int, Corners]
) -> None:
    watch = MarkerWatch(MarkerFinder(MARKERS))
    watch.around(image, places)
    covered = image.copy()
    cv2.fillConvexPoly(covered, places[0].astype(np.int32), (90, 120, 180))
    assert watch.around(covered, places).keys() == places.keys() - {0}
    assert watch.around(image, places).keys() == places.keys()


def test_given_a_camera_that_was_pushed_when_watched_then_the_markers_are_found_where_they_are_now(
    image: Image, places: dict[int, Corners]
) -> None:
    watch = MarkerWatch(MarkerFinder(MARKERS))
    before = watch.around(image, places)
    after = watch.around(_pushed(image, 6.0), places)
    for number, corners in after.items():
        assert corners.mean(axis=0) - before[number].mean(axis=0) == pytest.approx([6.0, 0.0], abs=0.2)
    assert after.keys() == before.keys()


def test_given_frames_of_another_size_when_watched_then_markers_are_found_in_those(
    image: Image, places: dict[int, Corners]
) -> None:
    watch = MarkerWatch(MarkerFinder(MARKERS))
    watch.around(image, places)
    small = np.asarray(cv2.resize(image, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA), np.uint8)
    found = watch.around(small, {number: corners * 0.75 for number, corners in places.items()})
    assert found.keys() == places.keys()
    for number, corners in found.items():
        assert corners.mean(axis=0) == pytest.approx(places[number].mean(axis=0) * 0.75, abs=0.6)
