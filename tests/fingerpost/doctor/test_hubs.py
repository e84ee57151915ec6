"""The doctor's look at the hubs: who answers, what stands in the way, what is amiss with pins and supply."""

import os
import subprocess
import sys
import tty
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import serial

from fingerpost.doctor import machine
from fingerpost.doctor.holder import table_holds
from fingerpost.doctor.hubs import findings, hub_checks, udev_checks
from firmware_bridge import Beat, HubHello, HubSelfTest
from firmware_bridge.fault_book import Evidence
from firmware_bridge.inspection import Inspection
from lab.hub.process import HubProcess
from tabletop import HubId, board_layout

LAYOUT = board_layout("usa")
TWO = replace(
    LAYOUT,
    sites={
        name: replace(site, hub=HubId(number % 2)) for number, (name, site) in enumerate(LAYOUT.sites.items())
    },
)


@pytest.fixture
def port() -> Iterator[str]:
    """A port at which nobody answers."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_given_a_hub_that_answers_when_checked_then_it_is_named_and_free_again() -> None:
    with HubProcess(144, seed=2) as hub:
        for _ in range(2):
            (check,) = hub_checks(hub.port, LAYOUT)
            assert check.ok
            assert check.what.startswith(f"e6614103e7452d2f at {hub.port}, ")
            assert check.what.endswith(", 144 sites")


def test_given_a_hub_too_small_for_the_board_when_checked_then_both_are_named() -> None:
    with HubProcess(40, seed=2) as hub:
        (check,) = hub_checks(hub.port, LAYOUT)
    assert not check.ok
    assert "has 40 sites, the board needs" in check.what and "connect the board's own hub" in check.advice


def test_given_a_port_where_nobody_answers_when_checked_then_that_is_said(
    port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_bridge.inspection.ANSWER_S", 0.2)
    (check,) = hub_checks(port, LAYOUT)
    assert not check.ok and f"{port}: no hub answers there" in check.what


def test_given_a_port_that_another_program_holds_when_checked_then_that_is_said(port: str) -> None:
    holder = serial.Serial(port, exclusive=True)
    (check,) = hub_checks(port, LAYOUT)
    holder.close()
    assert not check.ok and "another program" in check.what and "end that one" in check.advice


HOLD = """
import serial, sys
held = serial.Serial(sys.argv[1], exclusive=True)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("words", "ok"),
    [
        (("/opt/fingerpost/bin/fingerpost", "play"), None),
        (("fingerpost", "node"), None),
        (("fingerpost", "hub"), False),
        (("play", "fingerpost"), False),
    ],
)
def test_given_a_port_that_the_running_table_holds_when_checked_then_it_is_no_fault(
    port: str, words: Sequence[str], ok: bool | None
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, port, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout is not None and table.stdout.readline() == "held\n"
        (check,) = hub_checks(port, LAYOUT)
        table.communicate()
    assert (check.ok, check.fault) == ((None, "") if ok is None else (False, "hub.held"))


def test_given_a_table_of_another_user_when_it_cannot_be_looked_into_then_it_is_taken_for_the_holder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, words in (("7", b"/opt/fingerpost/bin/fingerpost\0play\0"), ("8", b"sh\0")):
        (tmp_path / number / "fd").mkdir(parents=True)
        (tmp_path / number / "cmdline").write_bytes(words)
    assert not table_holds(Path("/dev/null"), tmp_path)
    (tmp_path / "7" / "fd" / "3").symlink_to("/dev/null")
    assert table_holds(Path("/dev/null"), tmp_path) and not table_holds(Path("/dev/zero"), tmp_path)
    real = Path.iterdir

    def denied(path: Path) -> Iterator[Path]:
        if path.name == "fd":
            raise PermissionError
        return real(path)

    monkeypatch.setattr(Path, "iterdir", denied)
    assert table_holds(Path("/dev/zero"), tmp_path)


@pytest.mark.parametrize(
    ("given", "layout", "words"),
    [
        ("/dev/no-such-hub", LAYOUT, "/dev/no-such-hub is not there"),
        ("cafe", LAYOUT, "hub cafe is at no serial port"),
        ("cafe,cafe", TWO, "names cafe twice"),
        ("cafe", TWO, "names 1, the board has 2"),
        ("gpio", LAYOUT, "the board has 100 pins on hub 0"),
        (__file__, LAYOUT, "is no serial port"),
    ],
)
def test_given_a_place_that_cannot_be_used_when_checked_then_one_line_and_what_to_do(
    given: str, layout: object, words: str
) -> None:
    (check,) = hub_checks(given, layout)  # type: ignore[arg-type]
    assert not check.ok and words in check.what and check.advice
    assert "\n" not in check.what + check.advice


def test_given_no_hub_in_the_config_when_checked_then_it_is_well() -> None:
    (check,) = hub_checks("")
    assert check.ok and check.what.startswith("none is configured; ")


def hello(reset: str = "por") -> HubHello:
    return HubHello(
        version=(1, 0), firmware="fw/2", id="beef", epoch=1, sites=8, capabilities=("s",), line_limit=80,
        beat_ms=1000, debounce_ms=16, scans=250, reset=reset,
    )  # fmt: skip


def beat(supply_mv: int | None) -> Beat:
    return Beat(
        epoch=1, version=0, t_ms=0, digest=0, scans=250, bad=0, faults=0, presses=b"", supply_mv=supply_mv
    )


def amiss(found: Inspection) -> list[str]:
    checks = findings("hub", found, {3: "denver-omaha"}, "/dev/hub")
    return [f"{check.name}: {check.what}" for check in checks if not check.ok]


def test_given_what_a_look_found_when_read_then_each_trouble_has_a_line() -> None:
    assert amiss(Inspection(hello=hello(), beat=beat(5010))) == []
    pins = (Evidence(3, "chat", 44, 1.0), Evidence(7, "float", 9, 1.0), Evidence(None, "chain", 2, 1.0))
    assert amiss(Inspection(hello=hello(), faults=pins)) == [
        "pin: denver-omaha is set aside: chat, count 44",
        "pin: the hub itself is set aside: chain, count 2",
    ]
    assert amiss(Inspection(hello=hello("brown"))) == [
        "hub's supply: its last start was after a breakdown of its supply"
    ]
    assert amiss(Inspection(hello=hello(), beat=beat(4600))) == ["hub's supply: it gets 4.60 V"]
    assert amiss(Inspection(hello=hello(), lost=2, harmed=1)) == [
        "hub's cable: 2 packets lost and 1 harmed while it was looked at"
    ]
    failed = HubSelfTest(reply=1, outcome="fail", chain="fail")
    assert amiss(Inspection(hello=hello(), self_test=failed)) == ["hub's test: it fails"]


def test_given_a_program_that_types_into_ports_when_udevs_rule_is_missing_then_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "99-fingerpost.rules"
    monkeypatch.setattr(
        "fingerpost.doctor.hubs.shutil.which", lambda name, path: name if name == "ModemManager" else None
    )
    (check,) = udev_checks("/dev/ttyACM0", rules)
    assert not check.ok and "ModemManager may type into the hub" in check.what
    assert udev_checks("", rules) == []
    rules.touch()
    assert udev_checks("/dev/ttyACM0", rules) == []


@pytest.mark.parametrize(("text", "ok"), [("0\n", True), ("50005\n", False)])
def test_given_the_kernels_word_about_the_supply_when_there_is_one_then_no_program_is_needed(
    tmp_path: Path, text: str, ok: bool
) -> None:
    (tmp_path / "get_throttled").write_text(text)
    (check,) = machine.power_checks(tmp_path / "get_throttled")
    assert check.ok is ok


def test_given_udevs_rule_when_read_then_each_hub_has_a_name_of_its_own_and_no_typist_comes_near() -> None:
    rule = (Path(__file__).parents[3] / "deploy" / "99-fingerpost.rules").read_text()
    assert 'SYMLINK+="fingerpost-hub-$env{ID_SERIAL_SHORT}"' in rule
    assert 'ENV{ID_MM_PORT_IGNORE}="1"' in rule and 'ENV{BRLTTY_BRAILLE_DRIVER}=""' in rule
    assert all(len(line.split('"')) % 2 for line in rule.splitlines())  # quotes come in pairs
