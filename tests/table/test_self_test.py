"""The self-test before a game: what each device is found to be, and what is said of it."""

import dataclasses
import socket
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from dialog.setup import DeviceWell, PinTour
from fingerpost.config import Config, StoreSection
from fingerpost.evening.looks import looked
from integrations.house_wire import away
from integrations.wire_settings import MqttSection
from table.self_test import _order
from tabletop import Device, DeviceHealth, Seen
from tests.fingerpost.some_ears import some_ears
from tests.table.setting_up_table import BOTH, DENVER, HELENA, LIVE, PINS, SEES, Before, ready


def test_given_a_device_that_says_nothing_when_five_seconds_have_passed_then_it_is_not_waited_for() -> None:
    before = Before(expected=BOTH)
    before.sense(LIVE)
    before.board()
    assert before.wait(4.8) == []
    assert before.wait(0.4)[0].startswith("Hello")
    said = before.press("yes", "no", "no")
    assert said[-1] == "Camera lost: check its cable. Yes looks again, No goes on."


def test_given_pins_elsewhere_when_nobody_has_heard_them_then_they_are_waited_for_until_missed() -> None:
    before = Before(expected=frozenset({"hub"}))
    before.sense(away("hub", "desk", 0.0), DeviceHealth(device="broker", condition="live", at=0.0))
    assert before.wait(5.3) == []
    before.sense(DeviceHealth(device="hub", condition="lost", at=5.3, cause="node-offline"))
    assert before.wait(0.2)[0].startswith("Hello")
    said = before.press("yes", "no", "no")
    assert said[-1].startswith("The board's own computer does not answer")


@pytest.mark.criterion(49)
def test_given_any_device_when_what_was_found_is_told_then_it_has_its_place() -> None:
    assert set(_order()) == set(get_args(Device))


def test_given_a_healthy_table_when_tested_then_the_pins_are_counted() -> None:
    before = ready(Before())
    said = before.press("yes", "no", "no")
    assert f"Board: {len(PINS)} pins answer. All are empty." in said


@pytest.mark.criterion(49)
@pytest.mark.parametrize(
    ("item", "thing", "action"),
    [
        (DeviceHealth(device="hub", condition="lost", at=0.0, cause="silent"), "pins", "cable"),
        (DeviceHealth(device="camera", condition="lost", at=0.0, cause="unplugged"), "Camera", "cable"),
        (DeviceHealth(device="camera", condition="stale", at=0.0, cause="dark"), "camera", "dark"),
        (DeviceHealth(device="camera", condition="live", at=0.0, cause="blurred"), "lens", "wipe"),
        (
            DeviceHealth(
                device="camera", condition="lost", at=0.0, cause="board-lost", lacks=("front left corner",)
            ),
            "front left corner",
            "Move the arm towards you and to the left",
        ),
        (
            DeviceHealth(device="camera", condition="lost", at=0.0, cause="board-lost", lacks=("back edge",)),
            "back middle",
            "Move the arm away from you",
        ),
        (DeviceHealth(device="voice", condition="lost", at=0.0, cause="unplugged"), "loudspeaker", "cable"),
        (DeviceHealth(device="ear", ear="blue", condition="lost", at=0.0), "blue disc's ear", "Plug it in"),
        (DeviceHealth(device="store", condition="lost", at=0.0, cause="read-only"), "card", "power on"),
        (DeviceHealth(device="broker", condition="lost", at=0.0), "broker", "messages wait"),
        (DeviceHealth(device="panel", condition="lost", at=0.0, cause="knob"), "knob", "cable"),
        (DeviceHealth(device="pi", condition="fault", at=0.0, cause="hot"), "too hot", "air"),
        (
            DeviceHealth(device="pin", condition="fault", at=0.0, cause="chat", site=DENVER),
            "Denver to Omaha",
            "Check its wire",
        ),
    ],
)
def test_given_a_fault_when_tested_then_the_words_name_the_thing_and_the_action(
    item: DeviceHealth, thing: str, action: str
) -> None:
    before = ready(Before(expected=BOTH))
    before.sense(SEES, item)
    before.wait(2.0)  # the camera has had its time to look round
    before.table.panel.desk = replace(before.table.panel.desk, findings=before.table.sensed.findings())
    said = before.press("yes", "no", "no")[-1]
    assert thing.lower() in said.lower()
    assert action in said
    assert "No goes on" in said


