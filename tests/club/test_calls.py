"""Who is called, in which words, and by whom: the command and the desk."""

import asyncio
import base64
import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from announce import Phrases, club_words
from club.calling import any_words, call, of_minutes, of_round, of_table
from club.database import Database
from club.keeping import keep
from club.rounds import decided_pods
from club.serving import Club
from club.tournament import Running
from fingerpost.cli import main
from tests.club.asking_pages import Answer, ask
from tests.club.halls import config
from tests.club.test_keeping import told
from tests.club.test_tournament import form
from tests.waiting import PATIENCE_S


@pytest.mark.parametrize(
    ("language", "ten", "desk"),
    [
        ("en", "Ten minutes left.", "Table 1, please come to the desk."),
        ("de", "Noch zehn Minuten.", "Table 1, bitte kommt zur Turnierleitung."),
        ("fr", "Encore dix minutes.", "Table 1, merci de venir à l'organisation."),
        ("es", "Quedan diez minutos.", "Table 1, por favor, venid a la organización."),
    ],
)
def test_given_a_language_when_called_then_in_it(
    path: str, database: Database, language: str, ten: str, desk: str
) -> None:
    settings = config(path, language=language)
    assert of_minutes(settings, 10) == ten
    assert of_table(settings, database, "t1") == desk


