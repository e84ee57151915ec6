"""What only hardware can show; do as you are told: `pytest hw_tests --hw --port /dev/ttyACM0 -s -m by_hand`.

Without --hw these steps are not collected. docs/faults.md says which failure each of them shows.
"""

import os
import subprocess
import sys

import pytest

from fingerpost.devices.power import THROTTLED
from firmware_bridge.serial_hub import PortError, SerialPort
from hw_tests.by_hand import ByHand

pytestmark = pytest.mark.by_hand


def test_given_a_cable_when_pulled_for_10_s_and_put_into_another_socket_then_said_once_each_way(
    by_hand: ByHand,
) -> None:
    by_hand.ask("Pull the hub's cable, count to ten, put it into another socket of the Pi.")
    by_hand.until(lambda: ("live", "") in by_hand.health(), "the hub to come back")
    assert by_hand.health() == [("lost", "unplugged"), ("live", "")]


def test_given_the_hubs_reset_button_when_pressed_then_rebooted_and_back(by_hand: ByHand) -> None:
    by_hand.ask("Press the hub's reset button (RUN to ground) once.")
    by_hand.until(lambda: bool(by_hand.health()) and by_hand.health()[-1] == ("live", ""), "the hub again")
    assert by_hand.health()[0][0] in ("stale", "lost")
    assert by_hand.sensor.hello is not None and by_hand.sensor.hello.reset


def test_given_a_magnet_between_two_pins_when_it_rests_then_no_pin_goes_on_changing(by_hand: ByHand) -> None:
    by_hand.ask("Hold a token halfway between two neighbouring pins and keep it there.")
    by_hand.until(lambda: bool(by_hand.sights()), "a pin that feels it")
    by_hand.listen(2)
    by_hand.told.clear()
    by_hand.listen(10)
    assert len(by_hand.sights()) <= 2


def test_given_a_sleeve_when_it_sweeps_the_board_then_nothing_stays_told(by_hand: ByHand) -> None:
    by_hand.ask("Empty the board. Sweep a sleeve with five or more tokens in it over the pins, and away.")
    by_hand.listen(15)
    last = dict(by_hand.sights())
    assert all(seen != "something" for seen in last.values())


def test_given_a_token_when_dragged_over_five_pins_then_only_the_last_stays(by_hand: ByHand) -> None:
    by_hand.ask("Drag a token in one second over about five pins and leave it on the last.")
    by_hand.listen(10)
    assert sum(seen == "something" for seen in dict(by_hand.sights()).values()) == 1


def test_given_the_ribbon_between_panels_when_pulled_then_unknown_and_never_empty(by_hand: ByHand) -> None:
    by_hand.ask("Pull the ribbon between two panels.")
    by_hand.until(lambda: "chain" in by_hand.faults(), "the fault chain")
    assert "empty" not in dict(by_hand.sights()).values()
    by_hand.ask("Put the ribbon back.")
    by_hand.until(lambda: "chain" not in by_hand.faults(), "the fault to clear")


def test_given_a_motor_beside_the_cable_when_it_runs_for_30_s_then_no_pin_changes(by_hand: ByHand) -> None:
    by_hand.ask("Run a drill or a phone call beside the hub's cables for 30 seconds.")
    by_hand.listen(35)
    assert by_hand.sights() == []
    assert by_hand.sensor.live


def test_given_the_longest_cables_when_a_minute_passes_then_no_pin_changes_and_the_chain_holds(
    by_hand: ByHand,
) -> None:
    by_hand.ask("Connect all panels with the cables of the finished board, touch nothing for a minute.")
    by_hand.listen(60)
    assert by_hand.sights() == [] and "chain" not in by_hand.faults()


def test_given_a_wire_taken_off_its_pull_up_when_it_floats_then_it_is_set_aside(by_hand: ByHand) -> None:
    by_hand.ask("Take one input off its pull-up and bring a finger near the wire.")
    by_hand.until(lambda: bool({"float", "chat"} & by_hand.faults()), "the pin to be set aside")
    by_hand.ask("Put the pull-up back.")
    by_hand.until(lambda: not {"float", "chat"} & by_hand.faults(), "the pin to be well")


def test_given_paper_under_a_coded_token_when_it_stands_then_no_player_is_guessed(by_hand: ByHand) -> None:
    by_hand.ask(
        "Boards with coded tokens: put a token on a pin with a bit of paper under it. Others: any token."
    )
    by_hand.until(lambda: bool(by_hand.sights()), "the pin")
    assert set(dict(by_hand.sights()).values()) <= {"something", "unknown", "empty"}


def test_given_two_tokens_on_one_pin_when_they_stand_then_at_most_one_thing_is_told(by_hand: ByHand) -> None:
    by_hand.ask("Put two tokens on one pin, or as near as they go.")
    by_hand.until(lambda: bool(by_hand.sights()), "the pin")
    by_hand.listen(5)
    assert len(dict(by_hand.sights())) <= 2


def test_given_all_lamps_when_lit_at_once_then_no_pin_changes_and_the_hub_lives(by_hand: ByHand) -> None:
    by_hand.ask("Touch nothing: all lamps go on and off for 20 seconds.")
    for number in range(10):
        by_hand.sensor.lamps(0xFF if number % 2 == 0 else 0)
        by_hand.listen(2)
    assert by_hand.sights() == []
    assert by_hand.health() == []


def test_given_a_port_that_the_table_holds_when_another_program_asks_then_it_is_refused(
    by_hand: ByHand, port: str
) -> None:
    by_hand.live()
    with pytest.raises(PortError, match="used by another program"):
        SerialPort(os.path.realpath(port)).open()


def test_given_a_weak_supply_when_the_pi_works_hard_then_the_doctor_names_it(by_hand: ByHand) -> None:
    by_hand.ask("Run the Pi from a weak supply or a long thin cable for this step.")
    by_hand.listen(10)
    assert int(THROTTLED.read_text(encoding="ascii"), 16) & 0x10001
    ran = subprocess.run(
        [sys.executable, "-m", "fingerpost", "doctor", "--mute"], capture_output=True, text=True, check=False
    )
    assert "voltage" in ran.stdout


def test_given_a_flash_that_is_broken_off_when_flashed_again_then_the_hub_answers(
    by_hand: ByHand, port: str
) -> None:
    by_hand.close()
    by_hand.ask("In ten seconds the firmware is copied: pull the cable after the third step, put it back.")
    flash = [sys.executable, "-m", "fingerpost", "hub", "flash", port]
    assert subprocess.run(flash, check=False).returncode == 1
    by_hand.ask("Put the cable back; it is copied again.")
    by_hand.listen(15)
    by_hand.close()
    assert subprocess.run(flash, check=False).returncode == 0
