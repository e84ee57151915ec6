"""The doctor: what it finds, what it advises, what it says."""

import io
from pathlib import Path
from typing import ClassVar

import pytest
from msgspec.structs import replace

from announce import Announcement, Phrases, Vocabulary
from audio import Voice
from engine import game_map
from fingerpost.cli import main
from fingerpost.config import Config, HubSection, PanelSection, SpeechSection, StoreSection
from fingerpost.doctor import checks as doctor
from fingerpost.doctor import machine, table_check
from fingerpost.doctor.check_lines import Check, unseen
from storage.places import owner_of
from tests.installed_machine import ANNA, ROOT, SERVICE, installed
from tests.mqtt.local_broker import LocalBroker
from tests.storage.logs import played

VOCABULARY = Vocabulary(Phrases(), game_map("usa"), None, {})


def named(found: list[Check], name: str) -> Check:
    """The one check of that name."""
    (check,) = [check for check in found if check.name == name]
    return check


def well_config(folder: Path) -> Config:
    """A table that needs no device: what it says goes to files, its games to a folder."""
    return Config(speech=SpeechSection(wav=str(folder)), store=StoreSection(path=folder / "games"))


def test_given_a_table_without_devices_when_checked_then_all_is_well_and_each_thing_is_named(
    tmp_path: Path,
) -> None:
    out, err = io.StringIO(), io.StringIO()
    assert doctor.run(out, err, well_config(tmp_path), None, VOCABULARY) == 0
    lines = out.getvalue().splitlines()
    assert all(line.startswith("ok ") for line in lines)
    names = [line[8:].partition(":")[0] for line in lines]
    assert names[:2] == ["python", "packages"]
    assert {"hub", "camera", "panel", "voice", "sound", "broker", "store", "clock"} <= set(names)
    assert err.getvalue() == f"fingerpost doctor: All {len(lines)} checks are well.\n"


def test_given_things_amiss_when_run_then_each_is_printed_and_spoken_with_advice(tmp_path: Path) -> None:
    config = well_config(tmp_path).but("hub", port=str(tmp_path / "no-hub")).but("mqtt", url="http://wrong")
    out, err, spoken = io.StringIO(), io.StringIO(), list[str]()
    assert doctor.run(out, err, config, spoken.append, VOCABULARY) == 1
    missing = [line for line in out.getvalue().splitlines() if line.startswith("missing ")]
    assert [line[8:].partition(":")[0] for line in missing] == ["hub", "broker"]
    assert "no-hub is not there; plug it in" in missing[0]
    assert spoken == [
        "2 things are amiss.",
        "The board is unplugged: check its cable.",
        "No message broker answers as it should: start it, or correct its address.",
        "The screen tells more, and what to type.",
    ]
    assert "2 of" in err.getvalue()


def test_given_a_check_that_was_not_made_when_summed_up_then_it_is_not_called_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = unseen("hub", "the running table has it")
    monkeypatch.setattr(doctor, "hub_checks", lambda hub, layout: [held])
    out, err, spoken = io.StringIO(), io.StringIO(), list[str]()
    assert doctor.run(out, err, well_config(tmp_path), spoken.append, VOCABULARY) == 0
    looked_at = len(out.getvalue().splitlines()) - 1
    assert spoken == [f"All is well: {looked_at} things looked at. 1 was not looked at."]
    assert err.getvalue() == f"fingerpost doctor: All {looked_at} checks are well. 1 was not looked at.\n"


def test_given_no_config_when_checked_then_no_device_is_asked_for() -> None:
    found = doctor.checks(None)
    assert named(found, "hub").ok and named(found, "camera").ok and named(found, "broker").ok


def test_given_a_device_of_a_foreign_group_when_checked_then_the_group_and_the_command_are_named(
    tmp_path: Path,
) -> None:
    path = tmp_path / "ttyACM0"
    path.touch()
    assert machine.device_access("hub", path) is None
    check = machine.forbidden("hub", path)
    assert not check.ok and f"usermod -aG {path.group()} " in check.advice


