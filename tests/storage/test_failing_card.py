"""A card that is full, turns read-only or is changed in mid-game: said once, played on, all of it kept."""

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from storage.log_format import refused, trouble
from storage.store import GameLog, read_file
from table.errors import Cause, StoreError
from table.saving import Keeper
from tests.storage.test_store import failing_card, new_game, with_a_turn
from tests.table.test_session import Table

CAUSES: list[tuple[int, Cause]] = [
    (errno.EROFS, "read-only"),
    (errno.ENOSPC, "full"),
    (errno.EDQUOT, "full"),
    (errno.EIO, "gone"),
    (errno.ENODEV, "gone"),
]


def sqlite_says(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(("number", "cause"), CAUSES)
def test_given_what_the_system_says_of_a_card_when_told_then_its_cause_and_what_to_do(
    number: int, cause: Cause
) -> None:
    system = OSError(number, os.strerror(number))
    told = [refused(Path("g"), system), trouble(Path("g"), sqlite_says(sqlite3.SQLITE_IOERR_WRITE), system)]
    for error in told:
        assert error.cause == cause
        assert str(error).startswith(f"game log g: {os.strerror(number)}; ")
    assert trouble(Path("g"), sqlite_says(sqlite3.SQLITE_IOERR_WRITE)).cause == "gone"
    assert trouble(Path("g"), sqlite_says(sqlite3.SQLITE_FULL), system).cause == "full"  # it knows better


def test_given_a_card_that_turns_read_only_when_played_on_then_said_once_each_way_and_all_is_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.fingerpost"
    store = GameLog(path)
    table = Table(store)
    table.paper.store = None
    table.press("yes")
    assert store._db is not None
    store._db.execute("PRAGMA query_only = 1")  # until it is opened anew
    kept, before = store.last, len(table.paper.words())
    table.feel("denver-omaha", "something")
    table.wait(2.0)
    claim = "Red square claims Denver to Omaha: 4 trains, 7 points. Blue disc to move."
    gone = "The memory card can only be read; the game is not being saved. Play on, but leave the power on."
    assert table.paper.words()[before:] == [gone, claim]
    assert store.last == kept
    table.wait(10.1)
    assert table.paper.words()[before:] == [
        gone,
        claim,
        "The game is being saved again; nothing of it is lost.",
    ]
    store.close()
    log = read_file(path)
    assert log.events == table.session.game.events
    assert [note.body for note in log.notes if note.kind == "assumed"] == ['["denver-omaha"]']


def test_given_something_agreed_on_while_a_card_fails_when_it_works_again_then_that_is_on_it_too(
    tmp_path: Path,
) -> None:
    store = GameLog(tmp_path / "a.fingerpost")
    keeper, game = Keeper(store), new_game()
    keeper.keep(1, game.events, 0.0, {"left": ["before"]})
    with failing_card(1500):
        said = keeper.note({"left": ["first"]}, 1.0)
        assert said is not None and said.condition == "lost"
        longer, first = with_a_turn(game)
        assert (
            keeper.keep(first, longer.events[first - 1 :], 2.0, {"left": ["newest"], "assumed": []}) is None
        )
        assert keeper.note({"missing": {}}, 3.0) is None
        assert keeper.noted("left") == ["newest"]
    said = keeper.tick(3.0 + 10.1)
    assert said is not None and said.condition == "live"
    assert keeper.tick(100.0) is None
    notes = read_file(store.path).notes
    assert [(note.kind, note.body, note.after) for note in notes] == [
        ("left", '["before"]', len(game.events)),
        ("left", '["newest"]', len(longer.events)),
        ("assumed", "[]", len(longer.events)),
        ("missing", "{}", len(longer.events)),
    ]


def test_given_another_card_when_the_game_goes_onto_it_then_what_was_agreed_on_does_too(
    tmp_path: Path,
) -> None:
    path, game = tmp_path / "a.fingerpost", new_game()
    with GameLog(path) as store:
        Keeper(store).keep(1, game.events, 0.0, {"left": ["here"], "missing": {}})
    store = GameLog(path)
    keeper = Keeper(store, game.events)
    assert keeper.noted("left") == ["here"]
    for file in tmp_path.iterdir():
        file.unlink()
    longer, first = with_a_turn(game)
    keeper.keep(first, longer.events[first - 1 :], 0.0)
    keeper.tick(10.1)
    log = read_file(path)
    assert log.events == longer.events
    assert [(note.kind, note.body) for note in log.notes] == [("left", '["here"]')]


def test_given_a_card_that_cannot_be_opened_when_gone_on_with_then_what_was_noted_is_known_and_kept(
    tmp_path: Path,
) -> None:
    path, game = tmp_path / "a.fingerpost", new_game()
    with GameLog(path) as store:
        Keeper(store).keep(1, game.events, 0.0, {"left": ["here"]})
    store = GameLog(path)
    store.failure = StoreError("the card can only be read", "read-only")  # as at the start of a sitting
    keeper = Keeper(store, game.events, agreed={"left": ["here"]})
    assert keeper.noted("left") == ["here"]
    keeper.tick(1.0)
    assert keeper.saved
    assert keeper.noted("left") == ["here"]
    store.close()


def test_given_a_card_with_an_older_copy_when_it_is_changed_then_the_later_acts_are_written_onto_it(
    tmp_path: Path,
) -> None:
    path, game = tmp_path / "a.fingerpost", new_game()
    acts = ((1, 1), (2, len(game.events)))
    with GameLog(path) as store:  # the other card, with the first act alone
        store.append(1, game.events[:1])
    store = GameLog(path)
    keeper = Keeper(store, game.events, acts=acts)
    assert keeper.note({"left": []}, 0.0) is None
    assert read_file(path).events == game.events
    store.close()
