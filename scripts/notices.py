"""THIRD-PARTY.md: whose work the service runs on, and under which licence, as each package says."""

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "deploy" / "locks" / "table.txt"
NOTICE = ROOT / "THIRD-PARTY.md"
HEAD = """\
# What Fingerpost stands on

Fingerpost itself is under the MIT licence. Its service installs these packages, unchanged, from
[deploy/locks/table.txt](deploy/locks/table.txt); each brings the text of its licence along. This list is
written by `scripts/lock`.

Printed names in rare letters are set in DejaVu Sans (Bitstream Vera's licence): its Latin, Greek and
Cyrillic letters lie, with that text, in `printing/typeface`.

| Package | Version | Licence | Holds besides |
|---|---|---|---|
"""
HOLDS = {
    "opencv-python-headless": "FFmpeg (LGPL-2.1), libjpeg-turbo, libpng and more: see its LICENSE-3RD-PARTY",
    "numpy": "OpenBLAS (BSD-3-Clause), libgfortran (GPL-3.0 with the runtime exception)",
    "lgpio": "lg (Unlicense)",
}
UNSAID = {"lgpio": "Unlicense", "mpremote": "MIT"}
"""Licences of packages that are not installed on every machine, or do not say."""


def licence(name: str) -> str:
    """As its metadata says: an expression, a classifier, or a short text."""
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return UNSAID[name]
    if "License-Expression" in told:
        return told["License-Expression"]
    classes = [
        one.rpartition(" :: ")[2] for one in told.get_all("Classifier", []) if one.startswith("License")
    ]
    text = (told.get_all("License") or [""])[0]
    return ", ".join(classes) or (text if 0 < len(text) < 60 else UNSAID[name])


def locked() -> list[tuple[str, str]]:
    """Name and version of each package in the lock file."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return [(found[1], found[2]) for line in lines if (found := re.match(r"([\w.-]+)==([\w.]+)", line))]


def notice() -> str:
    """The whole file."""
    rows: dict[str, list[str]] = {}
    for name, version in locked():
        rows.setdefault(name, []).append(version)
    return HEAD + "".join(
        f"| {name} | {', '.join(versions)} | {licence(name)} | {HOLDS.get(name, '')} |\n"
        for name, versions in rows.items()
    )


if __name__ == "__main__":
    NOTICE.write_text(notice(), encoding="utf-8")
    sys.stderr.write(f"{NOTICE.name}: {len(set(locked()))} packages\n")
