"""The event log: whole acts or nothing, and one line when it cannot be used."""

import contextlib
import resource
import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine import EndTurn, Game, Refusal, edition, game_map
from storage.store import GameLog, read_file, read_log
from table.errors import StoreError
from table.saving import RETRY_S, Keeper
from tests.storage.logs import alone, change


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
    with GameLog(tmp_path / "a.fingerpost") as store:
        store.append(1, game.events)
        longer, first = with_a_turn(game)
        store.append(first, longer.events[first - 1 :])
        name = store.game_id
    read = read_log(tmp_path / "a.fingerpost")
    events, acts = read.events, read.acts
    assert events == longer.events
    assert acts == ((1, len(game.events)), (first, len(longer.events)))
    with GameLog(tmp_path / "a.fingerpost") as store:
        assert store.game_id == name


def test_given_an_act_when_written_twice_then_refused_and_the_log_is_unchanged(tmp_path: Path) -> None:
    game = new_game()
    with GameLog(tmp_path / "a.fingerpost") as store:
        store.append(1, game.events)
        with pytest.raises(StoreError):
            store.append(len(game.events), game.events[-1:] * 2)
        assert store.log().events == game.events


def test_given_the_disk_is_full_when_written_then_one_line_and_what_was_there_stays(tmp_path: Path) -> None:
    game = new_game()
    with GameLog(tmp_path / "a.fingerpost") as store:
        store.append(1, game.events)
        fill(store)
        seq = len(game.events)
        with pytest.raises(StoreError, match="free some space") as told:
            while True:
                store.append(seq + 1, game.events * 50)
                seq += len(game.events) * 50
        assert told.value.cause == "full"
        assert store.last == seq
        assert store.log().events[: len(game.events)] == game.events
        assert len(store.log().events) == seq


def fill(store: GameLog) -> None:
    """No page more than there is now."""
    assert store._db is not None
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")


