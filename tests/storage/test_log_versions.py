"""Logs of every released version: each is read and played on, and means what it meant."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine import Game, position_of
from storage.log_format import SCHEMA
from storage.resume import resume
from storage.store import GameLog, read_file, read_log

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "data" / "logs"
LOGS = sorted(FOLDER.glob("*.fingerpost"))


def position(path: Path) -> object:
    return json.loads(json.dumps(position_of(Game.replay(read_log(path).events).state)))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_given_a_log_of_an_older_version_when_replayed_then_the_position_is_the_one_of_then(
    log: Path,
) -> None:
    before = log.read_bytes()
    assert position(log) == json.loads(log.with_suffix(".position.json").read_text(encoding="utf-8"))
    assert log.read_bytes() == before


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_given_a_log_of_an_older_version_when_played_on_then_it_is_brought_up_to_date_and_grows(
    log: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copy(log, tmp_path))
    old = read_file(log)
    with GameLog(copy) as store:
        assert store.log().events == old.events
        assert not store.was_cut
        store.append(len(old.events) + 1, old.events[-2:])
    new = read_file(copy)
    assert (new.schema, new.fault, new.game_id) == (SCHEMA, None, old.game_id)
    assert new.events == old.events + old.events[-2:]
    assert new.acts[:-1] == old.acts
    assert new.times[:-1] == old.times


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_given_a_log_of_an_older_version_when_held_then_it_stays_as_it_was_until_it_is_opened_again(
    log: Path, tmp_path: Path
) -> None:
    copy = Path(shutil.copy(log, tmp_path))
    old = read_file(log)
    sitting = resume(copy, holds=True)
    assert sitting.store.held and sitting.store.last == len(old.events) == sitting.stored
    sitting.store.closed()
    assert copy.read_bytes() == log.read_bytes()
    sitting.store.open_again()
    assert not sitting.store.held and sitting.store.failure is None
    sitting.store.append(len(old.events) + 1, old.events[-2:])
    sitting.store.close()
    new = read_file(copy)
    assert (new.schema, new.fault, new.game_id) == (SCHEMA, None, old.game_id)
    assert [note.kind for note in new.notes] == ["opened"]
    assert new.events == old.events + old.events[-2:]


def test_given_a_log_of_an_older_version_when_it_was_held_and_left_then_the_older_one_reads_it(
    tmp_path: Path,
) -> None:
    copy = Path(shutil.copy(LOGS[0], tmp_path))
    resume(copy, holds=True).store.close()
    assert copy.read_bytes() == LOGS[0].read_bytes()
    resume(copy).store.close()  # nobody else holds it
    assert read_file(copy).schema == SCHEMA


def test_given_a_harmed_log_of_an_older_version_when_held_then_it_is_mended_when_it_is_opened_again(
    tmp_path: Path,
) -> None:
    copy = Path(shutil.copy(LOGS[0], tmp_path))
    with closing(sqlite3.connect(copy)) as db:
        db.execute("UPDATE events SET body = '{' WHERE seq = (SELECT MAX(seq) FROM events)")
        db.commit()
    harmed = copy.read_bytes()
    sitting = resume(copy, holds=True)
    assert sitting.trouble is not None and copy.read_bytes() == harmed
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".fingerpost"] == [copy.name]
    sitting.store.open_again()
    sitting.store.close()
    new = read_file(copy)
    assert (new.schema, new.fault, len(new.events)) == (SCHEMA, None, sitting.stored)


def test_given_the_changelog_when_its_releases_are_looked_for_then_there_are_logs_of_each() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## (\d+\.\d+\.\d+)", text, flags=re.MULTILINE)
    kept = {log.name.split("-")[0] for log in LOGS}
    assert {"0.1.0", *releases} <= kept
    assert len({read_file(log).events[0].edition for log in LOGS}) >= 4  # type: ignore[union-attr]
