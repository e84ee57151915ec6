"""A lock file → what of it one target needs."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from scripts.packaging.targets import Target

ROOT: Final = Path(__file__).resolve().parents[2]
TABLE: Final = ROOT / "deploy" / "locks" / "table.txt"
BUILD: Final = ROOT / "deploy" / "locks" / "build.txt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """One package of a lock, with the hashes of all its files."""

    name: str
    version: str
    hashes: frozenset[str]  # SHA-256, hexadecimal

    @property
    def line(self) -> str:
        """As an installer reads it."""
        return " ".join(
            [f"{self.name}=={self.version}", *(f"--hash=sha256:{one}" for one in sorted(self.hashes))]
        )


def locked(lock: Path, target: Target) -> list[Locked]:
    """What the target needs of a lock, in its order."""
    marks = {
        "python_full_version": f"{target.python}.0",
        "python_version": target.python,
        "platform_machine": target.machine,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    found: list[Locked] = []
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        wanted = Requirement(line.partition(" --hash=")[0].strip())
        if wanted.marker is None or wanted.marker.evaluate(marks):
            hashes = frozenset(re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
            version = str(wanted.specifier).removeprefix("==")
            found.append(Locked(name=wanted.name, version=version, hashes=hashes))
    return found