@pytest.mark.parametrize(
    ("text", "ok"),
    [
        ('{"format": "camera/1"}', True),
        ('{"format": "board/1"}', False),
        ("[]", False),
        ("{", False),
        (None, False),
    ],
)
def test_given_a_calibration_when_checked_then_only_a_camera_file_is_well(
    tmp_path: Path, text: str | None, ok: bool
) -> None:
    path = tmp_path / "camera.json"
    if text is not None:
        path.write_text(text)
    check = named(machine.camera_checks("/dev/null", str(path)), "calibration")
    assert check.ok is ok and bool(check.advice) is not ok


@pytest.mark.parametrize(
    ("text", "good"), [('{"format": "tokens/1"}', True), ('{"format": "camera/1"}', False)]
)
def test_given_a_file_of_tokens_when_checked_then_only_one_of_its_form_is_well(
    text: str, good: bool, tmp_path: Path
) -> None:
    path = tmp_path / "tokens.json"
    path.write_text(text)
    check = named(machine.camera_checks("/dev/null", "", str(path)), "tokens")
    assert check.ok is good
    assert good or "calibrate --tokens" in check.advice


def test_given_any_camera_when_checked_then_those_that_are_there_are_named_or_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "DEVICES", tmp_path)
    monkeypatch.setattr(machine, "present", lambda module: module != "picamera2")
    check = named(machine.camera_checks("auto", ""), "camera")
    assert (check.ok, check.fault) == (False, "camera.absent")
    (tmp_path / "video3").touch()
    check = named(machine.camera_checks("auto", ""), "camera")
    assert check.ok and check.what.startswith(f"{tmp_path}/video3; the one that sees the board")


def test_given_a_camera_that_is_not_there_when_checked_then_its_path_is_named() -> None:
    check = named(machine.camera_checks("77", ""), "camera")
    assert not check.ok and "/dev/video77" in check.what


@pytest.mark.parametrize(
    ("cards", "ok"), [("--- no soundcards ---\n", False), (" 0 [Headphones]: bcm2835\n", True), (None, False)]
)
def test_given_the_list_of_sound_cards_when_checked_then_none_is_amiss(
    tmp_path: Path, cards: str | None, ok: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = tmp_path / "aplay"
    player.write_text("#!/bin/sh\n")
    player.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    if cards is not None:
        (tmp_path / "cards").write_text(cards)
    (check,) = machine.sound_checks(mute=False, wav="", cards=tmp_path / "cards")
    assert check.ok is ok


def test_given_no_player_when_checked_then_a_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (check,) = machine.sound_checks(mute=False, wav="")
    assert not check.ok and "alsa-utils" in check.advice
    assert machine.sound_checks(mute=True, wav="") == []


def test_given_buttons_on_a_machine_that_is_no_pi_when_checked_then_it_says_so(tmp_path: Path) -> None:
    (check,) = machine.gpio_checks(wanted=True, model=tmp_path / "no-model")
    assert not check.ok and "no Raspberry Pi" in check.what


@pytest.mark.parametrize(
    "wired",
    [
        {"panel": PanelSection(seats=True)},
        {"panel": PanelSection(knob=True)},
        {"panel": PanelSection(lamps="gpio")},
        {"hub": HubSection(port="gpio")},
        {},
    ],
)
def test_given_anything_on_the_pis_pins_when_checked_then_they_are_looked_at(
    tmp_path: Path, wired: dict[str, object]
) -> None:
    config = replace(well_config(tmp_path), **wired)
    check = named(doctor.checks(config), "panel")
    assert check.ok is (not wired)


def test_given_a_folder_for_lgpio_when_it_cannot_be_written_then_lg_wd_is_advised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path / "nowhere"))
    assert "LG_WD" in machine.lgpio_folder().advice
    monkeypatch.setenv("LG_WD", str(tmp_path))
    assert machine.lgpio_folder().ok


@pytest.mark.parametrize(
    ("bits", "words"),
    [
        (0, []),
        (0x1, ["too low now"]),
        (0x50005, ["too low now", "throttled now", "too low since", "throttled since"]),
    ],
)
def test_given_the_pis_word_about_its_supply_when_read_then_each_bit_is_told(
    bits: int, words: list[str]
) -> None:
    check = machine.power_check(bits)
    assert check.ok is not bool(words)
    assert all(word in check.what for word in words)


