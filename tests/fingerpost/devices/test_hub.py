"""What [hub] port may name, and what the table hears of it."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from fingerpost.devices.hub_part import HubPart
from fingerpost.devices.inbox import Inbox
from table.errors import CallError
from tabletop import Channel, DeviceHealth, HubId, board_layout

LAYOUT = board_layout("usa")
TWO = replace(
    LAYOUT,
    sites={
        name: replace(site, hub=HubId(number % 2)) for number, (name, site) in enumerate(LAYOUT.sites.items())
    },
)


@pytest.mark.parametrize(
    ("port", "layout", "words"),
    [
        ("cafe,beef", LAYOUT, r"\[hub\] port names 2, the board .* has hubs 0; name a place for each"),
        ("/dev/ttyACM0", TWO, r"\[hub\] port names 1, the board .* has hubs 0, 1; name a place for each"),
        ("cafe,cafe", TWO, r"\[hub\] port names cafe twice; give each hub its own id"),
        ("auto,cafe", TWO, r"\[hub\] port says auto for one of several hubs; give each hub's id"),
        ("gpio", LAYOUT, r"pins on hub 0; at most 20 go straight on the Pi"),
    ],
)
def test_given_places_that_do_not_fit_the_board_when_the_table_is_set_then_one_clear_line(
    port: str, layout: object, words: str
) -> None:
    with pytest.raises(CallError, match=words) as caught:
        HubPart(port, layout, Inbox())  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_given_no_port_when_polled_on_and_on_then_unplugged_is_said_once() -> None:
    inbox = Inbox()
    part = HubPart("auto", LAYOUT, inbox, seek=lambda place: [])
    for tick in range(500):
        part.poll(tick / 50)
    part.close()
    (said,) = inbox.take()
    assert isinstance(said, DeviceHealth)
    assert (said.condition, said.cause) == ("lost", "unplugged")


def test_given_a_port_when_the_table_is_closed_then_the_log_of_its_wire_lies_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    master, slave = os.openpty()
    part = HubPart(os.ttyname(slave), LAYOUT, Inbox())
    part.poll(1.0)
    part.close()
    os.close(master)
    os.close(slave)
    lines = (tmp_path / "hub-0.log").read_text().splitlines()
    assert lines[0] == "fingerpost hub log 1"
    assert lines[1].endswith(" open") and " > #h 0000 hub=1.0*" in lines[2]


def test_given_pins_on_the_pi_when_there_is_no_pi_then_said_once_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    few = dict(list(LAYOUT.sites.items())[:3])
    layout = replace(
        LAYOUT,
        sites={
            name: replace(site, channel=Channel(line), hub=HubId(0))
            for line, (name, site) in enumerate(few.items(), 20)
        },
    )
    inbox = Inbox()
    part = HubPart("gpio", layout, inbox)
    for tick in range(200):
        part.poll(tick / 50)
    part.close()
    (said,) = inbox.take()
    assert isinstance(said, DeviceHealth) and said.condition == "lost"
