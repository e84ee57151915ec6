"""What a bench was tried with and what came of it, as a page to publish beside a board (`--report FILE`).

It names the board, the machine's model and versions; no person, no network and no path.
"""

import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import pytest

from storage.version import version
from storage.whole_file import write_whole

Outcome = Literal["passed", "failed", "skipped"]
_MODEL: Final = Path("/proc/device-tree/model")
_TOLD: Final[Mapping[Outcome, str]] = {"passed": "passed", "failed": "FAILED", "skipped": "not tried"}


@dataclass
class BenchReport:
    """Gathers what pytest tells, and writes it at the end.

    Attributes:
        real: whether the devices were real.
        hub: what the hub said of itself, as far as it did.
    """

    path: Path
    real: bool
    hub: str = ""
    _outcomes: dict[str, tuple[Outcome, str]] = field(default_factory=dict)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of a test is over; the worst part counts."""
        name = report.nodeid.rpartition("::")[2]
        before = self._outcomes.get(name, ("skipped", ""))[0]
        if report.outcome == "failed":
            self._outcomes[name] = ("failed", _last_line(report.longreprtext))
        elif report.outcome == "skipped":
            self._outcomes[name] = ("skipped", _last_line(report.longreprtext))
        elif report.when == "call" and before != "failed":
            self._outcomes[name] = ("passed", "")

    def pytest_sessionfinish(self) -> None:
        """Write it."""
        write_whole(self.path, self.text().encode(), mode=0o644)

    def text(self) -> str:
        """The page, in Markdown."""
        came = [outcome for outcome, _ in self._outcomes.values()]
        passed, failed, untried = (came.count(outcome) for outcome in _TOLD)
        devices = "real devices" if self.real else "simulated devices: this says nothing about a board"
        lines = [
            "# A bench that was tried with Fingerpost",
            "",
            f"- {passed} passed, {failed} failed, {untried} not tried, on {devices}",
            f"- Fingerpost {version()}, Python {platform.python_version()}, {platform.machine()}",
            f"- machine: {_model()}",
            f"- hub: {self.hub or 'none'}",
            "- board, sensors, tokens, who tried it and when: (for you to write)",
            "",
            "| step | came of it | why |",
            "|---|---|---|",
        ]
        for name, (outcome, why) in self._outcomes.items():
            words = name.removeprefix("test_").replace("_", " ")
            lines.append(f"| {words} | {_TOLD[outcome]} | {why.replace('|', '/')} |")
        return "\n".join(lines) + "\n"


def _last_line(text: str) -> str:
    """What a failure or a skip says, without the place in the code."""
    lines = [line.removeprefix("E").strip() for line in text.splitlines() if line.strip()]
    said = [line for line in lines if ".py" not in line] or [""]
    return said[-1].strip("()'\"")[:200]


def _model() -> str:
    try:
        return _MODEL.read_text("utf-8", "replace").strip("\0\n ")
    except OSError:
        return platform.system()
