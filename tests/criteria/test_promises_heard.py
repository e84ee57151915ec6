"""Promises that a small change to the code broke without a test: each is heard here as a table hears it."""

import re
import threading
import time
from typing import get_args

import pytest

from announce import Announcement, Level, Wording
from audio import Pcm, Speaker
from audio.speaker_sink import SpeakerSink
from bots.bot import RandomBot
from engine import SEATS, Game, game_map
from fingerpost.devices.inbox import Inbox
from fingerpost.evening.loop import run
from table.requests import AskQuestion, Request
from table.session import Session
from tabletop import DeviceHealth, Press, board_layout
from tests.criteria.heard import Letters, TableListener
from tests.criteria.panel_table import PanelTable
from tests.waiting import PATIENCE_S, until

TOKENS = {
    "blue": "blue disc",
    "red": "red square",
    "green": "green triangle",
    "yellow": "yellow star",
    "black": "black cross",
}
FREE = ("denver-omaha", "helena-omaha", "calgary-seattle", "dallas-little-rock", "chicago-duluth")


@pytest.mark.criterion(15)
def test_given_words_that_are_repeated_when_once_more_then_the_loudspeaker_spells_the_names() -> None:
    wording = Wording(game_map("usa"), board_layout("usa"))
    loud = TableListener()
    speaker = Speaker(voice=Letters(), table_player=loud, spell=wording.spelled)
    sink = SpeakerSink(speaker)
    words = Announcement(audience="everyone", urgency="polite", normal="Blue disc claims Denver to Omaha.")
    try:
        sink.say(words, 0.0)
        for count in (1, 2):
            assert until(lambda count=count: len(loud.sentences) == count)  # type: ignore[misc]
            sink.again(words, 0.0)
        assert until(lambda: len(loud.sentences) == 3)
    finally:
        sink.close()
    assert loud.sentences[:2] == [words.normal] * 2
    spelt = loud.sentences[2]
    assert spelt == wording.spelled(words.normal)
    assert "O, M, A, H, A" in spelt.upper() or "O M A H A" in spelt.upper(), spelt


def table_that_claims() -> PanelTable:
    table = PanelTable(seats=SEATS)
    for seat, site in zip(SEATS, FREE, strict=True):
        table.set_token(seat, site)
    return table


@pytest.mark.criterion(10)
def test_given_seats_that_claim_when_heard_then_each_in_its_own_timbre() -> None:
    claims = [one for one in table_that_claims().paper.said if one.earcon == "claim"]
    assert [one.timbre for one in claims] == list(SEATS)
    for one in claims:
        assert one.normal.startswith(TOKENS[one.timbre or ""].capitalize())


def test_given_seats_that_claim_when_the_turn_is_asked_then_each_claim_was_one() -> None:
    table = table_that_claims()
    before = len(table.paper.said)
    table.session.handle(Request(want=AskQuestion(question="turn"), near=True, by_key=True), table.at)
    assert table.words(before)[0].startswith("Blue disc to move, turn 6:")


@pytest.mark.criterion(63)
def test_given_seats_that_claim_when_heard_then_each_is_named_by_colour_and_shape() -> None:
    heard = [
        text for one in table_that_claims().paper.said for text in (one.normal, one.brief, one.full) if text
    ]
    for seat, token in TOKENS.items():
        named = [text for text in heard if re.search(rf"\b{seat}\b", text, re.IGNORECASE)]
        assert named
        assert not [text for text in named if token not in text.lower()]


@pytest.mark.criterion(70)
def test_given_a_secret_reason_when_refused_then_no_length_of_words_tells_it_to_the_table() -> None:
    game = Game.new("us-accessible", "usa", ("red", "blue"), "dealt", 3)
    chance = RandomBot(3)
    while game.state.phase == "tickets":
        answer = game.do(chance.choose(game.state, game.state.waiting_for()[0]))
        assert isinstance(answer, tuple)
        game = answer[0]
    table = PanelTable(game=game)
    before = len(table.paper.said)
    table.set_token("red", "el-paso-los-angeles")  # nobody pays six of a colour with four cards
    public = [
        one for one in table.paper.said[before:] if one.audience == "everyone" and one.earcon == "refuse"
    ]
    assert [{one.text(level) for level in get_args(Level)} for one in public] == [
        {"Not claimed. Red square hears why. Lift the token, please.", "Not claimed. Lift it."}
    ]


class Ticks(TableListener):
    """Notes when a short sound begins."""

    def __init__(self) -> None:
        super().__init__()
        self.ticks: list[float] = []

    def play_over(self, sound: Pcm) -> None:
        self.ticks.append(time.monotonic())


@pytest.mark.criterion(4)
def test_given_the_real_loop_when_buttons_are_pressed_then_the_tick_comes_at_once() -> None:
    loud, inbox, stop = Ticks(), Inbox(), threading.Event()
    speaker = Speaker(voice=Letters(), table_player=loud)
    layout = board_layout("usa")
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    wording = Wording(game.state.game_map, layout)
    session = Session(game, layout=layout, wording=wording, store=None, sinks=[SpeakerSink(speaker)])
    for device in ("hub", "camera"):
        inbox.put(DeviceHealth(device=device, condition="lost", cause="absent", at=0.0))
    loop = threading.Thread(target=run, args=(session, [], inbox), kwargs={"stop": stop})
    loop.start()
    try:
        assert until(lambda: session.begun)
        late = []
        for _ in range(8):
            count, at = len(loud.ticks), time.monotonic()
            inbox.put(Press(button="repeat", action="down", at=at))
            assert until(lambda count=count: len(loud.ticks) > count)  # type: ignore[misc]
            late.append(loud.ticks[count] - at)
            inbox.put(Press(button="repeat", action="up", at=time.monotonic()))
        assert min(late) < 0.1  # the quickest of eight: another program may be in the way of some
    finally:
        stop.set()
        loop.join(PATIENCE_S)
        speaker.close()
