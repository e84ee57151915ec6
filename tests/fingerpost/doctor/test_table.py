"""What the doctor says of a table's second copy, earphones, pictures and clock."""

import os
from pathlib import Path

import cv2
import pytest

from audio import EarSetting, SinkName, parse_sink
from fingerpost.config import AudioSection, CameraSection, Config, EarsSection, SpeechSection
from fingerpost.doctor import table_check as table
from fingerpost.doctor.check_lines import Check
from fingerpost.doctor.table_check import (
    backup_checks,
    clock_check,
    ear_checks,
    games_check,
    named_voice_checks,
    picture_checks,
    piper_checks,
)
from lab.camera.drawn_camera import SimulatedCamera
from tabletop import SiteId, board_layout
from tests.storage.logs import alone, change, played

USA = board_layout("usa")


def one(found: list[Check]) -> Check:
    (check,) = found
    return check


def test_given_a_folder_for_second_copies_when_checked_then_only_another_device_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, stick = tmp_path / "games", tmp_path / "stick"
    assert one(backup_checks("", games)).ok
    assert "put the stick in" in one(backup_checks(str(stick), games)).advice
    stick.mkdir()
    assert "same device as the games" in one(backup_checks(str(stick), games)).what
    monkeypatch.setattr(table, "other_device", lambda _folder, _games: True)
    assert one(backup_checks(str(stick), games)).ok
    monkeypatch.setattr(table, "FREE_MB", 10**9)
    assert "make room" in one(backup_checks(str(stick), games)).advice


def test_given_ears_and_a_loudspeaker_when_checked_then_each_is_named_and_what_is_gone_is_amiss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = Config(
        audio=AudioSection(sink=parse_sink("pipewire:speaker", private=False)),
        ears=EarsSection(
            blue=EarSetting(sink=parse_sink("alsa:plughw:CARD=Headset", private=True)),
            red=EarSetting(sink=parse_sink("pipewire:usb-red", private=True)),
        ),
    )
    monkeypatch.setattr(table, "command_for", lambda sink, **_: ("play",))
    monkeypatch.setattr(table, "present", lambda sink: sink.name != "usb-red")
    found = {check.name: check for check in ear_checks(config)}
    assert [name for name, check in found.items() if not check.ok] == ["ear of red"]
    assert found["ear of red"].what == "pipewire:usb-red is not there"
    monkeypatch.setattr(table, "command_for", lambda sink, **_: None)
    assert {check.advice for check in ear_checks(config)} == {
        "run: sudo apt install pipewire-bin",
        "run: sudo apt install alsa-utils",
    }
    assert ear_checks(config.but("speech", mute=True)) == []
    assert [(check.name, check.ok) for check in ear_checks(Config())] == [("ears", True)]


def test_given_a_folder_of_voices_when_checked_then_piper_and_a_whole_voice_of_the_language_must_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = Config(speech=SpeechSection(language="de"), audio=AudioSection(voices=str(tmp_path)))
    nowhere = german.but("audio", voices="/nowhere/voices")
    assert one(piper_checks(nowhere)).advice == "correct [audio] voices"
    monkeypatch.setattr(table, "installed", lambda package: False)
    assert "-m pip install 'piper-tts" in one(piper_checks(german)).advice
    monkeypatch.setattr(table, "installed", lambda package: package == "piper")
    (tmp_path / "de_DE-thorsten-low.onnx").touch()
    half = one(piper_checks(german))
    assert not half.ok and "de_….onnx.json" in half.advice
    (tmp_path / "de_DE-thorsten-low.onnx.json").touch()
    assert one(piper_checks(german)) == Check(name="voices", ok=True, what="Piper, de_DE-thorsten-low.onnx")
    assert not one(piper_checks(german.but("speech", language="fr"))).ok
    assert piper_checks(Config()) == piper_checks(nowhere.but("speech", mute=True)) == []


