"""`fingerpost upgrade`, with an apt that says what a repository would."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fingerpost.cli import main
from scripts.packaging.control import main_fields, news
from scripts.packaging.targets import Target
from upkeep import upgrade

APT_GET = '#!/bin/sh\necho "$*" >>{folder}/asked\n'
POLICY = "fingerpost:\n  Installed: {installed}\n  Candidate: {newest}\n"


class Machine:
    """A machine whose apt is a script, and whose user is root."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.shown = folder, "Package: fingerpost\nDescription: a board\n It speaks.\n"
        (folder / "sources").write_text("Types: deb\n")
        self.put("apt-get", APT_GET.format(folder=folder))
        self.offers("0.1.0+deb12", "0.1.1+deb12")
        patch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        patch.setattr(os, "geteuid", lambda: 0)
        patch.setattr(upgrade, "SOURCES", folder / "sources")
        patch.setattr(upgrade, "STATE_OF_THE_MACHINE", folder)
        patch.setattr(upgrade, "told_state", lambda: {"phase": "game"})
        self._patch = patch

    def settles(self, script: str) -> None:
        """A service runs between games, and its helper is a script."""
        self.put("helper", script)
        self._patch.setattr(upgrade, "HELPER", self.folder / "helper")
        self._patch.setattr(upgrade, "SERVICES", self.folder)
        self._patch.setattr(upgrade, "told_state", lambda: {"phase": "set-up"})

    def put(self, name: str, script: str) -> None:
        (self.folder / name).write_text(script)
        (self.folder / name).chmod(0o755)

    def offers(self, installed: str, newest: str) -> None:
        text = POLICY.format(installed=installed, newest=newest)
        other = POLICY.format(installed=installed, newest="9.9.9+deb12")
        own = "*sourceparts=-*"
        asked = f"case \"$*\" in\n{own}policy*) cat <<'E'\n{text}E\n;;\n"
        asked += f"{own}\"show fingerpost={newest}\") cat <<'E'\n{self.shown}E\n;;\n"
        self.put("apt-cache", f"#!/bin/sh\n{asked}*) cat <<'E'\n{other}E\n;;\nesac\n")

    @property
    def installed(self) -> list[str]:
        asked = (self.folder / "asked").read_text().splitlines()
        return [line for line in asked if " install " in line]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_given_a_newer_version_when_a_game_is_played_then_it_is_installed_and_waits(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["upgrade"]) == 0
    assert "0.1.1 waits for the end of the game" in capsys.readouterr().out
    (asked,) = machine.installed
    assert "Dir::Etc::sourceparts=-" in asked and "--force-confold" in asked
    assert asked.endswith("fingerpost=0.1.1+deb12")


def test_given_a_newer_version_when_only_asked_then_it_is_named_and_not_installed(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["upgrade", "--check"]) == 1
    assert capsys.readouterr().out == "0.1.1 is there; 0.1.0 is installed\n"
    assert machine.installed == []


@pytest.mark.parametrize(("options", "code"), [(("--check",), 1), ((), 0)])
def test_given_a_package_that_tells_its_news_when_upgraded_then_they_are_said_before_it_comes(
    options: tuple[str, ...], code: int, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    fields = main_fields(Target(suite="bookworm", arch="amd64"), "0.1.0+deb12")
    machine.shown = f"Package: fingerpost\nDescription: {fields['Description']}\nSection: misc\n\n"
    machine.offers("0.0.9+deb12", "0.1.0+deb12")
    assert main(["upgrade", *options]) == code
    (told, *_) = capsys.readouterr().out.splitlines()
    text = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    assert told.endswith(f". New in 0.1.0: {news(text, '0.1.0')}") and len(news(text, "0.1.0")) > 40


def test_given_a_changelog_when_a_version_has_no_paragraph_then_nothing_is_said_of_it() -> None:
    text = "## 0.3.0 (2026-12-01)\n\n- a point\n\n## 0.2.0 (2026-11-01)\n\nQuicker\nby far.\n\n- a point\n"
    assert [news(text, version) for version in ("0.3.0", "0.2.0", "0.1.0")] == ["", "Quicker by far.", ""]


def test_given_the_newest_when_asked_then_it_is_said(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.offers("0.1.1+deb12", "0.1.1+deb12")
    assert main(["upgrade", "--check"]) == 0
    assert capsys.readouterr().out == "0.1.1 is the newest\n"


def test_given_a_version_that_did_not_start_here_when_upgraded_then_it_is_taken_no_more(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    (machine.folder / "refused").write_text("0.1.1\n")
    assert main(["upgrade"]) == 0
    assert "taken no more" in (told := capsys.readouterr().out) and told.endswith("upgrade --again\n")
    assert machine.installed == []
    assert main(["upgrade", "--again"]) == 0
    assert len(machine.installed) == 1


def test_given_no_network_when_upgraded_then_one_line_says_what_to_check(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.put("apt-get", "#!/bin/sh\nexit 100\n")
    assert main(["upgrade"]) == 1
    assert "cannot be reached" in capsys.readouterr().err


def test_given_somebody_who_is_not_root_when_upgrading_then_one_line_with_sudo(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert main(["upgrade"]) == 2
    assert "sudo fingerpost upgrade" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ended", "told", "not_told"),
    [
        (1, "the former one is back.", "is not back"),
        (2, "sudo dpkg --configure -a", "the former one is back"),
        (3, "does not start either, so the fault is another; run: sudo fingerpost doctor", "is not back"),
    ],
)
def test_given_a_version_that_does_not_start_when_upgraded_then_it_is_said_what_runs_now(
    ended: int, told: str, not_told: str, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.settles(f"#!/bin/sh\nexit {ended}\n")
    assert main(["upgrade"]) == 1
    error = capsys.readouterr().err
    assert told in error and not_told not in error and error.count("\n") == 1


def test_given_a_source_that_goes_on_for_ever_when_upgraded_then_one_line_says_what_to_check(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upgrade, "_UPDATE_S", 0.1)
    machine.put("apt-get", "#!/bin/sh\nexec sleep 1000\n")
    assert main(["upgrade"]) == 1
    error = capsys.readouterr().err
    assert "cannot be reached" in error and error.count("\n") == 1


def test_given_an_installation_or_a_way_back_that_takes_long_when_upgraded_then_it_is_waited_for(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits, real = dict[str, object](), subprocess.run

    def run(words: list[str], **given: Any) -> subprocess.CompletedProcess[str]:
        limits[next((word for word in words if word in ("update", "install", "settle")), "")] = given.get(
            "timeout"
        )
        return real(words, **given)

    monkeypatch.setattr(subprocess, "run", run)
    machine.settles("#!/bin/sh\nexit 2\n")
    assert main(["upgrade"]) == 1
    assert limits["update"] is not None
    assert (limits["install"], limits["settle"]) == (None, None)
