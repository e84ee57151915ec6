"""The command line: results on stdout, one line for a wrong call, no subcommand that does not work."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fingerpost.cli import main, parser
from tests.waiting import PATIENCE_S

COMMANDS = ("demo", "play", "read", "watch", "hub", "score", "referee", "replay", "simulate", "doctor")


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fingerpost", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_given_the_help_when_read_then_it_names_every_subcommand() -> None:
    text = parser().format_help()
    assert all(f"\n    {command} " in text for command in COMMANDS)
    words = " ".join(text.split())
    assert "how tokens look (--tokens); a sheet to print (--sheet)" in words


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ([], "COMMAND"),
        (["fly"], "fly"),
        (["demo", "--seats", "7"], "--seats 7"),
        (["demo", "--seats", "blue,purple"], "--seats blue,purple"),
        (["demo", "--no-hub", "--no-camera"], "--no-hub"),
        (["demo", "--map", "atlantis"], "atlantis"),
        (["demo", "--edition", "chess"], "chess"),
        (["demo", "--turns", "0"], "--turns 0"),
        (["demo", "--speed", "nan"], "--speed nan"),
        (["games", "--fly", "--config", "x"], "fingerpost games does not take --fly"),
        (["demo", "--resume", "--log", "nowhere.fingerpost"], "nowhere.fingerpost"),
        (["demo", "--log", "/proc/nothing/here"], "/proc/nothing/here"),
        (["play", "--config", "nowhere.toml"], "nowhere.toml: No such file"),
        (["play", "--config", "/bin/true"], "/bin/true: no text in UTF-8"),
        (["mqtt", "play", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["score", "nowhere.json"], "nowhere.json"),
        (["play", "--keyboard", "--language", "xx"], "--language xx"),
        (["score", __file__], "test_cli.py is not JSON"),
        (["replay", "nowhere.fingerpost"], "nowhere.fingerpost"),
        (["referee", "--map", "usa", "--seats", "blue"], "--seats blue"),
        (["simulate", "--games", "0"], "--games 0"),
        (["simulate", "--edition", "europe", "--map", "usa"], "long tickets"),
        (["simulate", "--bots", "deep-thought"], "deep-thought"),
        (["read", "nowhere.jpg", "--board", "usa"], "nowhere.jpg"),
        (["read", "nowhere.jpg", "--board", "nowhere.json"], "nowhere.json"),
        (["read", "nowhere.jpg", "--board", __file__.rpartition("/")[2]], "no board for the map test_cli.py"),
        (["read", "nowhere.jpg", "--board", "pyproject.toml"], "pyproject.toml: not JSON"),
        (["watch", "nowhere.mp4", "--board", "usa"], "nowhere.mp4"),
        (["watch", "x.jpg", "--board", "usa", "--fps", "0"], "--fps 0"),
        (["hub", "watch", "/dev/nowhere"], "/dev/nowhere"),
    ],
)
def test_given_a_wrong_call_when_run_then_one_line_names_it_and_exit_is_2(
    arguments: list[str], names: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with_log = (
        ["--log", str(tmp_path / "x")] if arguments[:1] == ["demo"] and "--log" not in arguments else []
    )
    try:
        code = main([*arguments, *with_log])
    except SystemExit as stop:
        code = int(stop.code or 0)
    told = capsys.readouterr()
    assert code == 2
    assert names in told.err
    assert told.err.count("\n") == 1
    assert not [word for word in ("Errno", "codec", "Traceback", "None") if word in told.err]
    assert told.out == ""


@pytest.mark.parametrize("words", [("replay",), ("export",), ("games", "--folder")])
def test_given_a_name_longer_than_any_file_has_when_called_then_one_line_says_so(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "ä" * 500]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "File name too long" in error


@pytest.mark.parametrize(
    "call", [["backup"], ["diagnose", "--out"], ["board", "print", "starter", "--tier", "paper", "--out"]]
)
def test_given_a_folder_that_is_not_there_when_something_is_to_be_written_then_one_line_names_the_path(
    call: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was "nobody foresaw this: please report it"."""
    monkeypatch.setenv("HOME", str(tmp_path))
    wanted = "/proc/nowhere" if call[0] == "board" else str(tmp_path / "no-folder" / "it.tar")
    assert main([*call, wanted]) == 2
    assert capsys.readouterr().err == (
        f"fingerpost: {wanted}: No such file or directory; check the path, or name another\n"
    )