@pytest.mark.criterion(49)
@pytest.mark.parametrize(
    ("pin", "picture", "words"),
    [
        ("something", "empty", "feels full but looks empty. Clear it"),
        ("empty", "blue", "feels empty but looks full. Press the token down"),
        ("unknown", "empty", "does not answer. Check its wire"),
    ],
)
def test_given_a_pin_and_a_picture_that_differ_when_tested_then_both_are_told_and_mending_is_seen(
    pin: Seen, picture: Seen, words: str
) -> None:
    before = Before(expected=BOTH)
    before.sense(LIVE, SEES)
    before.board(denver_omaha=pin)
    before.board(sense="camera", denver_omaha=picture)
    before.wait(1.0)
    said = before.press("yes", "no", "no")[-1]
    assert said.startswith(f"Pin Denver to Omaha {words}")
    assert before.press("yes")[-1] == said  # nothing was done: the same again
    before.see(DENVER, "empty")
    before.see(DENVER, "empty", "camera")
    assert before.press("yes")[0].startswith(f"Board: {len(PINS)} pins answer. All are empty. Camera: sees")


def test_given_an_arm_that_is_moved_when_other_corners_lack_then_each_step_is_told_without_a_press() -> None:
    before = ready(Before(expected=BOTH))
    lost = DeviceHealth(device="camera", condition="lost", at=0.0, cause="board-lost", lacks=("left side",))
    before.sense(lost)
    before.table.panel.desk = replace(before.table.panel.desk, findings=before.table.sensed.findings())
    before.press("yes", "no", "no")
    count = len(before.paper.said)
    before.sense(dataclasses.replace(lost, lacks=("back left corner",)))
    before.sense(SEES)
    said = before.said(count)
    assert said[0].startswith(
        "The camera misses: back left corner. Move the arm away from you and to the left"
    )
    assert any(line.startswith("Ready") for line in said)


def test_given_a_camera_that_sees_a_token_when_its_pin_is_dead_then_the_tour_does_not_count_it() -> None:
    before = ready(Before(expected=BOTH, coded=False))
    before.sense(SEES)
    before.board(sense="camera")
    before.wait(0.2)
    before.table.panel.mode = PinTour()
    count = len(before.paper.said)
    before.see(DENVER, "red", "camera")
    assert before.said(count) == []
    before.see(HELENA, "something")
    assert before.said(count) == [f"Helena to Omaha. 1 of {len(PINS)}."]


@pytest.mark.criterion(49)
def test_given_a_disk_and_a_broker_when_looked_at_then_what_is_wrong_is_found(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        config = Config(
            store=StoreSection(path=tmp_path / "games"), mqtt=MqttSection(url=f"mqtt://127.0.0.1:{port}")
        )
        assert looked(config)() == (DeviceWell(device="broker"),)
    (gone,) = looked(config)()
    assert isinstance(gone, DeviceHealth) and (gone.device, gone.condition) == ("broker", "lost")
    (tmp_path / "file").write_text("", encoding="utf-8")
    (card,) = looked(Config(store=StoreSection(path=tmp_path / "file" / "games")))()
    assert isinstance(card, DeviceHealth) and card.device == "store"
    (broker,) = looked(Config(store=StoreSection(path=tmp_path), mqtt=MqttSection(url="mqtt://[bad")))()
    assert isinstance(broker, DeviceHealth) and broker.device == "broker"


@pytest.mark.criterion(49)
def test_given_earphones_when_looked_at_then_those_that_are_gone_are_named_and_the_rest_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config(store=StoreSection(path=tmp_path), ears=some_ears(blue="one", red="two", shared="round"))
    monkeypatch.setattr("fingerpost.evening.looks.present", lambda sink: sink.name != "two")
    gone, there = looked(config)()
    assert isinstance(gone, DeviceHealth) and gone.ear == "red"
    assert there == DeviceWell(device="ear", count=2)
    assert looked(config.but("speech", mute=True))() == ()
