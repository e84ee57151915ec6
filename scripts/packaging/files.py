"""Where the files beside the environment go: unit, rules, config, documents."""

import shutil
import struct
import zlib
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from scripts.packaging.control import DEBIAN, MAINTAINER
from scripts.packaging.locked import ROOT
from scripts.packaging.targets import Target

DEPLOY = ROOT / "deploy"


def lay_out(tree: Path, target: Target) -> None:
    """Everything of the program's package that is not Python."""
    system = f"{target.lib}/systemd/system"
    places = {
        "fingerpost.service": f"{system}/fingerpost.service",
        "debian/fingerpost-helper.path": f"{system}/fingerpost-helper.path",
        "debian/fingerpost-helper.service": f"{system}/fingerpost-helper.service",
        "debian/fingerpost-prove.service": f"{system}/fingerpost-prove.service",
        "99-fingerpost.rules": f"{target.lib}/udev/rules.d/99-fingerpost.rules",
        "debian/fingerpost.sysusers": "usr/lib/sysusers.d/fingerpost.conf",
        "debian/fingerpost.tmpfiles": "usr/lib/tmpfiles.d/fingerpost.conf",
        "debian/fingerpost-helper": "usr/libexec/fingerpost-helper",
        "debian/table.toml": "etc/fingerpost/table.toml",
        "debian/needrestart.conf": "etc/needrestart/conf.d/fingerpost.conf",
        "table.toml": "usr/share/doc/fingerpost/table.toml",
        "mosquitto/fingerpost.conf": "usr/share/doc/fingerpost/mosquitto.conf",
    }
    for name, place in places.items():
        path = tree / place
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(DEPLOY / name, path)
    # As they were shipped: what goes back to a former version must not take an edited file for its own.
    for name in ("fingerpost/table.toml", "needrestart/conf.d/fingerpost.conf"):
        kept = tree / "usr/share/fingerpost/shipped" / name
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(tree / "etc" / name, kept)
    manual = tree / "usr/share/man/man1/fingerpost.1.gz"
    manual.parent.mkdir(parents=True)
    manual.write_bytes(pressed((DEBIAN / "fingerpost.1").read_bytes()))
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/fingerpost").symlink_to("/opt/fingerpost/bin/fingerpost")


def documents(tree: Path, package: str, version: str, epoch: int) -> None:
    """Copyright, changelog, and why lintian's words do not count here."""
    place = tree / "usr/share/doc" / package
    place.mkdir(parents=True, exist_ok=True)
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8").strip().splitlines()
    body = "\n".join(f" {line}" if line else " ." for line in licence)
    notices = ROOT / "THIRD-PARTY.md"
    (place / "copyright").write_text(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Comment: what it stands on, and under which licences: THIRD-PARTY.md beside this file\n\n"
        f"Files: *\nCopyright: Fingerpost contributors\nLicense: MIT\n{body}\n",
        encoding="utf-8",
    )
    shutil.copyfile(notices, place / "THIRD-PARTY.md")
    shutil.copyfile(ROOT / "CHANGELOG.md", place / "CHANGELOG.md")
    day = format_datetime(datetime.fromtimestamp(epoch, UTC))
    entry = f"{package} ({version}) stable; urgency=medium\n\n  * See CHANGELOG.md beside this file.\n"
    entry += f"\n -- {MAINTAINER}  {day}\n"
    (place / "changelog.gz").write_bytes(pressed(entry.encode()))
    override = DEBIAN / f"{package}.lintian-overrides"
    if override.exists():
        kept = tree / "usr/share/lintian/overrides" / package
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(override, kept)


def pressed(text: bytes) -> bytes:
    """As gzip, by no name, time or system: each Python's own module notes another system in its head."""
    press = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    head = b"\x1f\x8b\x08\x00" + bytes(4) + b"\x02\xff"
    sums = struct.pack("<II", zlib.crc32(text), len(text) & 0xFFFFFFFF)
    return head + press.compress(text) + press.flush() + sums
