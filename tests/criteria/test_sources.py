"""A sense that is lost, and found again, is an event of the log: numbered, told, and never undone."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from bots.bot import RandomBot
from engine import ClaimRoute, Game, RouteId, SourceFound, SourceLost
from mqtt.codes import answer_fields
from mqtt.payloads import Encoder, Stamp
from storage.store import GameLog, read_file
from table.requests import DoAct, Request
from tabletop import Condition, DeviceHealth, SiteId
from tests.criteria.panel_table import PanelTable
from tests.criteria.sensed_table import DULUTH, OMAHA, SensedTable

LOST = SourceLost(source="camera", cause="unplugged")
FOUND = SourceFound(source="camera")


def sources(table: PanelTable) -> list[SourceLost | SourceFound]:
    return [event for _, event in table.paper.events if isinstance(event, SourceLost | SourceFound)]


def word(table: PanelTable, condition: Condition, cause: str = "") -> None:
    """The camera's word."""
    health = DeviceHealth(device="camera", condition=condition, cause=cause, at=table.at)
    table.session.handle(health, table.at)


@pytest.mark.criterion(46)
def test_given_a_sense_lost_and_found_when_told_then_one_numbered_event_each_and_the_game_unchanged() -> None:
    table = SensedTable(claims=(OMAHA,))
    owners, numbers = table.state.owners, len(table.paper.events)
    for _ in range(3):
        table.health("camera", "lost", "unplugged")  # a device may say so again and again
        table.wait(1.0)
    assert sources(table) == [LOST]
    for _ in range(3):
        table.health("camera", "live")
        table.wait(1.0)
    assert sources(table) == [LOST, FOUND]
    assert [seq for seq, _ in table.paper.events[numbers:]] == [
        len(table.session.game.events) - 1,
        len(table.session.game.events),
    ]
    assert table.state.seq == len(table.session.game.events)
    assert (table.state.owners, table.state.to_move) == (owners, "red")
    assert Game.replay(table.session.game.events) == table.session.game
    fields = Encoder("t", "g", "b").event(7, LOST, Stamp(0, bytes(10)))
    assert b'"type":"source-lost"' in fields and b'"data":{"source":"camera","cause":"unplugged"}' in fields


def test_given_a_lost_sense_when_acts_are_undone_then_it_stays_in_the_log_and_no_act_is_missed() -> None:
    table = SensedTable()
    table.set_token("blue", OMAHA)
    table.health("camera", "lost", "unplugged")
    table.wait(1.0)
    table.press("yes")  # red's turn ends
    table.health("camera", "live")
    table.wait(3.0)
    assert table.press("no")[-1] == "Taken back. Red square still to move."
    assert sources(table) == [LOST, FOUND]
    table.press("ask")
    table.pick("menu", "undo")
    table.press("yes", "yes")
    assert table.state.owners == {}
    assert [one for one in table.session.game.events if isinstance(one, SourceLost | SourceFound)] == [
        LOST,
        FOUND,
    ]


def test_given_a_sense_lost_at_the_stop_when_resumed_and_there_then_it_is_found(tmp_path: Path) -> None:
    game = SensedTable().session.game.told((LOST,))
    with GameLog(tmp_path / "game") as store:
        store.append(1, game.events)
    resumed = Game.replay(read_file(tmp_path / "game").events)
    table = PanelTable(game=resumed)
    for _ in range(2):
        word(table, "live")
        assert sources(table) == [LOST, FOUND]  # the first was told of the log


def test_given_a_sense_lost_in_the_log_when_live_before_the_game_goes_on_then_it_is_found() -> None:
    game = SensedTable().session.game
    table = PanelTable(game=game.told((SourceLost(source="hub", cause="silent"),)))
    assert sources(table)[-1] == SourceFound(source="hub")  # it was live when the game began
    table.lose_hub()
    assert sources(table)[-1] == SourceLost(source="hub", cause="silent")


def test_given_a_sense_that_blinked_when_the_wire_names_the_number_before_then_it_is_stale() -> None:
    table = SensedTable()
    answers: list[Mapping[str, object]] = []

    def claim(site: SiteId, expect_seq: int) -> Mapping[str, object]:
        wish = DoAct(command=ClaimRoute(seat="blue", route=RouteId(site)))
        asked = Request(
            expect_seq=expect_seq, want=wish,
            answer=lambda answer: answers.append(answer_fields(answer)),
        )  # fmt: skip
        table.session.handle(asked, table.at)
        return answers[-1]

    before = table.state.seq
    word(table, "lost", "unplugged")
    word(table, "live")
    assert sources(table) == [LOST, FOUND] and table.state.seq == before + 2
    assert table.session.game.since == before  # a page made then is not stale
    assert claim(OMAHA, before)["ok"] is claim(OMAHA, before + 3)["ok"] is False
    assert claim(OMAHA, before + 2)["ok"] is True
    assert claim(DULUTH, before + 2)["ok"] is False  # the claim has been made since


def test_given_a_sense_that_a_table_does_without_when_told_then_no_event() -> None:
    table = SensedTable(camera=False)
    table.health("camera", "lost", "absent")
    table.health("voice", "lost", "silent")
    table.health("hub", "stale", "silent")
    assert sources(table) == []


def test_given_a_bot_that_waits_for_its_token_when_a_sense_is_lost_then_it_asks_for_no_other() -> None:
    table = PanelTable(seats=("blue", "red"), bots={"blue": RandomBot(1)})
    table.wait(4.0)
    asked = "Set blue disc's token on El Paso to Santa Fe, please."
    assert table.words()[-1] == asked
    word(table, "live")
    word(table, "lost", "unplugged")
    table.wait(6.0)
    assert sources(table) == [LOST]
    assert table.words().count(asked) == 1
    assert not [words for words in table.words() if words.startswith("Set ") and words != asked]
    table.set_token("blue", "el-paso-santa-fe")
    assert table.state.owners == {"el-paso-santa-fe": "blue"}


def test_given_a_table_that_goes_on_by_pins_when_a_sense_is_lost_then_claims_go_on() -> None:
    table = SensedTable()
    table.health("camera", "lost", "unplugged")
    table.wait(1.5)
    table.set_token("blue", DULUTH)
    table.wait(1.0)
    assert table.claims() == [("blue", DULUTH)]
