"""Tournaments from the first entry to the final, by the three formats that ship."""

import json
from datetime import UTC, datetime
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from club.commands import club_arguments
from club.database import Database, opened
from club.keeping import keep
from club.tournament import (
    FormatError,
    NotNowError,
    Running,
    Tournament,
    forget,
    lot,
    read_tournament,
    standings,
)
from club.tournament.rules import Tie
from club.tournament.standing import Result
from fingerpost.cli import main
from tests.club.test_keeping import told

FORMATS = ("wbc", "euroquest", "club-evening")


def form(name: str = "wbc", /, **changes: object) -> Tournament:
    text = files("club").joinpath(f"formats/{name}.json").read_text(encoding="utf-8")
    return read_tournament(json.dumps({**json.loads(text), **changes}))


@pytest.fixture
def database(where: str) -> Database:
    return opened(where)


def decide(running: Running, paired: dict[str, object]) -> None:
    """Totals by hand: the smaller number has more."""
    for pod in paired["pods"]:  # type: ignore[attr-defined]
        running.by_hand(pod["pod"], {number: 200 - number for number in pod["seats"]})


@pytest.mark.parametrize("name", FORMATS)
def test_given_a_format_when_played_to_its_end_then_each_stage_lets_in_whom_it_says(
    database: Database, name: str
) -> None:
    running = Running.new(database, "cup", form(name), "seed")
    assert running.enter([f"p{number}" for number in range(1, 24)]) == list(range(1, 24))
    sat: dict[str, list[set[int]]] = {}
    with pytest.raises(NotNowError, match="all rounds are played"):
        while True:
            paired = running.pair([])
            seats = [number for pod in paired["pods"] for number in pod["seats"]]  # type: ignore[attr-defined]
            assert len(seats) == len(set(seats))
            sat.setdefault(str(paired["stage"]), []).append(set(seats))
            with pytest.raises(NotNowError, match="no result of pod 1"):
                running.pair([])
            decide(running, paired)
    counts = {"wbc": (4, 1, 1), "euroquest": (3, 1, 1), "club-evening": (3, 1)}[name]
    assert tuple(map(len, sat.values())) == counts
    assert all(one == set(range(1, 24)) for one in next(iter(sat.values())))
    assert len(sat["final"][0]) == 4 and 1 in sat["final"][0]
    (best, *_) = running.rows(running.stage())
    assert (best["rank"], best["number"], best["name"], best["wins"]) == (1, 1, "p1", 1)


def test_given_people_who_come_late_and_go_early_when_paired_then_who_is_there_plays(
    database: Database,
) -> None:
    running = Running.new(database, "cup", form(), None)
    running.enter(["a", "b", "c", "d", "e", "f"])
    with pytest.raises(NotNowError, match="a is entered already, as 1"):
        running.enter(["g", "a"])
    assert running.enter(["g"], 2) == [7]
    first = running.pair(["t1"])
    assert [pod["table"] for pod in first["pods"]] == ["t1", None]  # type: ignore[attr-defined]
    running.leave(6)
    with pytest.raises(NotNowError, match="number 6 is not entered, or has left"):
        running.leave(6)
    with pytest.raises(NotNowError, match="round 1 has been paired; the next is 2"):
        running.enter(["h"], 1)
    decide(running, first)
    second = running.pair([])
    assert {number for pod in second["pods"] for number in pod["seats"]} == {1, 2, 3, 4, 5, 7}  # type: ignore[attr-defined]
    assert running.enter(["f"]) == [6]
    decide(running, second)
    for number in (1, 2, 3, 4, 5):
        running.leave(number)
    with pytest.raises(NotNowError, match="2 people make no pods"):
        running.pair([])


def test_given_the_seed_when_lots_are_drawn_again_then_the_order_is_the_same(database: Database) -> None:
    running = Running.new(database, "cup", form(), "abc")
    running.enter([f"p{number}" for number in range(1, 11)])
    paired = running.pair([])
    assert paired["order"] == sorted(range(1, 11), key=lambda number: lot("abc", "heats", 1, number))
    other = Running.new(database, "cup2", form(), "abc")
    other.enter([f"p{number}" for number in range(1, 11)])
    assert other.pair([]) == paired
    with pytest.raises(NotNowError, match="is there already"):
        Running.new(database, "cup", form(), "abc")


