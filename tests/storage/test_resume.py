"""A stored game goes on: from its log, from what is whole of it, or from its second copy."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from announce import Wording
from engine import Game, game_map
from storage.folder import to_go_on
from storage.log_mending import finish_mending, mend, write_log
from storage.resume import begin, resume
from storage.second_copy import copy_path
from storage.store import GameLog, read_file, read_log
from storage.writer_lock import WriterLock
from table.errors import StoreError
from table.session import Session
from tabletop import board_layout
from tests.storage.logs import alone, change, played
from tests.storage.test_store import failing_card, with_a_turn

LAYOUT = board_layout("usa")
WORDING = Wording(game_map("usa"), LAYOUT)


def damage(path: Path, seq: int) -> None:
    """What both files of a game have lost."""
    change(path, f"UPDATE events SET at = '1970' WHERE seq = {seq}")
    alone(path)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Where second copies are."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def heard(path: Path, **options: Path) -> list[str]:
    """What the table hears first when the game in this log is played."""
    sitting = resume(path, **options)  # type: ignore[arg-type]
    session = Session(
        sitting.game,
        layout=LAYOUT,
        wording=WORDING,
        store=sitting.store,
        sinks=[],
        earlier=sitting.earlier(sitting.past(WORDING)),
    )
    before = len(session.history)
    if sitting.trouble is not None:
        session.handle(sitting.trouble, 0.0)
    session.begin(0.0)
    sitting.store.close()
    return [one.normal for one in session.history[before:]]


def test_given_a_game_that_was_left_when_played_on_then_welcomed_back(tmp_path: Path) -> None:
    played(tmp_path / "a", acts=8)
    assert heard(tmp_path / "a")[0].startswith("Welcome back. United States, 2 seats, turn ")


def test_given_a_power_cut_when_played_on_then_it_is_said_that_the_game_is_whole(tmp_path: Path) -> None:
    played(tmp_path / "a", acts=8)
    assert not heard(tmp_path / "a")[0].startswith("The power went.")  # and this sitting ends by a cut
    assert heard(tmp_path / "a")[0].startswith("The power went. Your game is whole. United States, 2 seats")


def lose_a_turn(path: Path, game: Game) -> None:
    """A sitting on a card that is full: its turn is lost, and it ends as it should."""
    with GameLog(path) as store:
        store.opened()
        with failing_card(100):
            longer, first = with_a_turn(game)
            with pytest.raises(StoreError):
                store.append(first, longer.events[first - 1 :])
            store.closed()


def test_given_turns_that_no_card_took_when_played_on_then_they_are_lost_and_no_power_cut_is_told_of(
    tmp_path: Path,
) -> None:
    """It was "The power went. Your game is whole.", with eight turns missing."""
    path = tmp_path / "game-0001.fingerpost"
    game = played(path, acts=8, cards="untracked")
    lose_a_turn(path, game)
    for _ in range(2):  # to look at it changes nothing
        assert to_go_on(tmp_path, "usa", datetime.now())[0].unsaved
    with WriterLock(path):
        pass
    words = heard(path)[0]
    assert words.startswith("The last turns could not be saved and are lost. United States, 2 seats, turn ")
    assert not to_go_on(tmp_path, "usa", datetime.now())[0].unsaved
    assert heard(path)[0].startswith("The power went. Your game is whole.")
    assert not list(tmp_path.glob(".*.lock"))


def test_given_turns_that_a_card_took_later_when_played_on_then_none_is_said_to_be_lost(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a"
    longer, first = with_a_turn(game := played(path, acts=8, cards="untracked"))
    with GameLog(path) as store:
        store.opened()
        with failing_card(100), pytest.raises(StoreError):
            store.append(first, longer.events[first - 1 :])
        store.open_again()
        assert store.last == len(game.events)
        store.append(first, longer.events[first - 1 :])
        store.closed()
    assert heard(path)[0].startswith("Welcome back. ")


def test_given_a_stored_game_when_played_on_then_back_tells_what_everybody_heard_before(
    tmp_path: Path,
) -> None:
    game = played(tmp_path / "a", acts=12)
    sitting = resume(tmp_path / "a")
    past = [one.normal for one in sitting.past(WORDING)]
    session = Session(
        sitting.game,
        layout=LAYOUT,
        wording=WORDING,
        store=None,
        sinks=[],
        earlier=sitting.earlier(sitting.past(WORDING)),
    )
    assert [one.normal for one in session.history] == past
    assert sum("draws" in words or "claims" in words or "takes" in words for words in past) >= 8
    assert {one.audience for one in session.history} == {"everyone"}
    assert sitting.game.state == game.state
    sitting.store.close()


def test_given_a_damaged_log_when_played_on_then_what_is_whole_goes_on_and_the_rest_is_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a"
    game = played(path, acts=12)
    damage(path, len(game.events))
    damaged = path.read_bytes()
    acts, times = read_file(path).acts, read_file(path).times
    words = heard(path)
    assert words[0].startswith("The game's file was damaged. It goes on from what is whole")
    assert words[1].startswith("Welcome back.")
    log = read_file(path)
    assert log.fault is None
    assert log.events == game.events[: len(log.events)]
    assert (log.acts, log.times) == (acts, times)
    assert (tmp_path / "a.damaged").read_bytes() == damaged
    assert heard(path)[0].startswith("The power went")  # said once: it is whole now


def test_given_a_second_copy_that_knows_more_when_played_on_then_nothing_is_lost(
    tmp_path: Path, stick: Path
) -> None:
    path = tmp_path / "a"
    game = played(path, acts=12)
    log = read_file(path)
    write_log(log, copy_path(stick, path, log.game_id))
    damage(path, 10)
    assert "so nothing is lost" in heard(path, second=stick)[0]
    assert read_log(path).events == game.events
    path.write_bytes(b"\0" * 5000)  # nothing of it can be read
    alone(path)
    assert "so nothing is lost" in heard(path, second=stick)[0]
    assert read_log(path).events == game.events


@pytest.mark.parametrize("second", [False, True])
def test_given_agreements_in_a_damaged_log_when_mended_then_the_newest_of_each_is_known(
    tmp_path: Path, second: bool, stick: Path
) -> None:
    path = tmp_path / "a"
    played(path, acts=12)
    log = read_file(path)
    if second:
        write_log(log, copy_path(stick, path, log.game_id))
    with GameLog(path) as store:
        for body in (["denver-omaha"], ["chicago-duluth"]):
            store.note("left", body)
        store.note("assumed", [])
    damage(path, 10)
    change(path, "UPDATE notes SET body = '[' WHERE kind = 'assumed'")  # harmed as well
    sitting = resume(path, second=stick)
    with sitting.store as store:
        assert store.last_note("left") == ["chicago-duluth"]
        assert store.last_note("assumed") is None
        assert not store.was_cut


def test_given_a_log_without_sums_whose_times_are_nonsense_when_mended_then_the_acts_are_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a"
    game = played(path, acts=5)
    log = read_file(path)
    write_log(replace(log, times=("soon", *log.times[1:])), path)
    assert read_log(path).events == game.events
    assert read_file(path).times[1:] == log.times[1:]


def test_given_a_log_of_a_newer_version_when_an_older_copy_is_there_then_neither_is_touched(
    tmp_path: Path, stick: Path
) -> None:
    path = tmp_path / "a"
    played(path, acts=3)
    log = read_file(path)
    write_log(log, copy_path(stick, path, log.game_id))
    change(path, "UPDATE meta SET value = '9' WHERE key = 'schema'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="update Fingerpost"):
        resume(path, second=stick)
    assert path.read_bytes() == before


def test_given_a_second_copy_of_another_game_when_played_on_then_it_is_left_alone(
    tmp_path: Path, stick: Path
) -> None:
    path = tmp_path / "a"
    game = played(path, acts=3)
    played(copy_path(stick, path, "another"), acts=12)
    assert heard(path, second=stick)[0].startswith("Welcome back.")
    assert read_log(path).events == game.events


@pytest.fixture
def crashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The power goes after so many more files were moved or deleted."""
    left = [1_000_000]
    for name in ("rename", "unlink"):
        real = getattr(Path, name)

        def moved(self: Path, *args: object, _real: object = real, **options: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
            return _real(self, *args, **options)  # type: ignore[operator]

        monkeypatch.setattr(Path, name, moved)
    yield left


def test_given_a_power_cut_while_mending_when_started_again_then_the_game_is_there(
    tmp_path: Path, crashes: list[int]
) -> None:
    cut = 0
    for step in range(20):
        folder = tmp_path / str(step)
        folder.mkdir()
        path = folder / "a"
        played(path, acts=12)
        wal = folder / "a-wal"
        wal.write_bytes(b"left over")
        log = read_file(path)
        crashes[0] = step
        try:
            mend(path, log)
        except KeyboardInterrupt:
            cut += 1
        crashes[0] = 1_000_000
        finish_mending(path)
        assert read_log(path).events == log.events, step
        assert not list(folder.glob("*.mending*"))
    assert 5 < cut < 20


def test_given_a_log_of_a_newer_version_when_played_on_then_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "a"
    played(path, acts=3)
    change(path, "UPDATE meta SET value = '99' WHERE key = 'schema'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="update Fingerpost"):
        resume(path)
    assert path.read_bytes() == before


def test_given_an_empty_log_when_played_on_then_one_line(tmp_path: Path) -> None:
    GameLog(tmp_path / "a").close()
    with pytest.raises(StoreError, match="no game in it yet"):
        resume(tmp_path / "a")


def test_given_a_new_game_when_begun_then_its_log_says_which_version_plays(tmp_path: Path) -> None:
    begin(tmp_path / "a", Game.new("us-accessible", "usa", ("blue", "red"), "untracked", 1)).store.close()
    assert [(note.kind, note.after) for note in read_file(tmp_path / "a").notes] == [("opened", 0)]
    assert "software" in read_file(tmp_path / "a").notes[0].body
