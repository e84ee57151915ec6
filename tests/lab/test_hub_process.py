"""The simulated hub in its own process: lockstep to the byte, no orphan, clear errors."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from firmware_bridge import PinSensor, Sensed
from firmware_bridge.serial_hub import SerialPort
from lab.hub.cable import GarblingWire, LossyWire, Wires
from lab.hub.process import HubProcess, HubProcessError
from tabletop import Observation, board_layout
from tests.waiting import PATIENCE_S, until


def play(loss: float, seconds: float = 8.0) -> list[Sensed]:
    """A short time at a table in lockstep: what the sensor told."""
    sensor = PinSensor(board_layout("usa"))
    told: list[Sensed] = list(sensor.opened(0.0))
    arrived, news = bytearray(), threading.Condition()

    def take(data: bytes) -> None:
        with news:
            arrived.extend(data)
            news.notify()

    with HubProcess(144, loss=loss, seed=7, clock="lockstep") as hub:
        port = SerialPort(hub.port)
        port.open()
        port.start(take, lambda error: None)
        heard = 0
        for ms in range(20, round(seconds * 1000), 20):
            if ms % 500 == 0:
                hub.contact(136, ms // 500 % 2, bounce_ms=7)
                hub.key(0, ms // 500 % 2 == 1)
            port.write(sensor.take_outgoing())
            tx = hub.advance(ms, port.written)
            with news:
                assert news.wait_for(lambda want=tx - heard: len(arrived) >= want, timeout=PATIENCE_S)  # type: ignore[misc]
                data, heard = bytes(arrived), tx
                arrived.clear()
            told += sensor.feed(data, ms / 1000)
            told += sensor.tick(ms / 1000)
        port.close()
    return told


def test_given_the_same_seed_when_played_twice_in_lockstep_then_everything_is_the_same() -> None:
    first = play(0.05)
    assert first == play(0.05)
    assert any(isinstance(item, Observation) and item.seen == "something" for item in first)


def test_given_unplug_and_plug_when_told_then_the_link_follows_the_port(tmp_path: Path) -> None:
    link = tmp_path / "hub"
    with HubProcess(16, link=link) as hub:
        assert link.readlink() == Path(hub.port)
        hub.unplug()
        hub.plug()
        assert link.readlink() == Path(hub.port)
        assert Path(hub.port).exists()
    assert not link.is_symlink()


def test_given_a_handle_when_closed_or_its_owner_dies_then_no_process_is_left() -> None:
    hub = HubProcess(16)
    hub.close()
    hub.close()
    code = "from lab.hub.process import HubProcess; import os; h = HubProcess(8); print(h._process.pid)"
    out = subprocess.run(
        [sys.executable, "-c", code + "; import sys; sys.stdout.flush(); os._exit(9)"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        check=False,
    ).stdout
    assert until(lambda: not _alive(int(out)))


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_given_control_lines_that_make_no_sense_when_sent_then_one_error_line_each() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "lab.hub.process", "--channels", "4", "--clock", "lockstep"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    wrong = [b"what", b"[1]", b"{}", b'{"contact": 4, "token": 1}', b'{"contact": 0, "token": 256}']
    wrong += [b'{"contact": 0}', b'{"flicker": 0, "hz": 0, "for_ms": 10}', b'{"key": 99, "down": true}']
    wrong += [b'{"flicker": 0, "hz": 1e9, "for_ms": 1e12}', b'{"advance": "x", "rx": 0}']
    out, _ = process.communicate(b"\n".join(wrong) + b'\n{"advance": 10, "rx": 0}\n', timeout=PATIENCE_S)
    port, *errors, done = out.splitlines()
    assert port.startswith(b'{"port": ')
    assert len(errors) == len(wrong)
    assert all(line.startswith(b'{"error": "control line ') for line in errors)
    assert done == b'{"at": 10, "tx": 0}'
    assert process.returncode == 0


def test_given_bytes_that_never_come_when_advanced_then_an_error_after_2_s() -> None:
    with (
        HubProcess(4, clock="lockstep") as hub,
        pytest.raises(HubProcessError, match="0 bytes came from the host, 5 were announced"),
    ):
        hub.advance(10, 5)


def test_given_a_hub_that_has_ended_when_told_something_then_the_handle_says_so() -> None:
    hub = HubProcess(4)
    hub.close()
    with pytest.raises(HubProcessError, match="has ended"):
        hub.contact(1, 1)


def test_given_the_same_seed_when_wires_fail_then_they_fail_the_same() -> None:
    packets = b"".join(b"packet %d\n" % number for number in range(1000))
    lossy = LossyWire(0.1, seed=1)
    kept = lossy.carry(packets[:5000]) + lossy.carry(packets[5000:])
    assert kept == LossyWire(0.1, seed=1).carry(packets)
    assert 60 < lossy.lost < 140
    assert set(kept.splitlines()) < set(packets.splitlines())
    garbled = GarblingWire(0.01, seed=2)
    assert garbled.carry(packets) != packets
    assert 60 < garbled.harmed < 140
    assert Wires().carry(packets) == packets