def test_given_a_game_at_a_pods_table_when_it_is_over_then_its_result_counts(database: Database) -> None:
    running = Running.new(database, "cup", form(), "abc")
    running.enter(["a", "b", "c"])
    early = {"seats": ["blue", "red", "green"]}
    scores = [
        {"seat": seat, "place": place, "total": total, "tickets_completed": 2}
        for seat, place, total in (("blue", 2, 90), ("red", 1, 90), ("green", 3, 7))
    ]
    keep(database, [told(1, "game-started", early), told(2, "game-ended", {"scores": scores})], 5)
    paired = running.pair(["t1"])
    assert running.from_games() == [] and running.missing() == [1]  # that game began before the pairing
    later = 2**50
    keep(database, [told(1, "game-started", early, game="g2"), told(2, "other", game="g2")], later)
    assert running.from_games() == []
    keep(database, [told(3, "game-ended", {"scores": scores}, game="g2")], later)
    assert running.from_games() == [1] and running.missing() == []
    pods: list[dict[str, list[int]]] = paired["pods"]  # type: ignore[assignment]
    rows = running.rows(running.stage())
    assert [row["number"] for row in rows] == [pods[0]["seats"][at] for at in (1, 0, 2)]
    assert [row["points"] for row in rows] == [100, 20, 5]


def test_given_a_result_from_a_game_when_a_total_is_put_right_then_tickets_and_who_was_ahead_stay(
    database: Database,
) -> None:
    running = Running.new(database, "cup", form(), "abc")
    running.enter(["a", "b", "c"])
    running.pair(["t1"])
    scores = [
        {"seat": seat, "place": place, "total": total, "tickets_completed": done}
        for seat, place, total, done in (("blue", 2, 90, 3), ("red", 1, 90, 4), ("green", 3, 7, 1))
    ]
    begun = told(1, "game-started", {"seats": ["blue", "red", "green"]}, game="g2")
    keep(database, [begun, told(2, "game-ended", {"scores": scores}, game="g2")], 2**50)
    assert running.from_games() == [1]
    blue, red, green = running.seats(1, 1).values()
    running.by_hand(1, {blue: 90, red: 90, green: 8})
    shown = {one["number"]: one for one in running.whole()["rounds"][0]["results"]}  # type: ignore[index]
    assert [shown[seat]["tickets_completed"] for seat in (blue, red, green)] == [3, 4, 1]
    assert [shown[seat]["place"] for seat in (blue, red, green)] == [2, 1, 3]
    running.by_hand(1, {blue: 91, red: 90, green: 8})
    shown = {one["number"]: one for one in running.whole()["rounds"][0]["results"]}  # type: ignore[index]
    assert [shown[seat]["place"] for seat in (blue, red, green)] == [1, 2, 3]


@pytest.mark.parametrize(("clock_ms", "taken"), [(-3_600_000, []), (60_000, [1])])
def test_given_a_round_decided_by_hand_when_a_game_comes_then_only_one_that_is_later_is_the_next_rounds(
    database: Database, clock_ms: int, taken: list[int]
) -> None:
    """The line was down: what was played in round 1 is told when round 2 has been paired."""
    running = Running.new(database, "cup", form(), "abc")
    running.enter(["a", "b", "c"])
    decide(running, running.pair(["t1"]))
    running.pair(["t1"])
    ((paired,),) = database.rows("SELECT seen FROM round WHERE round = 2")
    at = datetime.fromtimestamp((int(str(paired)) + clock_ms) / 1000, UTC).isoformat()
    seats = ("blue", "red", "green")
    scores = [{"seat": seat, "place": 1, "total": 90, "tickets_completed": 2} for seat in seats]
    events = [
        told(1, "game-started", {"seats": list(seats)}, ts=at),
        told(2, "game-ended", {"scores": scores}, ts=at),
    ]
    keep(database, events, 2**50)
    assert running.from_games() == taken


