"""Build the two packages of one target into dist/, with the list of what is in them; or what pip installs."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Final

from scripts.packaging import bom, control, environment, files, for_pip
from scripts.packaging.locked import ROOT
from scripts.packaging.targets import Arch, Target
from scripts.packaging.wheels import NoWheelError, fetch

_VISION: Final = ("numpy", "cv2", "opencv_python_headless")
_WITHOUT_COMMITS: Final = 1_735_689_600  # 2025: the day of what is built without a history
_SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm")


def main() -> int:
    """0: built; 2: something is missing, which is said in one line."""
    os.umask(0o022)
    asked = argparse.ArgumentParser(prog="scripts/deb", description=__doc__)
    asked.add_argument("--suite", choices=("bookworm", "trixie"))
    asked.add_argument("--arch", choices=("amd64", "arm64"))
    asked.add_argument("--wheels", type=Path, default=ROOT / "build" / "wheels")
    asked.add_argument("--out", type=Path, default=ROOT / "dist")
    asked.add_argument("--fetch", action="store_true", help="fetch the wheels, of one suite or of all")
    asked.add_argument("--pip", action="store_true", help="build wheel and source for pip, no packages")
    asked.add_argument("--compiled", action="store_true", help="with --pip: the wheel of this Python only")
    asked.add_argument("--version", help="another version than pyproject.toml's, for tests of upgrades")
    asked.add_argument("--quick", action="store_true", help="larger packages in less time, for tests")
    args = asked.parse_args()
    started = time.monotonic()
    try:
        if args.fetch:
            found = fetch(args.wheels, suite=args.suite, arch=args.arch)
            sys.stderr.write(f"{args.wheels}: {found} wheels\n")
            return 0
        if args.pip:
            build_for_pip = for_pip.build_compiled if args.compiled else for_pip.build
            built = build_for_pip(args.out, _epoch())
        else:
            target = Target(suite=args.suite or "bookworm", arch=args.arch or _own_arch())
            built = build(target, args.wheels, args.out, args.version, quick=args.quick)
        for path in built:
            sys.stdout.write(f"{path}\n")
    except (environment.BuildError, NoWheelError, FileNotFoundError) as error:
        sys.stderr.write(f"scripts/deb: {error}\n")
        return 2
    sys.stderr.write(f"built in {time.monotonic() - started:.0f} s\n")
    return 0


def build(
    target: Target, wheels: Path, out: Path, version: str | None = None, *, quick: bool = False
) -> list[Path]:
    """Both packages and their list of contents.

    Raises:
        BuildError: a step failed, or a package is larger than it may be.
    """
    epoch = _epoch()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    full = (version or str(project["version"])) + target.ending
    out.mkdir(parents=True, exist_ok=True)
    wheel = environment.own_wheel(epoch)
    folder = Path(tempfile.mkdtemp(prefix="fingerpost-deb-"))
    try:
        tree, vision = folder / "fingerpost", folder / "vision"
        environment.fill(tree, target, wheels, wheel)
        _part(tree, vision, target)
        files.lay_out(tree, target)
        files.documents(tree, "fingerpost", full, epoch)
        files.documents(vision, "fingerpost-vision", control.vision_version(target), epoch)
        told = bom.bill(target, full, wheels, epoch)
        listed = [out / name for name in bom.names(full, target)]
        for path in (*listed, tree / "usr/share/doc/fingerpost/fingerpost.cdx.json"):
            path.write_text(told, encoding="utf-8")
        packages = [
            control.pack(
                tree,
                control.main_fields(target, full),
                target,
                out,
                epoch,
                _SCRIPTS,
                pressed=0 if quick else 9,
            ),
            control.pack(
                vision, control.vision_fields(target), target, out, epoch, pressed=0 if quick else 3
            ),
        ]
        for package in () if quick else packages:
            heavy = control.too_heavy(*_weight(package))
            if heavy:
                raise environment.BuildError(heavy)
        return [*packages, *listed]
    finally:
        shutil.rmtree(folder)
        shutil.rmtree(wheel.parent)


def _part(tree: Path, vision: Path, target: Target) -> None:
    """What looks at pictures is a package of its own."""
    place, other = tree / target.site_packages, vision / target.site_packages
    other.mkdir(parents=True)
    for path in sorted(place.iterdir()):
        if path.name.split("-")[0].removesuffix(".libs") in _VISION:
            shutil.move(path, other / path.name)


def _weight(package: Path) -> tuple[str, int, int]:
    told = subprocess.run(
        ["dpkg-deb", "--field", str(package), "Installed-Size"], capture_output=True, text=True, check=True
    )
    return package.name.partition("_")[0], package.stat().st_size, int(told.stdout)


def _own_arch() -> Arch:
    told = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=False)
    return "arm64" if told.stdout.strip() == "arm64" else "amd64"


def _epoch() -> int:
    """The time of a build, seconds: what the caller says, else that of the last commit."""
    if said := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(said)
    ask = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        told = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        told = ""  # a folder that was copied, on a machine without git
    return int(told or _WITHOUT_COMMITS)


if __name__ == "__main__":
    sys.exit(main())
