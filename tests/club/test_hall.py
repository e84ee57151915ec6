"""The hall, a page a table, calls, the desk: what stands there, for whom, and how late."""

import asyncio
import base64
import json
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from announce import Phrases, Wording, club_words
from club.calling import any_words, call, of_minutes, of_round, of_table
from club.club_file import ClubConfig, ClubSection, ServeSection
from club.database import Database, opened
from club.hall import Hall
from club.hall_thread import HallThread
from club.keeping import keep
from club.played import Played, StoredEvent
from club.serving import Club
from club.streams import HallStreams
from club.tournament import Running, forget
from engine import Event, State, edition, event_to_dict, game_map, seen_by
from fingerpost.cli import main
from tests.club.asking_pages import Answer, ask
from tests.club.simulated_games import TableGame
from tests.club.test_tournament import form
from tests.mqtt.games import whole_game
from tests.waiting import PATIENCE_S

NOW = 2_000_000_000_000
TABLES = ("t1", "t2")
LABELS = {"t1": "Table 1", "t2": "Table 2"}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "club.sqlite")


@pytest.fixture
def database(path: str) -> Iterator[Database]:
    database = opened(path)
    yield database
    database.close()


def config(path: str, *, delay_s: int = 0, language: str = "en", password_file: str = "") -> ClubConfig:
    return ClubConfig(
        club=ClubSection(database=path, tables=TABLES, language=language),
        serve=ServeSection(delay_s=delay_s, password_file=password_file),
        labels=LABELS,
    )


def lines(path: str, database: Database, now: int = NOW, *, delay_s: int = 0) -> dict[str, str]:
    hall = Hall(config(path, delay_s=delay_s))
    hall.look(database, now)
    return {one.table: one.line for one in hall.tables.values()}


@pytest.mark.parametrize("rules", ["us-accessible", "europe", "rails-and-sails-world", "legends-of-the-west"])
def test_given_a_game_s_public_events_in_any_order_when_folded_then_it_is_told_as_at_the_table(
    rules: str,
) -> None:
    wording = Wording(game_map(edition(rules).map), None)

    def words(state: State, before: State | None, events: tuple[Event, ...], first: int) -> list[str]:
        return [one.normal for one in wording.public(before, events, state, first) if one.normal]

    played, told, before = Played(), list[str](), None
    for act, state in whole_game(rules, 5, "dealt"):
        said = wording.events(before, tuple(event for _, event in act), state, act[0][0])
        told += [one.normal for one in said if one.audience == "everyone" and one.normal]
        before = state
        heard = []
        for seq, event in reversed(act):
            data = event_to_dict(seen_by(event, None))
            heard.append(StoredEvent(seq, str(data.pop("type")), json.dumps(data), seq, NOW))
        played.take(heard, words)
        assert played.state is not None
        assert (played.state.points, played.state.owners) == (state.points, state.owners)
    assert played.sentences == told
    assert not played.hole


def test_given_events_that_are_not_known_or_cannot_follow_when_folded_then_nothing_breaks() -> None:
    played = Played()
    begun, *rest = TableGame("t1", "g1").events(1, 4)
    heard = [StoredEvent(one.seq, one.type, one.body, one.seq, NOW) for one in (begun, *rest)]
    strange = StoredEvent(2, "of-a-newer-version", '{"to": [1]}', 2, NOW)
    shifted = [StoredEvent(one.seq + 1, one.type, one.body, one.nr, NOW) for one in heard[1:]]
    played.take([heard[0], strange, *shifted], lambda *_: [])
    assert (played.seq, played.broken) == (5, False)
    for body in ('{"seat": "violet", "route": 3}', "{}", '{"seat": "red", "route": "no-such", "length": 2}'):
        played.take([StoredEvent(played.seq + 1, "route-claimed", body, 9, NOW)], lambda *_: [])
    assert played.seq == 8


