"""`make` where nothing is there yet: what is missing is said once, and an environment fits its folder."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S

SETUP = Path(__file__).resolve().parents[1] / "scripts" / "setup"
BASE = ("bash", "sh", "env", "dirname", "sed", "cksum", "cat", "rm", "mkdir", "chmod")

# A Python that can make environments; what it makes can do everything.
PYTHON = """#!/bin/sh
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin"; printf '#!/bin/sh\\nexit 0\\n' >"$3/bin/python"; chmod 755 "$3/bin/python"
    printf 'command = /usr/bin/python3 -m venv %s/%s\\n' "$PWD" "$3" >"$3/pyvenv.cfg" ;;
  --version*) echo "Python 3.13.5" ;;
esac
"""
PROGRAMS = (
    *(
        "mosquitto",
        "espeak-ng",
        "openssl",
        "gpg",
        "chromium",
        "systemd-analyze",
        "lou_translate",
        "node",
        "npm",
    ),
    *("avr-gcc", "cc", "ls"),
)
PYTHON_WITHOUT_VENV = '#!/bin/sh\ncase "$2" in *ensurepip*) exit 1 ;; esac\n'


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone in a folder with a space, on a machine that has nothing but what every Debian has."""
    folder = tmp_path / "board games" / "fingerpost"
    (folder / "scripts").mkdir(parents=True)
    shutil.copy(SETUP, folder / "scripts" / "setup")
    (folder / "pyproject.toml").write_text("[project]\n")
    machine = tmp_path / "bin"
    machine.mkdir()
    for command in BASE:
        path = shutil.which(command)
        assert path is not None
        (machine / command).symlink_to(path)
    put(machine, "id", "#!/bin/sh\necho 1000\n")
    return folder


def put(machine: Path, command: str, script: str) -> None:
    (machine / command).write_text(script)
    (machine / command).chmod(0o755)


def set_up(clone: Path, machine: Path, part: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [clone / "scripts" / "setup", part],
        capture_output=True,
        text=True,
        env={"PATH": str(machine)},
        timeout=PATIENCE_S,
        check=False,
    )


def test_given_nothing_is_there_when_it_is_to_be_tested_then_one_line_names_it_all(
    clone: Path, tmp_path: Path
) -> None:
    done = set_up(clone, tmp_path / "bin", "test")
    assert (done.returncode, done.stdout) == (1, "")
    line = done.stderr.removesuffix("\n")
    assert "\n" not in line
    assert "sudo apt-get install -y --no-install-recommends python3 python3-venv" in line
    assert {"espeak-ng", "openssl", "chromium", "nodejs", "npm", "gcc-avr", "gcc"} <= set(line.split())
    assert not (clone / ".venv").exists()


def test_given_a_python_without_venv_when_it_is_to_be_seen_then_only_that_is_asked_for(
    clone: Path, tmp_path: Path
) -> None:
    put(tmp_path / "bin", "python3", PYTHON_WITHOUT_VENV)
    done = set_up(clone, tmp_path / "bin", "demo")
    assert done.returncode == 1
    assert done.stderr.endswith("--no-install-recommends python3-venv\n")


def test_given_an_environment_when_its_folder_has_moved_then_it_is_made_anew(
    clone: Path, tmp_path: Path
) -> None:
    put(tmp_path / "bin", "python3", PYTHON)
    first, second = (set_up(clone, tmp_path / "bin", "demo") for _ in range(2))
    assert "making .venv with Python 3.13.5" in first.stderr
    assert (second.returncode, second.stderr) == (0, "")
    moved = clone.rename(clone.parent / "elsewhere")
    assert "making .venv" in set_up(moved, tmp_path / "bin", "demo").stderr


@pytest.mark.parametrize(
    ("user", "works", "asked"),
    [(0, True, 2), (0, False, 1), (1000, False, 0)],
    ids=["root", "no network", "not root"],
)
def test_given_no_lighter_browser_when_it_cannot_be_had_then_tests_are_set_up_without_it(
    clone: Path, tmp_path: Path, user: int, works: bool, asked: int
) -> None:
    machine = tmp_path / "bin"
    put(machine, "python3", PYTHON)
    put(machine, "id", f"#!/bin/sh\necho {user}\n")
    put(machine, "timeout", '#!/bin/sh\nshift\nexec "$@"\n')
    put(machine, "apt-get", f'#!/bin/sh\necho "$*" >>"{tmp_path}/asked"\nexit {int(not works)}\n')
    for program in PROGRAMS:
        put(machine, program, "#!/bin/sh\nexit 0\n")
    for folder in ("tests/firmware/micropython", "tests/web/axe"):
        (clone / folder / "node_modules").mkdir(parents=True)
        (clone / folder / "package-lock.json").write_text("{}\n")
    done = [set_up(clone, machine, "test") for _ in range(2)]
    assert [one.returncode for one in done] == [0, 0], done
    told = (tmp_path / "asked").read_text().splitlines() if asked else []
    assert len(told) == (2 * asked if works else asked)  # what cannot be had is asked for once only
    assert all(line.endswith(" chromium-headless-shell") for line in told)
