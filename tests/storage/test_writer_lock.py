"""A log has one writer: told apart by a lock that dies with its process, however that ends."""

import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from engine import Game
from fingerpost.cli import main
from fingerpost.config import Config
from fingerpost.evening.game_opening import last_game_news
from storage.folder import remember, to_go_on
from storage.log_reading import read_log
from storage.resume import begin_new, resume
from storage.store import GameLog
from storage.writer_lock import WriterLock, is_held
from table.errors import StoreError
from tests.storage.logs import change, played

_HOLDER = """
import sys, pathlib
from storage.store import GameLog
log = GameLog(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def held_elsewhere(path: Path) -> subprocess.Popen[str]:
    """Another process that writes this log until its standard input ends."""
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_given_a_game_that_is_being_written_when_opened_elsewhere_then_the_true_cause_with_its_process(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=3)
    holder = held_elsewhere(path)
    try:
        for opened in (lambda: GameLog(path), lambda: resume(path)):
            with pytest.raises(StoreError, match=r"another Fingerpost is writing this game") as told:
                opened()
            assert told.value.cause == "busy"
            assert f"(process {holder.pid})" in str(told.value)
    finally:
        holder.communicate()
    resume(path).store.close()


def test_given_a_game_that_another_program_plays_when_a_table_is_set_up_then_it_hears_so_and_of_others(
    tmp_path: Path,
) -> None:
    """It heard that the power had gone, was offered the game, and ended in silence on Yes."""
    for number in (1, 2):
        played(tmp_path / f"game-000{number}.fingerpost", acts=3)
    path = tmp_path / "game-0002.fingerpost"
    remember(path)
    config = Config().but("store", path=tmp_path)
    holder = held_elsewhere(path)
    try:
        assert is_held(path) and not is_held(tmp_path / "game-0001.fingerpost")
        assert [one.name for one in to_go_on(tmp_path, None, datetime(2026, 1, 1))] == ["1"]
        [news] = last_game_news(config)
        assert (news.device, news.condition, news.cause) == ("store", "fault", "busy")
    finally:
        holder.communicate()
    assert [one.name for one in to_go_on(tmp_path, None, datetime(2026, 1, 1))] == ["2", "1"]
    assert last_game_news(config) == ()


def test_given_a_writer_that_was_killed_when_opened_again_then_nothing_is_in_the_way(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=3)
    holder = held_elsewhere(path)
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    resume(path).store.close()
    files = {file.name for file in tmp_path.iterdir()}
    assert files == {path.name, f".{path.name}.acts"}  # nor is a lock left behind


def test_given_a_damaged_game_that_is_being_written_when_mended_then_it_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=5)
    change(path, "UPDATE events SET body = '{}' WHERE seq = 4")
    before = path.read_bytes()
    with WriterLock(path):
        with pytest.raises(StoreError, match="another Fingerpost"):
            resume(path)
        assert main(["games", "--folder", str(tmp_path), "--mend", "1"]) == 2
    assert path.read_bytes() == before
    assert "another Fingerpost is writing this game" in capsys.readouterr().err


def test_given_a_number_that_another_table_has_just_taken_when_a_game_begins_then_the_next_number(
    tmp_path: Path,
) -> None:
    game = Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1)
    with WriterLock(tmp_path / "game-0001.fingerpost"):
        sitting = begin_new(tmp_path, game)
    assert sitting.store.path.name == "game-0002.fingerpost"
    sitting.store.close()


def test_given_a_card_that_was_changed_when_opened_again_then_the_lock_is_on_the_new_one(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "card"
    folder.mkdir()
    path = folder / "game-0001.fingerpost"
    played(path, acts=2)
    with GameLog(path) as store:
        folder.rename(tmp_path / "old card")
        folder.mkdir()
        store.open_again()
        with pytest.raises(StoreError, match="another Fingerpost"):
            GameLog(path)


def test_given_two_names_of_one_log_when_both_are_opened_then_it_is_one_game(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=2)
    other = tmp_path / "mine.fingerpost"
    other.symlink_to(path)
    with GameLog(path), pytest.raises(StoreError, match="another Fingerpost"):
        GameLog(other)
    assert read_log(path).acts