@contextlib.contextmanager
def failing_card(most: int) -> Iterator[None]:
    """The system refuses to write beyond so many bytes of any file, in the middle of a page."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, ignored)


def test_given_a_card_that_fails_when_it_works_again_then_all_that_waited_is_on_it(tmp_path: Path) -> None:
    path = tmp_path / "a.fingerpost"
    store = GameLog(path)
    keeper, game = Keeper(store), new_game()
    assert keeper.keep(1, game.events, 0.0) is None
    acts = []
    with failing_card(1500):
        for at in (1.0, 2.0):
            game, first = with_a_turn(game)
            acts.append((first, len(game.events)))
            said = keeper.keep(first, game.events[first - 1 :], at)
            assert (said is not None) == (at == 1.0)  # once
            assert said is None or (said.condition, said.cause) == ("lost", "gone")
    assert keeper.acts[1:] == tuple(acts)
    assert keeper.tick(2.0 + RETRY_S - 0.1) is None
    said = keeper.tick(2.0 + RETRY_S)
    assert said is not None and said.condition == "live"
    assert keeper.tick(100.0) is None
    store.close()
    read = read_log(path)
    events, found = read.events, read.acts
    assert events == game.events
    assert found[1:] == tuple(acts)  # each act by itself, as it was played


def test_given_the_file_is_deleted_when_played_on_then_said_and_the_whole_game_is_written_anew(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.fingerpost"
    game = new_game()
    with GameLog(path) as store:
        store.append(1, game.events)
        name = store.game_id
    store = GameLog(path)
    keeper = Keeper(store, game.events)
    path.unlink()
    longer, first = with_a_turn(game)
    said = keeper.keep(first, longer.events[first - 1 :], 0.0)
    assert said is not None and said.condition == "lost"
    said = keeper.tick(RETRY_S)
    assert said is not None and said.condition == "live"
    store.close()
    assert read_log(path).events == longer.events
    assert read_file(path).game_id == name


def test_given_a_card_that_cannot_be_written_when_begun_then_played_without_and_said_once(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "card"
    store = GameLog(folder / "a.fingerpost", patient=True)  # no such folder: the card is not there
    keeper, game = Keeper(store), new_game()
    said = keeper.keep(1, game.events, 0.0)
    assert said is not None and said.cause == "gone"
    assert keeper.tick(RETRY_S) is None
    folder.mkdir()
    said = keeper.tick(3 * RETRY_S)
    assert said is not None and said.condition == "live"
    store.close()
    assert read_log(folder / "a.fingerpost").events == game.events


def test_given_a_file_that_may_only_be_read_when_written_then_the_cause_says_so(tmp_path: Path) -> None:
    with GameLog(tmp_path / "a.fingerpost") as store:
        assert store._db is not None
        store._db.execute("PRAGMA query_only = 1")
        with pytest.raises(StoreError, match="let the card be written to") as told:
            store.append(1, new_game().events)
    assert told.value.cause == "read-only"


def test_given_a_clock_that_jumps_back_when_written_then_the_order_is_the_games(tmp_path: Path) -> None:
    times = [datetime(2026, 11, 20, 20, tzinfo=UTC) - timedelta(days=days) for days in (0, 3000)]
    clock = iter(times)
    path = tmp_path / "a.fingerpost"
    game = new_game()
    with GameLog(path, clock=lambda: next(clock)) as store:
        store.append(1, game.events)
        longer, first = with_a_turn(game)
        store.append(first, longer.events[first - 1 :])
    log = read_file(path)
    assert log.events == longer.events
    assert log.times == tuple(time.isoformat(timespec="milliseconds") for time in times)


def test_given_a_log_when_written_then_nobody_but_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "a.fingerpost"
    with GameLog(path) as store:
        store.append(1, new_game().events)
        files = list(tmp_path.iterdir())
        assert len(files) >= 2  # the log and what is not in it yet
        assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * len(files)
    path.chmod(0o644)
    GameLog(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_given_a_game_that_is_being_played_when_opened_by_another_then_refused_but_it_can_be_read(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.fingerpost"
    with GameLog(path) as store:
        store.append(1, new_game().events)
        with pytest.raises(StoreError, match="end that one") as told:
            GameLog(path)
        assert told.value.cause == "busy"
        assert read_log(path).events == new_game().events


def test_given_a_sitting_when_it_ends_then_the_next_knows_how(tmp_path: Path) -> None:
    path = tmp_path / "a.fingerpost"
    with GameLog(path) as store:
        assert not store.was_cut
        store.append(1, new_game().events)
        store.opened()
    with GameLog(path) as store:  # it was not ended as it should be
        assert store.was_cut
        store.opened()
        store.closed()
    with GameLog(path) as store:
        assert not store.was_cut
    assert [note.kind for note in read_file(path).notes] == ["opened", "opened", "closed"]


def test_given_a_log_when_read_then_no_file_is_touched_and_none_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a.fingerpost"
    store = GameLog(path)
    store.append(1, new_game().events)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert read_log(path).events == new_game().events
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    store.close()


@pytest.mark.parametrize(
    "content", [b"", b"no log at all, but long enough to look at", b"SQLite format 3\0junk"]
)
def test_given_a_file_that_is_no_log_when_read_then_one_line_names_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.fingerpost"
    path.write_bytes(content)
    with pytest.raises(StoreError, match=r"x\.fingerpost") as told:
        read_log(path)
    assert "\n" not in str(told.value)


def test_given_a_log_of_a_newer_schema_when_opened_then_it_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.fingerpost"
    GameLog(path).close()
    change(path, "UPDATE meta SET value = '99' WHERE key = 'schema'")
    for look in (GameLog, read_file):
        with pytest.raises(StoreError, match=r"schema 99.*update Fingerpost") as told:
            look(path)
        assert told.value.cause == "newer"


def test_given_an_event_of_a_newer_version_when_read_then_told_to_update_not_that_it_is_damaged(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.fingerpost"
    with GameLog(path) as store:
        store.append(1, new_game().events)
    change(path, 'UPDATE events SET body = \'{"type":"moon-landed"}\', crc = 0 WHERE seq = 1')
    change(path, "CREATE TABLE old AS SELECT seq, act, at, body FROM events")  # as of 0.1.0: without sums
    change(path, "DROP TABLE events")
    change(path, "ALTER TABLE old RENAME TO events")
    change(path, "UPDATE meta SET value = '1' WHERE key = 'schema'")
    with pytest.raises(StoreError, match=r"event 1 is moon-landed.*update Fingerpost") as told:
        read_log(path)
    assert told.value.cause == "newer"


def test_given_the_data_of_another_program_when_opened_then_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    change(path, "CREATE TABLE meta (key TEXT, value TEXT)")
    before = path.read_bytes()
    for look in (GameLog, read_file):
        with pytest.raises(StoreError, match="another program") as told:
            look(path)
        assert told.value.cause == "foreign"
    text = tmp_path / "notes.txt"
    text.write_text("Bread, milk, trains")
    with pytest.raises(StoreError, match="no game log"):
        GameLog(text)
    assert path.read_bytes() == before
    assert text.read_text() == "Bread, milk, trains"


@pytest.mark.parametrize(
    ("sql", "whole"),
    [
        ("DELETE FROM events WHERE seq = 7", 6),
        ("DELETE FROM events WHERE seq = 8", 6),  # the last of its act, and of all
        ("UPDATE events SET body = replace(body, 'turn', 'burn') WHERE seq = 7", 6),
        ("UPDATE events SET body = x'ff00fe' WHERE seq = 7", 6),
        ("UPDATE events SET at = '1970' WHERE seq = 8", 6),
        ("UPDATE events SET act = 'seven' WHERE seq = 7", 6),
    ],
)
def test_given_a_damaged_event_when_read_then_it_is_said_and_whole_acts_before_it_stand(
    tmp_path: Path, sql: str, whole: int
) -> None:
    path = tmp_path / "a.fingerpost"
    game = new_game()
    with GameLog(path) as store:
        store.append(1, game.events)
        for _ in range(3):  # 3 and 4, 5 and 6, 7 and 8
            game, first = with_a_turn(game)
            store.append(first, game.events[first - 1 :])
    change(path, sql)
    alone(path)
    with pytest.raises(StoreError, match=r"event [78] .*use a backup") as told:
        read_log(path)
    assert told.value.cause == "damaged"
    assert read_file(path).events == game.events[:whole]


def test_given_nobody_may_write_there_when_opened_then_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="choose another file"):
        GameLog(tmp_path / "no" / "such" / "folder" / "a.fingerpost")
