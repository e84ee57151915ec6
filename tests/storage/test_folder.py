"""The folder of stored games: listed, found by number, the last one known whatever the clock says."""

import json
import os
from datetime import datetime
from importlib.resources import files
from pathlib import Path

import pytest

from engine import game_map
from fingerpost.cli import main
from fingerpost.config import Config, GameSection, StoreSection
from fingerpost.evening.game_opening import open_game
from storage import folder
from storage.acts_beside import LONGEST, acts_of
from storage.folder import find, kept_games, latest, new_path, remember, to_go_on
from storage.log_rows import Log
from storage.store import read_file, read_log
from table.errors import CallError
from tests.storage.logs import alone, cut_off, played


def test_given_a_folder_that_may_not_be_read_when_listed_then_it_is_not_called_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert main(["games", "--folder", str(tmp_path)]) == 2
    assert "no right to look into it" in capsys.readouterr().err


def test_given_games_when_listed_then_by_number_with_where_they_stand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "game-0010.fingerpost", acts=5, on="europe", edition="europe", seats=("red", "black"))
    played(tmp_path / "game-0002.fingerpost", acts=None, cards="untracked")
    played(tmp_path / "2026-11-20-190000.fingerpost", acts=3)  # as 0.1.0 called them
    (tmp_path / "game-0003.fingerpost").write_text("not a log")
    assert main(["games", "--folder", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["2026-11-20-190000", "2", "3", "10"]
    assert "us-accessible, untracked, blue, red; over, won by " in lines[1]
    assert "is no game log" in lines[2]
    assert "europe, dealt, red, black; turn " in lines[3]
    assert main(["games", "--folder", str(tmp_path), "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["name"], one["winners"] is not None, bool(one["fault"])) for one in found] == [
        ("2026-11-20-190000", False, False),
        ("2", True, False),
        ("3", False, True),
        ("10", False, False),
    ]


def test_given_no_games_when_listed_then_one_line_and_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--folder", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_given_a_folder_when_a_new_game_is_named_then_no_number_is_used_twice(tmp_path: Path) -> None:
    assert new_path(tmp_path).name == "game-0001.fingerpost"
    (tmp_path / "game-0041.fingerpost.damaged").touch()
    (tmp_path / "game-0007.fingerpost").touch()
    assert new_path(tmp_path).name == "game-0042.fingerpost"


def test_given_the_game_played_last_when_looked_for_then_no_clock_is_asked(tmp_path: Path) -> None:
    assert latest(tmp_path) is None
    for name in ("game-0001", "game-0002"):
        (tmp_path / f"{name}.fingerpost").touch()
    assert latest(tmp_path) == tmp_path / "game-0002.fingerpost"
    remember(tmp_path / "game-0001.fingerpost")
    assert latest(tmp_path) == tmp_path / "game-0001.fingerpost"
    (tmp_path / "latest").write_text("../../etc/passwd")
    assert latest(tmp_path) == tmp_path / "game-0002.fingerpost"
    (tmp_path / "latest").write_bytes(b"\xff\xfe")
    assert latest(tmp_path) == tmp_path / "game-0002.fingerpost"


def test_given_a_name_when_there_is_no_such_game_then_those_that_are_there_are_named(tmp_path: Path) -> None:
    for name in ("game-0001", "friday"):
        (tmp_path / f"{name}.fingerpost").touch()
    assert find(tmp_path, "1") == find(tmp_path, "game-0001") == tmp_path / "game-0001.fingerpost"
    assert find(tmp_path, "friday").name == "friday.fingerpost"
    with pytest.raises(CallError, match=r"no game 12 in .*; the newest there are friday, 1"):
        find(tmp_path, "12")


def test_given_a_folder_that_is_named_like_a_game_when_listed_then_only_files_are_games(
    tmp_path: Path,
) -> None:
    (tmp_path / "game-0002.fingerpost").mkdir()
    (tmp_path / "game-0001.fingerpost").touch()
    assert [game.name for game in kept_games(tmp_path)] == ["1"]
    assert latest(tmp_path) == tmp_path / "game-0001.fingerpost"
    assert new_path(tmp_path) == tmp_path / "game-0003.fingerpost"  # that name is taken all the same
    with pytest.raises(CallError, match=r"the newest there are 1$"):
        find(tmp_path, "2")


def opened(folder: Path, *, new: bool = False, name: str | None = None) -> tuple[str, int]:
    """The name of the log that `play` opens, and how many of its events were there."""
    sitting = open_game(Config(store=StoreSection(path=folder)), game_map("usa"), new=new, name=name)
    if not sitting.stored:
        sitting.store.append(1, sitting.game.events)
    sitting.store.close()
    return sitting.store.path.name, sitting.stored


def test_given_games_when_play_starts_then_the_last_goes_on_or_the_named_or_a_new_one(
    tmp_path: Path,
) -> None:
    assert opened(tmp_path) == ("game-0001.fingerpost", 0)
    assert opened(tmp_path, new=True) == ("game-0002.fingerpost", 0)
    two = len(read_log(tmp_path / "game-0002.fingerpost").events)
    assert opened(tmp_path) == ("game-0002.fingerpost", two)
    assert opened(tmp_path, name="1")[0] == "game-0001.fingerpost"
    assert opened(tmp_path)[0] == "game-0001.fingerpost"  # played last
    played(tmp_path / "game-0003.fingerpost", acts=None, cards="untracked")
    remember(tmp_path / "game-0003.fingerpost")
    assert opened(tmp_path)[0] == "game-0004.fingerpost"  # the last is over
    assert opened(tmp_path, name="3")[0] == "game-0003.fingerpost"  # to hear its scores
    cut_off(tmp_path / "game-0003.fingerpost")
    assert opened(tmp_path)[0] == "game-0003.fingerpost"  # nobody may have heard them


def test_given_a_game_on_another_board_when_named_then_refused_else_left_alone(tmp_path: Path) -> None:
    played(tmp_path / "game-0001.fingerpost", acts=5, on="europe", edition="europe", seats=("red", "black"))
    with pytest.raises(CallError, match="game 1 is on the map europe, the table is usa"):
        opened(tmp_path, name="1")
    assert opened(tmp_path)[0] == "game-0002.fingerpost"


def test_given_a_board_that_was_made_anew_when_a_game_is_named_then_refused_else_a_new_one_begins(
    tmp_path: Path,
) -> None:
    assert opened(tmp_path) == ("game-0001.fingerpost", 0)
    less = json.loads(files("tabletop").joinpath("layouts", "usa.json").read_text("utf-8"))
    less["sites"] = [one for one in less["sites"] if one["id"] != "boston-montreal:1"]
    board = tmp_path / "less.json"
    board.write_text(json.dumps(less), encoding="utf-8")
    config = Config(store=StoreSection(path=tmp_path), game=GameSection(board=str(board)))
    with pytest.raises(
        CallError, match="game 1 has another usa than this board, which lacks boston-montreal:1"
    ):
        open_game(config, game_map("usa"), new=False, name="1")
    sitting = open_game(config, game_map("usa"), new=False, name=None)
    sitting.store.close()
    assert sitting.stored == 0
    assert opened(tmp_path, name="1")[0] == "game-0001.fingerpost"


def test_given_a_folder_that_cannot_be_made_when_play_starts_then_it_plays_and_says_that_nothing_is_saved(
    tmp_path: Path,
) -> None:
    (tmp_path / "card").write_text("a file where the folder should be")
    sitting = open_game(
        Config(store=StoreSection(path=tmp_path / "card" / "games")), game_map("usa"), new=False, name=None
    )
    assert sitting.store.failure is not None
    assert sitting.store.failure.cause == "gone"


def test_given_a_damaged_game_when_mended_by_hand_then_it_is_whole_and_the_old_file_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    game = played(path, acts=12)
    text = path.read_bytes()
    at = text.rindex(b'"type"')  # in the middle of an event
    path.write_bytes(text[:at] + b"'type'" + text[at + 6 :])
    alone(path)
    assert main(["replay", str(path)]) == 2
    assert "fingerpost games --mend" in capsys.readouterr().err
    assert main(["games", "--folder", str(tmp_path), "--mend", "1"]) == 0
    events = read_log(path).events
    assert events == game.events[: len(events)]
    assert main(["games", "--folder", str(tmp_path), "--mend", "1"]) == 0
    assert "is whole" in capsys.readouterr().err
    assert len(list(tmp_path.glob("*.damaged"))) == 1


def test_given_a_name_of_the_last_game_that_is_a_pipe_or_endless_when_looked_for_then_nobody_waits(
    tmp_path: Path,
) -> None:
    for name in ("game-0001", "game-0002"):
        (tmp_path / f"{name}.fingerpost").touch()
    newest, told = tmp_path / "game-0002.fingerpost", tmp_path / "latest"
    os.mkfifo(told)
    assert latest(tmp_path) == newest
    for device in ("/dev/zero", "/dev/full"):
        told.unlink()
        told.symlink_to(device)
        assert latest(tmp_path) == newest
    told.unlink()
    told.write_text("game-0001" + " " * 10_000)
    assert latest(tmp_path) == newest
    told.write_bytes(b"game-\0001")
    assert latest(tmp_path) == newest
    told.unlink()
    told.mkdir()
    assert latest(tmp_path) == newest


def test_given_files_of_a_game_that_are_pipes_or_endless_when_listed_then_nobody_waits(
    tmp_path: Path,
) -> None:
    played(tmp_path / "game-0001.fingerpost", acts=4)
    side = tmp_path / "game-0001.fingerpost-wal"
    os.mkfifo(side)
    acts = acts_of(tmp_path / "game-0001.fingerpost")
    whole = acts.read_bytes()
    assert kept_games(tmp_path)[0].harm
    side.unlink()
    acts.unlink()
    os.mkfifo(acts)
    assert not kept_games(tmp_path)[0].fault  # it was closed as it should be
    acts.unlink()
    acts.symlink_to("/dev/zero")
    assert not kept_games(tmp_path)[0].fault
    acts.unlink()
    acts.write_bytes(whole)
    with (tmp_path / "game-0001.fingerpost").open("ab") as log:
        log.truncate(LONGEST + 1)  # a hole, that takes no room on the disk
    game = kept_games(tmp_path)[0]
    assert not game.fault
    assert "larger than 64 MB" in game.harm


def test_given_a_log_without_a_word_when_the_last_game_is_looked_for_then_it_is_passed_over(
    tmp_path: Path,
) -> None:
    first, empty = tmp_path / "game-0001.fingerpost", tmp_path / "game-0002.fingerpost"
    played(first, acts=4)
    empty.touch()
    remember(empty)
    assert latest(tmp_path) == first
    assert opened(tmp_path)[0] == first.name
    played(tmp_path / "game-0003.fingerpost", acts=None, cards="untracked")  # which is over
    remember(empty)
    assert latest(tmp_path) == first


def test_given_a_last_game_whose_name_is_lost_when_looked_for_then_the_newest_that_goes_on(
    tmp_path: Path,
) -> None:
    played(tmp_path / "game-0001.fingerpost", acts=4)
    played(tmp_path / "game-0002.fingerpost", acts=None, cards="untracked")
    assert latest(tmp_path) == tmp_path / "game-0001.fingerpost"


def test_given_a_log_whose_file_is_lost_when_listed_then_it_is_found_by_its_acts_and_its_number_is_taken(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    game = played(path, acts=4)
    path.unlink()
    assert find(tmp_path, "1") == path
    assert new_path(tmp_path).name == "game-0002.fingerpost"
    [kept] = kept_games(tmp_path)
    assert (kept.turn, kept.fault) == (game.state.turn, "")
    assert "the file is missing" in kept.harm


def test_given_an_old_game_that_nobody_can_make_sense_of_when_listed_then_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (1, 2):
        played(tmp_path / f"game-000{name}.fingerpost", acts=4)
    real = read_file

    def nonsense(path: Path, table: object = None) -> Log:
        if path.name == "game-0001.fingerpost":
            raise TypeError("int() argument must be a string, not 'NoneType'")
        return real(path)

    monkeypatch.setattr(folder, "read_file", nonsense)
    first, second = kept_games(tmp_path)
    assert "TypeError int() argument must be" in first.fault
    assert not second.fault
    assert [game.name for game in to_go_on(tmp_path, None, datetime(2026, 1, 1))] == ["2"]
