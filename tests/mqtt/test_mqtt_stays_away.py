"""A machine that stays away though the broker is there is missed by name; only then is it blamed."""

import time

import pytest

from announce import Wording
from engine import Game
from fingerpost.devices.inbox import Inbox
from integrations.house_wire import away, connect, open_wire
from mqtt import TableOptions
from mqtt.nodes import NOT_YET_S, OFFLINE, STAYS_AWAY_S
from table.session import Session
from tabletop import DeviceHealth, board_layout
from tests.mqtt.local_broker import LocalBroker
from tests.mqtt.test_mqtt_node import VALUES, Heard, message
from tests.waiting import until

LOST = [("camera", OFFLINE), ("hub", OFFLINE)]


def causes(heard: Heard) -> list[tuple[str, str]]:
    return sorted((one.device, one.cause) for one in heard.sensed if isinstance(one, DeviceHealth))


def test_given_a_broker_from_the_start_when_nodes_say_nothing_then_they_are_missed_after_seconds() -> None:
    heard = Heard()
    heard.nodes.there(100.0)
    heard.nodes.tick(100.0 + NOT_YET_S - 0.1)
    assert causes(heard) == []
    heard.nodes.tick(100.0 + NOT_YET_S)
    heard.nodes.tick(200.0)
    assert causes(heard) == LOST


def test_given_an_old_goodbye_that_was_kept_when_heard_then_its_node_has_its_time_all_the_same() -> None:
    heard = Heard()
    heard.nodes.there(100.0)
    heard.take(b"offline", part="availability", at=100.1)
    heard.nodes.tick(100.0 + NOT_YET_S - 0.1)
    assert causes(heard) == []
    heard.nodes.tick(100.0 + NOT_YET_S)
    assert causes(heard) == LOST
    heard.take(b"online", part="availability", at=106.0)
    heard.take(message((VALUES[0],)), at=106.0)
    heard.take(b"offline", part="availability", at=107.0)
    heard.sensed.clear()
    heard.nodes.tick(108.0)
    assert causes(heard) == [("camera", OFFLINE)]


def test_given_a_broker_that_is_back_when_a_node_stays_away_then_it_alone_is_missed() -> None:
    heard = Heard()
    heard.nodes.away(10.0)
    heard.sensed.clear()
    heard.nodes.there(100.0)
    heard.take(b"online", part="availability", at=101.0)
    heard.take(message((VALUES[0],)), at=101.0)
    heard.take(b"online", node="desk", part="availability", at=101.0)  # kept by the broker from before
    heard.nodes.tick(100.0 + STAYS_AWAY_S - 0.1)
    assert causes(heard) == []
    heard.nodes.tick(100.0 + STAYS_AWAY_S)
    assert causes(heard) == [("hub", OFFLINE)] and heard.sources[-1] == ("desk", "lost")


def test_given_a_broker_that_goes_again_when_nodes_have_not_come_then_only_the_broker_is_to_blame() -> None:
    heard = Heard()
    heard.nodes.there(100.0)
    heard.nodes.away(101.0)
    heard.nodes.tick(500.0)
    assert {cause for _, cause in causes(heard)} == {"no-broker"}


def test_given_a_broker_that_ends_when_its_wills_speak_first_then_no_machine_is_blamed() -> None:
    heard = Heard()
    heard.take(b"online", part="availability", at=10.0)
    heard.take(b"offline", part="availability", at=20.0)
    heard.nodes.away(20.1)
    heard.nodes.tick(30.0)
    assert ("camera", "no-broker") in causes(heard) and ("camera", OFFLINE) not in causes(heard)


class Table:
    """A session that hears of a camera elsewhere, from the start on; it keeps what is said."""

    def __init__(self, url: str) -> None:
        self.inbox = Inbox()
        layout = board_layout("usa")
        game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 3)
        wording = Wording(game.state.game_map, layout)
        options = TableOptions(nodes={"porch": "camera"}, backoff_s=(0.02, 0.05))
        self._sinks = open_wire(
            url, "kitchen", game, "g", self.inbox.put, vocabulary=wording.vocabulary, options=options
        )
        self._session = Session(game, layout=layout, wording=wording, store=None, sinks=self._sinks)
        self.inbox.put(away("camera", "porch", time.monotonic()))
        connect(self._sinks)
        self._session.begin(time.monotonic())

    def until(self, words: str) -> list[str]:
        """All that was said, once these words are among it."""

        def said() -> bool:
            for item in self.inbox.take():
                self._session.handle(item, time.monotonic())
            return any(words in one.normal for one in self._session.history)

        assert until(said), [one.normal for one in self._session.history]
        return [one.normal for one in self._session.history]

    def close(self) -> None:
        for sink in self._sinks:
            sink.close()


def test_given_no_broker_at_the_start_when_it_comes_then_the_node_is_blamed_only_when_it_stays_away(
    broker: LocalBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mqtt.nodes.STAYS_AWAY_S", 0.3)
    broker.stop()
    table = Table(broker.url)
    said = table.until("No message broker answers")
    assert not [one for one in said if "computer" in one]
    broker.start()
    said = table.until("computer does not answer")
    assert "The message broker is back; what it missed is sent." in said
    table.close()
