"""What has been said, and the way back through it."""

import io
from types import SimpleNamespace
from typing import cast

import pytest

from announce import Announcement
from audio.classes import classify
from command_line.printed_words import Transcript
from dialog import Phone, Table, Where
from engine import State
from mqtt import MqttSink
from mqtt.table_sink import WireSink
from table.session import Session
from table.telling import Teller
from tabletop import DeviceHealth
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

    def announced(self, announcement: Announcement, kind: str) -> None:
        self.heard.append(announcement.normal)


def test_given_an_undo_that_an_act_has_overtaken_when_it_is_told_then_no_home_is_asked_for_that_act() -> None:
    """The state with the act still had `undo_asked`, and the other home was asked to undo that act."""
    told: list[object] = []
    wire = SimpleNamespace(
        asks_undo=lambda acts, refused: told.append(("asks", acts)),
        told=lambda events, state: told.append("state"),
    )
    sink = WireSink(cast(MqttSink, wire), classify)
    doubt = SimpleNamespace(in_doubt=lambda: True)
    wire.disagreements = lambda found: None
    session = SimpleNamespace(
        linked=SimpleNamespace(asks_undo=0, undo_no=()), tracker=doubt, game=SimpleNamespace(state=None)
    )
    sink.follow(cast(Session, session))
    sink.told((), cast(State, None))
    assert told[:2] == [("asks", 0), "state"]


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


def test_given_what_a_table_says_when_looked_at_then_each_tells_why_it_is_said() -> None:
    table = PanelTable()
    wording, state = table.session.wording, table.state
    lost = DeviceHealth(device="camera", condition="lost", at=1.0, cause="unplugged")
    phone = Phone(seat="red")
    for purpose, words in (
        ("answer", wording.answer("scores", "blue", state)),
        ("answer", wording.rate(200)),
        ("answer", wording.prompt(Where(mode=phone), state)),
        ("question", wording.prompt(phone, state)),
        ("news", wording.health(lost, state)),
    ):
        assert words and {one.purpose for one in words} == {purpose}


def test_given_a_question_when_it_is_open_no_more_then_the_voice_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, closed = PanelTable(), list[float]()
    table.wait(1)
    session = table.session
    monkeypatch.setattr(session.teller, "close_question", lambda: closed.append(table.at))
    session.panel.mode = phone = Phone(seat="red")
    session.voicing.say(session.wording.prompt(phone, table.state), table.at)
    table.wait(1)
    assert closed == []
    session.panel.mode = Table()
    table.wait(1)
    assert len(closed) == 1
