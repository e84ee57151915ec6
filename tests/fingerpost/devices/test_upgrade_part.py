"""A running table hears that a newer version finds no room, once each way."""

from pathlib import Path

import pytest

from announce import Wording
from engine import game_map
from fingerpost.config import Config
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.power import PowerPart
from fingerpost.devices.table_parts import open_panel
from fingerpost.devices.upgrade_part import LOOK_S, NOTE, UpgradePart
from tabletop import DeviceHealth, board_layout
from tests.criteria.panel_table import PanelTable


def test_given_an_upgrade_without_room_when_the_table_runs_then_it_says_so_once_and_lists_it(
    tmp_path: Path,
) -> None:
    table = PanelTable()
    told: list[DeviceHealth] = []

    def put(health: DeviceHealth) -> None:
        told.append(health)
        table.session.handle(health, table.at)

    part = UpgradePart(put, {"RUNTIME_DIRECTORY": f"{tmp_path}:/run/another"})
    before = len(table.paper.said)
    part.poll(0.0)
    (tmp_path / NOTE).touch()
    part.poll(LOOK_S / 2)
    assert told == []
    for look in range(1, 5):
        part.poll(look * LOOK_S)
    assert table.words(before) == ["A newer version finds no room on the disk: free some. Play on."]
    assert [(one.device, one.condition, one.cause) for one in table.session.health.all()][-1] == (
        "upgrade",
        "fault",
        "no-room",
    )
    (tmp_path / NOTE).unlink()
    part.poll(9 * LOOK_S)
    assert table.words(before)[1:] == ["The newer version has room now."]
    assert (told[-1].condition, told[-1].cause) == ("live", "")
    part.close()


def test_given_a_table_without_a_service_when_polled_then_nothing_is_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[DeviceHealth] = []
    (tmp_path / NOTE).touch()
    monkeypatch.chdir(tmp_path)
    UpgradePart(told.append, {}).poll(0.0)
    assert told == []


def test_given_a_table_when_its_parts_are_opened_then_it_looks_for_a_hindered_upgrade() -> None:
    wording = Wording(game_map("usa"), board_layout("usa"))
    parts = open_panel(Config(), Inbox(), None, wording, lambda: (0, 0), (), keys=True)
    assert [type(one) for one in parts] == [PowerPart, UpgradePart]
