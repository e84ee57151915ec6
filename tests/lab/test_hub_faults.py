"""Bad days by script: the cable and the hub fail as written, and the same twice."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import Sensed
from lab.hub.cable import SlowWire
from lab.hub.hub_faults import FaultScript, FaultScriptError
from lab.hub.process import HubProcess
from tabletop import Observation
from tests.lab.lockstep import lived

ROOT = Path(__file__).parents[2]


def test_given_a_slow_wire_when_bytes_are_put_in_then_each_comes_out_in_its_time() -> None:
    wire = SlowWire(9600)
    wire.put(b"x" * 96, 1000)
    assert [len(wire.take(ms)) for ms in (1000, 1001, 1002, 1010, 1050, 1100)] == [0, 0, 1, 8, 39, 48]
    wire.put(b"abc", 5000)
    assert wire.take(5002) == b"a" and wire.waiting == 2
    wire.baud = 0
    assert wire.take(5002) == b"bc"
    wire.put(b"gone", 6000)
    wire.clear()
    assert wire.take(9000) == b""


def test_given_a_script_when_read_then_requests_come_in_order_of_time_and_repeat() -> None:
    script = FaultScript(['{"at": 30, "hang": 5}', "# a note", "", '{"at": 10, "every": 15, "reboot": true}'])
    assert script.next_ms() == 10
    assert script.take(9) == []
    assert script.take(31) == [{"reboot": True}, {"reboot": True}, {"hang": 5}]
    assert script.next_ms() == 40
    assert FaultScript([]).next_ms() is None


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("what", "is no JSON"),
        ("[1]", "is no table"),
        ('{"hang": 5}', 'has no "at"'),
        ('{"at": -1, "hang": 5}', "at is no number from 0 on"),
        ('{"at": "x", "hang": 5}', "at is no number from 0 on"),
        ('{"at": 1}', "wishes nothing"),
        ('{"at": 1, "explode": true}', "wishes nothing"),
        ('{"at": 1, "contact": 3}', "contact needs token"),
        ('{"at": 1, "hang": 5, "for": 3}', "hang knows no for"),
        ('{"at": 1, "every": 0.5, "reboot": true}', "every is less"),
    ],
)
def test_given_a_line_that_makes_no_sense_when_read_then_it_is_named(line: str, what: str) -> None:
    with pytest.raises(FaultScriptError, match="fault script line 2: ") as error:
        FaultScript(['{"at": 1, "reboot": true}', line])
    assert what in str(error.value)


def test_given_a_bad_script_when_the_hub_is_started_then_one_line_and_exit_2(tmp_path: Path) -> None:
    script = tmp_path / "day"
    for text in (None, '{"at": 1}\n'):
        if text is not None:
            script.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "lab.hub.process", "--faults", str(script)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.startswith("simulated hub: --faults ") and done.stderr.count("\n") == 1


def seen(told: list[Sensed]) -> list[str]:
    return [str(item.seen) for item in told if isinstance(item, Observation) and item.at > 1.5]


def test_given_a_day_by_script_when_lived_twice_then_the_same_and_true_in_the_end(tmp_path: Path) -> None:
    script = tmp_path / "day"
    requests = [
        {"at": 3000, "loss": 0.3},
        {"at": 3000, "garble": 0.01},
        {"at": 6000, "loss": 0},
        {"at": 6000, "garble": 0},
        {"at": 6500, "reboot": True},
        {"at": 9500, "hang": 1500},
        {"at": 12010, "rename": True},
        {"at": 14000, "contact": 9, "token": 33},
    ]
    script.write_text("\n".join(json.dumps(request) for request in requests), encoding="utf-8")
    first, ports = lived(17.0, faults=script)
    again, _ = lived(17.0, faults=script)
    assert first == again
    assert len(set(ports)) == 2
    last = {item.site: item.seen for item in first if isinstance(item, Observation)}
    assert sorted(last.values()).count("something") == 1  # the one that the script put there


@pytest.mark.parametrize("cable", [{"baud": 38400}, {"bytewise": True}])
def test_given_a_slow_or_bytewise_cable_when_tokens_move_then_each_is_told(cable: dict[str, Any]) -> None:
    told, _ = lived(8.0, **cable)
    assert seen(told) == ["empty", "something"] * 3


def test_given_a_full_cable_when_it_empties_then_the_hub_tells_what_is_now() -> None:
    with HubProcess(16, clock="lockstep") as hub:
        hub.cable("full", 1)
        before = hub.advance(400, 0)
        assert before == 0
        assert hub.advance(5000, 0) == 0
        hub.cable("full", 0)
        assert hub.advance(5020, 0) > 0
