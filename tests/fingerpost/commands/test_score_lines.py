"""What `score` and `referee` make of lines that are empty, marked, or say a thing twice."""

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.cli import main

POSITION = (
    '{"edition": "us-accessible", "map": "usa",'
    ' "seats": [{"seat": "blue", "routes": ["denver-omaha"]}, {"seat": "red"}]}'
)
MARK = b"\xef\xbb\xbf"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.BytesIO]:
    """What stands on standard input."""
    below = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(below, encoding="ascii"))
    yield below


def test_given_lines_of_which_some_are_empty_when_scored_then_each_has_an_answer(
    typed: io.BytesIO, capsys: pytest.CaptureFixture[str]
) -> None:
    typed.write(MARK + f"{POSITION}\n\n  \n{POSITION}\r\n".encode())
    typed.seek(0)
    assert main(["score", "--lines", "-"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == 4
    assert answers[0] == answers[3] and answers[0]["seats"][0]["routes"] == 7
    assert answers[1] == answers[2] == {"error": "the position is empty; give a position/1 object"}


def test_given_an_empty_line_when_the_referee_reads_it_then_it_is_refused_and_not_waited_for(
    typed: io.BytesIO, capsys: pytest.CaptureFixture[str]
) -> None:
    typed.write(MARK + b'\n{"ask": "position"}\n')
    typed.seek(0)
    assert main(["referee", "--seats", "2"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("ok") for answer in answers] == [None, False, True]
    assert answers[1]["error"]["code"] == "bad-envelope"


def test_given_a_file_with_a_mark_before_it_when_scored_then_it_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(MARK + POSITION.encode())
    assert main(["score", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["winners"] == ["blue"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('"claims": {"atlanta-miami": "blue", "atlanta-miami": "red"}', "'atlanta-miami' stands twice"),
        ('"edition": "europe"', "'edition' stands twice"),
        ('"settings": []', "settings is []; give an object"),
        ('"claims": []', "claims is []; give an object"),
    ],
)
def test_given_a_key_twice_or_an_empty_list_for_an_object_when_scored_then_a_line_says_so(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.json"
    file.write_text(f"{POSITION[:-1]}, {text}}}")
    assert main(["score", str(file)]) == 2
    told = capsys.readouterr()
    assert says in told.err and told.err.count("\n") == 1 and not told.out
