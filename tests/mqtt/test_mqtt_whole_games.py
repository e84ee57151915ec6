"""Whole games of every edition, played from outside by MQTT alone, to the score that a replay has."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from engine import EDITIONS, CardMode, Game, edition, game_map, view
from mqtt.command_kinds import ACTS
from tests.mqtt.controller import Controller, Fields, Indoors
from tests.mqtt.table import HouseTable, Outside, Place

CARDS: tuple[CardMode, ...] = ("untracked", "dealt")
ONLY_AT_A_LOSS = {"pass"}  # legal when nothing else is; see tests/engine


@cache
def played(rules: str, cards: CardMode, seed: int = 1) -> tuple[Indoors, Counter[str]]:
    """A game to its end, and what its controller was granted."""
    settings = {"loans": "ask"} if rules == "europe" else None
    table = Indoors(rules, cards, seed, settings)
    controller = Controller(table, game_map(edition(rules).map), seed)
    controller.play()
    return table, controller.obeyed


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize("rules", EDITIONS)
def test_given_an_edition_when_a_controller_plays_it_by_mqtt_then_its_score_is_the_replays(
    rules: str, cards: CardMode
) -> None:
    table, _ = played(rules, cards)
    game = table.session.game
    assert table.snapshot()["result"] == view(Game.replay(game.events).state, None)["result"] is not None
    pages = table.results("replay", {"from": 1, "to": 10**6})
    replayed = [event for page in pages for event in page["events"]]  # type: ignore[attr-defined]
    assert replayed == table.events
    assert [event["seq"] for event in replayed] == list(range(1, game.state.seq + 1))


def test_given_all_of_these_games_when_they_are_over_then_every_act_has_been_done_from_outside() -> None:
    granted = sum((played(rules, cards)[1] for rules in EDITIONS for cards in CARDS), Counter[str]())
    assert set(ACTS) - ONLY_AT_A_LOSS <= set(granted), set(ACTS) - set(granted)
    assert not any(played(rules, "dealt")[1]["build-station"] for rules in EDITIONS if rules != "europe")
    assert granted["claim-route"] > 100 and granted["press"] > 100


PACE = 20.0  # so much faster time passes at the table of the broker


def _assert_events_come_before_their_words(heard: Sequence[tuple[str, bytes, bool, bytes | None]]) -> None:
    told, named = 0, 0
    for topic, payload, *_ in heard:
        if topic == "event":
            told = max(told, json.loads(payload)["seq"])
        elif topic == "announce" and (of := json.loads(payload)["data"])["event_seq"] is not None:
            named += 1
            assert of["event_seq"] <= told, of["text"]
    assert named > 20


class Afar:
    """The wire of a controller that is let in by name at a guarded broker."""

    def __init__(self, place: Place) -> None:
        self.outside = Outside(place, "controller", "lamp")

    def snapshot(self) -> Fields:
        newest = next(payload for topic, payload, *_ in reversed(self.outside.heard) if topic == "state")
        data: Fields = json.loads(newest)["data"]
        return data

    def ask(self, name: str, data: Fields) -> Fields:
        return self.outside.ask(name, dict(data), expect_seq=self.snapshot()["seq"])

    def wait(self, seconds: float) -> None:
        self.outside.within(seconds / PACE, lambda: False)


def test_given_a_guarded_broker_when_a_game_is_played_through_it_then_events_state_and_log_are_one(
    guarded_place: Place,
) -> None:
    game = Game.new("europe", "europe", ("blue", "red"), "dealt", 2, {"trains": 6})
    afar = Afar(guarded_place)
    table = HouseTable(guarded_place, game=game, resumed=False, pace=PACE)
    afar.outside.until_live()  # what is retained at first is another game's
    Controller(afar, game.state.game_map, 2, modest=True).play()
    last = table.session.game.state.seq
    afar.outside.wait(lambda: last in afar.outside.seqs())
    assert afar.outside.seqs() == list(range(1, last + 1))
    replayed = Game.replay(table.session.game.events).state
    assert afar.snapshot() == json.loads(msgspec.json.encode(view(replayed, None)))
    _assert_events_come_before_their_words(afar.outside.heard)
    table.close()
    afar.outside.close()
