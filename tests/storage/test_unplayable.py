"""A game that cannot be played or not be saved: the table hears it, and is not left before a shut door."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from announce import Wording
from dialog import Say, Stop, Stopping
from engine import Game, game_map
from fingerpost import wiring
from fingerpost.cli import main
from fingerpost.config import Config, StoreSection
from fingerpost.devices.voice import OpenedVoice
from fingerpost.evening.game_opening import open_game
from lab.simulation.scripted_evening import Paper
from storage.folder import remember
from storage.log_format import row_sum
from storage.resume import Sitting, begin
from storage.store import GameLog
from table.errors import StoreError
from table.saving import RETRY_S
from table.session import Session
from tabletop import board_layout
from tests.storage.logs import alone, change, played
from tests.storage.test_store import failing_card

LAYOUT = board_layout("usa")
WORDING = Wording(game_map("usa"), LAYOUT)


def sat(sitting: Sitting) -> tuple[Session, list[str]]:
    """A session of it, begun, and what it says."""
    paper = Paper()
    session = Session(
        sitting.game,
        layout=LAYOUT,
        wording=WORDING,
        store=sitting.store,
        sinks=[paper],
        earlier=sitting.earlier(),
    )
    if sitting.trouble is not None:
        session.handle(sitting.trouble, 0.0)
    session.begin(0.0)
    return session, paper.lines


SET_ASIDE = "I cannot read the last game. It is kept, marked as damaged; another can be played."


def aside(path: Path) -> Path:
    """Where a damaged game goes."""
    assert not path.exists()
    return Path(f"{path}.damaged")


def last_game(folder: Path, content: bytes) -> Path:
    path = folder / "game-0001.fingerpost"
    path.write_bytes(content)
    remember(path)
    return path


def test_given_a_last_game_that_cannot_be_read_when_play_starts_then_it_is_said_and_another_begins(
    tmp_path: Path,
) -> None:
    path = last_game(tmp_path, b"coffee over the card")
    sitting = open_game(Config(store=StoreSection(path=tmp_path)), game_map("usa"), new=False, name=None)
    _, said = sat(sitting)
    sitting.store.close()
    assert sitting.store.path.name == "game-0002.fingerpost"
    assert SET_ASIDE in said[0]
    assert aside(path).read_bytes() == b"coffee over the card"


def test_given_a_last_game_of_which_nothing_is_whole_when_play_starts_then_it_is_said_and_it_is_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=3)
    alone(path)
    path = last_game(tmp_path, path.read_bytes()[:3000])  # what the card has kept of it
    sitting = open_game(Config(store=StoreSection(path=tmp_path)), game_map("usa"), new=False, name=None)
    _, said = sat(sitting)
    sitting.store.close()
    assert SET_ASIDE in said[0]
    assert aside(path).stat().st_size == 3000


def test_given_a_game_cut_before_its_first_word_when_play_starts_then_another_begins_without_a_word_of_it(
    tmp_path: Path,
) -> None:
    begin(
        last_game(tmp_path, b""), Game.new("us-accessible", "usa", ("blue", "red"), "dealt", 1)
    ).store.close()
    sitting = open_game(Config(store=StoreSection(path=tmp_path)), game_map("usa"), new=False, name=None)
    sitting.store.close()
    assert (sitting.stored, sitting.trouble) == (0, None)
    assert [path.name for path in tmp_path.glob("game-*")] == ["game-0001.fingerpost"]


@pytest.mark.parametrize(
    ("cause", "word"),
    [
        ("newer", "A newer Fingerpost has written the game"),
        ("busy", "Another Fingerpost is writing this game"),
    ],
)
def test_given_a_game_that_must_not_be_touched_when_play_starts_then_it_is_said_aloud_too(
    cause: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=3)
    remember(path)
    paper = Paper()
    monkeypatch.setattr(wiring.Builder, "voice", lambda *_: OpenedVoice([paper], None))
    (tmp_path / "table.toml").write_text(f'[store]\npath = "{tmp_path}"\n')
    with contextlib.ExitStack() as holds:
        if cause == "busy":
            holds.enter_context(GameLog(path))
        else:
            change(path, "UPDATE meta SET value = '99' WHERE key = 'schema'")
        assert main(["play", "--config", str(tmp_path / "table.toml")]) == 2
    assert [word in line for line in paper.lines] == [True]
    assert capsys.readouterr().err.count("\n") == 1


def summed(path: Path, change: str) -> None:
    """Another program has changed the log, sums and all."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute(change)
        crc = 0
        for row in db.execute("SELECT seq, act, at, body, more FROM events ORDER BY seq").fetchall():
            crc = row_sum(crc, row)
            db.execute("UPDATE events SET crc = ? WHERE seq = ?", (crc, row[0]))
    alone(path)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ('body = replace(body, \'"map":"usa"\', \'"map":"atlantis"\')', "no map 'atlantis'"),
        ("body = replace(body, 'us-accessible', 'moon')", "no edition 'moon'"),
        ("body = replace(body, '\"red\"]', '\"black\"]')", "event 3, cards-dealt, cannot follow"),
    ],
)
def test_given_a_log_of_another_map_or_of_nonsense_when_play_starts_then_it_is_said_and_kept(
    change: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=3)
    summed(path, f"UPDATE events SET {change} WHERE seq = 1")
    before = path.read_bytes()
    for call in (["export", str(path)], ["replay", str(path), "--position"]):
        assert main(call) == 2
        assert why in capsys.readouterr().err
    sitting = open_game(Config(store=StoreSection(path=tmp_path)), game_map("usa"), new=False, name=None)
    _, said = sat(sitting)
    sitting.store.close()
    assert "The game's file cannot be read and is kept as it is." in said[0]
    assert path.read_bytes() == before


