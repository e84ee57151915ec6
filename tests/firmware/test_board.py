"""The firmware's shells, on stand-ins for the parts, the cable and the flash."""

from array import array
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.firmware import firmware_files, flash_steps, place_on_hub
from firmware_bridge.firmware.board import Board
from firmware_bridge.firmware.core import REFERENCE, Hub
from firmware_bridge.firmware.main import Files, facts_of, hub_for
from firmware_bridge.firmware.usb import CHUNK, Usb
from tests.firmware.pico_parts import Parts


def board(parts: Parts, facts: dict[str, Any] | None = None) -> Board:
    return Board(parts, parts, facts or {})


@pytest.mark.parametrize("chips", [1, 16, 19, 31])
@pytest.mark.parametrize("level", [0x00, 0xFF, 0xA5])
def test_given_a_chain_when_counted_then_each_chip_is_found_whatever_its_inputs_say(
    chips: int, level: int
) -> None:
    parts = Parts(chips)
    parts.inputs[:] = bytes([level]) * chips
    assert board(parts).sites == 8 * chips


def test_given_a_dead_chain_when_counted_then_sixteen_chips_are_taken_for_granted() -> None:
    parts = Parts(4)
    parts.broken = True
    assert board(parts).sites == 128


def test_given_facts_when_they_name_the_sites_then_nothing_is_counted() -> None:
    parts = Parts(4)
    parts.broken = True
    assert board(parts, {"sites": 30}).sites == 30


def test_given_inputs_when_scanned_then_channel_is_eight_times_chip_plus_input_and_the_echo_alternates() -> (
    None
):
    parts = Parts(3)
    hub_board = board(parts)
    parts.inputs[2] = 0xFF & ~(1 << 5)
    echoes = [(hub_board.scan(), hub_board.levels[3]) for _ in range(4)]
    assert echoes == [(True, 0xFF), (False, 0x00)] * 2
    hub = Hub(24, 6, 1, "2d2f")
    hub_board.levels[3] = 0
    hub.sites.scan(0, hub_board.levels)
    assert [site for site in range(24) if hub.sites.occupied(site)] == [21]


def test_given_the_multiplexers_when_a_site_is_measured_then_its_own_input_is_read() -> None:
    parts = Parts(16)
    parts.codes = {site: 300 + 20 * site for site in range(127)}
    hub_board, codes = board(parts, {"tokens": "resistor"}), array("H", bytes(10))
    for site in range(127):
        hub_board.measure(site, codes)
        assert list(codes) == [300 + 20 * site] * 5
    hub_board.measure(REFERENCE, codes)
    assert codes[0] == parts.reference


def test_given_lamps_keys_and_supply_when_used_then_the_right_parts_answer() -> None:
    parts = Parts(1)
    hub_board = board(parts, {"supply": True})
    hub_board.show(0b10000101)
    assert parts.lamps == 0b10000101
    parts.down = 0b100001
    assert hub_board.keys() == 0b100001
    assert abs(hub_board.supply_mv() - 5000) <= 2
    assert board(parts).supply_mv() == -1
    hub_board.feed()
    assert parts.fed == 1


class Cable:
    """A serial port as MicroPython's select and sys see it."""

    POLLIN, POLLOUT = 1, 4

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)
        self.out = bytearray()
        self.takes = 1 << 30
        self.buffer = self

    def poll(self) -> "Poll":
        return Poll(self)

    def readinto(self, into: bytearray) -> int:
        into[0] = self.data.pop(0)
        return 1

    def write(self, data: memoryview) -> int | None:
        count = min(len(data), self.takes)
        self.out += data[:count]
        return count


class Poll:
    """What select.poll() gives; never waits."""

    def __init__(self, cable: Cable) -> None:
        self.cable = cable
        self.event = 0

    def register(self, stream: object, event: int) -> None:
        self.event = event

    def ipoll(self, timeout_ms: int) -> list[tuple[object, int]]:
        assert timeout_ms == 0
        ready = self.cable.data if self.event == Cable.POLLIN else self.cable.takes
        return [(self.cable, self.event)] if ready else []


def test_given_a_cable_when_it_takes_little_or_nothing_then_nobody_waits_and_nothing_is_lost() -> None:
    cable = Cable(b"#s 0001*" + b"0" * 200)
    usb = Usb(cable, cable, cable)
    hub = Hub(8, 6, 1, "2d2f")
    hub.ready = True
    usb.read(hub)
    assert len(cable.data) == 208 - CHUNK
    hub.say.hello(-1)
    whole = bytes(hub.tx.chunk(1000))
    for takes in (0, 1, 10, 1 << 30, 1 << 30, 1 << 30):
        before = len(cable.out)
        cable.takes = takes
        usb.write(hub)
        assert len(cable.out) - before <= min(takes, CHUNK)
    assert bytes(cable.out) == whole and hub.tx.waiting == 0


class Disk:
    """MicroPython's os, on a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def rename(self, old: str, new: str) -> None:
        (self.folder / old).rename(self.folder / new)

    def remove(self, name: str) -> None:
        (self.folder / name).unlink()

    def open(self, name: str, mode: str) -> Any:
        return (self.folder / name).open(mode)


def test_given_the_flash_when_written_and_read_then_whole_files_or_none(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    files = Files(disk, disk.open)
    assert files.read("pieces.bin") is None and not files.take("restarted")
    assert files.write("pieces.bin", b"abc") and files.read("pieces.bin") == b"abc"
    assert [file.name for file in tmp_path.iterdir()] == ["pieces.bin"]
    assert not Files(Disk(tmp_path / "gone"), Disk(tmp_path / "gone").open).write("x", b"")


def test_given_why_it_started_when_the_hub_is_made_then_the_hello_will_say_so(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    files = Files(disk, disk.open)
    parts = Parts(1)
    assert hub_for(board(parts), files, 1).cause == "por"
    parts.cause = parts.WDT_RESET
    assert hub_for(board(parts), files, 1).cause == "wdt"
    files.write("restarted", b"")
    assert hub_for(board(parts), files, 1).cause == "soft"
    assert hub_for(board(parts), files, 1).cause == "wdt"


@pytest.mark.parametrize("text", [None, b"", b"{", b"[1]", b"7"])
def test_given_facts_that_make_no_sense_when_read_then_there_are_none(text: bytes | None) -> None:
    import json

    assert facts_of(text, json.loads) == {}
    assert facts_of(b'{"sites": 144}', json.loads) == {"sites": 144}


def test_given_the_firmware_when_listed_then_every_module_of_it_goes_on_the_hub_and_the_start_last() -> None:
    files = firmware_files()
    here = files[0].parent
    assert {file.name for file in files} == {file.name for file in here.glob("*.py")} - {"__init__.py"}
    assert place_on_hub(files[-1]) == "main.py"
    assert place_on_hub(here / "core.py") == "firmware/core.py"


def test_given_a_port_when_flashing_then_the_hub_is_held_before_and_let_go_after_all_files() -> None:
    steps = flash_steps("/dev/ttyACM0")
    texts = [" ".join(step) for step in steps]
    assert all("/dev/ttyACM0" in text for text in texts)
    assert "'hold', 'w'" in texts[0] and "remove('hold')" in texts[-1]
    copies = [step for step in steps if "cp" in step]
    assert [step[-1] for step in copies] == [f":{place_on_hub(file)}" for file in firmware_files()]
