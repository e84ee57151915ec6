"""Programs as real processes: the samples of the document play; hostile ones stop and read nothing."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Final, cast

import pytest

from bots.bot import GreedyBot
from engine import SEATS, Game, Refusal
from programs import keeper
from programs.explaining import explained
from programs.seat_program import SeatProgram
from table.errors import CallError
from tests.waiting import until

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "writing-a-bot.md"
HEAD: Final = """
import json, os, sys, time
def say(told): print(json.dumps(told), flush=True)
say({"bot": 1, "name": "hostile"})
questions = (one for one in map(json.loads, sys.stdin) if "ask" in one)
"""
SOON_MS: Final = 60
PATIENT_MS: Final = 60_000


def written(folder: Path, text: str, *, head: str = HEAD) -> str:
    """The command of a Python program."""
    path = folder / "program.py"
    path.write_text(head + textwrap.dedent(text), encoding="utf-8")
    return f"{sys.executable} {path}"


def played(command: str, ms: int, *, turns: int = 10_000) -> tuple[Game, SeatProgram]:
    """A game of the program against the planner, to its end or so many turns."""
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 7)
    program, other = SeatProgram(command, game, "blue", explain=explained, ms=ms), GreedyBot(3)
    try:
        while game.state.result is None and game.state.turn < turns:
            seat = game.state.waiting_for()[0]
            after = game.do(program.play(game) if seat == "blue" else other.choose(game.state, seat))
            assert not isinstance(after, Refusal)
            game = after[0]
        program.end(game)
    finally:
        program.end(None)
    return game, program


def kinds(program: SeatProgram) -> list[str]:
    return [mishap.kind for mishap in program.mishaps]


def samples() -> list[tuple[str, str]]:
    """The programs of the document: language and text."""
    return re.findall(r"^```(python|sh)\n(.*?)^```", DOCUMENT.read_text("utf-8"), flags=re.M | re.S)


@pytest.mark.parametrize(("language", "text"), samples(), ids=["python", "sh"])
def test_given_a_sample_of_the_document_then_it_has_ten_lines_and_plays_a_game(
    language: str, text: str, tmp_path: Path
) -> None:
    assert len(text.splitlines()) <= 10
    path = tmp_path / "sample"
    path.write_text(text, encoding="utf-8")
    game, program = played(f"{'sh' if language == 'sh' else sys.executable} {path}", PATIENT_MS)
    assert program.name.startswith("first claim")
    assert kinds(program) == []
    assert game.state.result is not None
    assert "blue" in game.state.owners.values()


HOSTILE = {
    "late": ("for _ in questions: pass", SOON_MS, ["late"] * 3),
    "deaf": ("time.sleep(1e6)", SOON_MS, ["late"] * 3),
    "crashing": ("next(questions); raise SystemExit(1)", PATIENT_MS, ["gone"]),
    "killed": ("os.kill(os.getpid(), 9)", PATIENT_MS, ["gone"]),
    "silent": ("os.close(1); time.sleep(1e6)", PATIENT_MS, ["gone"]),
    "babbling": ("while True: os.write(1, b'x' * 60_000)", PATIENT_MS, ["too-large", "gone"]),
    "endless lines": ("while True: os.write(1, b'{}\\n' * 9_000)", PATIENT_MS, ["unreadable"] * 3),
    "huge": (
        "for q in questions: [print('x' * 70_000, flush=True) for _ in '123']",
        PATIENT_MS,
        ["too-large"] * 3,
    ),
    "foreign": (
        "for q in questions:\n    for _ in range(3): say({'ask': q['ask'], 'do': 'pass', 'seat': 'red'})",
        PATIENT_MS,
        ["refused"] * 3,
    ),
    "foretelling": (
        "for q in questions:\n    for _ in range(3): say({'ask': q['ask'] + 1, 'pick': 0})",
        PATIENT_MS,
        ["unreadable"] * 3,
    ),
    "greedy for memory": ("next(questions); x = bytearray(3 << 30)", PATIENT_MS, ["gone"]),
    "greedy for disk": (
        "next(questions); open('f', 'wb').write(b'x' * (17 << 20)); raise SystemExit",
        PATIENT_MS,
        ["gone"],
    ),
}


@pytest.mark.parametrize(("text", "ms", "faults"), HOSTILE.values(), ids=HOSTILE)
def test_given_a_hostile_program_then_the_planner_plays_on_and_the_game_ends(
    text: str, ms: int, faults: list[str], tmp_path: Path
) -> None:
    game, program = played(written(tmp_path, text), ms)
    assert game.state.result is not None
    assert kinds(program) == [*faults, "taken-over"]


def test_given_a_program_that_logs_without_end_then_it_waits_for_nobody(tmp_path: Path) -> None:
    text = """
    for q in questions:
        for _ in range(60): os.write(2, b'log ' * 10_000)
        say({'ask': q['ask'], 'pick': 0})
    """
    game, program = played(written(tmp_path, text), PATIENT_MS, turns=6)
    assert kinds(program) == []
    assert game.state.turn >= 6


def test_given_a_program_that_is_killed_when_it_has_just_logged_then_its_words_are_kept(
    tmp_path: Path,
) -> None:
    shell = ("sh", "-c", "echo ready; read line; echo 'my last words' >&2; echo answered; read line")
    log, (control, host) = tmp_path / "log", os.pipe()
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            [
                sys.executable,
                "-I",
                "-S",
                keeper.__file__,
                str(control),
                "64",
                str(tmp_path / "folder"),
                *shell,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            pass_fds=(control,),
        ) as process,
    ):
        os.close(control)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        os.kill(process.pid, signal.SIGSTOP)  # it hears of the words and of the end at the same time
        process.stdin.write(b"on\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"answered\n"
        os.close(host)
        os.kill(process.pid, signal.SIGCONT)
    assert log.read_text("utf-8") == "my last words\n"


def test_given_a_program_then_its_surroundings_tell_it_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINGERPOST_SECRET", "the deck")
    secret = (tmp_path / "open").open("w")
    out = tmp_path / "told.json"
    text = f"""
    parent = open(f'/proc/{{os.getppid()}}/environ').read()
    told = {{
        'environment': dict(os.environ), 'files': os.listdir(), 'cwd': os.getcwd(), 'parent': parent,
        'descriptors': sorted(int(name) for name in os.listdir('/proc/self/fd') if
                              os.path.exists('/proc/self/fd/' + name)),
        'session': os.getsid(0) == os.getpid(), 'nice': os.nice(0),
    }}
    open({str(out)!r}, 'w').write(json.dumps(told))
    for q in questions: say({{'ask': q['ask'], 'pick': 0}})
    """
    with secret:
        played(written(tmp_path, text), PATIENT_MS, turns=2)
    told = json.loads(out.read_text("utf-8"))
    assert set(told["environment"]) - {"LC_CTYPE"} <= {"PATH", "LANG", "HOME", "TMPDIR", "FINGERPOST_BOT"}
    assert told["environment"]["HOME"] == told["environment"]["TMPDIR"] == told["cwd"]
    assert "FINGERPOST_SECRET" not in told["parent"]
    assert (told["files"], told["descriptors"]) == ([], [0, 1, 2])
    assert told["session"]
    assert told["nice"] >= 5
    assert not Path(told["cwd"]).exists()


@pytest.mark.parametrize(
    ("started", "data"), [(SeatProgram, 1 << 30), (partial(SeatProgram, memory_mib=300), 300 << 20)]
)
def test_given_a_program_then_each_of_its_limits_is_the_documents(
    tmp_path: Path, started: Callable[..., SeatProgram], data: int
) -> None:
    out = tmp_path / "told.json"
    text = f"""
    import resource
    named = {{name: getattr(resource, 'RLIMIT_' + name) for name in ('DATA', 'FSIZE', 'NOFILE', 'CORE')}}
    told = {{name: resource.getrlimit(which) for name, which in named.items()}}
    open({str(out)!r}, 'w').write(json.dumps({{**told, 'nice': os.nice(0)}}))
    for q in questions: say({{'ask': q['ask'], 'pick': 0}})
    """
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 7)
    program = started(written(tmp_path, text), game, "blue", explain=explained, ms=PATIENT_MS)
    program.play(game)
    program.end(None)
    assert json.loads(out.read_text("utf-8")) == {
        "DATA": [data, data],
        "FSIZE": [16 << 20, 16 << 20],
        "NOFILE": [64, 64],
        "CORE": [0, 0],
        "nice": min(os.nice(0) + 5, 19),
    }


def alive(process: int) -> bool:
    """A process that has ended and was not yet asked for is none."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