def test_given_a_broker_when_it_answers_then_it_is_well_and_when_it_is_gone_the_way_out_is_named(
    tmp_path: Path,
) -> None:
    with LocalBroker() as broker:
        config = well_config(tmp_path).but("mqtt", url=broker.url)
        assert named(doctor.checks(config), "broker").ok
        broker.stop()
        check = named(doctor.checks(config), "broker")
    assert not check.ok and "systemctl start mosquitto" in check.advice


def test_given_a_place_for_games_that_cannot_be_made_when_checked_then_it_is_amiss(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    config = well_config(tmp_path).but("store", path=blocked / "games")
    check = named(doctor.checks(config), "store")
    assert not check.ok and "[store] path" in check.advice


class HeardSpeaker:
    """A loudspeaker that keeps what it is given, and by which voice."""

    heard: ClassVar[list[str]] = []
    voices: ClassVar[list[Voice]] = []

    def __init__(self, *, voice: Voice, table: object = None) -> None:
        self.voices.append(voice)

    def say(self, announcement: Announcement, at: float) -> None:
        self.heard.append(announcement.normal)

    def wait_idle(self, timeout: float) -> None:
        """At once."""

    def close(self) -> None:
        """Nothing is open."""


def test_given_a_table_that_speaks_german_when_the_doctor_is_called_then_it_speaks_german_and_prints_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fingerpost.commands.doctor.Speaker", HeardSpeaker)
    (tmp_path / "table.toml").write_text(
        f'[speech]\nlanguage = "de"\nwav = "{tmp_path}"\n[hub]\nport = "{tmp_path}/no-hub"\n'
    )
    assert main(["doctor", "--config", str(tmp_path / "table.toml")]) == 1
    assert "no-hub is not there; plug it in" in capsys.readouterr().out
    assert HeardSpeaker.heard[1:] == [
        "Das Brett ist abgesteckt: Sieh nach dem Kabel.",
        "Auf dem Bildschirm steht mehr, auch was einzutippen ist.",
    ]
    assert HeardSpeaker.voices[0].style.voice == "de"


def faults(out: str) -> list[str]:
    """The checks that found something."""
    return [line for line in out.splitlines() if line.startswith("missing")]


def test_given_the_package_when_somebody_else_asks_then_what_is_closed_to_him_is_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = installed(tmp_path, monkeypatch, caller=ANNA)
    config = tmp_path / "etc" / "table.toml"
    for call in (["doctor", "--mute"], ["doctor", "--mute", "--config", str(config)]):
        assert main(call) == 0
        lines = capsys.readouterr().out.splitlines()
        assert (
            f"skipped store: it is the table's own ({games} cannot be written); run: sudo fingerpost doctor"
            in lines
        )
        told = f"skipped games: it is the table's own ({games} cannot be looked into)"
        assert f"{told}; run: sudo fingerpost doctor" in lines
        assert any(line.startswith(f"ok      your games: {tmp_path / 'home'}") for line in lines)
    config.write_text('[hub]\nport = "/nonexistent"\n[speech]\nmute = true\n')
    assert main(["doctor", "--mute"]) == 1  # what is amiss for everybody still is
    assert [line.split(":")[0] for line in faults(capsys.readouterr().out)] == ["missing hub"]


def test_given_games_of_another_user_among_the_tables_when_root_asks_then_they_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = installed(tmp_path, monkeypatch, caller=ROOT, closed=False)
    of_root = games / "game-0001.fingerpost"
    played(of_root, acts=2)
    monkeypatch.setattr(table_check, "_owner", lambda path: ROOT if path == of_root else SERVICE)
    assert main(["doctor", "--mute"]) == 1
    (line,) = faults(capsys.readouterr().out)
    assert (
        f"1 files are {owner_of(of_root)}'s, and closed to the table: {of_root}; run: sudo chown -R" in line
    )
    monkeypatch.setattr(table_check, "_owner", lambda path: SERVICE)
    assert main(["doctor", "--mute"]) == 0
