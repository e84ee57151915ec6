"""A running table hears that a newer version finds no room, once each way."""

from pathlib import Path

from fingerpost.devices.upgrade_part import LOOK_S, NOTE, UpgradePart
from tabletop import DeviceHealth
from tests.criteria.panel_table import PanelTable


def test_given_an_upgrade_without_room_when_the_table_runs_then_it_says_so_once_and_lists_it(
    tmp_path: Path,
) -> None:
    table = PanelTable()
    told: list[DeviceHealth] = []

    def put(health: DeviceHealth) -> None:
        told.append(health)
        table.session.handle(health, table.at)

    part = UpgradePart(put, {"RUNTIME_DIRECTORY": str(tmp_path)})
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
    part.close()


def test_given_a_table_without_a_service_when_polled_then_nothing_is_looked_for() -> None:
    told: list[DeviceHealth] = []
    UpgradePart(told.append, {}).poll(0.0)
    assert told == []