def test_given_tables_in_every_state_when_the_hall_is_looked_at_then_a_line_says_so(
    path: str, database: Database
) -> None:
    one = TableGame("t1", "g1", seed=3)
    assert lines(path, database) == {"t1": "Table 1: nothing heard yet.", "t2": "Table 2: nothing heard yet."}
    keep(database, [one.online(), *one.events(1, one.after(31))], NOW)
    state = one.acts[30][1]
    mover = {"blue": "blue disc", "red": "red square", "green": "green triangle"}[str(state.to_move)]
    where = f"Table 1: {mover} to move, turn {state.turn}"
    assert lines(path, database)["t1"] in (f"{where}.", f"{where}; last round.")
    assert lines(path, database, NOW + 360_000)["t1"].endswith(" Silent for 6 minutes.")
    keep(database, [one.online(b"offline")], NOW)
    assert lines(path, database, NOW + 360_000)["t1"].endswith(" Offline.")
    whole = one.events()
    keep(database, [one.online(), *whole], NOW)
    result = one.acts[-1][1].result
    assert result is not None
    blue = next(score.total for score in result.scores if score.seat == "blue")
    told = lines(path, database)["t1"]
    assert told.startswith("Table 1: the game is over; blue disc ")
    assert str(abs(blue)) in told


def test_given_a_hole_when_it_stays_then_the_table_s_own_state_is_told_and_that_part_is_missing(
    path: str, database: Database
) -> None:
    one = TableGame("t1", "g1", seed=3)
    events = one.events(1, one.after(20))
    del events[5]
    keep(database, [one.online(), *events, one.state(20)], NOW)
    hall = Hall(config(path))
    hall.look(database, NOW)
    assert "missing" not in hall.tables["t1"].line
    hall.look(database, NOW + 2_500)
    assert hall.tables["t1"].line.endswith(f"turn {one.acts[19][1].turn}. Part of the game is missing.")
    keep(database, one.events(6, 6), NOW + 3_000)
    hall.look(database, NOW + 4_000)
    assert "missing" not in hall.tables["t1"].line
    assert len(hall.tables["t1"].played.sentences) > 10


def test_given_a_late_club_when_stored_games_come_after_the_one_that_is_played_then_that_one_stays(
    path: str, database: Database
) -> None:
    old, new = TableGame("t1", "old", seed=1), TableGame("t1", "new", seed=2)
    hall = Hall(config(path))
    keep(database, [new.online(), *new.events(1, new.after(5)), new.state(5)], NOW)
    hall.look(database, NOW)
    keep(database, old.events(), NOW + 10)
    hall.look(database, NOW + 20)
    assert hall.tables["t1"].game == "new"
    assert lines(path, database) == {one.table: one.line for one in hall.tables.values()}


def test_given_a_delay_when_pages_are_read_then_nothing_newer_stands_on_any(
    path: str, database: Database
) -> None:
    one, two = TableGame("t1", "g1", seed=3), TableGame("t2", "g2", seed=4)
    three = TableGame("t3", "g3", seed=5)
    keep(database, [one.online(), *one.events(1, one.after(10)), one.state(10)], NOW - 400_000)
    keep(
        database, [*one.events(one.after(10) + 1, one.after(30)), one.state(30), *two.events()], NOW - 100_000
    )
    keep(database, [three.online(), *three.events()], NOW - 100_000)
    late = lines(path, database, delay_s=300)
    assert late["t1"].endswith(f"turn {one.acts[9][1].turn}.")
    assert late["t2"] == "Table 2: nothing heard yet."
    assert "t3" not in late
    app = Club(config(path, delay_s=300), now=lambda: NOW).app
    assert ask(app, "/tables/t3").status == 404
    in_time = Club(config(path, delay_s=300), now=lambda: NOW + 250_000).app
    assert f"turn {one.acts[29][1].turn}" in ask(in_time, "/").text
    newest = Hall(config(path))
    newest.look(database, NOW)
    shown = ask(app, "/tables/t1").text
    for sentence in newest.tables["t1"].played.sentences[14:]:
        assert sentence not in unescape(shown)


