"""The report of a bench: what was tried, on what, what came of it; nothing of people or paths."""

import getpass
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from hw_tests.report import BenchReport
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parent.parent


def told(name: str, when: str, outcome: str, why: str = "") -> pytest.TestReport:
    return pytest.TestReport(
        f"hw_tests/test_hub_contract.py::{name}",
        ("hw_tests/test_hub_contract.py", 1, name),
        {},
        outcome,  # type: ignore[arg-type]
        why,
        when,  # type: ignore[arg-type]
    )


def test_given_steps_when_reported_then_the_worst_of_each_counts_and_says_why(tmp_path: Path) -> None:
    report = BenchReport(tmp_path / "bench.md", real=True, hub="1.2, 100 sites")
    for one in (
        told("test_given_a_ping_when_sent", "call", "passed"),
        told("test_given_lamps_when_set", "call", "failed", "hub.py:3: in x\nE   it said | nothing"),
        told("test_given_lamps_when_set", "teardown", "passed"),
        told("test_given_a_cable", "setup", "skipped", "nobody is at the bench"),
    ):
        report.pytest_runtest_logreport(one)
    report.pytest_sessionfinish()
    text = (tmp_path / "bench.md").read_text("utf-8")
    assert "- 1 passed, 1 failed, 1 not tried, on real devices\n" in text
    assert "- hub: 1.2, 100 sites\n" in text
    assert "| given a ping when sent | passed |  |\n" in text
    assert "| given lamps when set | FAILED | it said / nothing |\n" in text
    assert "| given a cable | not tried | nobody is at the bench |\n" in text


def test_given_the_bench_when_run_with_a_report_then_it_names_the_hub_and_neither_people_nor_paths(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bench.md"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "hw_tests/test_hub_contract.py",
        "-k",
        "ping",
        f"--report={path}",
    ]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert ran.returncode == 0, ran.stdout
    text = path.read_text("utf-8")
    assert "on simulated devices: this says nothing about a board" in text
    assert "sites\n" in text
    assert "| given a ping when sent then the same stamp comes back | passed |" in text
    assert not {platform.node(), str(ROOT), f"/home/{getpass.getuser()}"} & set(text.split())
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert again.returncode == 4
    assert "give a new file" in again.stderr
