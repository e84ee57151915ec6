"""A table that starts on harmed files: "your game is whole" is said only when it is, else what is lost is."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import log_damage
from benchmarks.log_damage import HARMS, SWORN, Moment
from storage.acts_beside import acts_of

HURT = "The game's file was damaged. It goes on from what is whole; look at the last turns."


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    return log_damage.record(tmp_path_factory.mktemp("recorded"), 30, 1)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "games"


def laid(moment: Moment, folder: Path) -> None:
    """The files of this moment, in a folder of their own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in moment.files.items():
        (folder / name).write_bytes(content)


def heard(folder: Path) -> tuple[int, str]:
    """How many events the table plays on from, and its first words."""
    held, said = log_damage.started(folder)
    return len(held), " ".join(said)


@pytest.mark.criterion(89)
def test_given_any_file_of_a_game_harmed_in_any_way_when_started_then_nothing_announced_is_lost_unsaid(
    moments: list[Moment], table: Path
) -> None:
    chance, tally = random.Random(89), log_damage.Tally()
    for moment in moments[::6]:
        for name in sorted(moment.files):
            for how in HARMS:
                log_damage.try_one(moment, name, how, table, chance, tally)
    assert tally.damages > 150
    assert (tally.silent, tally.crashes) == ([], [])


@pytest.mark.criterion(89)
def test_given_no_damage_when_started_after_a_power_cut_then_the_game_is_said_to_be_whole_at_any_moment(
    moments: list[Moment], table: Path
) -> None:
    cut = [moment for moment in moments[1:] if any(name.endswith("-wal") for name in moment.files)]
    for moment in cut[::7]:
        laid(moment, table)
        held, words = heard(table)
        assert held >= len(moment.announced)
        assert words.startswith("The power went. Your game is whole.")


@pytest.mark.criterion(89)
def test_given_both_files_harmed_when_started_then_it_is_said_that_turns_are_lost(
    moments: list[Moment], table: Path
) -> None:
    chance = random.Random(1)
    lost = 0
    for moment in moments[10::5]:
        laid(moment, table)
        log = table / "game-0001.fingerpost"
        for file in (log, Path(f"{log}-wal"), acts_of(log)):
            if file.exists():
                content = bytearray(file.read_bytes())
                for _ in range(3):
                    content[chance.randrange(len(content) // 4, len(content))] ^= 1 << chance.randrange(8)
                file.write_bytes(content)
        held, words = heard(table)
        if held < len(moment.announced):
            lost += 1
            assert not any(sworn in words for sworn in SWORN), words
            assert HURT in words or "I cannot read the last game." in words
    assert lost


@pytest.mark.criterion(89)
def test_given_the_acts_beside_a_game_and_its_last_pages_gone_when_started_then_nobody_swears_to_it(
    moments: list[Moment], table: Path
) -> None:
    lost = 0
    for moment in [one for one in moments[1:] if any(name.endswith("-wal") for name in one.files)][::5]:
        laid(moment, table)
        log = table / "game-0001.fingerpost"
        acts_of(log).unlink()
        side = Path(f"{log}-wal")
        os.truncate(side, side.stat().st_size * 2 // 3)
        held, words = heard(table)
        if 0 < held < len(moment.announced):  # what is there is whole, and less than was told
            lost += 1
            assert not any(sworn in words for sworn in SWORN), words
            assert HURT in words
    assert lost
