"""Files without an end, without sense, without an ending; streams that are closed or full: one line each."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line.streams import shown
from fingerpost.cli import main
from storage import reading
from tests.waiting import PATIENCE_S

DEEP = 100_000
CALLS: dict[str, Callable[[Path], list[str]]] = {
    "position": lambda file: ["score", str(file)],
    "map": lambda file: ["map", "check", str(file)],
    "board": lambda file: ["read", "no.png", "--board", str(file)],
    "camera": lambda file: ["read", "no.png", "--board", "usa", "--camera", str(file)],
    "tokens": lambda file: ["read", "no.png", "--board", "usa", "--tokens", str(file)],
    "config": lambda file: ["games", "--config", str(file)],  # the doctor takes it for a finding
    "recording": lambda file: ["mqtt", "play", str(file)],
    "log": lambda file: ["export", str(file)],
    "arrangement": lambda file: ["campaign", str(file.parent), "show"],
    "picture": lambda file: ["read", str(file), "--board", "usa"],
    "club": lambda file: [
        "club",
        "check",
        "--config",
        str(file),
        "--database",
        str(file.parent / "c.sqlite"),
    ],
    "tournament": lambda file: (
        ["club", "tournament", "new", "t", "--file", str(file), "--database", str(file.parent / "c.sqlite")]
    ),
    "tickets": lambda file: (
        ["score", "--photo", "no.png", "--edition", "europe", "--board", "europe", "--tickets", str(file)]
    ),
    "script": lambda file: ["demo", "--script", str(file), "--mute"],
    "printed board": lambda file: (
        ["board", "print", str(file), "--tier", "paper", "--out", str(file.parent / "print")]
    ),
    "club's database": lambda file: ["club", "check", "--database", str(file)],
}
CONTENTS = {
    "deep lists": b"[" * DEEP,
    "deep objects": b'{"a":' * DEEP,
    "deep keys": b"a" + b".a" * DEEP + b" = 1",
    "no UTF-8": b'{"a": "\xff\xfe"}',
    "a lone surrogate": b'{"edition": "\\ud800", "map": "\\udfff", "seats": []}',
    "nothing": b"",
    "zeros": bytes(100),
    "a long number": b"1" * 100_000,
    "a long number under a key": b"x = " + b"1" * 5000,
    "a zero in a text": b'[store]\npath = "a\\u0000b"',
    "keys in keys": (b"a." * 99 + b"b = 1\n") * 900,
    "words for a terminal": b'{"edition": "\\u001b[2J\\u202e", "map": "\\u0007", "seats": []}',
}


MAY_BE = {("config", "nothing"), ("club", "nothing"), ("club's database", "nothing")}
"""A config may say nothing, and a database is made where there is none."""


@pytest.mark.parametrize(
    ("call", "content"),
    [
        pytest.param(call, content, id=f"{name}, {what}")
        for name, call in CALLS.items()
        for what, content in CONTENTS.items()
        if (name, what) not in MAY_BE
    ],
)
def test_given_a_file_without_sense_when_read_then_one_line_says_so(
    call: Callable[[Path], list[str]],
    content: bytes,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "campaign.json"
    file.write_bytes(content)
    assert main(call(file)) == 2
    told = capsys.readouterr().err
    assert told.startswith("fingerpost: ") and told.count("\n") == 1
    assert told == shown(told) and "nobody foresaw" not in told


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_given_a_file_of_100_mb_when_read_then_it_is_refused_unread(
    call: Callable[[Path], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "campaign.json"
    with file.open("wb") as out:
        out.truncate(100_000_000)
    assert main(call(file)) == 2
    told = capsys.readouterr().err
    assert told.startswith("fingerpost: ") and told.count("\n") == 1


@pytest.mark.parametrize(
    "call",
    ["position", "map", "board", "camera", "tokens", "config", "recording", "club", "tournament", "tickets",
     "script", "printed board"],
)  # fmt: skip
def test_given_a_device_without_an_end_or_a_pipe_without_a_writer_when_read_then_it_is_refused(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_SILENT_S", 0.05)
    os.mkfifo(tmp_path / "pipe")
    assert main(CALLS[call](Path("/dev/zero"))) == 2
    assert "/dev/zero: larger than " in capsys.readouterr().err
    assert main(CALLS[call](tmp_path / "pipe")) == 2
    assert "pipe: says nothing for " in capsys.readouterr().err


@pytest.mark.parametrize("call", [["score", "-"], ["campaign", "campaign", "record", "-"]])
def test_given_an_input_without_an_end_when_read_then_no_more_of_it_than_a_position_has(
    call: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for act in (["new", "--seats", "blue,red"], ["begin", "--seed", "1"]):
        assert main(["campaign", "campaign", *act]) == 0
    capsys.readouterr()
    with Path("/dev/zero").open(encoding="utf-8") as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        assert main(call) == 2
    assert "more than 1,000,000 characters" in capsys.readouterr().err


@pytest.mark.parametrize("call", ["replay", "transcript", "export"])
def test_given_the_root_of_all_folders_as_a_game_when_read_then_one_line_says_that_it_is_none(
    call: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([call, "/"]) == 2
    told = capsys.readouterr().err
    assert "nobody foresaw" not in told and told.count("\n") == 1


def test_given_a_line_of_10_mb_among_positions_when_scored_then_the_others_have_their_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "many.jsonl"
    file.write_bytes(b"[" * 10_000_000 + b'\n{"edition": "\\ud800"}\n{}\n')
    assert main(["score", "--lines", str(file)]) == 0
    answers = capsys.readouterr().out.splitlines()
    assert len(answers) == 3 and "more than 1,000,000 characters" in answers[0]


def test_given_text_for_a_terminal_when_shown_then_what_steers_it_is_a_number() -> None:
    assert shown("a\x1b[2J\u202eb\x07\x7f\x9b\n\tc") == "a\\u001b[2J\\u202eb\\u0007\\u007f\\u009b\n\tc"
    assert shown("well\rnot well\r\n") == "well\\u000dnot well\r\n"
    assert shown("Montréal, München – São Paulo") == "Montréal, München – São Paulo"


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    call = f'"{sys.executable}" -P -m fingerpost'
    return subprocess.run(
        ["sh", "-c", line.format(call)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder)},
    )


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("{} referee --seats 2 < /dev/null > /dev/full", 2, "standard output: No space left on device"),
        ("{} score --lines - < /dev/null > /dev/full", 0, ""),
        ("echo '[]' | {} score --lines - > /dev/full", 2, "standard output: No space left on device"),
        ("{} --version >&-", 0, ""),
        ("{} score - <&-", 2, "is empty; give a position/1 object"),
        ("{} score nowhere.json 2>&-", 2, ""),
        ("{} referee --seats 2 <&- >&- 2>&-", 0, ""),
        ("ulimit -n 40; printf 't\\nstop\\n' | {} play --keyboard --mute > /dev/null", 0, ""),
    ],
)
def test_given_streams_that_are_closed_or_full_when_called_then_no_traceback(
    line: str, code: int, told: str, tmp_path: Path
) -> None:
    ran = shell(line, tmp_path)
    assert (ran.returncode, ran.stderr.count("\n")) == (code, 1 if told else 0)
    assert told in ran.stderr


def test_given_code_beside_the_user_that_is_named_as_ours_when_a_demo_plays_then_it_is_never_run(
    tmp_path: Path,
) -> None:
    for name in ("audio", "lab", "simulator", "announce", "engine", "msgspec"):
        (tmp_path / f"{name}.py").write_text("open('planted', 'w').close()\n", encoding="utf-8")
    ran = subprocess.run(
        [
            Path(sys.executable).with_name("fingerpost"),
            "demo",
            "--speed",
            "0",
            "--turns",
            "2",
            "--wav",
            "words",
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert ran.returncode == 0, ran.stderr
    assert not (tmp_path / "planted").exists()
