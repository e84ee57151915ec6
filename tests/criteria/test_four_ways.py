"""Criteria 3, 4 and 20: a press is a press, whichever of the four ways it comes."""

import time
from functools import partial

import pytest

from announce import Announcement
from audio import Speaker
from audio.speaker_sink import SpeakerSink
from engine import CardMode, Event
from tabletop import BUTTONS, Button
from tests.criteria.four_ways import WAYS
from tests.criteria.heard import Letters, TableListener
from tests.criteria.test_privacy_games import start
from tests.waiting import until
from tests.web.page_table import PageTable

PRESSES: tuple[Button, ...] = (
    *BUTTONS, "yes", "yes", "ask", "ask", "forward", "yes", "no", "repeat", "yes", "back", "no"
)  # fmt: skip
Heard = list[tuple[float, str, str, str | None]]


class Stopped(TableListener):
    """Speaks on and on until it is stopped; counts how often."""

    def __init__(self) -> None:
        super().__init__()
        self.slow, self.stops = True, 0

    def stop(self) -> None:
        self.stops += 1
        super().stop()


@pytest.mark.criterion(3)
@pytest.mark.parametrize("way", WAYS)
def test_given_speech_when_stopped_fifty_times_by_any_way_then_each_time_it_is_silent_when_the_press_is_done(
    way: str,
) -> None:
    player = Stopped()
    speaker = Speaker(voice=Letters(), table_player=player)
    table = PageTable(cards="untracked", sinks=[SpeakerSink(speaker)])
    for number in range(50):
        table.wait(0.6)
        speaker.stop(time.monotonic())
        said = f"Number {number}."
        words = Announcement(audience="everyone", urgency="polite", normal=f"{said} More of {number}.")
        speaker.say(words, time.monotonic())
        assert until(partial(player.sentences.__contains__, said))
        before = player.stops
        WAYS[way](table, BUTTONS[number % len(BUTTONS)])
        assert player.stops > before
    player.slow = False
    speaker.close()
    assert not any(sentence.startswith("More of") for sentence in player.sentences)


@pytest.mark.criterion(20)
@pytest.mark.parametrize("cards", ["dealt", "untracked"])
def test_given_the_same_presses_by_the_four_ways_when_compared_then_events_words_and_instants_are_equal(
    cards: CardMode,
) -> None:
    heard: list[Heard] = []
    events: list[list[tuple[int, Event]]] = []
    for way in WAYS.values():
        game = start(3) if cards == "dealt" else None
        table = PageTable(cards=cards, seats=("blue", "red", "green"), game=game)
        before, seq = len(table.paper.said), len(table.paper.events)
        for button in PRESSES:
            table.wait(0.6)
            way(table, button)
        said = zip(table.paper.when[before:], table.paper.said[before:], strict=True)
        heard.append([(at, one.audience, one.normal, one.earcon) for at, one in said])
        events.append(table.paper.events[seq:])
    assert all(one == heard[0] for one in heard)
    assert all(one == events[0] for one in events)
    assert len(heard[0]) > 25 and events[0]
