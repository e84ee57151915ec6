"""`hub test` and `hub flash`: a look at a hub, each pin by hand, the firmware onto it."""

import io
import os
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from firmware_bridge import hub_flash
from firmware_bridge.hub_flash import flash
from firmware_bridge.hub_restart import restart
from firmware_bridge.hub_trial import report, troubles, try_hub
from firmware_bridge.inspection import Inspector
from firmware_bridge.pin_tour import PinTrial
from lab.hub.process import HubProcess
from lab.hub.simulated_hub import SimulatedHub
from tabletop import board_layout


@pytest.fixture(scope="module")
def hub() -> Iterator[HubProcess]:
    with HubProcess(40, seed=3) as process:
        yield process


def looked_at(simulated: SimulatedHub, inspector: Inspector, start_ms: int = 0) -> Inspector:
    """The look at a hub on a clock of its own."""
    inspector.opened(start_ms / 1000)
    for ms in range(start_ms + 10, start_ms + 12_000, 10):
        inspector.feed(simulated.advance(ms, inspector.take_outgoing()), ms / 1000)
        inspector.tick(ms / 1000)
        if inspector.done:
            break
    return inspector


def test_given_a_hub_when_looked_at_then_itself_its_test_its_readings_and_its_pins() -> None:
    simulated = SimulatedHub(40, seed=1)
    simulated.set_contact(3, 1)
    found = looked_at(simulated, Inspector(40)).found
    assert found.trouble == "" and troubles(found) == []
    assert found.hello is not None and found.hello.sites == 40
    assert found.self_test is not None and found.self_test.outcome == "pass"
    assert sorted(found.raw) == list(range(40))
    lines = list(report(found, {3: "denver-omaha"}))
    assert lines[0].startswith("hub e6614103e7452d2f: ")
    assert "pins: 1 full, 39 empty, 0 cannot tell" in lines
    assert sum(line.startswith("raw from ") for line in lines) == 5


def test_given_a_hub_with_a_bad_contact_when_looked_at_then_its_channel_kind_and_count() -> None:
    simulated = SimulatedHub(40, seed=1)
    simulated.set_contact(7, 1)
    simulated.flicker(7, 15, 60_000)
    simulated.advance(4000)
    found = looked_at(simulated, Inspector(40), 4000).found
    (line,) = troubles(found)
    assert line.startswith("channel 7: chat, count ")
    assert "denver-omaha, channel 7: byte fe" in list(report(found, {7: "denver-omaha"}))


@pytest.mark.parametrize(
    ("inspector", "words"),
    [
        (Inspector(41), "has 40 sites, the board needs 41"),
        (Inspector(40, "cafe"), "this is hub e6614103e7452d2f, wanted is hub cafe"),
    ],
)
def test_given_the_wrong_hub_when_looked_at_then_both_are_named(inspector: Inspector, words: str) -> None:
    assert words in looked_at(SimulatedHub(40), inspector).found.trouble


def test_given_a_port_where_nobody_answers_when_looked_at_then_that_is_the_trouble() -> None:
    inspector = Inspector()
    inspector.opened(0.0)
    for tenth in range(70):
        inspector.tick(tenth / 10)
    assert inspector.done
    assert inspector.found.trouble.startswith("no hub answers there")


def test_given_pins_when_each_is_tried_then_asked_for_in_turn_and_the_wrong_ones_named() -> None:
    tour = PinTrial({1: "north", 2: "south", 5: "east"})
    assert tour.ask() == "1 of 3: put a token on north"
    assert tour.changed(1, 1) == ["full; lift it"]
    assert tour.changed(2, 1) == []  # a hand that brushes another pin meanwhile
    assert tour.changed(1, 0) == ["empty; well", "2 of 3: put a token on south"]
    assert tour.changed(5, 1) == ["that is channel 5, east; lift it and try south again, or skip it"]
    assert tour.changed(5, 0) == []
    assert tour.skip() == ["3 of 3: put a token on east"]
    assert tour.changed(7, 1) == [
        "that is channel 7, channel 7, which no site uses; lift it and try east again, or skip it"
    ]
    assert tour.changed(5, 0xFE) == ["it cannot be felt: set aside by the hub; skip it"]
    tour.changed(5, 1)
    assert tour.changed(5, 0) == ["empty; well"]
    assert tour.done and tour.skip() == []
    assert tour.summary() == [
        "2 pins well, 1 skipped, 0 not tried",
        "south was felt at channel 5; check its wire and the board's file",
    ]