def test_given_the_referees_lines_when_read_then_each_has_its_answer() -> None:
    lines = [
        '{"ask": "state"}',
        '{"do": "claim-route", "seat": "blue", "route": "denver-omaha"}',
        '{"do": "claim-route", "seat": "blue", "route": "atlanta-miami"}',
        "not json",
    ]
    done = run(
        "referee", "--map", "usa", "--edition", "us-accessible", "--seats", "blue,red",
        "--cards", "untracked",
        text="\n".join(lines) + "\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert "game" in answers[0]
    closing = [answer for answer in answers if "ok" in answer]
    assert [answer["ok"] for answer in closing] == [True, True, False, False]
    assert closing[2]["error"]["code"] == "not-your-turn"
    assert any(answer.get("type") == "route-claimed" and answer["cards"] is None for answer in answers)


def test_given_positions_line_by_line_when_one_is_wrong_then_the_next_goes_on() -> None:
    good = {"edition": "us-accessible", "map": "usa", "seats": [
        {"seat": "blue", "routes": ["denver-omaha"], "tickets": []},
        {"seat": "red", "routes": [], "tickets": []},
    ]}  # fmt: skip
    bad = {**good, "seats": [{"seat": "blue", "routes": ["nowhere"], "tickets": []}]}
    text = "\n".join([json.dumps(good), json.dumps(bad), "[", json.dumps(good)]) + "\n"
    done = run("score", "--lines", "-", text=text)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 4
    assert answers[0]["seats"][0]["total"] == 7 + 10
    assert "nowhere" in answers[1]["error"]
    assert "JSON" in answers[2]["error"]
    assert answers[3] == answers[0]


def test_given_nobody_reads_the_output_when_written_then_no_traceback() -> None:
    done = subprocess.run(
        f"{sys.executable} -m fingerpost referee --seats 2 < /dev/null | head -c 1; "
        f"{sys.executable} -m fingerpost demo --speed 0 --mute --no-camera --turns 3 --log /dev/null/x 2>&1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout


def test_given_bots_when_simulated_then_statistics_are_one_json_object() -> None:
    done = run("simulate", "--games", "4", "--seats", "2", "--jobs", "2", "--bots", "greedy,random")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["games"] == 4
    assert summary["games_per_second"] > 0
    assert [seat["bot"] for seat in summary["seats"]] == ["greedy", "random"]


def test_given_a_language_when_a_demo_plays_then_it_speaks_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(tmp_path / "game")
    asked = ["demo", "--speed", "0", "--mute", "--no-camera", "--turns", "3", "--log", log]
    assert main([*asked, "--language", "de"]) == 0
    told = capsys.readouterr().out
    assert "Neues Spiel: USA, ich gebe die Karten." in told and "[Ohr von Scheibe Blau]" in told
    assert main(["replay", log, "--language", "fr"]) == 0
    assert "Distribué\u202f: 4 cartes chacun. Rangée" in capsys.readouterr().out
    assert main(["replay", log, "--short"]) == 0
    assert capsys.readouterr().out.startswith("The game in a minute, 1 of ")
    assert main([*asked, "--language", "tlh"]) == 2
    assert "no phrases for language 'tlh'; there are: de, en, es, fr" in capsys.readouterr().err


def test_given_a_shell_that_starts_it_in_the_background_when_interrupted_then_it_ends(tmp_path: Path) -> None:
    """Such a shell has SIGINT ignored from the start."""
    log = tmp_path / "game"
    call = [sys.executable, "-m", "fingerpost", "demo", "--mute", "--no-camera", "--log", str(log)]
    deaf = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *call]
    with subprocess.Popen(deaf, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()  # it plays
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130


def test_given_a_system_without_pseudo_terminals_when_a_demo_is_asked_for_then_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # What every Python reads at its start, so the hub's own process too.
    (tmp_path / "sitecustomize.py").write_text(
        "import os\ndef none(): raise OSError(2, 'No such file or directory')\nos.openpty = none\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    log = str(tmp_path / "game")
    assert main(["demo", "--speed", "0", "--mute", "--no-camera", "--log", log]) == 2
    told = capsys.readouterr().err
    assert "gives no pseudo-terminal (No such file or directory); is /dev/pts mounted?" in told
    assert told.endswith("--no-hub\n") and told.count("\n") == 1


@pytest.mark.parametrize("command", ["hub", "referee", "score"])
def test_given_a_command_that_programs_call_when_it_begins_then_no_words_cameras_or_brokers_are_loaded(
    command: str,
) -> None:
    program = (
        "import sys; from fingerpost.cli import main\n"
        f"try: main(['{command}', '--help'])\nexcept SystemExit: pass\n"
        "print({'announce', 'cv2', 'dialog', 'paho', 'starlette'} & set(sys.modules), file=sys.stderr)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stderr.strip() == "set()"


@pytest.mark.parametrize(
    "call",
    [
        ["map", "check"],
        ["board", "check"],
        ["referee", "--seats", "2", "--edition", "us-accessible", "--map"],
        ["read", "nowhere.jpg", "--board"],
        ["read", "nowhere.jpg", "--board", "usa", "--camera"],
        ["score"],
    ],
)
def test_given_a_file_nested_too_deep_when_read_then_one_short_line_says_that(
    call: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It told of "a JSON array from a unicode string", and of Python's recursion."""
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000)
    assert main([*call, str(deep)]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1 and "too deep; give a " in line and "recursion" not in line


def test_given_a_folder_as_a_clubs_database_when_checked_then_one_line_tells_what_to_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["club", "check", "--database", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"fingerpost: database {tmp_path}: a folder; name the file in it\n"
