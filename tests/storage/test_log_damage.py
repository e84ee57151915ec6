"""A file of a game that a card has changed, cut off or lost: nothing is lost in silence, nothing crashes."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks import log_damage
from engine import Event, Game, game_map
from fingerpost.config import Config, StoreSection
from fingerpost.evening.game_opening import open_game
from storage.acts_beside import acts_of, read_acts
from storage.folder import remember
from storage.resume import resume
from storage.store import GameLog, read_file
from tests.storage.logs import change
from tests.storage.test_resume import heard
from tests.storage.test_store import new_game, with_a_turn

WHOLE = "The power went. Your game is whole."
TWICE = "The game's file was damaged; it is kept twice, so nothing is lost."


def test_given_random_damage_to_any_file_when_a_table_starts_then_nothing_is_lost_in_silence(
    tmp_path: Path,
) -> None:
    tally = log_damage.run(250, seed=5, acts=24, games=2, folder=tmp_path)
    assert (tally.silent, tally.crashes) == ([], [])
    assert tally.damages == 250
    assert tally.sworn > 150


@pytest.fixture
def cut(tmp_path: Path) -> Iterator[tuple[Path, tuple[Event, ...]]]:
    """A game of 20 turns whose power went: its log, in which there is nearly nothing, and what was told."""
    path, game = tmp_path / "game-0001.fingerpost", new_game()
    remember(path)
    files: dict[Path, bytes] = {}
    with GameLog(path) as store:
        store.opened()
        store.append(1, game.events)
        for _ in range(20):
            game, first = with_a_turn(game)
            store.append(first, game.events[first - 1 :])
        files = {file: file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".lock"}
    for file in tmp_path.iterdir():
        file.unlink()
    for file, content in files.items():
        file.write_bytes(content)
    assert path.stat().st_size <= 1024
    yield path, game.events


def wal(path: Path) -> Path:
    return Path(f"{path}-wal")


def flipped(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 3] ^= 1
    file.write_bytes(content)


Harm = Callable[[Path], object]
HARMS: list[tuple[str, Harm]] = [
    ("a bit of what is not in the log yet", lambda path: flipped(wal(path))),
    ("its end", lambda path: wal(path).write_bytes(wal(path).read_bytes()[:3000])),
    ("all of it", lambda path: wal(path).unlink()),
    ("the log", lambda path: path.unlink()),
    ("a bit of the log", flipped),
    ("the log's content", lambda path: path.write_bytes(b"")),
]


@pytest.mark.parametrize(("what", "harm"), HARMS, ids=[what for what, _ in HARMS])
def test_given_a_power_cut_and_a_damaged_log_when_played_on_then_every_claim_is_there(
    cut: tuple[Path, tuple[Event, ...]], what: str, harm: Harm
) -> None:
    path, told = cut
    harm(path)
    sitting = open_game(Config(store=StoreSection(path=path.parent)), game_map("usa"), new=False, name=None)
    sitting.store.close()
    assert sitting.store.path == path
    assert sitting.game.events == told
    assert read_file(path).events == told


@pytest.mark.parametrize(("what", "harm"), HARMS[:4], ids=[what for what, _ in HARMS[:4]])
def test_given_a_damaged_log_when_played_on_then_the_damage_is_said_once(
    cut: tuple[Path, tuple[Event, ...]], what: str, harm: Harm
) -> None:
    path, _ = cut
    harm(path)
    assert heard(path)[0] == TWICE
    assert heard(path)[0].startswith(WHOLE)


def test_given_damaged_acts_when_played_on_then_the_log_has_all_and_both_are_whole_again(
    cut: tuple[Path, tuple[Event, ...]],
) -> None:
    path, told = cut
    flipped(acts_of(path))
    assert heard(path)[0] == TWICE
    acts = read_acts(path)
    assert acts is not None
    assert len(acts.events) == len(told)


def test_given_a_power_cut_and_no_damage_when_played_on_then_the_game_is_said_to_be_whole(
    cut: tuple[Path, tuple[Event, ...]],
) -> None:
    assert heard(cut[0])[0].startswith(WHOLE)


def test_given_the_log_alone_of_a_sitting_that_was_cut_when_played_on_then_it_is_not_said_to_be_whole(
    cut: tuple[Path, tuple[Event, ...]],
) -> None:
    path, _ = cut
    GameLog(path).close()  # all is in the log
    acts_of(path).unlink()
    told = " ".join(heard(path))
    assert "The game's file was damaged. It goes on from what is whole" in told
    assert "is whole. " not in told.replace("from what is whole", "")


def test_given_a_log_of_a_version_without_acts_beside_it_when_it_was_cut_then_nothing_is_sworn(
    cut: tuple[Path, tuple[Event, ...]],
) -> None:
    path, told = cut
    GameLog(path).close()
    acts_of(path).unlink()
    change(path, "DELETE FROM meta WHERE key = 'beside'")
    assert heard(path)[0].startswith("Welcome back.")
    assert read_file(path).events == told
    assert heard(path)[0].startswith(WHOLE)  # from now on it is known


def test_given_a_closed_log_that_was_copied_alone_when_played_on_then_nothing_is_said_of_its_file(
    tmp_path: Path, cut: tuple[Path, tuple[Event, ...]]
) -> None:
    path, told = cut
    with GameLog(path) as store:
        store.closed()
    copy = tmp_path / "copy" / path.name
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    assert heard(copy)[0].startswith("Welcome back.")
    assert read_file(copy).events == told


def test_given_the_acts_of_another_game_when_a_log_is_played_then_they_are_kept_and_not_believed(
    tmp_path: Path, cut: tuple[Path, tuple[Event, ...]]
) -> None:
    path, told = cut
    other = tmp_path / "other" / path.name
    other.parent.mkdir()
    game = Game.new("us-accessible", "usa", ("green", "red"), "untracked", 2)
    with GameLog(other) as store:
        store.append(1, game.events)
        name = store.game_id
    acts_of(other).replace(acts_of(path))
    resume(path).store.close()
    assert read_file(path).events == told
    assert acts_of(path).with_name(f"{acts_of(path).name}.of-{name}").is_file()


def test_given_damage_where_no_row_stands_when_played_on_then_it_goes_on_in_a_new_file(
    cut: tuple[Path, tuple[Event, ...]],
) -> None:
    path, told = cut
    content = bytearray(path.read_bytes())
    content[15] ^= 1  # the last byte of what tells that it is a log; all rows are beside it
    path.write_bytes(content)
    assert heard(path)[0] == TWICE
    assert read_file(path).events == told


@pytest.mark.parametrize("size", [0, 40, 2000])
def test_given_acts_that_were_cut_off_when_played_on_then_all_is_there_and_nothing_is_sworn(
    cut: tuple[Path, tuple[Event, ...]], size: int
) -> None:
    path, told = cut
    acts_of(path).write_bytes(acts_of(path).read_bytes()[:size])
    first = heard(path)[0]
    assert first.startswith(
        "The game's file was damaged. It goes on from what is whole; look at the last turns."
    )
    assert read_file(path).events == told


def test_given_both_files_cut_off_at_their_beginning_when_played_then_it_is_no_new_game_in_silence(
    cut: tuple[Path, tuple[Event, ...]],
) -> None:
    path, _ = cut
    flipped_at(acts_of(path), 30)
    flipped_at(wal(path), 40)
    sitting = open_game(Config(store=StoreSection(path=path.parent)), game_map("usa"), new=False, name=None)
    sitting.store.close()
    assert sitting.trouble is not None
    assert sitting.trouble.cause == "set-aside"


def flipped_at(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


def test_given_a_log_that_is_taken_away_in_mid_game_when_the_power_goes_too_then_all_is_there(
    tmp_path: Path,
) -> None:
    path, game = tmp_path / "a", new_game()
    with GameLog(path) as store:
        store.append(1, game.events)
        game, first = with_a_turn(game)
        store.append_acts([(first, game.events[first - 1 :])], {"left": ["denver-omaha"]})
        path.unlink()
        wal(path).unlink()
        store.open_again()  # and before anything is written once more, the power goes
        assert store.last == len(game.events)
        files = {file: file.read_bytes() for file in tmp_path.iterdir()}
    for file, content in files.items():
        file.write_bytes(content)
    assert read_file(path).events == game.events
    acts = read_acts(path)
    assert acts is not None
    assert len(acts.events) == len(game.events)
    with GameLog(path) as store:
        assert store.last_note("left") == ["denver-omaha"]
        game, first = with_a_turn(game)
        store.append(first, game.events[first - 1 :])
    assert read_file(path).events == game.events
