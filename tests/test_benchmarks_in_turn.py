"""Two checkouts of a benchmark in turn: which figures are set side by side, and what their quotient is."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.in_turn import HERE, SPENT, compared, figures

BENCHMARK = """import sys
from pathlib import Path
place = Path(__file__).resolve().parents[1] / "turns"
turns = int(place.read_text()) if place.exists() else 0
place.write_text(str(turns + 1))
print(f"heard after   {FACTOR * (10 + turns):.1f} ms (p99 {FACTOR * 20} ms), sha1 a1b2, 1,500 acts")
print("only here FACTOR")
"""


def test_given_lines_when_their_numbers_are_taken_then_names_with_digits_are_none() -> None:
    assert figures("p99 of 1,500 acts:  2.5 ms\nsha1 v2.1") == {
        ("p99 of # acts: # ms", 0): 1500.0,
        ("p99 of # acts: # ms", 1): 2.5,
    }


def test_given_rounds_when_compared_then_medians_and_the_median_of_the_rounds_own_quotients() -> None:
    then = [{("a #", 0): 1.0, ("gone #", 0): 1.0}, {("a #", 0): 10.0}, {("a #", 0): 2.0}]
    now = [{("a #", 0): 2.0}, {("a #", 0): 30.0}, {("a #", 0): 2.0}]
    assert compared(then, now) == [("a # [1]", 2.0, 2.0, 2.0)]


@pytest.mark.parametrize("rounds", [1, 3])
def test_given_two_checkouts_when_run_then_each_as_often_and_only_what_both_tell_is_told(
    tmp_path: Path, rounds: int
) -> None:
    for name, factor in (("older", "2"), ("ours", "3")):
        (tmp_path / name / "benchmarks").mkdir(parents=True)
        (tmp_path / name / ".venv" / "bin").mkdir(parents=True)
        (tmp_path / name / ".venv" / "bin" / "python").symlink_to(sys.executable)
        source = BENCHMARK.replace('"only here FACTOR"', f'"only in {name} {factor}"').replace(
            "FACTOR", factor
        )
        (tmp_path / name / "benchmarks" / "odd.py").write_text(source)
    (tmp_path / "ours" / "benchmarks" / "in_turn.py").write_text((HERE / "benchmarks/in_turn.py").read_text())
    done = subprocess.run(
        [sys.executable, "benchmarks/in_turn.py", str(tmp_path / "older"), "odd", "--rounds", str(rounds)],
        cwd=tmp_path / "ours",
        capture_output=True,
        text=True,
        check=True,
    )
    told = [line.split()[:3] for line in done.stdout.splitlines()[1:] if SPENT not in line]
    first = {1: ["20", "30"], 3: ["22", "33"]}[rounds]
    assert told == [[*first, "1.500"], ["40", "60", "1.500"], ["1500", "1500", "1.000"]]
    assert {(tmp_path / name / "turns").read_text() for name in ("older", "ours")} == {str(rounds)}


def test_given_a_benchmark_that_one_has_not_then_one_line_says_which(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.in_turn", str(tmp_path), "speech"],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == f"{tmp_path}: no benchmarks/speech.py; name one that both have\n"


def test_given_a_benchmark_that_falls_over_after_some_figures_then_none_are_compared(tmp_path: Path) -> None:
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (tmp_path / "benchmarks" / "speech.py").write_text("print('1 ms', flush=True)\nassert False\n")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.in_turn", str(tmp_path), "speech"],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{tmp_path}: speech fell over with 1; see above\n")
