"""Which games at a pod's table are the round's: on its map, by its edition, later than the pairing."""

import json

import pytest

from club.commands import club_arguments
from club.database import Database, opened
from club.keeping import keep
from club.tournament import GameOver, Running
from club.tournament.games_over import games_over, is_of_round
from fingerpost.cli import main
from tests.club.test_keeping import told
from tests.club.test_tournament import form

LATER = 2**50  # Unix milliseconds, after any pairing


@pytest.fixture
def database(where: str) -> Database:
    return opened(where)


def over(
    database: Database, game: str, seen: int = LATER, *, seats: int = 3, ts: str = "now", **its: str
) -> None:
    """A game at the first table, of which the club hears at `seen`; `ts`: when it was, as the table says."""
    names = ("blue", "red", "green")[:seats]
    scores = [{"seat": seat, "place": 1, "total": 90, "tickets_completed": 2} for seat in names]
    events = [
        told(1, "game-started", {"seats": list(names), **its}, game=game, ts=ts),
        told(2, "game-ended", {"scores": scores}, game=game, ts=ts),
    ]
    keep(database, events, seen)


def paired(database: Database) -> Running:
    running = Running.new(database, "cup", form("club-evening"), "abc")
    running.enter(["a", "b", "c"])
    running.pair(["t1"])
    return running


@pytest.mark.parametrize(
    ("edition", "its_map", "wanted", "is_its"),
    [
        ("us-accessible", "usa", None, True),
        (None, None, None, True),  # a table that does not tell
        (None, None, "europe", True),
        ("us-accessible", "starter", None, False),
        (None, "starter", None, False),
        ("us-anniversary", "usa", None, False),
        ("us-anniversary", None, None, False),
        ("europe", "europe", "europe", True),  # a round on another map has another edition
        ("us-accessible", "usa", "europe", False),
    ],
)
def test_given_a_game_of_a_map_and_an_edition_when_it_is_over_then_they_say_whether_it_is_the_rounds(
    edition: str | None, its_map: str | None, wanted: str | None, is_its: bool
) -> None:
    game = GameOver(pod=1, table="t1", game="g", edition=edition, map=its_map, wanted=wanted)
    assert is_of_round(game, "us-accessible") is is_its


def test_given_games_at_a_pods_table_when_listed_then_the_first_first_and_none_of_fewer_seats(
    database: Database,
) -> None:
    running = paired(database)
    over(database, "g2", LATER)
    over(database, "g3", LATER, seats=2)
    over(database, "g1", LATER + 1)
    found = games_over(database, "cup", 1, 1, 3)
    assert [one.game for one in found] == ["g2", "g1"]
    assert running.passed_over() == []  # both are the round's


def test_given_a_game_that_was_a_rounds_when_the_next_is_paired_then_it_is_not_that_ones_too(
    database: Database,
) -> None:
    running = paired(database)
    over(database, "g1")
    assert running.from_games() == [1]
    running.pair(["t1"])
    assert running.from_games() == [] and running.missing() == [1]


@pytest.mark.parametrize(
    ("ts", "taken"),
    [("2999-01-01T00:00:00Z", [1]), ("2999-01-01T00:00:00", []), ("soon", []), ("1999-01-01T00:00:00Z", [])],
)
def test_given_a_round_decided_by_hand_when_a_game_does_not_say_when_it_began_then_it_may_be_that_rounds(
    database: Database, ts: str, taken: list[int]
) -> None:
    running = paired(database)
    running.by_hand(1, {1: 9, 2: 8, 3: 7})
    running.pair(["t1"])
    over(database, "g1", ts=ts)
    assert running.from_games() == taken


def test_given_more_pods_than_tables_when_paired_then_those_without_are_named(database: Database) -> None:
    running = Running.new(database, "cup", form("club-evening"), "abc")
    running.enter([f"p{number}" for number in range(1, 7)])
    pods = running.pair(["t1"])["pods"]
    assert isinstance(pods, list) and len(pods) == 2
    assert running.without_table() == [2]


def test_given_a_game_on_another_map_when_results_are_taken_then_people_read_why_it_was_not(
    where: str, database: Database, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running.new(database, "cup", form("club-evening"), "abc")
    running.enter([f"p{number}" for number in range(1, 7)])
    running.pair(["t1", "t2"])
    over(database, "g1", map="starter", edition="us-accessible")
    call = ("club", "tournament", "result", "cup", "--database", where)
    totals = ",".join(f"{number}=10" for number in running.seats(1, 2).values())
    assert main([*call, "--pod", "2", "--totals", totals]) == 0
    assert json.loads(capsys.readouterr().out) == {"taken": [2], "missing": [1]}
    monkeypatch.setattr(club_arguments, "is_terminal", lambda stream: True)
    assert main([*call]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "No new result. Still missing: pod 1."
    assert told[1].startswith(
        "Not taken: the game of pod 1 is on starter by us-accessible; the round's map is "
    )
    assert told[1].endswith("If it counts, give --pod 1 --totals.")


@pytest.mark.parametrize("total", ["1000", "-1000"])
def test_given_a_total_that_no_game_comes_near_when_typed_then_one_line_says_what_can_be(
    where: str, database: Database, capsys: pytest.CaptureFixture[str], total: str
) -> None:
    running = paired(database)
    call = ("club", "tournament", "result", "cup", "--database", where, "--pod", "1", "--totals")
    assert main([*call, f"1=999,2=-999,3={total}"]) == 2
    line = f"--totals 3={total}: give a total from -999 to 999"
    assert capsys.readouterr().err == f"fingerpost: {line}\n"
    assert running.missing() == [1]
