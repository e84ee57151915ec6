"""What is spoken next: a pure queue, time passed in."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announce import Announcement, Earcon
from audio import SpeechPreferences, SpeechQueue
from audio.classes import ALWAYS_SAID, classify, sentences
from audio.queue import HISTORY
from tests.audio.said import Make, begin, heard


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("One. Two? Three!", ["One.", "Two?", "Three!"]),
        ("Duluth to Sault St. Marie: 3 trains. Next.", ["Duluth to Sault St. Marie: 3 trains.", "Next."]),
        ("You have 5. 12 cards in all.", ["You have 5.", "12 cards in all."]),
    ],
)
def test_given_a_text_when_cut_then_at_its_sentences(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_given_announcements_when_classed_then_urgency_comes_first(make: Make) -> None:
    assert classify(make("Fallen.", urgency="assertive")) == "alert"
    assert classify(make("A tip.", urgency="ambient")) == "ambient"
    assert classify(make("Red square to move.", earcon="turn", seq=3)) == "turn"
    assert classify(make("A claim.", earcon="claim", seq=3)) == "result"
    assert classify(make("Scores.", purpose="answer")) == "answer"
    assert classify(make("Is that right?", purpose="question")) == "answer"
    assert classify(make("Camera lost.", earcon="lost")) == "result"


def test_given_news_and_a_turn_when_said_then_the_newest_turn_comes_last_and_alone(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("Blue disc to move.", earcon="turn", seq=1), 0.0)
    queue.put(make("A claim.", seq=2), 0.0)
    queue.put(make("Red square to move.", earcon="turn", seq=3), 0.1)
    assert heard(queue) == ["A claim.", "Red square to move."]


@pytest.mark.criterion(7)
def test_given_a_claim_being_said_when_an_alert_comes_then_the_cut_sentence_is_said_again(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("First half. Second half.", seq=1), 0.0)
    assert begin(queue).text == "First half."
    queue.finished()
    assert begin(queue).text == "Second half."
    queue.put(make("Fallen.", urgency="assertive"), 1.0)
    assert not queue.cut_due(2.4)
    assert queue.cut_due(2.5)
    assert heard(queue, 2.5) == ["Fallen.", "Second half."]


def test_given_an_alert_when_the_sentence_ends_in_time_then_nothing_is_said_twice(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("First half. Second half.", seq=1), 0.0)
    begin(queue)
    queue.put(make("Fallen.", urgency="assertive"), 0.5)
    queue.finished()
    assert heard(queue, 1.0) == ["Fallen.", "Second half."]


def test_given_an_alert_when_another_comes_then_it_waits(make: Make) -> None:
    queue = SpeechQueue()
    for n in (1, 2):
        queue.put(make(f"Alert {n}.", urgency="assertive"), 0.0)
    assert begin(queue).text == "Alert 1."
    assert not queue.cut_due(9.0)
    queue.finished()
    assert heard(queue) == ["Alert 2."]


@pytest.mark.criterion(8)
def test_given_ambient_words_when_anything_is_said_then_they_are_dropped_but_kept_in_history(
    make: Make,
) -> None:
    queue = SpeechQueue()
    queue.put(make("A claim.", seq=1), 0.0)
    queue.put(make("A tip.", urgency="ambient"), 0.0)
    assert heard(queue) == ["A claim."]
    queue.put(make("Another tip.", urgency="ambient"), 1.0)
    assert heard(queue, 1.0) == ["Another tip."]
    assert len(queue.history()) == 3


def test_given_ambient_news_of_an_event_when_its_act_is_told_then_it_is_said_after_all_else(
    make: Make,
) -> None:
    queue = SpeechQueue()
    queue.put(make("Blue disc has 5 trains left.", urgency="ambient", seq=1), 0.0)
    queue.put(make("A claim.", seq=1), 0.0)
    queue.put(make("Red square to move.", seq=2), 0.1)
    assert begin(queue).text == "A claim."
    queue.finished()
    assert heard(queue, 9.0) == ["Red square to move.", "Blue disc has 5 trains left."]
    queue.put(make("A claim.", seq=3), 20.0)
    queue.put(make("Red square has 5 trains left.", urgency="ambient", seq=3), 20.0)
    begin(queue, 20.0)
    queue.finished()
    assert heard(queue, 36.0) == []


def test_given_a_fresh_result_when_its_question_follows_then_the_result_is_said_first(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("A locomotive; you have 2.", seq=4), 1.0)
    queue.put(make("Second card: deck?"), 1.01)
    assert heard(queue, 1.1) == ["A locomotive; you have 2.", "Second card: deck?"]


def test_given_news_that_waits_when_a_question_is_answered_then_the_answer_goes_first(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("Old claim.", seq=4), 1.0)
    queue.put(make("Blue disc 7.", purpose="answer"), 3.0)
    assert heard(queue, 3.0) == ["Blue disc 7.", "Old claim."]


def test_given_an_answer_in_steps_when_a_newer_one_comes_then_only_the_newer_is_said(make: Make) -> None:
    queue = SpeechQueue()
    for text in ("Step 1.", "Step 2."):
        queue.put(make(text, purpose="answer"), 1.0)
    assert heard(queue, 1.0) == ["Step 1.", "Step 2."]
    for text in ("Step 1.", "Step 2."):
        queue.put(make(text, purpose="answer"), 2.0)
    queue.put(make("Something else.", purpose="answer"), 2.5)
    assert heard(queue, 2.5) == ["Something else."]


def test_given_lost_devices_and_a_question_when_answers_follow_then_nothing_of_them_is_lost(
    make: Make,
) -> None:
    """A camera, a phone, an ear were told of as answers are: the newest alone was said, for ten seconds."""
    queue = SpeechQueue()
    queue.put(make("A long claim.", seq=1), 0.0)
    begin(queue)
    queue.put(make("Camera lost.", earcon="lost"), 0.2)
    queue.put(make("A phone joined. If that is wrong, press No.", purpose="question"), 0.3)
    queue.put(make("Red square's ear is gone.", earcon="lost"), 0.4)
    queue.put(make("Blue disc to move.", purpose="answer"), 9.0)
    queue.finished()
    late = ["Camera lost.", "A phone joined.", "If that is wrong, press No.", "Red square's ear is gone."]
    assert heard(queue, 18.0) == [*late, "Blue disc to move."]
    queue.put(make("A long claim.", seq=2), 60.0)
    begin(queue, 60.0)
    queue.put(make("Camera lost.", earcon="lost"), 60.0)
    queue.put(make("Blue disc to move.", purpose="answer"), 60.0)
    queue.finished()
    assert heard(queue, 90.0) == ["Camera lost."]


def test_given_a_question_that_waits_when_nobody_asks_it_any_more_then_it_is_not_said(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("Is that right?", purpose="question"), 0.0)
    queue.put(make("Camera lost.", earcon="lost"), 0.0)
    queue.put(make("Whose is it?", purpose="question"), 1.0)
    assert begin(queue, 1.0).text == "Camera lost."
    queue.finished()
    queue.close_question()
    assert heard(queue, 2.0) == []


def test_given_words_unsaid_in_brief_when_heard_in_brief_then_only_the_history_has_them(make: Make) -> None:
    sum_ = make("Not done: A to B, minus 8.", brief="Tickets minus 30.")
    rest = make("Not done: C to D, minus 22.", unsaid_in_brief=True)
    brief, normal = SpeechQueue("brief"), SpeechQueue("normal")
    for queue in (brief, normal):
        queue.put(sum_, 0.0)
        queue.put(rest, 0.0)
    assert heard(normal) == [sum_.normal, rest.normal]
    assert heard(brief) == ["Tickets minus 30."]
    assert brief.step(0, 1.0) == rest
    assert heard(brief, 1.0) == [rest.normal]  # asked for, it is said


def test_given_an_event_told_twice_when_said_then_once_and_once_more_when_history_is_walked(
    make: Make,
) -> None:
    queue = SpeechQueue()
    for _ in range(2):
        queue.put(make("A claim.", seq=1), 0.0)
    begin(queue)
    queue.put(make("A claim.", seq=1), 0.1)
    queue.finished()
    assert heard(queue) == []
    assert len(queue.history()) == 1
    for step in (1, 2):
        queue.put(make(f"Step {step}.", seq=9), 1.0)
    assert heard(queue, 1.0) == ["Step 1.", "Step 2."]
    for step in (1, 2):  # the steps of an answer come again together
        queue.put(make(f"Step {step}.", seq=9), 5.0)
    assert heard(queue, 5.0) == ["Step 1.", "Step 2."]
    assert queue.repeat(6.0) is not None
    assert not begin(queue, 6.0).slower
    assert len(queue.history()) == 3


def test_given_an_undo_when_told_then_what_was_unsaid_of_it_is_never_said(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("A claim. Its points.", seq=5), 0.0)
    queue.put(make("Red square to move.", earcon="turn", seq=6), 0.0)
    queue.put(make("Older news.", seq=4), 0.0)
    assert begin(queue).text == "A claim."
    queue.put(replace(make("Taken back.", seq=7), undoes=5), 0.1)
    queue.finished()
    assert heard(queue, 0.2) == ["Older news.", "Taken back."]
    assert len(queue.history()) == 4


def test_given_an_undo_when_an_alert_cuts_what_was_undone_then_it_is_not_said_again(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("A claim.", seq=5), 0.0)
    begin(queue)
    queue.put(replace(make("Taken back.", seq=6), undoes=5), 0.3)
    queue.put(make("Fallen.", urgency="assertive"), 0.4)
    assert queue.cut_due(2.0)
    assert heard(queue, 2.0) == ["Fallen.", "Taken back."]


def test_given_kinds_that_are_switched_off_when_told_then_kept_but_what_matters_is_said(make: Make) -> None:
    everything: tuple[Earcon, ...] = get_args(Earcon)
    queue = SpeechQueue(SpeechPreferences(silent=frozenset(everything)))
    for seq, earcon in enumerate(everything):
        queue.put(make(f"{earcon}.", earcon=earcon, seq=seq), 0.0)
    queue.put(make("An answer.", earcon="card"), 0.0)
    assert set(heard(queue)) == {f"{earcon}." for earcon in ALWAYS_SAID} | {"An answer."}
    assert len(queue.history()) == len(everything) + 1


def test_given_levels_for_own_acts_and_others_when_told_then_each_in_its_own(make: Make) -> None:
    queue = SpeechQueue(SpeechPreferences(level="normal", own_level="brief", own="blue"))
    queue.put(replace(make("Long.", seq=1, brief="Short."), timbre="blue"), 0.0)
    queue.put(replace(make("Long.", seq=2, brief="Short."), timbre="red"), 0.0)
    assert heard(queue) == ["Short.", "Long."]


def test_given_a_sentence_that_could_not_begin_when_put_back_then_it_begins_again(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("One. Two.", seq=1), 0.0)
    for at in (0.0, 20.0):
        assert begin(queue, at).first
        queue.put_back()
        queue.renew(at + 20.0)
    assert heard(queue, 40.0) == ["One.", "Two."]


def test_given_a_stop_when_speaking_then_silence_but_for_alerts_and_all_is_kept(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("A claim. More of it.", seq=1), 0.0)
    queue.put(make("Another.", seq=2), 0.0)
    begin(queue)
    queue.put(make("Fallen.", urgency="assertive"), 0.0)
    queue.stop()
    assert queue.current is None
    assert heard(queue) == ["Fallen."]
    assert [one.heard for one in queue.history()] == [False, False, True]


def test_given_another_voice_speaking_when_held_then_only_answers_and_alerts_begin(make: Make) -> None:
    queue = SpeechQueue()
    queue.put(make("You have 5 blue cards.", seq=1), 0.0)
    assert queue.next(0.0, hold=True) is None
    queue.put(make("11 cards."), 0.1)
    saying = queue.next(0.1, hold=True)
    assert saying is not None and saying.text == "11 cards."
    queue.finished()
    assert heard(queue) == ["You have 5 blue cards."]


@pytest.mark.criterion(6)
def test_given_equal_words_when_said_twice_then_both_are_spoken_and_kept(make: Make) -> None:
    queue = SpeechQueue()
    for seq in (1, 2):
        queue.put(make("Blue disc: no claim.", seq=seq), 0.0)
    assert heard(queue) == ["Blue disc: no claim."] * 2
    assert len(queue.history()) == 2


@pytest.mark.criterion(6)
def test_given_an_answer_when_asked_for_again_then_it_is_spoken_and_kept_as_a_new_one(make: Make) -> None:
    queue = SpeechQueue()
    for count in (1, 2):
        queue.put(make("Deck 40, discards 6.", seq=None), float(count))
        assert heard(queue) == ["Deck 40, discards 6."]
        assert len(queue.history()) == count


URGENCIES = st.sampled_from(["assertive", "polite", "ambient"])


@given(
    st.lists(
        st.tuples(URGENCIES, st.booleans(), st.sampled_from(["put", "next", "finish", "stop"])), max_size=150
    )
)
def test_given_any_stream_when_spoken_then_history_has_each_once_and_alerts_keep_their_order(
    stream: list[tuple[str, bool, str]],
) -> None:
    queue, put, alerts, now = SpeechQueue(), 0, [], 0.0
    for urgency, result, act in stream:
        now += 0.5
        if act == "put":
            put += 1
            queue.put(
                Announcement(
                    audience="everyone",
                    urgency=urgency,  # type: ignore[arg-type]
                    normal=f"Utterance {put} here.",
                    seq=put if result else None,
                ),
                now,
            )
        elif act == "next":
            saying = queue.next(now)
            if saying is not None and saying.announcement.urgency == "assertive":
                alerts.append(saying.utterance)
        elif act == "finish":
            queue.finished()
        else:
            queue.stop()
    told = [one.announcement.normal for one in queue.history()]
    assert told == [f"Utterance {n} here." for n in range(1, put + 1)][-HISTORY:]
    assert alerts == sorted(alerts)
    heard(queue, now)
    assert not queue.busy(now)
