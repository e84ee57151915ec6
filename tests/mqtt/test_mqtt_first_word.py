"""Pins on another machine may be heard within milliseconds: that they are still awaited never comes later."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from fingerpost.cli import main
from fingerpost.devices.inbox import Inbox
from fingerpost.evening.loop import Playable
from table.ports import Part
from tabletop import DeviceHealth


class QuickWire:
    """A wire to a node that is heard in the very moment in which the table asks for it."""

    def __init__(self, *where: str, on_sensed: Callable[[DeviceHealth], None], **rest: object) -> None:
        self._on_sensed = on_sensed

    def start(self) -> None:
        self._on_sensed(DeviceHealth(device="hub", condition="live", at=0.0))

    def health(self, health: DeviceHealth) -> None:
        """Nobody listens."""

    def told(self, events: Sequence[object], state: object) -> None:
        """Nobody listens."""

    def announced(self, announcement: object, kind: str = "") -> None:
        """Nobody listens."""

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize("set_up", ["true", "false"])
def test_given_pins_elsewhere_that_are_heard_at_once_when_the_table_starts_then_they_are_live(
    set_up: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[str, str]] = []

    def one_turn(
        table: Playable, parts: list[Part], inbox: Inbox, *, stop: threading.Event, **_: object
    ) -> None:
        for item in inbox.take():
            table.handle(item, 1.0)
        found.extend((one.condition, one.cause) for one in table.health.all() if one.device == "hub")
        stop.set()

    monkeypatch.setattr("fingerpost.evening.loop.run", one_turn)
    monkeypatch.setattr("mqtt.MqttSink", QuickWire, raising=False)
    (tmp_path / "table.toml").write_text(
        f'[game]\nmap = "usa"\nset_up = {set_up}\n[hub]\nport = "node:desk"\n[speech]\nmute = true\n'
        f'[store]\npath = "{tmp_path}/games"\n[mqtt]\nurl = "mqtt://localhost"\ntable = "kitchen"\n',
        encoding="utf-8",
    )
    assert main(["play", "--config", str(tmp_path / "table.toml")]) == 0
    assert found == [("live", "")]
