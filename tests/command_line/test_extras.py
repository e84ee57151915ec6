"""A plain install: what an extra brings is missing, and each command says so in one line that helps."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line.extras import EXTRAS, line_of
from fingerpost.config import Config
from fingerpost.doctor import table_check
from tests.waiting import PATIENCE_S

# Modules that cannot be imported, and no programs beside Python: as after `pip install fingerpost` alone.
PLAIN = """
import sys
for module in sys.argv.pop(1).split(","):
    sys.modules[module] = None
sys.argv[0] = "fingerpost"
from fingerpost.__main__ import main
sys.exit(main())
"""
ALL = ",".join(module for extra in EXTRAS.values() for module in extra.packages)


def plainly(*arguments: str, state: Path, without: str = ALL) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PLAIN, without, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env={"PATH": "/nowhere", "HOME": str(state), "LANG": "C.UTF-8", "PYTHONPATH": str(Path.cwd())},
    )


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("vision", "demo --speed 0 --mute --no-hub"),
        ("page", "demo --speed 0 --mute --no-camera --page 8123"),
        ("vision", "read a.png --board usa"),
        ("vision", "watch a.png --board usa"),
        ("vision", "calibrate a.png --board usa --out x.json"),
        ("vision", "calibrate --sheet x.pdf"),
        ("vision", "score --photo a.png --edition europe --board europe"),
        ("page", "play --keyboard --mute --page 8123"),
        ("hub", "hub flash /dev/null"),
    ],
)
def test_given_an_extra_that_is_missing_when_a_command_needs_it_then_one_line_with_what_to_run(
    extra: str, arguments: str, tmp_path: Path
) -> None:
    done = plainly(*arguments.split(), state=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert done.stderr.startswith("fingerpost: ")
    assert f'-m pip install "fingerpost[{extra}]"' in done.stderr
    assert not list(tmp_path.rglob("*.fingerpost"))  # nothing was begun


def test_given_one_package_for_boards_is_missing_when_a_board_is_printed_then_nothing_is_begun(
    tmp_path: Path,
) -> None:
    called = ("board", "print", "usa", "--tier", "full", "--out", str(tmp_path / "out"))
    for package in ("ezdxf", "manifold3d"):
        done = plainly(*called, state=tmp_path, without=package)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
        assert f"needs {package}; run: " in done.stderr
    assert not (tmp_path / "out").exists()


def test_given_no_opencv_when_a_table_with_a_camera_starts_then_one_line(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[camera]\ndevice = "0"\n[speech]\nmute = true\n')
    done = plainly("play", "--config", str(table), state=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == f"fingerpost: {line_without(done, 'vision')}"


def line_without(done: subprocess.CompletedProcess[str], extra: str) -> str:
    """The one line of an extra, as that Python tells it."""
    advice = f'run: {sys.executable} -m pip install "fingerpost[{extra}]"'
    return f"{EXTRAS[extra].needed_by} needs {' and '.join(EXTRAS[extra].packages.values())}; {advice}"


def test_given_no_extras_when_the_demo_needs_none_then_it_plays(tmp_path: Path) -> None:
    done = plainly("demo", "--speed", "0", "--mute", "--no-camera", "--turns", "2", state=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "go on with" in done.stdout


def test_given_no_opencv_when_the_demo_plays_then_it_is_by_pins_and_one_line_says_so(tmp_path: Path) -> None:
    done = plainly("demo", "--speed", "0", "--mute", "--turns", "2", state=tmp_path)
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("fingerpost: no camera without OpenCV; run: ")
    assert 'pip install "fingerpost[vision]"' in done.stderr
    assert "go on with" in done.stdout


def test_given_no_speech_when_words_are_wanted_then_one_line_and_the_game_goes_on(tmp_path: Path) -> None:
    done = plainly("demo", "--speed", "50", "--no-camera", "--turns", "1", state=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count('install "fingerpost[speech]", or: sudo apt install espeak-ng') == 1
    said = plainly("say", "hello", "--wav", str(tmp_path / "a.wav"), state=tmp_path)
    assert (said.returncode, said.stderr.count("\n")) == (1, 1)
    assert '"fingerpost[speech]"' in said.stderr


def test_given_no_extras_when_the_doctor_looks_then_each_is_listed_with_its_command(tmp_path: Path) -> None:
    done = plainly("doctor", "--mute", state=tmp_path)
    lines = done.stdout.splitlines()
    for name in EXTRAS:
        line = next(line for line in lines if f"extra {name}: " in line)
        assert "not installed" in line
        assert f'pip install "fingerpost[{name}]"' in line
    whole = subprocess.run(
        [sys.executable, "-m", "fingerpost", "doctor", "--mute"], capture_output=True, text=True, check=False
    )
    assert "extra vision: installed" in whole.stdout


def test_given_a_package_that_every_table_needs_when_it_is_missing_then_one_line_too(tmp_path: Path) -> None:
    done = plainly("listen", state=tmp_path, without="paho")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "paho-mqtt is not installed; run: " in done.stderr


def test_given_an_import_that_fails_when_it_is_of_no_extra_then_it_is_our_own_fault() -> None:
    assert line_of(ImportError("no such", name="engine.wrong")) is None
    broken = line_of(ImportError("libGL.so.1: cannot open shared object file", name="cv2"))
    assert broken is not None
    assert "does not load (libGL.so.1" in broken


def test_given_the_extras_when_compared_with_the_package_then_they_are_the_same() -> None:
    import tomllib

    declared = tomllib.loads(Path("pyproject.toml").read_text())["project"]["optional-dependencies"]
    for name, extra in EXTRAS.items():
        told = json.dumps(declared[name])
        wanted = {"espeakng_loader": "espeakng-loader"}
        for module, package in extra.packages.items():
            assert wanted.get(module, package) in told


def test_given_the_package_when_something_is_missing_then_nobody_is_sent_to_a_pip_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`/opt/fingerpost/bin/python -m pip` was the advice for a Pico's firmware, on a Pi where no pip is."""
    monkeypatch.setattr(sys, "prefix", "/opt/fingerpost")
    monkeypatch.setattr(sys, "executable", "/opt/fingerpost/bin/python")
    told = {name: extra.advice for name, extra in EXTRAS.items()}
    told["serial"] = line_of(ModuleNotFoundError(name="serial")) or ""
    monkeypatch.setattr(table_check, "installed", lambda module: False)
    (piper,) = table_check.piper_checks(Config().but("audio", voices=str(tmp_path)))
    told["piper"] = piper.advice
    for name, advice in told.items():
        assert "run: sudo apt install " in advice, name
        assert "/opt/fingerpost" not in advice and " -m pip" not in advice, name
    assert told["hub"].endswith("--reinstall fingerpost")  # the package brings it
    assert told["vision"].endswith("apt install fingerpost-vision")