def test_given_the_command_when_called_then_it_stands_in_the_hall_and_wrong_calls_are_2(
    path: str, database: Database, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    toml = tmp_path / "club.toml"
    toml.write_text(
        f'[club]\ndatabase = "{path}"\ntables = ["t1"]\n[labels]\nt1 = "Table 1"\n', encoding="utf-8"
    )
    running = Running.new(database, "cup", form(), "s")
    assert main(["club", "call", "--round", "cup", "--config", str(toml)]) == 1
    running.enter(["Anna", "Ben", "Carla"])
    pods = running.pair(["t1"])["pods"]
    assert isinstance(pods, list)
    names = {entry.number: entry.name for entry in running.entries()}
    capsys.readouterr()
    assert main(["club", "call", "--round", "cup", "--config", str(toml)]) == 0
    seated = ", ".join(names[number] for number in pods[0]["seats"])
    assert json.loads(capsys.readouterr().out) == {"call": f"Round 1. Table 1: {seated}."}
    assert main(["club", "call", "Soup is ready.", "--config", str(toml)]) == 0
    assert "<li>Soup is ready.</li>" in ask(Club(config(path)).app, "/").text
    for wrong in (["--round", "none"], ["--time", "-1"], ["--table", "t9"], [" "], ["--round", "A!"]):
        capsys.readouterr()
        assert main(["club", "call", *wrong, "--config", str(toml)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_given_serving_that_speaks_when_something_is_called_then_it_is_said_once(
    path: str, database: Database
) -> None:
    call(database, "text", "Before.")
    spoken: list[str] = []

    async def listen() -> None:
        club = Club(config(path), speak=spoken.append)
        club.begin()
        while club._streams._spoken < 0:  # until it has looked, what is called was called before
            await asyncio.sleep(0.01)
        call(database, "text", "Soup is ready.")
        call(database, "time", "Ten minutes left.")
        while len(spoken) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)

    asyncio.run(asyncio.wait_for(listen(), PATIENCE_S))
    assert spoken == ["Soup is ready.", "Ten minutes left."]


# The desk


@pytest.fixture
def secret(tmp_path: Path) -> str:
    """Where the desk's password stands."""
    (tmp_path / "desk").write_text("secret\n", encoding="utf-8")
    return str(tmp_path / "desk")


def paired(database: Database) -> Running:
    """A cup whose first round Anna, Ben and Carla, 1 to 3, play at the first table."""
    running = Running.new(database, "cup", form(), "s")
    running.enter(["Anna", "Ben", "Carla"])
    running.pair(["t1"])
    return running


def at_desk(club: Club, path: str, password: str = "secret", **sent: str) -> Answer:
    sealed = base64.b64encode(f"desk:{password}".encode()).decode()
    headers = {"authorization": f"Basic {sealed}", "origin": "http://club"}
    if not sent:
        return ask(club.app, path, headers=headers)
    return ask(club.app, path, "POST", headers=headers, body=urlencode(sent).encode())


def test_given_the_desk_when_there_is_no_password_or_a_wrong_one_then_nobody_comes_in(
    path: str, database: Database, secret: str
) -> None:
    assert at_desk(Club(config(path)), "/desk").status == 404
    club = Club(config(path, password_file=secret))
    assert ask(club.app, "/desk").status == 401
    assert ask(club.app, "/desk").headers["www-authenticate"].startswith("Basic")
    assert at_desk(club, "/desk", "wrong").status == 401
    assert at_desk(club, "/desk", "").status == 401
    assert at_desk(club, "/desk").status == 200
    assert ask(club.app, "/desk/call", "POST", body=b"kind=text&what=x").status == 401
    sealed = "Basic " + base64.b64encode(b"desk:secret").decode()
    elsewhere = {"authorization": sealed, "origin": "http://elsewhere"}
    assert ask(club.app, "/desk/call", "POST", headers=elsewhere, body=b"kind=text&what=x").status == 403
    assert "Calls" in at_desk(club, "/desk").text
    for sent_to in ("/desk/call", "/desk/result"):  # loaded anew after something that could not be taken
        assert ask(club.app, sent_to).status == 401 and ask(Club(config(path)).app, sent_to).status == 404
        answer = at_desk(club, sent_to)
        assert answer.status == 303 and answer.headers["location"] == "/desk"
    assert database.rows("SELECT COUNT(*) FROM hall_call") == [(0,)]


def test_given_the_desk_when_it_calls_and_decides_then_it_is_done_at_once_whatever_the_delay(
    path: str, database: Database, secret: str
) -> None:
    running = paired(database)
    club = Club(config(path, delay_s=600, password_file=secret))
    assert at_desk(club, "/desk/call", kind="table", what="t1").status == 303
    assert "Table 1, please come to the desk." in at_desk(club, "/desk").text
    wrong = at_desk(club, "/desk/call", kind="table", what="t9")
    assert wrong.status == 422 and "No such table; choose one from the list." in wrong.text
    totals = {f"total-{number}": str(100 + number) for number in (1, 2, 3)}
    assert at_desk(club, "/desk/result", tournament="cup", round="1", pod="1", **totals).status == 303
    assert running.missing() == []
    assert "No result is missing." in at_desk(club, "/desk").text
    total_of_carla = 'data-of="Total">103<'
    assert total_of_carla not in ask(club.app, "/standings/cup").text
    assert total_of_carla in ask(Club(config(path)).app, "/standings/cup").text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("9o", "Total of Carla: give a whole number, -999 to 999, not 9o."),
        ("999999", "Total of Carla: give a whole number, -999 to 999, not 999999."),
        (" ", "Total of Carla: give a whole number, -999 to 999."),
        ("-1000", "Total of Carla: give a whole number, -999 to 999, not -1000."),
        ("no" * 30, f"Total of Carla: give a whole number, -999 to 999, not {'no' * 10}."),
    ],
)
def test_given_a_total_that_is_none_when_sent_then_the_desk_says_whose_and_keeps_what_was_typed(
    path: str, database: Database, secret: str, typed: str, told: str
) -> None:
    running = paired(database)
    club = Club(config(path, password_file=secret))
    sent = {"tournament": "cup", "round": "1", "pod": "1", "total-1": "999", "total-2": "\N{MINUS SIGN}7 "}
    answer = at_desk(club, "/desk/result", **sent, **{"total-3": typed})
    assert answer.status == 422 and f">{told}</p>" in answer.text
    for number, value in (("1", "999"), ("2", "\N{MINUS SIGN}7 "), ("3", typed)):
        assert f'id="total-cup-{number}" value="{value}"' in answer.text
    assert running.missing() == [1]
    assert at_desk(club, "/desk/result", **sent, **{"total-3": "90", "seen": "1"}).status == 303
    assert running.missing() == []
    for other in ({"round": "2"}, {"pod": "one"}, {"total-x": "90"}):
        old = at_desk(club, "/desk/result", **{**sent, "total-3": "90", **other})
        assert old.status == 422 and "This has changed meanwhile; here is how it is now." in old.text


def test_given_a_result_that_is_wrong_when_the_next_round_is_paired_then_the_desk_puts_it_right(
    path: str, database: Database, secret: str
) -> None:
    running = paired(database)
    running.by_hand(1, {1: 909, 2: 80, 3: 70})
    running.pair(["t1"])
    club = Club(config(path, password_file=secret))
    page = at_desk(club, "/desk").text
    assert ">Put results right: As at WBC, round 1</summary>" in page
    assert 'id="again-cup-1-1" value="909"' in page and 'id="total-cup-1"' in page
    sent = {"tournament": "cup", "round": "1", "pod": "1", "total-2": "80", "total-3": "70"}
    wrong = at_desk(club, "/desk/result", **sent, **{"total-1": "9o"}).text
    assert 'id="again-cup-1-1" value="9o"' in wrong and 'id="again-cup-1" open' in wrong
    assert 'id="total-cup-1" value' not in wrong  # the form of the round that goes on
    assert at_desk(club, "/desk/result", **sent, **{"total-1": "99"}).status == 303
    assert {row["number"]: row["total"] for row in running.rows(running.stage())} == {1: 99, 2: 80, 3: 70}
    assert running.missing() == [1]


