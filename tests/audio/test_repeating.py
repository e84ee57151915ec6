"""What was said is said again: Repeat, slower and in breaths, and a walk through what was told."""

import pytest

from announce import Announcement
from audio import SpeechQueue
from audio.classes import in_parts
from tests.audio.said import Make, begin, heard


@pytest.mark.criterion(5)
def test_given_a_cut_utterance_when_repeated_then_whole_and_the_second_time_slower(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("One. Two.", seq=1), 0.0)
    begin(queue)
    queue.stop()
    assert queue.repeat(50.0) is not None
    first = begin(queue, 50.0)
    assert (first.text, first.first, first.slower) == ("One.", True, False)
    queue.finished()
    assert heard(queue, 50.0) == ["Two."]
    assert queue.history()[0].heard
    queue.repeat(90.0)
    assert begin(queue, 90.0).slower
    queue.finished()
    assert heard(queue, 90.0) == ["Two."]
    queue.put(make("News.", seq=2), 91.0)
    assert heard(queue, 91.0) == ["News."]
    queue.repeat(92.0)
    assert not begin(queue, 92.0).slower


def test_given_a_repeat_when_pressed_after_a_stop_then_still_slower(make: Make) -> None:
    """A press stops speech first: that must not make a second Repeat forget the first."""
    queue = SpeechQueue()
    queue.put(make("One.", seq=1), 0.0)
    heard(queue)
    queue.stop()
    queue.repeat(1.0)
    begin(queue, 1.0)
    queue.stop()
    queue.repeat(2.0)
    assert begin(queue, 2.0).slower


def test_given_nothing_said_when_repeated_or_walked_then_none(make: Make) -> None:
    queue = SpeechQueue()
    assert queue.repeat(0.0) is None
    assert queue.step(-1, 0.0) is None
    assert queue.next(0.0) is None


def test_given_history_when_walked_then_back_and_forward_to_its_ends(make: Make) -> None:
    queue = SpeechQueue()
    for n in (1, 2, 3):
        queue.put(make(f"Number {n}.", seq=n), 0.0)
    heard(queue)
    assert queue.step(-1, 1.0) == queue.history()[1].announcement
    assert heard(queue, 1.0) == ["Number 2."]
    queue.step(-1, 1.0)
    assert queue.step(-1, 1.0) is None
    assert heard(queue, 1.0) == ["Number 1."]
    queue.step(+1, 1.0)
    queue.repeat(2.0)
    assert heard(queue, 2.0) == ["Number 2."]
    queue.step(+1, 2.0)
    assert queue.step(+1, 2.0) is None


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Red square to move.", ["Red square to move."]),
        (
            "Blue disc claims Denver to Omaha, northern: 4 trains, 7 points, paid 4 red cards.",
            ["Blue disc claims Denver to Omaha,", "northern: 4 trains,", "7 points, paid 4 red cards."],
        ),
        ("New York, 3; Boston.", ["New York, 3; Boston."]),
    ],
)
def test_given_a_slow_repeat_when_a_sentence_is_long_then_it_comes_in_breaths(
    sentence: str, parts: list[str]
) -> None:
    assert in_parts(sentence) == parts
    queue = SpeechQueue()
    queue.put(Announcement(audience="everyone", urgency="polite", normal=sentence), 0.0)
    while queue.next(0.0) is not None:
        queue.finished()
    said: list[str] = []
    queue.repeat(1.0)
    queue.repeat(1.1)  # nothing between: slower
    while (saying := queue.next(2.0)) is not None:
        said.append(saying.text)
        queue.finished()
    assert said == parts