@pytest.mark.parametrize(
    ("its", "taken"),
    [
        ({"map": "usa", "edition": "us-accessible"}, True),
        ({"map": "starter", "edition": "us-accessible"}, False),
        ({"map": "usa", "edition": "us-anniversary"}, False),
    ],
)
def test_given_a_game_of_another_map_or_edition_when_it_is_over_then_it_is_told_and_not_taken(
    where: str, database: Database, its: dict[str, str], taken: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    running = Running.new(database, "cup", form("club-evening"), "abc")
    running.enter(["a", "b", "c"])
    running.pair(["t1"])
    seats = ("blue", "red", "green")
    scores = [{"seat": seat, "place": 1, "total": 90, "tickets_completed": 2} for seat in seats]
    events = [
        told(1, "game-started", {"seats": list(seats), **its}),
        told(2, "game-ended", {"scores": scores}),
    ]
    keep(database, events, 2**50)
    main(["club", "tournament", "result", "cup", "--database", where])
    line = json.loads(capsys.readouterr().out)
    if taken:
        assert line == {"taken": [1], "missing": []}
    else:
        passed = {"pod": 1, "table": "t1", "game": "g1", **its}
        assert line == {"taken": [], "missing": [1], "passed_over": [passed]}


def test_given_a_typed_result_when_the_next_round_is_paired_then_it_can_be_put_right_and_pods_stay(
    where: str, database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    running = Running.new(database, "cup", form(), "abc")
    running.enter(["a", "b", "c"])
    decide(running, running.pair([]))
    running.pair([])
    before = running.round(2)
    result = ("club", "tournament", "result", "cup", "--database", where, "--round")
    totals = ("--pod", "1", "--totals", "1=5,2=99,3=7")
    assert main([*result, "1", *totals]) == 0
    rows = {row["number"]: row["total"] for row in running.rows(running.stage())}
    assert rows == {1: 5, 2: 99, 3: 7} and running.round(2) == before and running.missing() == [1]
    capsys.readouterr()
    for wrong in (["3", *totals], ["0", *totals], ["1"]):
        assert main([*result, *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def pod(*totals: int, place: tuple[int, ...]) -> list[Result]:
    return [
        Result(number=number, turn_order=number, total=total, tickets=0, place=at)
        for number, (total, at) in enumerate(zip(totals, place, strict=True), 1)
    ]


def test_given_equal_places_when_the_later_is_ahead_or_points_are_shared_then_exactly_so() -> None:
    game = pod(90, 90, 90, place=(1, 1, 1))
    later = standings(form(), ("wins", "points"), [game], (1, 2, 3), seed="s", stage="x")
    assert [row.number for row in later] == [3, 2, 1]
    assert [row.wins for row in later] == [1, 0, 0] and [row.points for row in later] == [100, 20, 5]
    shared = standings(form("club-evening"), ("wins", "points"), [game], (1, 2, 3), seed="s", stage="x")
    third = Fraction(1, 3)
    assert [(Fraction(row.rank), row.wins, row.points) for row in shared] == [
        (Fraction(1), third, 10 * third)
    ] * 3


def test_given_results_when_ties_are_looked_at_then_they_are_exact() -> None:
    games = [pod(50, 100, 25, place=(2, 1, 3)), pod(-5, 0, -10, place=(2, 1, 3))]
    ties: tuple[Tie, ...] = (
        "ratio",
        "percent",
        "total",
        "place-average",
        "second-best",
        "points+ratio",
        "lot",
    )
    rows = {
        row.number: row.ties for row in standings(form(), ties, games, (1, 2, 3, 4), seed="s", stage="heats")
    }
    assert rows[1]["ratio"] == Fraction(50, 100) + Fraction(-5, 1)
    assert rows[2]["ratio"] == 2
    assert rows[1]["percent"] == Fraction(1, 2) and rows[2]["percent"] == 1
    assert [rows[1][tie] for tie in ties[2:5]] == [45, 2, 2]
    assert [rows[4][tie] for tie in ties[3:5]] == [99, 99]
    assert rows[2]["points+ratio"] == 202
    assert rows[4]["lot"] == lot("s", "heats", 0, 4)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "tournament/2"},
        {"extra": 1},
        {"pods": {"least": 4, "best": 3, "most": 5}},
        {"points": [1.5]},
        {"game_ties": "sooner"},
        {"stages": []},
        {"stages": [{"name": "x", "rounds": 1, "pairing": "lot", "enter": {"all": True}, "ties": ["luck"]}]},
        {"stages": [{"name": "x", "rounds": 1, "pairing": "lot", "enter": {"top": 4}, "ties": ["wins"]}]},
        {"stages": [{"name": "x", "rounds": 1, "pairing": "lot", "enter": {}, "ties": ["wins"]}]},
    ],
)
def test_given_a_format_that_is_none_when_read_then_it_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(FormatError):
        form(**changes)


def test_given_a_name_when_forgotten_then_it_is_nowhere_and_results_stay(database: Database) -> None:
    running = Running.new(database, "cup", form(), "abc")
    running.enter(["Anna Smith", "b", "c"])
    decide(running, running.pair([]))
    database.run(
        "INSERT INTO hall_call (nr, kind, body, seen) VALUES (1, 'text', 'Anna Smith, to the desk', 5)"
    )
    database.run(
        "INSERT INTO hall_call (nr, kind, body, seen) VALUES (2, 'text', 'Joanna Smith and Anna Smithson', 6)"
    )
    assert forget(database, "Anna Smith") == 1
    assert forget(database, "Anna Smith") == 0
    assert "Anna" not in json.dumps(running.whole())
    assert running.rows(running.stage())[0]["name"] == "somebody"
    assert database.rows("SELECT body FROM hall_call ORDER BY nr") == [
        ("somebody, to the desk",),
        ("Joanna Smith and Anna Smithson",),
    ]


def test_given_the_command_line_when_a_round_is_played_then_lines_and_exit_statuses_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["--database", str(tmp_path / "club.sqlite")]
    file = str(Path(__file__).parents[2] / "club" / "formats" / "wbc.json")

    def club(*words: str) -> tuple[int, str]:
        status = main(["club", *words, *common])
        return status, capsys.readouterr().out

    assert club("tournament", "pair", "cup") == (2, "")
    assert club("tournament", "new", "cup", "--file", file, "--seed", "s") == (
        0,
        '{"tournament": "cup", "seed": "s"}\n',
    )
    assert club("tournament", "enter", "cup", "=1+1", "b", "c") == (0, '{"numbers": [1, 2, 3]}\n')
    status, line = club("tournament", "pair", "cup")
    assert status == 0 and sorted(json.loads(line)["pods"][0]["seats"]) == [1, 2, 3]
    assert club("tournament", "pair", "cup") == (1, "")
    assert club("tournament", "result", "cup", "--pod", "1", "--totals", "1=5,2=7")[0] == 2
    assert club("tournament", "result", "cup", "--pod", "1", "--totals", "1=5,2=7,3=-1") == (
        0, '{"taken": [1], "missing": []}\n',
    )  # fmt: skip
    assert club("tournament", "standings", "cup", "--csv") == (
        0, "rank,number,name,games,wins,points,total\n1,2,b,1,1,100,7\n2,1,'=1+1,1,0,20,5\n3,3,c,1,0,5,-1\n",
    )  # fmt: skip
    assert club("tournament", "leave", "cup", "3") == (0, "")
    assert json.loads(club("tournament", "show", "cup")[1])["seed"] == "s"
    assert club("forget", "b") == (0, "") and club("forget", "b") == (1, "")
    assert club("check") == (0, "")


def test_given_a_person_at_a_terminal_when_results_are_taken_and_checked_then_words_say_how_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "club.sqlite"
    file = str(Path(__file__).parents[2] / "club" / "formats" / "wbc.json")
    monkeypatch.setattr(club_arguments, "is_terminal", lambda stream: True)

    def club(*words: str) -> str:
        main(["club", *words, "--database", str(path)])
        return capsys.readouterr().out

    new = club("tournament", "new", "cup", "--file", file, "--seed", "s")
    assert new == "Tournament cup begins. Its lots are drawn from the seed s.\n"
    entered = club("tournament", "enter", "cup", "a", "b", "c", "d", "e", "f")
    assert entered == "1 a\n2 b\n3 c\n4 d\n5 e\n6 f\n"
    seated = club("tournament", "pair", "cup")
    assert seated.startswith("Round 1. Pod 1: ") and all(f" {name}" in seated for name in "abcdef")
    pods = json.loads(club("tournament", "show", "cup"))["rounds"][0]["pods"]
    totals = [",".join(f"{number}={place}" for place, number in enumerate(pod["seats"])) for pod in pods]
    assert club("tournament", "result", "cup") == "No new result. Still missing: pods 1, 2.\n"
    by_hand = ("tournament", "result", "cup", "--totals")
    assert club(*by_hand, totals[0], "--pod", "1") == "Taken: pod 1. Still missing: pod 2.\n"
    assert club(*by_hand, totals[1], "--pod", "2") == "Taken: pod 2. All results of the round are in.\n"
    assert club("tournament", "result", "cup") == "All results of the round are in.\n"
    assert club("tournament", "result", "cup", "--json") == '{"taken": [], "missing": []}\n'
    well = "All is well: nothing is missing, nothing contradicts itself, no table is silent.\n"
    assert club("check") == well
    assert club("check", "--json") == ""
    database = opened(str(path))
    keep(database, [told(1), told(4), told(1, data={"other": 1})], 1)
    database.close()
    assert club("check") == (
        "t1: events 2 to 3 of game g1 are missing.\n"
        "t1: event 1 of game g1 came again with other content; the first stays.\n"
    )
