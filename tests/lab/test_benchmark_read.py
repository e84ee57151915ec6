"""`fingerpost benchmark read`: labels and answers counted alike whoever reads, and readers that misbehave."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fingerpost.cli import main
from lab.reading_tally import ReadTally, answer_of, judged, label_of

_SITES = {"a": "blue", "b": "empty", "c": "hidden", "d": "red", "e": "empty"}
Told = Callable[..., dict[str, object]]


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "board.json").write_text("{}")
    lines = []
    for name in ("1.jpg", "2.jpg", "3.jpg"):
        (folder / name).write_bytes(b"no reader of these tests looks")
        lines.append(json.dumps({"image": name, "board": "board.json", "sites": _SITES, "lens": "more"}))
    (folder / "labels.jsonl").write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture
def told(pictures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Runs a reader, given as lines of Python: what is told of it, the words for people among them."""

    def run(program: str, *more: str, exit_code: int = 0) -> dict[str, object]:
        script = tmp_path / "reader.py"
        script.write_text(f"import json, sys, time\n{program}")
        call = ["benchmark", "read", str(pictures), "--reader", f"{sys.executable} {script}", *more]
        assert main(call) == exit_code
        out, words = capsys.readouterr()
        return {**(json.loads(out) if out else {}), "words": words}

    return run


def test_given_answers_when_judged_then_each_kind_of_fault_is_counted_once() -> None:
    right = {"a": "blue", "b": "empty", "c": "green", "d": "red", "e": "empty"}
    assert judged(_SITES, right) == ReadTally(pictures=1, whole=1, sites=4, right=4, hidden=1)
    wrong = {"a": "red", "b": "green", "d": "empty"}
    assert judged(_SITES, wrong) == ReadTally(
        pictures=1, sites=4, wrong_seats=1, false_claims=1, missed=1, unknown=1, hidden=1
    )
    both = judged(_SITES, right) + judged(_SITES, wrong)
    assert (both.pictures, both.whole, both.sites, both.right) == (2, 1, 8, 4)


def test_given_what_a_reader_says_when_it_is_no_answer_then_none_and_odd_places_are_unknown() -> None:
    assert answer_of(b'{"image": "x", "sites": {"a": "purple", "b": 3, "c": "red"}, "more": 1}') == (
        "x",
        {"a": "unknown", "c": "red"},
    )
    for junk in (b"", b"{", b"\xff\xfe", b"[]", b'{"image": "x"}', b'{"image": 1, "sites": {}}'):
        assert answer_of(junk) is None


@pytest.mark.parametrize(
    "line", ['{"image": "x"}', "{", '{"image": "x", "board": "b", "sites": {"a": "pink"}}']
)
def test_given_a_label_amiss_when_read_then_it_is_said_what_is(line: str) -> None:
    with pytest.raises(ValueError, match=r"label|pink"):
        label_of(line)


def test_given_a_reader_when_it_answers_then_its_places_are_counted_and_drawn_pictures_named(
    told: Told,
) -> None:
    found = told(
        "for line in sys.stdin:\n"
        ' print(json.dumps({"image": line.rstrip(), "sites": {"a": "blue", "b": "empty"}}))'
    )
    assert (found["pictures"], found["answered"], found["sites"], found["right"]) == (3, 3, 12, 6)
    assert (found["unknown"], found["hidden"], found["whole"], found["false_claims"]) == (6, 3, 0, 0)
    assert isinstance(found["ms"], float) and found["ms"] > 0
    assert "drawn pictures, no real room" in str(found["about"])
    assert "drawn pictures, no real room" in str(found["words"])


def test_given_a_reader_of_names_that_breaks_off_when_judged_then_the_rest_is_unknown_and_told(
    told: Told,
) -> None:
    found = told(
        'sys.stdin.readline()\nprint("hello")\nprint(json.dumps({"image": "2.jpg", "sites": {"b": "red"}}))'
    )
    assert (found["answered"], found["false_claims"], found["unknown"]) == (1, 1, 11)
    assert "2 of 3 pictures without an answer are unknown" in str(found["words"])
    assert "1 lines are no answer, the first 'hello'" in str(found["words"])


def test_given_a_reader_that_answers_and_stays_when_judged_then_it_is_not_waited_for(told: Told) -> None:
    found = told(
        "for line in sys.stdin:\n"
        ' print(json.dumps({"image": line.rstrip(), "sites": {}}), flush=True)\n'
        "time.sleep(900)"
    )
    assert found["answered"] == 3


def test_given_a_silent_or_endless_reader_when_given_up_then_one_line_says_so(told: Told) -> None:
    silent = told("time.sleep(900)", "--silent", "0.2", exit_code=2)
    assert "was silent for 0.2 s" in str(silent["words"])
    assert "gave no answer" in str(silent["words"])
    talks = told(
        "import time\nwhile True: print('x', flush=True); time.sleep(0.05)", "--silent", "0.5", exit_code=2
    )
    assert "gave no answer for 0.5 s" in str(talks["words"])
    assert "lines are no answer, the first 'x'" in str(talks["words"])
    endless = told("while True: sys.stdout.write('x' * 99999)", exit_code=2)
    assert "a line of over" in str(endless["words"])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda folder: (folder / "2.jpg").unlink(), "line 2: picture 2.jpg is not there"),
        (lambda folder: (folder / "labels.jsonl").write_text("{}\n"), "line 1: is no label"),
        (lambda folder: (folder / "labels.jsonl").unlink(), "no pictures with labels.jsonl"),
    ],
)
def test_given_a_folder_amiss_when_read_then_one_line_and_exit_2(
    pictures: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], object], words: str
) -> None:
    spoil(pictures)
    assert main(["benchmark", "read", str(pictures), "--reader", "cat"]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_given_a_program_that_is_not_there_when_read_then_one_line(
    pictures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["benchmark", "read", str(pictures), "--reader", "no-such-reader"]) == 2
    assert "not found" in capsys.readouterr().err
