"""What dpkg reads of a package: control, md5sums, conffiles; and the packing, the same bytes each time."""

import hashlib
import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from scripts.packaging.locked import ROOT, TABLE, locked
from scripts.packaging.targets import Target

DEBIAN: Final = ROOT / "deploy" / "debian"
MAINTAINER: Final = "Fingerpost <fingerpost@example.org>"
MOST_MB: Final = {"fingerpost": (10, 50), "fingerpost-vision": (65, 250)}
"""What a package may weigh, packed and installed: an upgrade goes over a slow line, onto a small card."""
OLDEST_VISION: Final = "4.10"
"""What pyproject.toml asks of OpenCV at least."""


def vision_version(target: Target) -> str:
    """Its OpenCV and numpy, so that it changes only with them."""
    versions = {one.name: one.version for one in locked(TABLE, target)}
    return f"{versions['opencv-python-headless']}+numpy{versions['numpy']}{target.ending}"


def main_fields(target: Target, version: str) -> dict[str, str]:
    """The control file of the program's package."""
    recommends = "fingerpost-vision"
    if target.suite == "trixie" and target.arch == "arm64":
        recommends += ", python3-lgpio"  # no wheel for this Python; Raspberry Pi's archive has it
    return {
        "Package": "fingerpost",
        "Version": version,
        "Depends": f"{_python(target)}, espeak-ng, alsa-utils",
        "Recommends": recommends,
        "Suggests": "mosquitto, pipewire-bin, speech-dispatcher",
        "Breaks": f"fingerpost-vision (<< {OLDEST_VISION})",
        "Description": "tactile train-route board that feels, sees and says the game\n"
        " Fingerpost feels what is put on a tactile board of train routes, knows the\n"
        " rules, keeps the score and says everything aloud, so that blind, low-vision\n"
        " and sighted people play as equals. This package holds the program, its\n"
        " environment in /opt/fingerpost and its service."
        f"{_news(version.removesuffix(target.ending))}",
    }


def news(changelog: str, version: str) -> str:
    """The paragraph below that version's heading; "" where there is none."""
    part = re.search(rf"^## {re.escape(version)} \(.*\)\n\n((?![#-]).+\n(?:.+\n)*)", changelog, re.MULTILINE)
    return "" if part is None else " ".join(part[1].split())


def _news(version: str) -> str:
    """As the last paragraph of a description: apt shows it before anything is installed."""
    told = news((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    lines = textwrap.wrap(f"New in {version}: {told}", 78) if told else []
    return "".join(f"\n {line}" for line in [".", *lines]) if lines else ""


def vision_fields(target: Target) -> dict[str, str]:
    """The control file of what looks at pictures."""
    return {
        "Package": "fingerpost-vision",
        "Version": vision_version(target),
        "Depends": _python(target),
        "Enhances": "fingerpost",
        "Description": "OpenCV and numpy for the camera of Fingerpost\n"
        " The camera over a Fingerpost board needs these two. They are large and\n"
        " change seldom, so an upgrade of the program leaves them as they are.",
    }


def _python(target: Target) -> str:
    return f"python3 (>= {target.python}), python3 (<< {target.next_python})"


def pack(
    tree: Path,
    fields: Mapping[str, str],
    target: Target,
    into: Path,
    epoch: int,
    scripts: tuple[str, ...] = (),
    *,
    pressed: int = 6,
) -> Path:
    """Write DEBIAN/ under `tree`, set rights, and make the package.

    `pressed`: 1 to 9, how hard; 0: larger, and in seconds.
    """
    debian = tree / "DEBIAN"
    _rights(tree)
    installed_kb = sum((path.lstat().st_size + 1023) // 1024 for path in tree.rglob("*") if _kept(path))
    debian.mkdir(mode=0o755)
    told = {
        **{key: value for key, value in fields.items() if key != "Description"},
        "Architecture": target.arch,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(installed_kb),
        "Section": "misc",
        "Priority": "optional",
        "Homepage": "https://example.org/fingerpost",
        "Description": fields["Description"],
    }
    (debian / "control").write_text("".join(f"{key}: {value}\n" for key, value in told.items()), "utf-8")
    kept = sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if _kept(path))
    kept = [name for name in kept if not name.startswith("DEBIAN/")]
    etc = [name for name in kept if name.startswith("etc/")]
    if etc:
        (debian / "conffiles").write_text("".join(f"/{name}\n" for name in etc), "utf-8")
    sums = [(hashlib.md5((tree / name).read_bytes()).hexdigest(), name) for name in kept if name not in etc]
    (debian / "md5sums").write_text("".join(f"{digest}  {name}\n" for digest, name in sums), "utf-8")
    for script in scripts:
        shutil.copyfile(DEBIAN / script, debian / script)
    for path in debian.iterdir():
        path.chmod(0o755 if path.name in scripts else 0o644)
    package = into / f"{fields['Package']}_{fields['Version']}_{target.arch}.deb"
    into.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    subprocess.run(
        [
            "dpkg-deb",
            "--root-owner-group",
            "-Zxz",
            f"-z{pressed}",
            "--threads-max=1",
            "--build",
            str(tree),
            str(package),
        ],
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return package


def too_heavy(name: str, packed_bytes: int, installed_kb: int) -> str:
    """Why a package is larger than it may be; empty: it is not."""
    packed, installed = packed_bytes / 1e6, installed_kb / 1000
    most_packed, most_installed = MOST_MB[name]
    if packed <= most_packed and installed <= most_installed:
        return ""
    return (
        f"{name} has {packed:.1f} MB, installed {installed:.0f};"
        f" {most_packed} and {most_installed} are allowed; see what came in with `dpkg-deb -c`"
    )


def _kept(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _rights(tree: Path) -> None:
    """Rights as Debian has them, whatever the umask of the build."""
    tree.chmod(0o755)
    for path in tree.rglob("*"):
        if path.is_symlink():
            continue
        runs = path.is_dir() or path.parent.name == "bin" or path.parent.name == "libexec"
        path.chmod(0o755 if runs else 0o644)