def test_given_a_hub_in_another_process_when_tested_by_hand_then_lines_and_0_only_if_all_is_well(
    hub: HubProcess,
) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert try_hub(hub.port, None, out, err, keys=None) == 0
    assert out.getvalue().splitlines()[1].startswith("self-test: pass (")
    read, write = os.pipe()
    os.write(write, b"\n\nq\n")
    with os.fdopen(read) as keys:
        assert try_hub(hub.port, None, out, err, pins=True, keys=keys) == 1
    os.close(write)
    assert "3 of 40: put a token on channel 2" in out.getvalue()
    assert out.getvalue().splitlines()[-1] == "0 pins well, 2 skipped, 38 not tried"
    assert err.getvalue() == ""


def test_given_the_wrong_board_or_no_port_when_tested_then_one_line_and_2(hub: HubProcess) -> None:
    for port in (hub.port, "/dev/no-such-hub"):
        out, err = io.StringIO(), io.StringIO()
        assert try_hub(port, board_layout("usa"), out, err, keys=None) == 2
        assert out.getvalue() == "" and err.getvalue().count("\n") == 1


def test_given_a_hub_when_flashed_then_every_step_is_said_and_the_hub_is_asked_what_it_runs(
    hub: HubProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_flash, "_steps", lambda port: [["connect", port, "exec", "pass"], ["reset"]])
    ran: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> tuple[int, str]:
        ran.append(command)
        return 0, ""

    out, err = io.StringIO(), io.StringIO()
    assert flash(hub.port, out, err, run=run, start_s=0) == 0
    assert ran == [["connect", hub.port, "exec", "pass"], ["reset"]]
    assert out.getvalue().startswith(f"1 of 2: mpremote connect {hub.port} exec pass\n")
    assert "hub e6614103e7452d2f runs " in out.getvalue()
    ran.clear()
    assert flash(hub.port, out, err, dry=True) == 0
    assert ran == [] and err.getvalue() == ""


def test_given_a_flash_that_is_broken_off_when_said_then_one_line_tells_how_to_rescue_the_hub(
    hub: HubProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_flash, "_steps", lambda port: [["a"], ["b"]])
    out, err = io.StringIO(), io.StringIO()
    assert flash(hub.port, out, err, run=lambda command: (1, "no device found"), start_s=0) == 1
    assert err.getvalue().startswith("hub flash: step 1 failed (no device found); the hub is not lost")
    assert "BOOTSEL" in err.getvalue() and err.getvalue().count("\n") == 1


def test_given_no_mpremote_or_no_port_when_flashed_then_one_line_and_2(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(hub_flash, "find_spec", lambda name: None)
    master, slave = os.openpty()
    tty.setraw(slave)
    for port, words in (
        (os.ttyname(slave), "hub flash needs mpremote, which is not installed; run: pip install mpremote\n"),
        ("/dev/no-such-hub", "hub /dev/no-such-hub is not there; plug it in, or name another port\n"),
    ):
        err = io.StringIO()
        assert flash(port, io.StringIO(), err) == 2
        assert err.getvalue() == words
    os.close(master)
    os.close(slave)


def test_given_a_hub_when_restarted_then_told_by_the_last_digits_of_its_id(tmp_path: Path) -> None:
    with HubProcess(8, link=tmp_path / "hub", seed=5) as own:
        out, err = io.StringIO(), io.StringIO()
        assert restart(own.port, out, err, drain_s=0.05) == 0
    assert out.getvalue() == f"hub e6614103e7452d2f at {own.port} starts anew\n"


def test_given_a_hub_at_its_prompt_when_restarted_then_micropython_is_told_and_only_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware_bridge.inspection.ANSWER_S", 0.2)
    master, slave = os.openpty()
    tty.setraw(slave)
    out, err = io.StringIO(), io.StringIO()
    assert restart(os.ttyname(slave), out, err, drain_s=0) == 0
    said = b""
    while b"\x04" not in said:  # a pseudo-terminal hands on in pieces; the test's time limit ends a wait
        said += os.read(master, 4096)
    os.close(master)
    os.close(slave)
    assert said.endswith(b"\x03\x03\x04")
    assert said.count(b"\x03") == 2 and said.startswith(b"#h 0000")
    assert "was told to start anew" in out.getvalue()
    assert restart("/dev/no-such-hub", out, err) == 2