def test_given_a_round_when_its_games_are_shown_then_by_the_people_s_names_and_forgotten_ones_are_somebody(
    path: str, database: Database
) -> None:
    running = Running.new(database, "cup", form(), "s")
    running.enter(["<b>Anna</b>", "Ben {seat}", "Carla"])
    seats = running.pair(TABLES)["pods"]
    assert isinstance(seats, list)
    names = {entry.number: entry.name for entry in running.entries()}
    in_order = [names[number] for number in seats[0]["seats"]]
    ((paired,),) = database.rows("SELECT seen FROM round")
    one = TableGame("t1", "g1", seed=3)
    keep(database, [one.online(), *one.events(1, one.after(9))], int(str(paired)) + 5)
    now = int(str(paired)) + 50
    state = one.acts[8][1]
    assert state.to_move is not None
    mover = in_order[state.seats.index(state.to_move)]
    assert lines(path, database, now)["t1"] == f"Table 1: {mover} to move, turn {state.turn}."
    app = Club(config(path), now=lambda: now).app
    for where in ("/", "/tables/t1", "/standings/cup"):
        text = ask(app, where).text
        assert "<b>Anna" not in text
        assert "&lt;b&gt;Anna&lt;/b&gt;" in text
    forget(database, "<b>Anna</b>")
    app = Club(config(path), now=lambda: now).app
    for where in ("/", "/tables/t1", "/standings/cup"):
        text = ask(app, where).text
        assert "Anna" not in text
        assert "omebody" in text


def test_given_a_page_when_read_without_a_script_then_all_of_it_is_there(
    path: str, database: Database
) -> None:
    one = TableGame("t1", "g1", seed=3, rules="europe", cards="dealt")
    keep(database, [one.online(), *one.events()], NOW)
    call(database, "text", "Soup is ready.")
    app = Club(config(path), now=lambda: NOW).app
    hall = ask(app, "/")
    assert hall.headers["content-security-policy"].startswith("default-src 'none'")
    assert '<li id="t-t1"><a href="/tables/t1">Table 1: ' in hall.text
    assert "<li>Soup is ready.</li>" in hall.text
    assert hall.text.count('aria-live="polite"') == 1
    assert 'aria-live="assertive"' not in hall.text
    text = ask(app, "/tables/t1").text
    for part in ("map", "scores", "said", "routes", "story", "points"):
        assert f'<section id="{part}"' in text
    assert "hand" not in text.lower().replace("handed", "")
    drawn = ask(app, "/board.svg?map=europe")
    assert drawn.status == 200 and drawn.text.startswith("<svg")
    assert ask(app, "/static/page.mjs").status == 200


# Streams


def told(
    path: str, table: str | None, after: int | None, acts: int, *, page: bool = False
) -> list[dict[str, str]]:
    """What a stream tells until so many events have come."""

    async def heard() -> list[dict[str, str]]:
        streams = HallStreams(HallThread(config(path), lambda: NOW), "1")
        found: list[dict[str, str]] = []
        async for text in streams.told(table, after, page=False):
            for one in text.split("\n\n"):
                fields = dict(line.split(": ", 1) for line in one.splitlines() if not line.startswith(":"))
                if "data" in fields:
                    found.append(fields)
            if len(found) >= acts:
                break
        return found

    return asyncio.run(heard())


def test_given_a_stream_when_it_comes_again_then_it_is_first_told_what_changed_since(
    path: str, database: Database
) -> None:
    one, two = TableGame("t1", "g1", seed=3), TableGame("t2", "g2", seed=4)
    keep(database, [one.online(), *one.events(1, one.after(6))], NOW)
    keep(database, [two.online(), *two.events(1, two.after(6))], NOW)
    both = told(path, None, 0, 2)
    assert [json.loads(line["data"])["table"] for line in both] == ["t1", "t2"]
    assert json.loads(both[0]["data"]) == {
        "table": "t1", "game": "g1", "seq": one.after(6), "text": lines(path, database)["t1"],
    }  # fmt: skip
    assert [json.loads(line["data"])["table"] for line in told(path, None, int(both[0]["id"]), 1)] == ["t2"]
    at_one = told(path, "t1", 0, 6)
    assert [json.loads(line["data"])["seq"] for line in at_one] == [one.after(n) for n in range(1, 7)]
    assert all(line["event"] == "table" for line in at_one)
    rest = told(path, "t1", int(at_one[2]["id"]), 3)
    assert rest == at_one[3:]


