"""What `fingerpost play` leaves behind where it cannot play."""

import argparse
from pathlib import Path

import pytest

from engine import game_map
from fingerpost.call_options import add_arguments, overridden
from fingerpost.cli import main
from fingerpost.config import Config, StoreSection
from fingerpost.devices.table_parts import stands_in
from fingerpost.evening.game_opening import open_game
from storage.folder import remember
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
