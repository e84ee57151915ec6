"""A damaged game among the stored ones: set-up starts, offers what can be gone on with, says what cannot."""

import argparse
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from fingerpost.before_game import choose
from fingerpost.config import Config, GameSection, SpeechSection, StoreSection
from fingerpost.evening.handing_on import ChosenGame
from storage.folder import remember
from storage.log_mending import write_log
from storage.second_copy import copy_path
from storage.store import read_file
from storage.table_memory import keep, memory_of
from tabletop import Button
from tests.fingerpost.set_up.opened import Opened
from tests.fingerpost.set_up.test_evening import Presser
from tests.storage.logs import alone, played


def set_up(folder: Path, buttons: Sequence[Button], backup: str = "") -> ChosenGame | None:
    config = Config(
        store=StoreSection(path=folder, backup=backup),
        speech=SpeechSection(mute=True),
        game=GameSection(seats=("red", "blue")),
        given=frozenset({"edition", "seats", "map"}),
    )
    keep(memory_of(folder), 200, None)
    args = argparse.Namespace(keyboard=True, typed_ahead="")
    opened = Opened(args, lambda config, desk: [Presser(desk, buttons)])
    return choose(config, args, opened, new=False, again=False, stop=threading.Event())


def without_a_number(path: Path) -> None:
    """A note that follows nothing, as a card may have it."""
    alone(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE loose AS SELECT * FROM notes")
        db.execute("DROP TABLE notes")
        db.execute("ALTER TABLE loose RENAME TO notes")
        db.execute("UPDATE notes SET after = NULL")


def test_given_a_damaged_old_game_when_power_comes_on_then_set_up_offers_the_last_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, edition in ((1, "us-accessible"), (2, "us-accessible")):
        played(tmp_path / f"game-000{number}.fingerpost", acts=6, edition=edition)
    without_a_number(tmp_path / "game-0001.fingerpost")
    remember(tmp_path / "game-0002.fingerpost")
    found = set_up(tmp_path, ["yes"])
    assert found is not None
    assert found.name == str(tmp_path / "game-0002.fingerpost")
    assert "cannot" not in capsys.readouterr().out


def test_given_a_damaged_last_game_when_power_comes_on_then_what_is_whole_of_it_is_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=6)
    without_a_number(path)
    remember(path)
    found = set_up(tmp_path, ["yes"])
    assert found is not None
    assert found.name == str(path)
    assert "is whole" not in capsys.readouterr().out


def test_given_a_last_game_that_cannot_be_read_when_power_comes_on_then_it_is_said_and_yes_begins_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    path.write_bytes(b"coffee over the card")
    remember(path)
    found = set_up(tmp_path, ["yes", "yes", "yes", "yes"])
    assert capsys.readouterr().out.count("The last game cannot be read; it is kept.") == 1
    assert found is not None
    assert found.new
    assert Path(f"{path}.damaged").read_bytes() == b"coffee over the card"


def test_given_a_last_game_that_only_its_second_copy_has_when_power_comes_on_then_it_is_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, stick = tmp_path / "games", tmp_path / "stick"
    path = games / "game-0001.fingerpost"
    for folder in (games, stick):
        folder.mkdir()
    game = played(path, acts=6)
    log = read_file(path)
    write_log(log, copy_path(stick, path, log.game_id))
    path.write_bytes(b"coffee over the card")
    alone(path)
    remember(path)
    found = set_up(games, ["yes"], backup=str(stick))
    assert "second copy" in capsys.readouterr().out
    assert found is not None
    assert found.name == str(path)
    assert read_file(path).events == game.events


def test_given_a_last_game_without_a_word_when_power_comes_on_then_nothing_is_said_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "game-0001.fingerpost", acts=6)
    path = tmp_path / "game-0002.fingerpost"
    path.touch()
    remember(path)
    found = set_up(tmp_path, ["yes"])
    assert "read" not in capsys.readouterr().out
    assert found is not None
    assert found.name == str(tmp_path / "game-0001.fingerpost")