def test_given_games_of_another_map_when_the_desk_takes_results_then_it_is_told_of_their_table_once(
    path: str, database: Database, secret: str
) -> None:
    running = paired(database)
    seats = ("blue", "red", "green")
    scores = [{"seat": seat, "place": 1, "total": 90, "tickets_completed": 2} for seat in seats]
    for game in ("g1", "g2"):
        begun = {"seats": list(seats), "map": "starter", "edition": "us-accessible"}
        events = [
            told(1, "game-started", begun, game=game),
            told(2, "game-ended", {"scores": scores}, game=game),
        ]
        keep(database, events, 2**50)
    club = Club(config(path, password_file=secret))
    where = at_desk(club, "/desk/result", tournament="cup", round="1").headers["location"]
    line = "Table 1: map or edition is not the round's; not taken."
    assert f">0 results were taken. {line}</p>" in at_desk(club, where).text
    assert running.missing() == [1]
    page = at_desk(club, f"/desk?note={'x' * 300}").text  # a link that anybody can make
    assert f">{'x' * 200}</p>" in page


def test_given_two_rounds_with_results_when_the_desk_lists_them_then_the_newest_first_as_its_people_sit(
    database: Database,
) -> None:
    running = paired(database)
    running.by_hand(1, {1: 10, 2: 20, 3: 30})
    running.pair([])
    running.by_hand(1, {1: 10, 2: 20, 3: 30})
    seated = [tuple(one for _, one in sorted(running.seats(number, 1).items())) for number in (2, 1)]
    found = decided_pods(database)
    assert [(one.round, one.pod.table) for one in found] == [(2, None), (1, "t1")]
    assert [one.pod.numbers for one in found] == seated != [(1, 2, 3)] * 2
    assert [one.totals for one in found] == [tuple(10 * one for one in pod) for pod in seated]


@pytest.mark.parametrize(
    ("kind", "what", "told", "kept"),
    [
        ("time", "ten", "Minutes: give a whole number, 0 to 1000, not ten.", 'id="call-time" value="ten"'),
        ("time", "2000", "Minutes: give a whole number, 0 to 1000, not 2000.", 'value="2000"'),
        ("time", "1_0", "Minutes: give a whole number, 0 to 1000, not 1_0.", 'value="1_0"'),
        ("time", f" {'no' * 30}", f"Minutes: give a whole number, 0 to 1000, not {'no' * 10}.", "nono"),
        ("time", "", "Minutes: give a whole number, 0 to 1000.", 'id="call-time"'),
        ("text", "x" * 501, "Give 1 to 500 signs to call out.", 'id="call-text" value="xxx'),
        ("round", "cup", "No round of it has been paired; pair one first.", 'id="call-text"'),
        ("soup", "x", "Not understood; nothing has changed.", 'id="call-text"'),
    ],
)
def test_given_a_call_that_cannot_be_when_sent_then_the_desk_says_what_is_wrong_and_keeps_it(
    path: str, database: Database, secret: str, kind: str, what: str, told: str, kept: str
) -> None:
    Running.new(database, "cup", form(), "s")
    answer = at_desk(Club(config(path, password_file=secret)), "/desk/call", kind=kind, what=what)
    assert answer.status == 422 and f">{told}</p>" in answer.text and kept in answer.text
    assert database.rows("SELECT COUNT(*) FROM hall_call") == [(0,)]


def test_given_a_clock_when_a_round_is_limited_then_begun_minutes_count(
    path: str, database: Database
) -> None:
    p = Phrases("en")
    assert club_words.minutes_left(p, 0) == "Time is up."
    assert club_words.minutes_left(p, 7) == "7 minutes left."
    assert any_words("  a \n b ") == "a b"
    running = Running.new(database, "cup", form(), "s")
    running.enter(["Anna", "Ben", "Carla"])
    running.pair([])
    assert of_round(config(path), database, "cup").startswith("Round 1. Pod 1: ")
