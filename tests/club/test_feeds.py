"""Feeds for other programs: complete, in order, as late as they are to be, and nothing else."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from club.club_file import ClubConfig, ClubSection, ServeSection
from club.database import Database, opened
from club.envelopes import Retained, read
from club.keeping import Kept, keep
from club.serving import Club
from club.tournament import Running
from fingerpost.cli import main
from mqtt.local_broker import HeldPort
from tests.club.asking_pages import Answer, ask
from tests.club.collector import ROOT
from tests.club.test_keeping import ENDED, told
from tests.club.test_tournament import decide, form
from tests.waiting import PATIENCE_S

NOW = 1_000_000


class Client:
    """A club's feeds, `delay_s` late."""

    def __init__(self, where: str, delay_s: int = 0, now: int = NOW) -> None:
        config = ClubConfig(club=ClubSection(database=where), serve=ServeSection(delay_s=delay_s))
        self.app = Club(config, now=lambda: now).app

    def get(self, path: str) -> Answer:
        return ask(self.app, path)


def online(table: str) -> Kept:
    found = read(f"fingerpost/1/{table}/availability", b"online")
    assert isinstance(found, Retained)
    return found


@pytest.fixture
def database(where: str) -> Database:
    database = opened(where)
    keep(database, [told(1), told(2, type="game-ended", data=ENDED)], NOW - 700_000)
    keep(
        database,
        [told(2, game="g2"), told(1, game="g2", data={"name": "<b>\u2028"}), online("t1")],
        NOW - 5_000,
    )
    keep(database, [told(4, game="g2"), told(1, data={"other": 1})], NOW - 1_000)
    return database


@pytest.fixture
def feeds(where: str, database: Database) -> Callable[[int], Client]:
    def serving(delay_s: int = 0) -> Client:
        return Client(where, delay_s)

    return serving


def seqs(text: str) -> list[tuple[str, int]]:
    return [(line["game"], line["seq"]) for line in map(json.loads, text.splitlines())]


def test_given_a_table_when_its_feed_is_read_then_the_newest_game_comes_in_order(
    feeds: Callable[..., Client],
) -> None:
    client = feeds()
    answer = client.get("/feed/t1.jsonl")
    assert seqs(answer.text) == [("g2", 1), ("g2", 2), ("g2", 4)]
    first = json.loads(answer.text.splitlines()[0])
    assert first == {
        "game": "g2",
        "seq": 1,
        "type": "route-claimed",
        "at": "now",
        "data": {"name": "<b>\u2028"},
    }
    assert seqs(client.get("/feed/t1.jsonl?after=2").text) == [("g2", 4)]
    assert seqs(client.get("/feed/t1.jsonl?game=g1").text) == [("g1", 1), ("g1", 2)]
    assert client.get("/feed/t1.jsonl?game=none").text == ""


def test_given_a_delay_when_feeds_are_read_then_nothing_newer_is_told(
    feeds: Callable[..., Client],
) -> None:
    assert seqs(feeds(2).get("/feed/t1.jsonl").text) == [("g2", 1), ("g2", 2)]
    assert seqs(feeds(600).get("/feed/t1.jsonl").text) == [("g1", 1), ("g1", 2)]
    assert feeds(900).get("/feed/t1.jsonl").status == 404
    assert "fingerpost_events_total 2\n" in feeds(600).get("/metrics").text
    assert 'fingerpost_games{state="ended"} 0\n' in feeds(900).get("/metrics").text


def test_given_the_club_when_measured_then_the_counts_are_those_of_the_database(
    feeds: Callable[..., Client],
) -> None:
    lines = feeds().get("/metrics").text.splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        "fingerpost_events_total 5",
        "fingerpost_conflicts_total 1",
        "fingerpost_gap_events 1",
        'fingerpost_tables{state="online"} 1',
        'fingerpost_tables{state="silent"} 0',
        'fingerpost_tables{state="offline"} 0',
        'fingerpost_games{state="running"} 1',
        'fingerpost_games{state="ended"} 1',
    ]


def test_given_standings_when_read_then_as_late_as_they_are_to_be_and_no_name_is_a_formula(
    where: str, database: Database
) -> None:
    running = Running.new(database, "cup", form(), "s")
    running.enter(["=1+1", 'a "b", c', "d"])
    decide(running, running.pair([]))
    ((seen,),) = database.rows("SELECT MAX(seen) FROM result")

    def text(now: int) -> str:
        return Client(where, 60, now).get("/feed/standings.csv?tournament=cup").text

    head = "rank,number,name,games,wins,points,total\n"
    assert (
        text(int(str(seen)) + 60_000)
        == head + "1,1,'=1+1,1,1,100,199\n" + '2,2,"a ""b"", c",1,0,20,198\n3,3,d,1,0,5,197\n'
    )
    assert [line.split(",")[-4:] for line in text(int(str(seen)) + 50_000).splitlines()[1:]] == [
        ["0"] * 4
    ] * 3


def test_given_what_is_not_there_or_is_no_reading_when_asked_then_404_or_405(
    feeds: Callable[..., Client],
) -> None:
    client = feeds()
    feeds_that_are_none = ("T!.jsonl", "none.jsonl", "t1.jsonl?after=-1", "t1.jsonl?after=x", "../etc")
    tournaments = ("standings.csv", "standings.csv?tournament=none")
    pages = ("/desk", "/tables/t9", "/tables/t9/stream", "/standings/none", "/board.svg?map=none", "/none")
    for path in (*pages, *(f"/feed/{name}" for name in (*feeds_that_are_none, *tournaments))):
        assert client.get(path).status == 404, path
    for verb in ("POST", "PUT", "DELETE", "PATCH"):
        assert ask(client.app, "/metrics", verb).status == 405
    assert ask(client.app, "/metrics", "HEAD").status == 200


@pytest.mark.parametrize("harm", [b"CRE\xc1TE VIEW gap", b"CRETE  VIEW gap", b"", b"no database at all"])
def test_given_a_database_that_was_harmed_when_read_then_one_line_says_so_and_feeds_wait(
    harm: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.sqlite"
    opened(str(file)).close()
    content = file.read_bytes()
    file.write_bytes(content.replace(b"CREATE VIEW gap", harm) if b"gap" in harm else harm + content[20:])
    client = Client(str(file))
    for path in ("/feed/t1.jsonl", "/feed/standings.csv?tournament=t1", "/metrics"):
        assert client.get(path).status == 503, path
    for call in (["check"], ["tournament", "show", "t1"], ["forget", "Anna"]):
        assert main(["club", *call, "--database", str(file)]) == 2
        told = capsys.readouterr().err
        assert told.count("\n") == 1 and "nobody foresaw" not in told


def test_given_the_command_when_it_serves_a_silent_crowd_too_then_it_answers_and_ends_at_sigterm(
    where: str,
) -> None:
    with HeldPort() as port:
        pass
    call = [sys.executable, "-m", "fingerpost", "club", "serve", "--database", where, "--port", str(port)]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(call, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process,
        ExitStack() as crowd,
    ):
        assert process.stdout is not None and process.stderr is not None
        assert json.loads(process.stdout.readline()) == {"serve": f"http://127.0.0.1:{port}/"}
        for _ in range(260):  # who says nothing
            crowd.enter_context(socket.create_connection(("127.0.0.1", port)))
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"\x1b[2J\r\n\r\n")
            assert b"400" in stranger.recv(100)
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_S) as answer:
            assert b"fingerpost_events_total 0" in answer.read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
        assert process.stderr.read() == ""