BREEDING: Final = """
    import subprocess
    for q in questions:
        if q['ask'] == 1:
            words = ['sh', '-c', 'setsid sleep 100000 & sleep 100000']
            child = subprocess.Popen(words, start_new_session=True)
            children = f'/proc/{child.pid}/task/{child.pid}/children'
            while len(open(children).read().split()) < 2: pass
            mine = [os.getpid(), child.pid, *open(children).read().split()]
            with open(OUT + '.new', 'w') as out: print(*mine, file=out)
            os.rename(OUT + '.new', OUT)
        say({'ask': q['ask'], 'pick': 0})
"""


def test_given_a_program_with_children_of_its_own_when_the_game_ends_then_all_end(tmp_path: Path) -> None:
    out = tmp_path / "processes"
    played(written(tmp_path, f"\n    OUT = {str(out)!r}{BREEDING}"), PATIENT_MS, turns=2)
    processes = [int(one) for one in out.read_text().split()]
    assert len(processes) == 4
    assert not any(map(alive, processes))


def test_given_a_host_that_is_killed_then_its_program_and_its_children_end(tmp_path: Path) -> None:
    out, host = tmp_path / "processes", tmp_path / "host.py"
    command = written(tmp_path, f"\n    OUT = {str(out)!r}{BREEDING}")
    host.write_text(
        "import signal\n"
        "from engine import Game\n"
        "from programs.seat_program import SeatProgram\n"
        "game = Game.new('us-accessible', 'usa', ('blue', 'red'), 'dealt', 7)\n"
        f"program = SeatProgram({command!r}, game, 'blue', explain=lambda s, r: '', ms={PATIENT_MS})\n"
        "program.play(game)\n"
        "signal.pause()\n",
        encoding="utf-8",
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, str(host)], env={**os.environ, "PYTHONPATH": str(root)}
    ) as process:
        assert until(out.exists)
        process.send_signal(signal.SIGKILL)
    processes = [int(one) for one in out.read_text().split()]
    assert until(lambda: not any(map(alive, processes)))


