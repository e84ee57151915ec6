"""Criteria 73 and 74 as sound: one earphone for several seats plays only for the seat that has it."""

import threading
import time
from collections.abc import Iterator

import pytest

from announce import EARS, Announcement
from audio import EarSetting, Pcm, SinkName, Speaker
from audio.players import SharedEarphone, SharedSeat
from tests.criteria.heard import EarListener, Letters, TableListener
from tests.waiting import PATIENCE_S


def said(speaker: Speaker, ear: EarListener, count: int, *, within_s: float) -> bool:
    """Whether so many sentences are heard within a time."""
    end = time.monotonic() + within_s
    while len(ear.sentences) < count and time.monotonic() < end:
        speaker.wait_idle(0.01)
    return len(ear.sentences) >= count


SETTING = EarSetting(sink=SinkName("pipewire", "headset"))


@pytest.fixture
def speaking() -> Iterator[tuple[Speaker, EarListener, TableListener]]:
    ear, loud = EarListener(EARS[0]), TableListener()
    speaker = Speaker(
        ears={}, shared=SETTING, voice=Letters(), table_player=loud, ear_player=lambda setting, seat: ear
    )
    yield speaker, ear, loud
    speaker.close()


@pytest.mark.criterion(73, 74)
def test_given_one_earphone_when_words_come_for_seats_without_it_then_they_wait_and_nobody_hears_them(
    speaking: tuple[Speaker, EarListener, TableListener],
) -> None:
    speaker, ear, loud = speaking
    for seat in ("blue", "red"):
        words = Announcement(audience=seat, urgency="assertive", normal=f"For {seat} only.")
        speaker.say(words, time.monotonic())
    assert not said(speaker, ear, 1, within_s=0.3)
    for number, seat in enumerate(("red", "blue"), 1):
        speaker.pass_ear(seat)  # type: ignore[arg-type]
        assert said(speaker, ear, number, within_s=5.0)
    assert ear.sentences == ["For red only.", "For blue only."]
    assert loud.sentences == []


@pytest.mark.criterion(73)
def test_given_words_being_said_when_the_earphone_is_passed_on_then_they_break_off() -> None:
    ear = EarListener("blue")
    ear.slow = True
    shared = SharedEarphone(ear)
    seat = SharedSeat(shared, "blue")
    shared.pass_to("blue")
    assert seat.ready()
    shared.pass_to("red")
    assert not seat.wait(lambda: False) and not seat.ready()
    before = list(ear.sentences)
    seat.play(Letters().say("secret") or pytest.fail("no sound"))
    assert ear.sentences == before


@pytest.mark.criterion(73)
def test_given_words_that_begin_while_the_earphone_is_passed_on_when_it_is_then_they_are_silenced() -> None:
    done: list[str] = []

    class Passed(EarListener):
        """Somebody else takes the earphone at the very moment at which words are given to it."""

        def play(self, sound: Pcm) -> None:
            passing.start()
            passing.join(0.05)
            done.append("play")

        def stop(self) -> None:
            done.append("stop")

    shared = SharedEarphone(Passed("blue"))
    passing = threading.Thread(target=shared.pass_to, args=["red"])
    shared.pass_to("blue")
    SharedSeat(shared, "blue").play(Letters().say("secret") or pytest.fail("no sound"))
    passing.join(PATIENCE_S)
    assert done == ["stop", "play", "stop"] and shared.holder == "red"
