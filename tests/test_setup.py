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
