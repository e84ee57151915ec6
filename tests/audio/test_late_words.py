"""What waits too long, or is more than anybody wants to wait for: dropped, told in brief, or summed up."""

import pytest

from audio import SpeechQueue
from tests.audio.said import Make, begin, heard


def test_given_slow_speech_when_news_and_a_question_wait_then_they_live_on_and_are_said_whole(
    make: Make,
) -> None:
    queue = SpeechQueue()
    queue.rate = 80
    queue.put(make(" ".join(["word"] * 22) + ".", seq=1, brief="Brief."), 0.0)
    queue.put(make("Is that right? Yes or No.", purpose="question"), 0.1)
    assert begin(queue).text != "Brief."
    queue.put(make("A short claim.", seq=2, brief="Claim."), 1.0)
    queue.finished()
    assert begin(queue, 17.0).text == "Is that right?"
    queue.finished()
    assert begin(queue, 18.0).text == "Yes or No."
    queue.finished()
    assert heard(queue, 20.0) == ["A short claim."]
    queue.put(make("Is that right? Yes or No.", purpose="question"), 20.0)
    assert heard(queue, 60.0) == ["Is that right?", "Yes or No."]
    queue.put(make("Seven things happened to red square, and all of them.", seq=3, brief="Seven."), 70.0)
    assert heard(queue, 70.0) == ["Seven things happened to red square, and all of them."]


def test_given_quick_speech_when_news_waits_then_the_digest_goes_by_what_it_takes(make: Make) -> None:
    queue = SpeechQueue()
    queue.rate = 350
    queue.put(make(" ".join(["word"] * 30) + ".", seq=1, brief="Brief."), 0.0)
    assert heard(queue) != ["Brief."]


def test_given_words_out_of_date_when_silence_comes_then_they_are_not_said(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("A claim.", seq=1), 0.0)
    queue.put(make("A warning.", urgency="assertive"), 0.0)
    assert heard(queue, 15.1) == ["A warning."]
    patient = SpeechQueue(patient=True)
    patient.put(make("A claim.", seq=1), 0.0)
    assert heard(patient, 15.1) == ["A claim."]


def test_given_long_news_waiting_when_said_then_in_the_brief_form(make: Make) -> None:
    queue = SpeechQueue()
    for n in range(6):
        queue.put(make("This is a long story of ten words or so.", seq=n + 1, brief="Brief."), 0.0)
    assert heard(queue) == ["Brief."] * 6
    assert len(queue.history()) == 6
    assert not any(one.heard for one in queue.history())


@pytest.mark.criterion(8)
def test_given_long_news_with_words_for_it_when_said_then_one_digest_and_the_end_stays_whole(
    make: Make,
) -> None:
    queue = SpeechQueue(digest=lambda told: f"{len(told)} things happened.")
    for n in range(6):
        queue.put(make("This is a long story of ten words or so.", seq=n + 1, brief="Brief."), 0.0)
    queue.put(make("Blue disc wins with 95 points.", earcon="win", seq=7), 0.0)
    queue.put(make("Red square to move.", earcon="turn", seq=8), 0.0)
    assert heard(queue, 60.0) == ["Blue disc wins with 95 points.", "Red square to move."]
    for n in range(6):
        queue.put(make("This is a long story of ten words or so.", seq=n + 9, brief="Brief."), 70.0)
    assert heard(queue, 70.0) == ["6 things happened."]
    assert [one.heard for one in queue.history()] == [False] * 6 + [True] * 2 + [False] * 6


@pytest.mark.criterion(8, 57)
def test_given_scores_of_two_minutes_when_a_game_ends_then_each_of_them_is_said_whole(make: Make) -> None:
    """At a table with a voice "7 things happened" took the place of the final scores."""
    queue = SpeechQueue(digest=lambda told: f"{len(told)} things happened.")
    scores = [
        f"{n} of 20: this seat's tickets are so and so many, as is said here at length." for n in range(20)
    ]
    for text in scores:
        queue.put(make(text, seq=7, brief="Brief."), 0.0)
    queue.put(make("Blue disc wins with 95 points.", earcon="win", seq=7), 0.0)
    queue.put(make("Green triangle 94.", seq=7), 0.0)
    said, at = [], 0.0
    while (saying := queue.next(at)) is not None:
        said.append(saying.text)
        at += 6.0
        queue.finished()
    assert said == [*scores, "Blue disc wins with 95 points.", "Green triangle 94."]
    assert all(one.heard for one in queue.history())


def test_given_one_long_story_when_said_late_then_in_the_brief_form(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make(" ".join(["word"] * 30) + ".", seq=1, brief="Brief."), 0.0)
    assert heard(queue) == ["Brief."]


def test_given_more_alerts_than_can_be_borne_when_they_wait_then_the_newest_three_are_said(
    make: Make,
) -> None:
    queue = SpeechQueue()
    for n in range(6):
        queue.put(make(f"Alert {n}.", urgency="assertive"), 0.0)
    assert heard(queue) == ["Alert 3.", "Alert 4.", "Alert 5."]
    assert len(queue.history()) == 6