def test_given_voices_in_the_config_when_checked_then_each_that_nothing_speaks_by_is_named() -> None:
    ear = EarSetting(sink=SinkName("pipewire", "usb-red"), voice="de+nobody")
    config = Config(speech=SpeechSection(voice="nobody"), ears=EarsSection(red=ear))
    found = [(check.ok, check.name, check.what) for check in named_voice_checks(config)]
    assert found == [
        (False, "[speech] voice", "no voice is called nobody"),
        (False, "[ears] red: voice", "no voice is called de+nobody"),
    ]
    by_reader = config.but("speech", engine="speech-dispatcher")  # whose own voice that is
    assert [check.name for check in named_voice_checks(by_reader)] == ["[ears] red: voice"]
    assert named_voice_checks(config.but("speech", mute=True)) == named_voice_checks(Config()) == []
    assert named_voice_checks(Config(speech=SpeechSection(voice="de+Annie"))) == []


def test_given_a_reference_when_checked_then_only_a_picture_of_the_empty_board_is_well(
    tmp_path: Path,
) -> None:
    camera = SimulatedCamera(USA)
    empty, full = tmp_path / "empty.png", tmp_path / "full.png"
    cv2.imwrite(str(empty), camera.render({}, at=0.0, number=1).image)
    stands = {SiteId(site.id): "red" for site in list(USA.pins())[:30]}
    cv2.imwrite(str(full), camera.render(stands, at=0.0, number=2).image)  # type: ignore[arg-type]
    config = Config(camera=CameraSection(device="0", reference=str(empty), evidence=str(tmp_path / "shots")))
    assert all(check.ok for check in picture_checks(config, USA))
    shows_tokens = one(picture_checks(config.but("camera", reference=str(full), evidence=""), USA))
    assert not shows_tokens.ok
    assert "give a picture of the empty board" in shows_tokens.advice
    gone = config.but("camera", reference=str(tmp_path / "gone.png"), evidence="")
    assert "cannot be read" in one(picture_checks(gone, USA)).what
    assert picture_checks(gone.but("camera", device=""), USA) == []


def test_given_a_tokens_file_and_a_folder_for_evidence_when_they_are_none_then_each_is_named(
    tmp_path: Path,
) -> None:
    wrong = tmp_path / "tokens.json"
    wrong.write_text("{}")
    config = Config(camera=CameraSection(device="0", tokens=str(wrong), evidence=str(wrong / "shots")))
    tokens, evidence = picture_checks(config, USA)
    assert (tokens.name, tokens.ok, "no tokens file" in tokens.what) == ("tokens", False, True)
    assert (evidence.name, evidence.ok) == ("evidence", False)
    gone = config.but("camera", tokens=str(tmp_path / "none"), evidence="")
    assert one(picture_checks(gone, USA)).advice == "correct [camera] tokens"


def test_given_a_clock_when_it_is_before_the_last_game_or_was_never_set_then_it_is_amiss(
    tmp_path: Path,
) -> None:
    noon = 1_800_000_000.0
    assert clock_check(noon, tmp_path / "none").ok
    assert "it shows 1970-01-01" in clock_check(60.0, tmp_path).what
    game = tmp_path / "game-0001.fingerpost"
    game.touch()
    os.utime(game, (noon, noon))
    assert clock_check(noon + 60, tmp_path).ok
    back = clock_check(noon - 86_400, tmp_path)
    assert not back.ok
    assert "it shows 2027-01-14, but a game was played on 2027-01-15" in back.what


def test_given_stored_games_when_checked_then_every_log_is_read_and_those_that_are_harmed_are_named(
    tmp_path: Path,
) -> None:
    assert games_check(tmp_path).what == "none is stored yet"
    for number in (1, 2, 3):
        played(tmp_path / f"game-000{number}.fingerpost", acts=5)
    (tmp_path / "game-0004.fingerpost").touch()  # the power went before its first word
    check = games_check(tmp_path)
    assert (check.ok, check.what) == (True, "3 stored, all can be read")
    for number in (1, 2):
        change(tmp_path / f"game-000{number}.fingerpost", "UPDATE events SET at = '1970' WHERE seq = 8")
    alone(tmp_path / "game-0002.fingerpost")
    check = games_check(tmp_path)
    assert not check.ok
    assert check.what.startswith("2 of 3 harmed: game 1: ")
    assert "game-0001.fingerpost: event 8 is not what was written (nothing is lost)" in check.what
    assert "game 2: game log " in check.what
    assert check.what.endswith("event 8 is not what was written")
    assert check.advice == "run: fingerpost games --mend 1; or use a second copy"