NO_ACT = "UPDATE events SET act = 2 WHERE seq = 1"


def test_given_a_log_whose_first_event_is_of_no_act_when_play_starts_then_it_is_said_and_set_aside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    played(path, acts=3)
    summed(path, NO_ACT)
    before = path.read_bytes()
    for call in (["export", str(path)], ["replay", str(path), "--position"]):
        assert main(call) == 2
        assert "event 1 is of no act" in capsys.readouterr().err
    sitting = open_game(Config(store=StoreSection(path=tmp_path)), game_map("usa"), new=False, name=None)
    _, said = sat(sitting)
    sitting.store.close()
    assert SET_ASIDE in said[0]
    assert aside(path).read_bytes() == before


def test_given_a_stored_game_on_a_card_that_cannot_be_written_when_nothing_is_played_then_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path / "game-0001.fingerpost", acts=3)
    monkeypatch.setattr("storage.store.own", read_only)
    sitting = open_game(Config(store=StoreSection(path=tmp_path)), game_map("usa"), new=False, name=None)
    session, said = sat(sitting)
    session.tick(RETRY_S)
    assert any("not being saved" in line for line in said)
    assert session.end(20.0)


def read_only(path: Path) -> None:
    raise StoreError(f"{path}: read-only", "read-only")


def stopped(session: Session, told: Sequence[str]) -> list[str]:
    """What is said when the panel stops."""
    before = len(told)
    for effect in (Say(Stopping(over=False)), Stop()):
        session.perform(effect, 5.0)
    assert session.stopping
    return [line for line in told[before:] if "everyone" in line]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """A new game, and its log."""
    game = Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)
    sitting = begin(tmp_path / "a", game)
    yield sitting
    sitting.store.close()


def test_given_a_card_that_fails_when_the_table_stops_then_it_hears_what_is_lost_and_not_that_all_is_saved(
    sitting: Sitting,
) -> None:
    with failing_card(1500):
        session, said = sat(sitting)
        assert any("not being saved: check the memory card" in line for line in said)
        [line] = stopped(session, said)
        assert "The last turns could not be saved and are lost." in line
        assert not session.end(6.0)


def test_given_a_card_that_fails_when_the_keys_stop_then_it_hears_what_is_lost_once_and_no_game_follows(
    sitting: Sitting,
) -> None:
    with failing_card(1500):
        session, said = sat(sitting)
        before = len(said)
        session.leave(5.0)
        assert session.stopping and not session.another
        assert not session.end(6.0)
    [line] = said[before:]
    assert "The last turns could not be saved and are lost." in line


@pytest.mark.parametrize("folder_too", [False, True])
def test_given_a_file_that_was_deleted_when_the_table_stops_then_it_is_written_anew_or_the_loss_is_told(
    folder_too: bool, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    sitting = begin(games / "a", Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1))
    session, said = sat(sitting)
    shutil.rmtree(games)
    if not folder_too:
        games.mkdir()
    [line] = stopped(session, said)
    if folder_too:
        assert "The last turns could not be saved and are lost." in line
    else:
        assert "All is saved." in line
        assert sitting.store.log().events == session.game.events
    sitting.store.close()


def test_given_a_finished_game_that_is_not_saved_when_another_is_chosen_then_that_is_told_too(
    sitting: Sitting,
) -> None:
    with failing_card(1500):
        session, said = sat(sitting)
        before = len(said)
        session.perform(Say(Stopping(over=True)), 5.0)
        session.end(6.0)
    lost, another = said[before:]
    assert "The last turns could not be saved and are lost." in lost
    assert "A new game begins." in another


def test_given_a_card_that_works_again_when_the_table_stops_then_all_is_saved(sitting: Sitting) -> None:
    with failing_card(1500):
        session, said = sat(sitting)
    back, goodbye = stopped(session, said)
    assert "being saved again" in back
    assert "All is saved." in goodbye
    assert sitting.store.last == len(session.game.events)
    assert session.end(6.0)
