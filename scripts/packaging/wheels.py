"""Fetch the wheels that builds need: of every suite and machine, so that later builds need no network."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from scripts.packaging.locked import BUILD, TABLE, Locked, locked
from scripts.packaging.targets import TARGETS, Target

_GLIBCS: Final = (36, 35, 34, 31, 28, 27, 26, 24, 17)  # of Debian 12, and what fits as well


class NoWheelError(Exception):
    """A wheel could not be had; the message says for what."""


def fetch(into: Path, *, suite: str | None = None, arch: str | None = None) -> int:
    """Fetch the wheels of both locks, of one suite and machine or of all; how many files are there then.

    Raises:
        NoWheelError: the index does not give one.
    """
    into.mkdir(parents=True, exist_ok=True)
    for target in (one for one in TARGETS if suite in (None, one.suite) and arch in (None, one.arch)):
        _download(locked(TABLE, target), target, into)
        _download(locked(BUILD, target), target, into)
    return len(list(into.glob("*.whl")))


def _download(wanted: list[Locked], target: Target, into: Path) -> None:
    platforms = [f"manylinux_2_{glibc}_{target.machine}" for glibc in _GLIBCS]
    platforms += [f"manylinux2014_{target.machine}"]
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder, "lines.txt")
        lines.write_text("".join(f"{one.line}\n" for one in wanted), encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
                *("--no-deps", "--only-binary", ":all:", "--require-hashes", "--implementation", "cp"),
                *(word for platform in platforms for word in ("--platform", platform)),
                *("--python-version", target.python, "--find-links", str(into), "--dest", str(into)),
                *("--requirement", str(lines)),
            ],
            check=False,
            capture_output=True,
            text=True,
        )
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or [f"pip ended with {done.returncode}"])[-1]
        what = f"wheels for {target.suite} {target.arch} could not be had ({said})"
        raise NoWheelError(f"{what}; check the network, without which they cannot be fetched")
