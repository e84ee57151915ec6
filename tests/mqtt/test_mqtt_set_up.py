"""A table that is set up, on a broker: the lobby is seen, its words are heard, its buttons are pressed."""

import argparse
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dialog.setup import Draft
from dialog.waiting import TAKEN_S
from fingerpost.before_game import choose
from fingerpost.config import Config, SpeechSection, StoreSection
from fingerpost.evening.handing_on import ChosenGame
from integrations.wire_settings import MqttSection
from storage.table_memory import keep, memory_of, recall
from tests.fingerpost.set_up.opened import Opened
from tests.mqtt.table import Outside, Place, code
from tests.waiting import PATIENCE_S


@pytest.fixture
def lamp(open_place: Place) -> Iterator[Outside]:
    client = Outside(open_place, "controller", "lamp")
    yield client
    client.close()


class House:
    """Somebody who asks, says something and presses Yes over the wire until the table is set up."""

    def __init__(self, lamp: Outside) -> None:
        self.lamp = lamp
        self.answers: list[dict[str, object]] = []
        self.done = threading.Event()
        self.thread = threading.Thread(target=self._press)

    def _press(self) -> None:
        lamp = self.lamp
        lamp.wait(lambda: bool(lamp.told("announce")))
        self.answers.append(lamp.ask("ask", {"question": "turn"}))
        self.answers.append(lamp.ask("say", {"text": "hello"}))
        self.answers.append(lamp.ask("press", {"button": "yes"}, expect_seq=0))
        while not self.done.wait(TAKEN_S + 0.1):  # a press that comes before its words is none
            lamp.raw("cmd/press", json.dumps(lamp.envelope("press", {"button": "yes"}, expect_seq=0)))


@pytest.mark.criterion(20)
def test_given_a_table_in_the_lobby_when_the_house_presses_then_it_is_set_up_as_by_its_panel(
    open_place: Place, lamp: Outside, tmp_path: Path
) -> None:
    given = frozenset({"edition", "seats", "cards", "map"})
    config = Config(
        mqtt=MqttSection(url=open_place.url("engine"), table="kitchen", home_assistant=False),
        store=StoreSection(path=tmp_path),
        speech=SpeechSection(mute=True),
        given=given,
    )
    keep(memory_of(tmp_path), 175, None)

    house = House(lamp)
    house.thread.start()
    args = argparse.Namespace(keyboard=True, typed_ahead=None)
    found = choose(config, args, Opened(args), new=False, again=False, stop=threading.Event())
    house.done.set()
    house.thread.join(PATIENCE_S)
    assert isinstance(found, ChosenGame) and found.new
    assert isinstance(recall(memory_of(tmp_path)).last, Draft)
    asked, said, pressed = house.answers
    assert asked["ok"] is pressed["ok"] is True
    assert code(said) == "busy"
    states = [
        one["data"] for one in lamp.told("state") if one["game"] is None
    ]  # not what was kept from before
    assert states and all(data == {"phase": "lobby"} for data in states)
    words = [one["data"]["text"] for one in lamp.told("announce")]  # type: ignore[index]
    assert words[0] in ("Fingerpost.", "Ready. New game?")  # the broker may come late
    assert any(str(line).endswith("Start?") for line in words)
    assert all(one["game"] is None for one in lamp.told("announce"))
