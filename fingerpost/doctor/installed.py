"""SHELL: what the doctor says of the package and its service; nothing where there is no package."""

import hashlib
import pwd
import shutil
import subprocess
from collections.abc import Callable, Sequence
from grp import getgrall
from pathlib import Path
from typing import Final

from fingerpost.doctor.check_lines import Check, amiss, well
from upkeep.upgrade import BROKEN_OFF

SUMS: Final = Path("/var/lib/dpkg/info/fingerpost.md5sums")
_OWNER: Final = "fingerpost"
_GROUPS: Final = ("dialout", "video", "audio", "gpio")
_ASK_S: Final = 10.0
Asked = Callable[[Sequence[str]], str]


def _ask(words: Sequence[str]) -> str:
    """What a program of the system says; "" where it is not there or does not answer."""
    if shutil.which(words[0]) is None:
        return ""
    try:
        ran = subprocess.run(words, capture_output=True, text=True, timeout=_ASK_S, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return ran.stdout.strip()


def package_checks(sums: Path = SUMS, root: Path = Path("/"), ask: Asked = _ask) -> list[Check]:
    """Whether the package is installed whole, and each of its files is as it came."""
    if not sums.is_file():
        return []
    status = ask(("dpkg-query", "-W", "-f", "${db:Status-Status}", "fingerpost"))
    if status not in ("", "installed"):
        return [amiss("package", f"its installation was broken off ({status})", BROKEN_OFF, "package.half")]
    changed, files = [], 0
    for line in sums.read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        files += 1
        if not _is(root / name, digest):
            changed.append(name)
    if changed:
        what = f"{len(changed)} of {files} files are not as they came: /{changed[0]}"
        return [amiss("package", what, "run: sudo apt install --reinstall fingerpost", "package.changed")]
    return [well("package", f"{files} files, each as it came")]


def _is(path: Path, digest: str) -> bool:
    try:
        return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest() == digest
    except OSError:
        return False


def service_checks(
    sums: Path = SUMS, ask: Asked = _ask, running: Path = Path("/run/systemd/system")
) -> list[Check]:
    """Whether the table starts at power-on, and its user may use the devices."""
    if not sums.is_file():
        return []
    checks = [_groups()]
    if running.is_dir():
        enabled = ask(("systemctl", "is-enabled", "fingerpost.service"))
        active = ask(("systemctl", "is-active", "fingerpost.service"))
        if enabled in ("disabled", "masked") or active in ("failed", "inactive"):
            advice = "run: sudo systemctl enable --now fingerpost; what it says: journalctl -u fingerpost"
            checks.append(amiss("service", f"it is {enabled} and {active}", advice, "service.off"))
        else:
            checks.append(well("service", f"{enabled}, {active}"))
    return checks


def _groups() -> Check:
    try:
        pwd.getpwnam(_OWNER)
    except KeyError:
        advice = "run: sudo apt install --reinstall fingerpost"
        return amiss("service user", f"there is no user {_OWNER}", advice, "service.group")
    there = {group.gr_name: group.gr_mem for group in getgrall()}
    lacks = [name for name in _GROUPS if name in there and _OWNER not in there[name]]
    if lacks:
        advice = f"run: sudo usermod -aG {','.join(lacks)} {_OWNER}; sudo systemctl restart fingerpost"
        return amiss("service user", f"{_OWNER} is not in {', '.join(lacks)}", advice, "service.group")
    return well("service user", f"{_OWNER} may use the devices")