def test_given_a_program_that_does_not_end_when_the_game_is_over_then_it_is_told_and_killed(
    tmp_path: Path,
) -> None:
    out = tmp_path / "told.json"
    text = f"""
    import signal
    signal.signal(signal.SIGTERM, lambda *_: open({str(tmp_path / "term")!r}, 'w').close())
    for line in sys.stdin:
        told = json.loads(line)
        if 'ask' in told: say({{'ask': told['ask'], 'pick': 0}})
        if 'over' in told:
            with open({str(out)!r}, 'w') as file: json.dump(told, file)
    while True: signal.pause()
    """
    game, _ = played(written(tmp_path, text), PATIENT_MS, turns=4)
    told = json.loads(out.read_text("utf-8"))
    assert (told["over"], told["view"]["seq"]) == (True, len(game.events))
    assert {line["seat"] for line in told["score"]["seats"]} == {"blue", "red"}
    assert (tmp_path / "term").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise ValueError('no luck')", "ValueError: no luck"),
        ("print('hello')", "no greeting"),
        ("print('{\"bot\": 2}')", '"bot" is 2; give "bot": 1'),
    ],
)
def test_given_a_program_that_does_not_greet_then_one_line_says_why(
    text: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(CallError, match=said):
        played(written(tmp_path, text, head=""), PATIENT_MS)


def test_given_no_such_program_then_one_line_says_so() -> None:
    with pytest.raises(CallError, match="not found"):
        played("./nowhere --deep", PATIENT_MS)


def test_given_a_silent_program_when_it_is_waited_for_then_its_time_counts_from_the_last_byte_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.new("us-accessible", "usa", SEATS[:2], "dealt", 7)
    command = written(tmp_path, "sys.stdin.read()")
    program, now = SeatProgram(command, game, "blue", explain=explained, ms=500), [100.0]

    def waited(*pipes_and_seconds: object) -> tuple[list[int], list[int], list[int]]:
        now[0] += cast("float", pipes_and_seconds[-1])
        return [], [], []

    try:
        with monkeypatch.context() as patched:
            clock = SimpleNamespace(monotonic=lambda: now[0])
            patched.setattr("programs.seat_program.time", clock)
            patched.setattr("programs.child.time", clock)
            patched.setattr("programs.child.select", SimpleNamespace(select=waited))
            program.play(game)
        assert kinds(program) == ["late"]
        assert program.times_ms == [pytest.approx(600)]
    finally:
        program.end(None)