def test_given_open_streams_when_something_happens_then_each_is_told_it_once(
    path: str, database: Database
) -> None:
    one = TableGame("t1", "g1", seed=3)
    keep(database, [one.online(), *one.events(1, one.after(3))], NOW)

    began = time.monotonic()

    def now() -> int:
        return NOW + int((time.monotonic() - began) * 1000)

    async def heard() -> tuple[str, str]:
        streams = HallStreams(HallThread(config(path), now), "1")
        hall, table = streams.told(None, None, page=True), streams.told("t1", None, page=False)
        texts = {hall: "", table: ""}

        async def read(stream: object) -> None:
            async for text in stream:  # type: ignore[attr-defined]
                texts[stream] += text  # type: ignore[index]

        readers = [asyncio.create_task(read(stream)) for stream in texts]
        while "parts" not in texts[hall] or [len(one.listeners) for one in streams._channels.values()] != [
            1,
            1,
        ]:
            await asyncio.sleep(0.01)
        keep(database, one.events(one.after(3) + 1, one.after(5)), NOW)
        call(database, "text", "Soup is ready.")
        while "Soup" not in texts[hall] or texts[table].count("event: table") < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        for reader in readers:
            reader.cancel()
        return texts[hall], texts[table]

    in_hall, at_table = asyncio.run(asyncio.wait_for(heard(), PATIENCE_S))
    assert at_table.count("event: table") == 2
    assert in_hall.count('"text": "Soup is ready."') == 1
    assert lines(path, database)["t1"] in in_hall


# Calls


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


def at_desk(club: Club, path: str, password: str = "secret", **sent: str) -> Answer:
    sealed = base64.b64encode(f"desk:{password}".encode()).decode()
    headers = {"authorization": f"Basic {sealed}", "origin": "http://club"}
    if not sent:
        return ask(club.app, path, headers=headers)
    return ask(club.app, path, "POST", headers=headers, body=urlencode(sent).encode())


def test_given_the_desk_when_there_is_no_password_or_a_wrong_one_then_nobody_comes_in(
    path: str, database: Database, tmp_path: Path
) -> None:
    assert at_desk(Club(config(path)), "/desk").status == 404
    secret = tmp_path / "desk"
    secret.write_text("secret\n", encoding="utf-8")
    club = Club(config(path, password_file=str(secret)))
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
    assert database.rows("SELECT COUNT(*) FROM hall_call") == [(0,)]


def test_given_the_desk_when_it_calls_and_decides_then_it_is_done_at_once_whatever_the_delay(
    path: str, database: Database, tmp_path: Path
) -> None:
    secret = tmp_path / "desk"
    secret.write_text("secret\n", encoding="utf-8")
    running = Running.new(database, "cup", form(), "s")
    numbers = running.enter(["Anna", "Ben", "Carla"])
    running.pair(["t1"])
    club = Club(config(path, delay_s=600, password_file=str(secret)))
    assert at_desk(club, "/desk/call", kind="table", what="t1").status == 303
    assert "Table 1, please come to the desk." in at_desk(club, "/desk").text
    wrong = at_desk(club, "/desk/call", kind="table", what="t9")
    assert "note=" in wrong.headers["location"]
    totals = {f"total-{number}": str(100 + number) for number in numbers}
    assert at_desk(club, "/desk/result", tournament="cup", round="1", pod="1", **totals).status == 303
    assert running.missing() == []
    assert "No result is missing." in at_desk(club, "/desk").text
    assert '<td role="cell" data_of' not in ask(club.app, "/standings/cup").text
    assert ">100<" not in ask(club.app, "/standings/cup").text


def test_given_a_database_that_is_away_when_a_page_is_read_then_503_and_it_comes_back(tmp_path: Path) -> None:
    club = Club(config(str(tmp_path / "gone" / "club.sqlite")))
    assert ask(club.app, "/").status == 503
    (tmp_path / "gone").mkdir()
    assert ask(club.app, "/").status == 200


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
