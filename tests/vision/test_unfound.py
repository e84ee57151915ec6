"""Why a board is not found is told alike by whoever looks: a photograph, a calibration, a lesson, a table."""

import cv2
import numpy as np
import pytest

from fingerpost.devices.camera_lessons import EmptyLesson, Known, LensLesson
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import BoardLayout, DeviceHealth, board_layout
from vision import CameraSensor, Frame, Guide, StillReader, TargetFinder, TokenLesson, lacking_words
from vision.frame import Image
from vision.targets import sheet_board

LAYOUT = board_layout("usa")
SIZE = (1920, 1080)


def _drawn(board: str = "usa") -> Image:
    camera = SimulatedCamera(board_layout(board), size=SIZE, view="oblique", seed=3)
    return camera.render({}, at=0, number=0).image


def _scaled(image: Image, wide: int, high: int) -> Image:
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)


@pytest.fixture(scope="module")
def pictures() -> dict[str, Image]:
    image = _drawn()
    half = _scaled(image, 960, 540)
    return {
        "mirrored": np.ascontiguousarray(image[:, ::-1]),
        "twice": _scaled(np.hstack([half, half]), 1920, 540),
        "another": _drawn("europe"),
        "no-fit": _scaled(image, 1920, 2160),
        "small": _scaled(image, 320, 180),
    }


WORDS = {
    "mirrored": "The picture is mirrored; switch that off, or use another camera.",
    "twice": "are in the picture twice; show one board alone.",
    "another": "(0 of its 8 markers seen): markers of another board are in the picture; show this board.",
    "no-fit": "(8 of its 8 markers seen); is the picture as the camera took it, not stretched",
    "small": "320 x 180 pixels are too few for a board of this size.",
}
CAUSES = sorted(WORDS)
LASTING = ["another", "mirrored", "no-fit", "twice"]  # as a running camera says them


@pytest.mark.parametrize("cause", CAUSES)
def test_given_no_board_for_a_cause_when_a_lens_is_learned_from_pictures_then_it_is_named_in_a_line(
    pictures: dict[str, Image], cause: str
) -> None:
    """A mirrored picture was told to show no marker of the board."""
    frame, finder = Frame(pictures[cause], 0.0, 0), TargetFinder(LAYOUT.markers)
    (line,) = lacking_words(finder, LAYOUT, frame, finder.look(frame, "one")[0])
    assert WORDS[cause] in line and "\n" not in line


@pytest.mark.parametrize("cause", sorted(set(CAUSES) - {"no-fit"}))
def test_given_no_board_for_a_cause_when_led_through_a_calibration_then_it_is_named(
    pictures: dict[str, Image], cause: str
) -> None:
    assert WORDS[cause] in Guide(LAYOUT).look(Frame(pictures[cause], 0.0, 0))[0]


@pytest.mark.parametrize("cause", CAUSES)
def test_given_no_board_for_a_cause_when_read_then_the_photograph_says_the_same(
    pictures: dict[str, Image], cause: str
) -> None:
    note = StillReader(LAYOUT).read(Frame(pictures[cause], 0.0, 0)).note
    what, todo = WORDS[cause].rstrip(".").split("; ") if "; " in WORDS[cause] else ("", WORDS[cause][:-1])
    assert what.removeprefix("The ") in note and todo in note and "everything is unknown" in note


@pytest.mark.parametrize("cause", LASTING)
def test_given_no_board_for_a_cause_when_watched_then_the_table_is_told(
    pictures: dict[str, Image], cause: str
) -> None:
    sensor = CameraSensor(LAYOUT)
    frames = [Frame(pictures[cause], number / 2, number) for number in range(6)]
    told = [one for frame in frames for one in sensor.see(frame) if isinstance(one, DeviceHealth)]
    assert [(one.condition, one.cause, one.lacks) for one in told] == [("lost", cause, ())]


@pytest.mark.parametrize("cause", LASTING)
def test_given_no_board_for_a_cause_when_tokens_are_shown_then_the_lesson_says_it(
    pictures: dict[str, Image], cause: str
) -> None:
    lesson = TokenLesson(LAYOUT)
    news = [one for number in range(4) for one in lesson.look(Frame(pictures[cause], float(number), number))]
    assert [(one.step, one.cause) for one in news] == [("lost", cause)]


@pytest.mark.parametrize("lesson", [LensLesson, EmptyLesson])
@pytest.mark.parametrize("cause", ["another", "mirrored", "twice"])
def test_given_no_board_for_a_cause_when_a_node_is_to_learn_then_its_answer_can_name_it(
    pictures: dict[str, Image], cause: str, lesson: type[LensLesson] | type[EmptyLesson]
) -> None:
    made = lesson(LAYOUT)
    for number in range(4):
        made.look(Frame(pictures[cause], float(number), number), Known())
    assert (made.ended, made.why) == (False, cause)


@pytest.mark.parametrize("layout", [None, LAYOUT])
def test_given_the_sheet_in_a_mirrored_picture_when_looked_at_then_that_is_named(
    layout: BoardLayout | None,
) -> None:
    image = np.full((1080, 1920, 3), 120, np.uint8)
    sheet = sheet_board().generateImage((720, 960), marginSize=40)
    image[60:1020, 600:1320] = sheet[:, :, None]
    mirrored = Frame(np.ascontiguousarray(image[:, ::-1]), 0.0, 0)
    finder = TargetFinder(layout.markers if layout is not None else None)
    assert lacking_words(finder, layout, mirrored, {}) == [WORDS["mirrored"]]
    (line,) = lacking_words(TargetFinder(None), None, Frame(np.full_like(image, 120), 0.0, 0), {})
    assert line.startswith("The printed sheet is not seen.")


def test_given_a_hidden_corner_when_looked_at_then_where_it_lacks_is_told_as_before(
    pictures: dict[str, Image],
) -> None:
    image = np.ascontiguousarray(pictures["mirrored"][:, ::-1])
    image[:, 900:] = 90
    frame, finder = Frame(image, 0.0, 0), TargetFinder(LAYOUT.markers)
    (line,) = lacking_words(finder, LAYOUT, frame, finder.look(frame, "one")[0])
    assert "right side missing" in line
