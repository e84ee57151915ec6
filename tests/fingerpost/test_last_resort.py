"""The last resort: what nobody foresaw is one line on the screen, and words at the table."""

import argparse
import os
import threading
from pathlib import Path

import pytest

from fingerpost import cannot_start, wiring
from fingerpost.cli import main
from fingerpost.commands import play, replay
from fingerpost.config import Config, StoreSection
from fingerpost.devices.voice import OpenedVoice
from fingerpost.evening.handing_on import ChosenGame
from fingerpost.evening.sitting_down import sit_down
from fingerpost.last_resort import TRACEBACK
from lab.simulation.scripted_evening import Paper
from storage.folder import remember
from storage.resume import Sitting
from tests.storage.logs import played
from tests.storage.test_unplayable import SET_ASIDE, aside, sat
from upkeep.machine_state import told_state


def nonsense(*_: object, **__: object) -> object:
    raise KeyError("denver-oz")


def test_given_what_nobody_foresaw_when_a_command_is_called_then_one_line_says_what_and_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "a", acts=3)
    monkeypatch.setattr(replay, "retold", nonsense)
    assert main(["replay", str(tmp_path / "a")]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("fingerpost: KeyError 'denver-oz' in tests.fingerpost.test_last_resort, line ")
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(KeyError):
        main(["replay", str(tmp_path / "a")])


def test_given_what_nobody_foresaw_when_a_table_plays_then_it_says_that_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = Paper()
    monkeypatch.setattr(wiring.Builder, "voice", lambda *_: OpenedVoice([paper], None))
    monkeypatch.setattr(play, "play_game", nonsense)
    (tmp_path / "table.toml").write_text(f'[store]\npath = "{tmp_path}"\n')
    assert main(["play", "--config", str(tmp_path / "table.toml")]) == 2
    [line] = paper.lines
    assert "I have to stop: something happened that I did not foresee. Start me again." in line
    assert capsys.readouterr().err.count("\n") == 1


def test_given_a_stored_game_that_cannot_be_told_when_play_starts_then_it_is_set_aside_and_another_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=6)
    before = path.read_bytes()
    remember(path)
    monkeypatch.setattr(Sitting, "past", nonsense)
    chosen = ChosenGame(Config(store=StoreSection(path=tmp_path)), None, new=False)
    sitting, past = sit_down(chosen, lambda wording: ())
    assert past == ()
    _, said = sat(sitting)
    sitting.store.close()
    assert sitting.store.path.name == "game-0002.fingerpost"
    assert SET_ASIDE in said[0]
    assert aside(path).stat().st_size >= len(before)


CANNOT = (
    "I cannot start: the table's settings have a mistake, or what they name is missing. "
    "Type fingerpost doctor: it tells more."
)


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is heard at the table of a service, which systemd has given a folder."""
    paper = Paper()
    monkeypatch.setattr(wiring.Builder, "voice", lambda *_: OpenedVoice([paper], None))
    (tmp_path / "run").mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    return paper.lines


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[game]\nsetup = true\n[speech]\nlanguage = "de"\n', "Ich kann nicht starten: "),
        ("[game\n", CANNOT),
        ("", CANNOT),  # it is not there
        ('[camera]\ndevice = "0"\n', CANNOT),  # and OpenCV is not
    ],
)
def test_given_a_service_that_cannot_start_when_systemd_starts_it_then_the_table_hears_so_in_its_language(
    text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: list[str]
) -> None:
    """It was started again every two seconds for ever, without a word."""
    monkeypatch.setattr("command_line.extras.present", lambda module: module != "cv2")
    path = tmp_path / "table.toml"
    if text:
        path.write_text(text + f'[store]\npath = "{tmp_path}"\n')
    assert main(["play", "--config", str(path)]) == 2
    [line] = service
    assert words in line
    assert told_state(tmp_path / "run")["phase"] == "starting"


def test_given_a_service_that_was_just_heard_when_started_again_then_it_is_still_till_a_minute_or_a_change(
    tmp_path: Path, service: list[str]
) -> None:
    path, note = tmp_path / "table.toml", tmp_path / "run" / "cannot-start"
    path.write_text("[game\n")
    stop = threading.Event()

    def tell() -> int:
        cannot_start.tell(None, path, wiring.Builder(argparse.Namespace()), stop, again_s=3600.0)
        return len(service)

    assert tell() == 1
    later = note.stat().st_mtime + 10.0
    stop.set()
    assert tell() == 1
    os.utime(path, (later, later))  # corrected, and not well enough
    assert tell() == 2
    os.utime(path, (1.0, 1.0))
    assert tell() == 2
    os.utime(note, (2.0, 2.0))  # so long ago
    assert tell() == 3

    class Edited(threading.Event):
        """Somebody corrects the file while it waits."""

        def wait(self, timeout: float | None = None) -> bool:
            path.write_text("[game]\n")
            return False

    stop = Edited()
    os.utime(path, (1.0, 1.0))
    assert tell() == 3


def test_given_a_call_at_a_terminal_when_it_cannot_start_then_its_line_is_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    assert main(["play", "--config", str(tmp_path / "table.toml")]) == 2
    assert service == []
    assert capsys.readouterr().err.count("\n") == 1
