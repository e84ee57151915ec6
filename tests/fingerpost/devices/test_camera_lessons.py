"""What a running camera learns from what it is shown, and why it does not learn."""

import numpy as np
import pytest

from fingerpost.devices.camera_lessons import EmptyLesson, Known, LensLesson, Lesson, TokensLesson
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import SiteId, TokenColour, board_layout
from vision import Frame

LAYOUT = board_layout("usa")
OBLIQUE = SimulatedCamera(LAYOUT, view="oblique", seed=6)
ROUTES = [site.id for site in LAYOUT.pins()]


def shown(
    lesson: Lesson,
    stands: dict[SiteId, TokenColour],
    known: Known | None = None,
    film: SimulatedCamera = OBLIQUE,
) -> Known | None:
    """What it has learned after some frames of the board, which are half a second apart."""
    for number in range(6):
        frame = OBLIQUE.render(stands, at=number / 2, number=number % 3)
        learned = lesson.look(frame, known or Known())
        if lesson.ended:
            return learned
    return None


def dark(at: float = 0.0) -> Frame:
    return Frame(np.zeros((720, 1280, 3), np.uint8), at, 0)


def test_given_a_board_seen_from_the_front_when_the_lens_is_learned_then_it_is_near_the_true_one() -> None:
    lesson = LensLesson(LAYOUT)
    learned = shown(lesson, {})
    assert learned is not None and learned is lesson.learned and learned.model is not None
    assert abs(learned.model.focal[0] / OBLIQUE.model.focal[0] - 1) < 0.05
    assert lesson.figures["focal_doubt"] <= 0.05


def test_given_an_empty_board_that_a_new_lens_cannot_read_when_it_is_learned_then_nothing_is() -> None:
    lesson = LensLesson(LAYOUT)
    assert shown(lesson, {}, Known(reference=dark())) is None
    assert (lesson.ended, lesson.learned, lesson.why) == (True, None, "no-empty-picture")


@pytest.mark.parametrize(("lesson", "why"), [(LensLesson, "board-lost"), (EmptyLesson, "board-lost")])
def test_given_no_board_in_view_when_shown_then_the_lesson_waits_and_says_for_what(
    lesson: type[LensLesson] | type[EmptyLesson], why: str
) -> None:
    made = lesson(LAYOUT)
    for number in range(4):
        assert made.look(dark(float(number)), Known()) is None
    assert not made.ended and made.why == why


def test_given_a_board_with_tokens_when_it_is_said_to_be_empty_then_it_is_not_taken_for_that() -> None:
    lesson = EmptyLesson(LAYOUT)
    assert shown(lesson, dict.fromkeys(ROUTES[:30], "red")) is None
    assert not lesson.ended and lesson.why == "not-empty"


def test_given_an_empty_board_when_tokens_are_learned_then_those_that_are_new_are_the_seats() -> None:
    lesson = TokensLesson(LAYOUT, "blue")
    assert shown(lesson, {}) is None and lesson.why == "no-empty-picture"
    empty = EmptyLesson(LAYOUT)
    known = shown(empty, {})
    assert known is not None and known.reference is not None
    waiting = TokensLesson(LAYOUT, "blue")
    assert shown(waiting, {}, known) is None and waiting.why == "no-token"
    learned = shown(TokensLesson(LAYOUT, "blue"), dict.fromkeys(ROUTES[:2], "blue"), known)
    assert learned is not None and learned.looks is not None and set(learned.looks.seats) == {"blue"}
    both = shown(TokensLesson(LAYOUT, "red"), dict.fromkeys(ROUTES[4:6], "red"), learned)
    assert both is not None and both.looks is not None and set(both.looks.seats) == {"blue", "red"}
