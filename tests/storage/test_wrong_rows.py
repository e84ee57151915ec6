"""A log that holds what nobody wrote: one line tells, and nothing crashes."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fingerpost.cli import main
from storage.folder import kept_games
from storage.log_format import row_sum
from storage.resume import resume
from storage.store import GameLog, read_file
from table.errors import StoreError
from tests.storage.logs import alone, played

UNKNOWN = [
    ("route-claimed", "$.route", "denver-oz", "the route 'denver-oz'"),
    ("card-drawn", "$.card", "tartan", "the card 'tartan'"),
    ("tickets-kept", "$.kept", ["nowhere-oz"], "the ticket 'nowhere-oz'"),
    ("row-turned", "$.row", ["tartan"] * 5, "the card 'tartan'"),
]
WRONG = [  # of which column, and what it holds
    ("events", "seq", "act", "x'07'"),
    ("events", "seq", "at", "7"),
    ("events", "seq", "body", "x'00ff'"),
    ("events", "seq", "more", "'none'"),
    ("notes", "id", "after", "x'07'"),
    ("notes", "id", "at", "x'01'"),
    ("notes", "id", "after", "NULL"),
    ("notes", "id", "kind", "x'00'"),
    ("notes", "id", "body", "x'00ff'"),
]


def changed(path: Path, seq: int, body: str) -> None:
    """An event in whose place another was written, by somebody who knows the sums."""
    alone(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE events SET body = ? WHERE seq = ?", (body, seq))
        crc = 0
        for row in db.execute("SELECT seq, act, at, body, more FROM events ORDER BY seq").fetchall():
            crc = row_sum(crc, row)
            db.execute("UPDATE events SET crc = ? WHERE seq = ?", (crc, row[0]))


def without_sums(path: Path) -> None:
    """A log as of 0.1.0."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE old AS SELECT seq, act, at, body FROM events")
        db.execute("DROP TABLE events")
        db.execute("ALTER TABLE old RENAME TO events")
        db.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")


@pytest.mark.parametrize("summed", [True, False])
@pytest.mark.parametrize(("kind", "place", "what", "told"), UNKNOWN)
def test_given_what_the_game_does_not_have_in_a_log_when_read_then_one_clear_line_and_what_is_whole(
    kind: str, place: str, what: object, told: str, summed: bool, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = tmp_path / "game-0001.fingerpost"
    game = played(path, acts=40)
    with closing(sqlite3.connect(path)) as db:
        select = f"SELECT seq, json_set(body, '{place}', json(?)) FROM events WHERE body LIKE ? ORDER BY seq"
        seq, body = db.execute(select, (json.dumps(what), f'%"{kind}"%')).fetchone()
    changed(path, seq, body)
    if not summed:
        without_sums(path)
    log = read_file(path)
    assert log.fault is not None
    assert log.fault.cause == "damaged"
    assert f"event {seq} names {told}" in str(log.fault)
    assert log.events == game.events[: len(log.events)]
    for call in (["replay"], ["replay", "--events"], ["replay", "--short"], ["transcript"]):
        assert main([*call, str(path)]) == 2
        assert_one_line(capsys, told)
    assert main(["export", str(path)]) == (1 if log.events else 2)
    assert_one_line(capsys, told)
    assert told in kept_games(tmp_path)[0].fault
    assert main(["games", "--folder", str(tmp_path), "--mend", "1"]) == (0 if log.events else 2)
    assert_one_line(capsys)


def assert_one_line(capsys: pytest.CaptureFixture[str], told: str = "") -> None:
    err = capsys.readouterr().err
    assert err.count("\n") == 1, err
    assert told in err


@pytest.mark.parametrize(("table", "key", "column", "value"), WRONG)
@pytest.mark.parametrize("beside", [True, False])
def test_given_a_column_that_holds_something_else_when_read_then_the_rows_before_it_stand(
    table: str, key: str, column: str, value: str, beside: bool, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    path = tmp_path / "game-0001.fingerpost"
    game = played(path, acts=20)
    with closing(sqlite3.connect(path)) as db, db:
        last = db.execute(f"SELECT MAX({key}) FROM {table}").fetchone()[0]
        db.execute(f"CREATE TABLE loose AS SELECT * FROM {table}")  # a card knows no constraints
        db.execute(f"DROP TABLE {table}")
        db.execute(f"ALTER TABLE loose RENAME TO {table}")
        db.execute(f"UPDATE {table} SET {column} = {value} WHERE {key} = {last}")
    if not beside:
        alone(path)
    log = read_file(path)
    assert (log.fault is None) == beside
    if beside:
        assert log.events == game.events
    for call in ("replay", "transcript", "export", "score"):
        assert main([call, str(path)]) in ((0, 2) if beside else (1, 2))
        assert "Traceback" not in capsys.readouterr().err
    [kept] = kept_games(tmp_path)
    assert kept.harm or kept.fault
    sitting = resume(path)
    sitting.store.close()
    assert sitting.trouble is not None
    assert sitting.trouble.cause == ("beside" if beside else "damaged")
    assert read_file(path).fault is None


def test_given_nothing_but_a_wrong_row_when_played_on_then_a_store_error(tmp_path: Path) -> None:
    path = tmp_path / "a"
    played(path, acts=2)
    alone(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE events SET body = x'00' WHERE seq = 1")
    with pytest.raises(StoreError, match="event 1 cannot be read"):
        raise read_file(path).fault or AssertionError("it is whole")
    with pytest.raises(StoreError, match="nothing of it is whole"):
        resume(path)


def test_given_damage_that_sqlite_tells_in_bytes_that_are_no_text_when_opened_then_a_store_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game-0001.fingerpost"
    game = played(path, acts=3)
    content = path.read_bytes()
    assert b"CREATE TABLE events (" in content
    path.write_bytes(content.replace(b"CREATE TABLE events (", b"CREATE TABLE events \xff"))
    with pytest.raises(StoreError, match="no text where it should be") as told:
        GameLog(path)
    assert told.value.cause == "damaged"
    (tmp_path / "table.toml").write_text(f'[store]\npath = "{tmp_path}"\n')
    assert main(["backup", "--config", str(tmp_path / "table.toml"), str(tmp_path / "b.tar")]) == 0
    assert "Traceback" not in capsys.readouterr().err
    sitting = resume(path)
    sitting.store.close()
    assert sitting.game.events == game.events  # they stand beside it too
