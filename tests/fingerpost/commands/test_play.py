"""What `fingerpost play` leaves behind where it cannot play."""

import argparse
import os
from pathlib import Path

import pytest

from announce import Wording
from command_line.extras import EXTRAS
from engine import game_map
from fingerpost.call_options import add_arguments, overridden
from fingerpost.cli import main
from fingerpost.commands.play import _extras
from fingerpost.config import Config, StoreSection
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.table_parts import open_senses, stands_in
from fingerpost.evening.game_opening import open_game
from storage.folder import remember
from tabletop import DeviceHealth, board_layout
from tests.installed_machine import ANNA, installed
from tests.storage.logs import played


def call(folder: Path, *lines: str) -> int:
    """Play by a config whose devices cannot be had."""
    config = folder / "table.toml"
    config.write_text("\n".join([f'[store]\npath = "{folder / "games"}"', *lines]), encoding="utf-8")
    return main(["play", "--config", str(config)])


WRONG = ("[speech]", "mute = true", "[camera]", 'device = "0"', 'calibration = "/nonexistent/camera.json"')


def test_given_a_camera_that_cannot_be_had_when_the_game_goes_on_later_then_no_power_cut_is_told_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    path = games / "game-0001.fingerpost"
    played(path, acts=6)
    remember(path)
    assert call(tmp_path, *WRONG) == 2
    assert "/nonexistent/camera.json" in capsys.readouterr().err
    sitting = open_game(Config(store=StoreSection(path=games)), game_map("usa"), new=False, name=None)
    sitting.store.close()
    assert sitting.store.path == path
    assert sitting.trouble is None


def test_given_a_camera_that_cannot_be_had_when_started_again_and_again_then_no_logs_pile_up(
    tmp_path: Path,
) -> None:
    for _ in range(3):
        assert call(tmp_path, *WRONG) == 2
    assert [path.name for path in (tmp_path / "games").glob("game-*")] == ["game-0001.fingerpost"]


def only_open(patch: pytest.MonkeyPatch, closed: Path) -> None:
    """Rights that even root has not: to one folder."""
    real = os.access
    patch.setattr(os, "access", lambda path, mode: Path(path) != closed and real(path, mode))


def test_given_a_store_that_is_closed_to_who_plays_when_called_then_no_game_is_begun_that_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole evening was played, and at its end all of it was lost."""
    games = tmp_path / "games"
    games.mkdir()
    only_open(monkeypatch, games)
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert call(tmp_path, *WRONG) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"fingerpost: {games}: you may not write there, and no game would be kept; ")
    assert "give another folder as [store] path" in line
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert call(tmp_path, *WRONG) == 2
    assert "/nonexistent/camera.json" in capsys.readouterr().err  # a service is silent at no table


def test_given_the_package_when_somebody_else_plays_then_his_game_is_kept_and_he_is_told_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = installed(tmp_path, monkeypatch, caller=ANNA)
    (tmp_path / "typed").write_text(":stop\n")
    with (tmp_path / "typed").open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        assert main(["play", "--keyboard", "--cards", "dealt", "--seats", "2", "--bots", "red"]) == 0
    own = tmp_path / "home" / ".local" / "state" / "fingerpost" / "games"
    assert f"{games} is the table's own; your games are kept in {own}\n" in capsys.readouterr().err
    assert not list(games.iterdir())
    assert main(["games"]) == 0
    assert capsys.readouterr().out.startswith("1: starter, dealt, blue, red; ")


def overridden_by(*called: str) -> Config:
    """The config of a table with hub and camera, as this call has it."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    config = Config().but("hub", port="auto").but("camera", device="auto")
    return overridden(config, parser.parse_args(called))


def test_given_photographs_alone_when_called_then_no_sense_is_opened_and_phones_find_the_page() -> None:
    config = overridden_by("--photos")
    assert config.photos
    assert not any(config.sense_places().values())
    assert (config.page.port, config.page.network) == (8080, True)
    assert not stands_in(config, argparse.Namespace(keyboard=True))  # keys press, tokens stand on the board
    named = overridden_by("--photos", "--page", "9000")
    assert named.page.port == 9000
    assert not overridden_by("--keyboard").photos


def test_given_photographs_without_a_page_to_send_them_to_when_called_then_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "--photos", "--page", "0"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("fingerpost: --photos --page 0: photographs are sent to the page; give it a port")
    assert told.count("\n") == 1


def test_given_a_camera_without_its_program_when_there_are_pins_or_a_page_then_they_carry_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The service ended with 2, and was started again every two seconds for ever."""
    monkeypatch.setattr("command_line.extras.present", lambda module: module not in EXTRAS["vision"].packages)
    assert call(tmp_path, "[camera]", 'device = "0"') == 2  # it is all there is
    assert "needs opencv-python-headless" in capsys.readouterr().err
    alone, inbox = Config().but("camera", device="0"), Inbox()
    assert list(_extras(alone)) == ["vision"]
    assert list(_extras(alone.but("hub", port="auto"))) == []
    carried = alone.but("page", port=8123)
    assert list(_extras(carried)) == ["page"]
    assert open_senses(carried, inbox, keys=False) == []
    said = {one.device: one.cause for one in inbox.take() if isinstance(one, DeviceHealth)}
    assert said == {"hub": "absent", "camera": "no-program"}
    wording = Wording(game_map("usa"), board_layout("usa"))
    [told] = wording.health(DeviceHealth(device="camera", condition="lost", at=0.0, cause="no-program"))
    assert told.normal.startswith("The camera cannot be used: its program is not installed.")
