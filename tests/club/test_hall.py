"""The hall, a page a table, calls, the desk: what stands there, for whom, and how late."""

import asyncio
import json
import time
from html import unescape
from pathlib import Path

import pytest

from announce import Wording
from club.calling import call
from club.database import Database
from club.hall import Hall
from club.hall_streams import HallStreams
from club.hall_thread import HallThread
from club.keeping import keep
from club.played import Played, StoredEvent
from club.serving import Club
from club.tournament import Running, forget
from engine import Event, State, edition, event_to_dict, game_map, seen_by
from tabletop import DeviceHealth
from tests.club.asking_pages import ask
from tests.club.halls import NOW, TABLES, config, lines
from tests.club.simulated_games import TableGame
from tests.club.test_tournament import form
from tests.mqtt.games import whole_game
from tests.waiting import PATIENCE_S


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


@pytest.mark.parametrize(("cause", "needs_help"), [("absent", False), ("unplugged", True)])
def test_given_a_device_that_a_table_never_had_then_it_needs_no_help_for_it(
    path: str, database: Database, cause: str, needs_help: bool
) -> None:
    """Every table of pins alone stood among those that need help for the whole evening."""
    one = TableGame("t1", "g1")
    health = DeviceHealth(device="camera", condition="lost", at=0.0, cause=cause)
    keep(database, [one.online(), *one.events(1, one.after(3)), one.health(health)], NOW)
    assert ("A device is missing or faulty." in lines(path, database)["t1"]) == needs_help
    hall = Hall(config(path))
    hall.look(database, NOW)
    assert [bool(table.needs) for table in hall.tables.values()] == [needs_help, False]


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


def test_given_a_database_that_is_away_when_a_page_is_read_then_503_and_it_comes_back(tmp_path: Path) -> None:
    club = Club(config(str(tmp_path / "gone" / "club.sqlite")))
    assert ask(club.app, "/").status == 503
    (tmp_path / "gone").mkdir()
    assert ask(club.app, "/").status == 200
