"""The last resort: what nobody foresaw is one line on the screen, and words at the table."""

from pathlib import Path

import pytest

from fingerpost import wiring
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
