"""What runs is packed before an upgrade, for the way back; where there is no room nothing is changed."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.fake_commands import put

DEBIAN = Path(__file__).resolve().parents[1] / "deploy" / "debian"


class Upgrade:
    """A machine with a package of before, on which preinst runs; all that it changes lies in `folder`."""

    def __init__(self, folder: Path, size_kb: int) -> None:
        """`size_kb`: what the installed package says that it takes."""
        self.folder, self.cache = folder, folder / "cache"
        for name in ("info", "cache", "bin"):
            (folder / name).mkdir()
        (folder / "info" / "fingerpost.md5sums").touch()
        self.former = self.cache / "former.deb"
        self.former.write_text("of the year before last")
        text = (DEBIAN / "preinst").read_text(encoding="utf-8")
        assert text.count("cache=/var/cache/fingerpost") == 1
        assert text.count("run=/run/fingerpost") == 1
        self.run_folder = folder / "run"
        text = text.replace("/run/fingerpost", str(self.run_folder))
        self._script = text.replace("/var/cache/fingerpost", str(self.cache))
        asked = f'--control-path) echo "{folder}/info/$2.$3" ;; -W) printf {size_kb} ;;'
        self.command("dpkg-query", f"case $1 in {asked} esac")
        self.command("md5sum", "exit 0")

    def command(self, name: str, does: str) -> None:
        """The machine's command of this name does that."""
        put(self.folder, name, f"#!/bin/sh\n{does}\n")

    def free(self, kb: int) -> None:
        """So much room is left on every card."""
        head = "Filesystem 1024-blocks Used Available Capacity Mounted on"
        self.command("df", f"printf '{head}\\ntmpfs 90000 1 {kb} 1%% /x\\n'")

    def run(self, **env: str) -> subprocess.CompletedProcess[str]:
        """What dpkg does before it unpacks the new files."""
        return subprocess.run(
            ["sh", "-c", self._script, "preinst", "upgrade"],
            env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", **env},
            capture_output=True,
            text=True,
            check=False,
        )


def test_given_a_running_table_when_an_upgrade_finds_no_room_then_it_is_noted_for_it_until_there_is_some(
    tmp_path: Path,
) -> None:
    upgrade = Upgrade(tmp_path, size_kb=40_000)
    upgrade.command("stat", 'echo "$3"')
    upgrade.free(100)
    assert upgrade.run().returncode == 1  # no table runs: nothing is left anywhere
    upgrade.run_folder.mkdir()
    note = upgrade.run_folder / "upgrade-hindered"
    for _ in range(2):
        assert upgrade.run().returncode == 1
        assert [*upgrade.run_folder.iterdir()] == [note] and note.stat().st_mode & 0o777 == 0o644
    assert not [*tmp_path.glob("run-hindered*")]
    upgrade.free(90_000)
    upgrade.run()
    assert not note.exists()


@pytest.mark.parametrize("fails", ["mkdir", "mktemp", "tar"])
def test_given_a_full_card_when_what_runs_cannot_be_packed_then_no_older_package_stays_to_go_back_to(
    fails: str, tmp_path: Path
) -> None:
    upgrade = Upgrade(tmp_path, size_kb=0)
    upgrade.command(fails, "exit 1")
    ran = upgrade.run()
    assert (ran.returncode, "no way back from this upgrade" in ran.stderr) == (0, True)
    assert list(upgrade.cache.iterdir()) == []


def test_given_too_little_room_when_upgraded_then_one_line_says_how_much_and_nothing_is_changed(
    tmp_path: Path,
) -> None:
    """It was a line for each of 3,400 files, and the upgrade went on without a way back."""
    upgrade = Upgrade(tmp_path, size_kb=40_000)
    upgrade.command("stat", 'echo "$3"')  # each folder on a card of its own
    for free, room in ((59_999, False), (60_001, True)):
        upgrade.free(free)
        ran = upgrade.run()
        assert ran.returncode == (0 if room else 1)
        assert ("free 1 MB more" in ran.stderr) != room and ran.stderr.count("\n") == 1
        assert upgrade.former.exists() != room  # packed anew, which fails here
    upgrade.command("stat", "echo 1")  # one card holds the new files, too
    upgrade.former.touch()
    ran = upgrade.run()
    assert ran.returncode == 1 and "free 40 MB more" in ran.stderr
    ran = upgrade.run(FINGERPOST_GOES_BACK="1")
    assert ran.returncode == 0  # on the way back itself nothing must be in its way
    assert "FINGERPOST_GOES_BACK=1 dpkg" in (DEBIAN / "fingerpost-helper").read_text(encoding="utf-8")
