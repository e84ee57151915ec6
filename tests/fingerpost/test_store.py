"""The event log: whole acts or nothing, and one line when it cannot be used."""

import sqlite3
from pathlib import Path

import pytest

from engine import EndTurn, Game, Refusal, edition, game_map
from fingerpost.store import Store, StoreError, read_log


def new_game() -> Game:
    return Game.new(edition("us-accessible"), game_map("usa"), ("blue", "red"), cards="untracked", seed=1)


def with_a_turn(game: Game) -> tuple[Game, int]:
    """The game after one more turn, and the number of its first new event."""
    mover = game.state.to_move
    assert mover is not None
    done = game.do(EndTurn(seat=mover))
    assert not isinstance(done, Refusal)
    return done[0], len(game.events) + 1


def test_given_acts_when_opened_again_then_the_same_events_and_acts(tmp_path: Path) -> None:
    game = new_game()
    with Store(tmp_path / "a.fingerpost") as store:
        store.append(1, game.events)
        longer, first = with_a_turn(game)
        store.append(first, longer.events[first - 1 :])
        name = store.game_id
    events, acts = read_log(tmp_path / "a.fingerpost")
    assert events == longer.events
    assert acts == ((1, len(game.events)), (first, len(longer.events)))
    with Store(tmp_path / "a.fingerpost") as store:
        assert store.game_id == name


def test_given_an_act_when_written_twice_then_refused_and_the_log_is_unchanged(tmp_path: Path) -> None:
    game = new_game()
    with Store(tmp_path / "a.fingerpost") as store:
        store.append(1, game.events)
        with pytest.raises(StoreError):
            store.append(len(game.events), game.events[-1:] * 2)
        assert store.events() == game.events


def test_given_the_disk_is_full_when_written_then_one_line_and_what_was_there_stays(tmp_path: Path) -> None:
    game = new_game()
    with Store(tmp_path / "a.fingerpost") as store:
        store.append(1, game.events)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        seq = len(game.events)
        with pytest.raises(StoreError, match="full"):
            while True:
                store.append(seq + 1, game.events * 50)
                seq += len(game.events) * 50
        assert store.events()[: len(game.events)] == game.events
        assert len(store.events()) == seq


@pytest.mark.parametrize(
    "content", [b"", b"no log at all, but long enough to look at", b"SQLite format 3\0junk"]
)
def test_given_a_file_that_is_no_log_when_read_then_one_line_names_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.fingerpost"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"x\.fingerpost") as told:
        read_log(path)
    assert "\n" not in str(told.value)


def test_given_a_log_of_another_schema_when_opened_then_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.fingerpost"
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    with pytest.raises(StoreError, match="schema 99"):
        Store(path)


def test_given_an_event_is_missing_when_read_then_it_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.fingerpost"
    with Store(path) as store:
        store.append(1, new_game().events)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM events WHERE seq = 1")
    with pytest.raises(StoreError, match="event 1 is missing"):
        read_log(path)


def test_given_nobody_may_write_there_when_opened_then_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="choose another file"):
        Store(tmp_path / "no" / "such" / "folder" / "a.fingerpost")
