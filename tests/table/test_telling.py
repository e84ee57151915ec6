"""What has been said, and the way back through it."""

import io
from typing import cast

from announce import Announcement
from audio.classes import classify
from fingerpost.printed_words import Transcript
from mqtt import MqttSink
from mqtt.table_sink import WireSink
from table.telling import Teller
from tests.criteria.panel_table import PanelTable


def said(text: str) -> Announcement:
    return Announcement(audience="everyone", urgency="polite", normal=text, brief="", full="")


def test_given_words_of_an_earlier_sitting_when_gone_back_before_any_new_ones_then_the_last_comes_first() -> (
    None
):
    paper = io.StringIO()
    teller = Teller((Transcript(paper, ears=False),), past=(said("One."), said("Two.")))
    assert teller.walk(-1, 0.0) and teller.walk(-1, 0.0)
    assert not teller.walk(-1, 0.0)
    assert paper.getvalue() == "Two.\nOne.\n"


class House:
    """What the house is told over MQTT, in place of a connection."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def announced(self, announcement: Announcement, seq: int, kind: str) -> None:
        self.heard.append(announcement.normal)


def test_given_the_house_when_somebody_walks_back_or_repeats_then_it_hears_no_old_words_as_new() -> None:
    house = House()
    teller = Teller((WireSink(cast(MqttSink, house), classify),))
    teller.say((said("One."), said("Two.")), 0.0)
    assert teller.walk(-1, 1.0) and teller.walk(-1, 2.0) and teller.walk(1, 3.0) and teller.again(4.0)
    teller.say((said("Three."),), 5.0)
    assert house.heard == ["One.", "Two.", "Three."]


def test_given_either_end_of_history_when_walked_on_then_what_stands_there_is_said_again() -> None:
    table = PanelTable()
    table.wait(1)
    assert table.press("forward") == ["Blue disc to move."]  # the newest
    first, second = (one.normal for one in table.session.voicing.teller.history[:2])
    for _ in range(8):
        oldest = table.press("back")
    assert oldest == [first]
    assert table.press("forward") == [second]
