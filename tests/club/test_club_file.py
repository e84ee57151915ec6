"""club.toml: one line says what cannot stand there."""

from pathlib import Path

import pytest

from club import ClubConfig, opened, read_club
from club.commands import club_arguments, club_tournament
from club.database import GoneError
from club.envelopes import Retained
from club.keeping import keep
from club.tournament import Running
from fingerpost.cli import main
from table.errors import CallError
from tests.club.test_keeping import told
from tests.club.test_tournament import form

ROOT = Path(__file__).parents[2]


def test_given_the_example_when_read_then_it_holds_and_options_beat_it() -> None:
    found = read_club(ROOT / "deploy" / "club.toml", database="x.sqlite", url="mqtt://h:1")
    assert (found.club.database, found.mqtt.url, found.label("t1")) == ("x.sqlite", "mqtt://h:1", "Table 1")
    assert read_club(None) == ClubConfig()


@pytest.mark.parametrize(
    "text",
    [
        "[club]\nnam = 'x'", "[hall]", "[club]\nname = 'A b'",
        "[club]\nlanguage = 'xx'", "[serve]\ndelay_s = 901",
        "[mqtt]\nurl = 'http://x'", "[keep]\ndays = -1", "[club]\ntables = ['T']", "x",
        "[club]\ntables = ['t1', 't2', 't1']", "[labels]\nt1 = 'Window'\nt2 = 'window'",
    ],
)  # fmt: skip
def test_given_what_cannot_stand_there_when_read_then_one_line_says_so(text: str, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CallError) as error:
        read_club(tmp_path / "club.toml")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("call", [["check"], ["forget", "Anna"]])
def test_given_a_database_that_there_is_not_when_asked_about_then_one_line_says_so_and_none_is_made(
    call: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = tmp_path / "clob.sqlite"  # all would be well in it
    assert main(["club", *call, "--database", str(where)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and "there is no such file" in told.err
    assert not where.exists()


@pytest.mark.parametrize(
    ("option", "number", "line"),
    [("--delay", "901", "--delay 901: give 0 to 900"), ("--port", "0", "--port 0: give 1 to 65535")],
)
def test_given_a_number_that_the_hall_cannot_take_when_served_then_one_line_says_what_it_can(
    option: str, number: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = str(tmp_path / "club.sqlite")
    assert main(["club", "serve", "--database", where, option, number]) == 2
    assert capsys.readouterr().err == f"fingerpost: {line}\n"


def test_given_a_terminal_when_a_table_is_offline_or_pods_have_none_or_a_name_goes_then_people_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_arguments, "is_terminal", lambda stream: True)
    monkeypatch.setattr(club_tournament, "is_terminal", lambda stream: True)
    where = str(tmp_path / "club.sqlite")
    database = opened(where)
    for table, topic, word in (
        ("t1", "availability", "offline"),
        ("t2", "bridge", "0"),
        ("t3", "bridge", "1"),
    ):
        keep(database, [Retained(table=table, topic=topic, word=word)], 5)
    assert main(["club", "check", "--database", where]) == 0
    told = capsys.readouterr().out
    there = "Nothing is missing, nothing contradicts itself, no table that is there is silent."
    assert told == f"t1: it is offline.\nt2: it is offline.\n{there}\n"
    Running.new(database, "cup", form(), "s").enter(["Anna", "Ben", "Carla"])
    assert main(["club", "tournament", "pair", "cup", "--database", where]) == 0
    assert "Pod 1 has no table: its result will have to be typed" in capsys.readouterr().out
    assert main(["club", "forget", "Anna", "--database", where]) == 0
    assert capsys.readouterr().out == "Forgotten: the name is blanked everywhere; results stay.\n"


def test_given_a_table_that_is_offline_when_programs_ask_whether_all_is_well_then_they_read_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = str(tmp_path / "club.sqlite")
    keep(opened(where), [Retained(table="t1", topic="availability", word="offline")], 5)
    assert main(["club", "check", "--json", "--database", where]) == 0
    assert capsys.readouterr().out == ""


def test_given_a_database_that_is_damaged_further_on_when_read_then_the_line_says_so_and_what_to_do(
    tmp_path: Path,
) -> None:
    where = tmp_path / "club.sqlite"
    database = opened(str(where))
    keep(database, [told(seq, data={"x": "y" * 900}) for seq in range(1, 60)], 5)
    database.close()
    again, size = opened(str(where)), where.stat().st_size
    with where.open("r+b") as file:
        file.seek(size - size // 10)
        file.write(b"\xff" * (size // 10))
    with pytest.raises(GoneError, match="it is damaged: move it aside, put a copy in its place"):
        again.rows("SELECT body FROM event")  # the first of them can be read
    again.close()


def test_given_a_damaged_database_when_opened_or_read_then_the_line_says_so_and_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = tmp_path / "club.sqlite"
    opened(str(where)).close()
    whole = where.read_bytes()
    where.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    assert main(["club", "forget", "Anna", "--database", str(where)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "it is damaged: move it aside, put a copy in its place" in told
    where.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    assert main(["club", "forget", "Anna", "--database", str(where)]) == 2
    assert "it is damaged: move it aside" in capsys.readouterr().err
    where.write_bytes(b"no database at all" * 100)
    assert main(["club", "forget", "Anna", "--database", str(where)]) == 2
    assert "name the club's own" in capsys.readouterr().err
