"""The simulated hub in its own process: lockstep to the byte, no orphan, clear errors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.hub.cable import GarblingWire, LossyWire, Wires
from lab.hub.process import HubProcess, HubProcessError
from tabletop import Observation
from tests.lab.lockstep import lived
from tests.waiting import PATIENCE_S, until


def test_given_the_same_seed_when_played_twice_in_lockstep_then_everything_is_the_same() -> None:
    first, _ = lived(8.0, every_ms=500, loss=0.05)
    assert first == lived(8.0, every_ms=500, loss=0.05)[0]
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
