"""What tables tell becomes rows: once each, in any order, contradictions aside."""

import itertools
import json
import random

import pytest

from club.database import Database, opened
from club.envelopes import Heard, RefusedEnvelope, Retained, ToldEvent, digest, read
from club.keeping import Kept, KnownGame, first_gap, keep
from table.errors import CallError

ENDED = {"scores": [{"seat": "blue", "place": 1, "total": 9}, {"seat": "red", "place": 2, "total": 4}]}


def message(seq: int, type: str = "route-claimed", data: object = None, **more: object) -> dict[str, object]:
    common = {"v": 1, "kind": "event", "table": "t1", "game": "g1", "boot": "b", "id": f"i{seq}", "ts": "now"}
    return {**common, "seq": seq, "type": type, "data": {"n": seq} if data is None else data, **more}


def heard(fields: dict[str, object], topic: str = "fingerpost/1/t1/event") -> Heard:
    return read(topic, json.dumps(fields).encode())


def told(seq: int, type: str = "route-claimed", data: object = None, **more: object) -> Kept:
    found = heard(message(seq, type, data, **more))
    assert isinstance(found, ToldEvent)
    return found


@pytest.fixture
def database(where: str) -> Database:
    return opened(where)


def test_given_events_when_they_come_twice_then_the_first_stay_and_nothing_is_doubled(
    database: Database,
) -> None:
    keep(database, [told(1), told(2)], 5)
    again = keep(database, [told(2, boot="other", id="x", ts="later"), told(1, data={"n": 1.0})], 6)
    assert (again.stored, again.conflicts) == ([], [])
    assert database.rows("SELECT seq, boot, id, seen FROM event ORDER BY seq") == [
        (1, "b", "i1", 5),
        (2, "b", "i2", 5),
    ]
    assert database.rows("SELECT COUNT(*) FROM conflict") == [(0,)]


def test_given_an_event_that_contradicts_when_it_comes_twice_then_it_is_kept_aside_once(
    database: Database,
) -> None:
    keep(database, [told(1)], 5)
    for _ in range(2):
        keep(database, [told(1, data={"b": 1, "a": [2]})], 6)
    assert database.rows("SELECT seq, digest, body FROM conflict") == [
        (1, digest("route-claimed", '{"a":[2],"b":1}'), '{"a":[2],"b":1}')
    ]
    assert database.rows("SELECT body FROM event") == [('{"n":1}',)]


def test_given_a_game_when_some_is_missing_then_the_gap_is_seen_until_it_has_come(database: Database) -> None:
    keep(database, [told(2), told(5), KnownGame("t1", "g1", 7)], 5)
    gaps = database.rows("SELECT first_seq, last_seq FROM gap ORDER BY first_seq")
    assert gaps == [(1, 1), (3, 4), (6, 7)]
    assert first_gap(database, "t1", "g1") == (1, 1)
    keep(database, [told(seq) for seq in (7, 6, 4, 3, 1)], 6)
    assert first_gap(database, "t1", "g1") is None
    assert database.rows("SELECT known, began FROM game") == [(7, 6)]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_given_an_ending_and_an_undoing_when_they_come_in_any_order_then_the_same_follows(
    order: tuple[int, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = opened(str(tmp_path_factory.mktemp("club") / "club.sqlite"))
    events = [
        told(4, "game-ended", ENDED),
        told(5, "undone", {"to": 3}),
        told(6),
        told(7, "undone", {"to": 6}),
    ]
    for place in order:
        keep(database, [events[place]], 5)
    assert database.rows("SELECT ended FROM game") == [(0,)]
    assert database.rows("SELECT COUNT(*) FROM score") == [(0,)]
    keep(database, [told(8, "game-ended", ENDED)], 6)
    assert database.rows("SELECT seat, turn_order, place, total FROM finished ORDER BY turn_order") == [
        ("blue", 1, 1, 9), ("red", 2, 2, 4),
    ]  # fmt: skip


def test_given_hostile_scores_and_words_when_kept_then_nothing_stops(database: Database) -> None:
    hostile: tuple[object, ...] = (10**12, 1.5, "\0", None, True, [], {"a": "\0"})
    for seq, value in enumerate(hostile, 1):
        score = {"seat": "blue", "place": 1, "total": value}
        data = {"scores": [score, score], "map": value, "seats": value, "to": value}
        outcome = keep(
            database, [told(seq, kind, data) for kind in ("game-ended", "undone", "game-started")], 5
        )
        assert not outcome.refused
    assert first_gap(database, "t1", "g1") is None


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"v": 2}, "version"),
        ({"v": True}, "version"),
        ({"kind": "state"}, "kind"),
        ({"table": "t2"}, "table is not the topic's"),
        ({"game": None}, "game"),
        ({"game": "a/b"}, "game"),
        ({"game": "g" * 65}, "game"),
        ({"seq": 0}, "seq"),
        ({"seq": 2**31}, "seq"),
        ({"seq": 1.0}, "seq"),
        ({"seq": True}, "seq"),
        ({"data": []}, "data is no object"),
        ({"data": {"a": "\ud800"}}, "lone surrogate"),
        ({"data": {"\udfff": 1}}, "lone surrogate"),
        ({"data": {"a": float("inf")}}, "no JSON"),
        ({"data": {"a": [[[[[[[]]]]]]]}}, "too deep"),
        ({"data": {"a": "x" * 70_000}}, "too large"),
    ],
)
def test_given_an_event_that_is_none_when_read_then_it_is_refused(
    changed: dict[str, object], why: str
) -> None:
    assert heard({**message(1), **changed}) == RefusedEnvelope("t1", why)


def test_given_bytes_that_are_no_message_when_read_then_they_are_refused() -> None:
    dice = random.Random(1)
    good = json.dumps(message(1)).encode()
    for payload in (b"", b"[]", b"\xff", b"[" * 60_000, b'{"a": 1e999}', good[:-1], good + b"}"):
        assert isinstance(read("fingerpost/1/t1/event", payload), RefusedEnvelope)
    for _ in range(500):
        turned = bytearray(good)
        turned[dice.randrange(len(good))] = dice.randrange(256)
        assert isinstance(read("fingerpost/1/t1/event", bytes(turned)), RefusedEnvelope | ToldEvent)
    assert read("fingerpost/1/t1/event", b"{}", tables=["t2"]) == RefusedEnvelope(
        "t1", "not one of the club's tables"
    )
    assert isinstance(read("fingerpost/1/t1/availability", b"online"), Retained)


def test_given_a_database_of_something_else_when_opened_then_it_is_left_alone(tmp_path: object) -> None:
    import sqlite3
    from pathlib import Path

    path = Path(str(tmp_path)) / "other.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (a)")
    other.commit()
    with pytest.raises(CallError, match="it is no club's"):
        opened(str(path))
    assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("mine",)]
