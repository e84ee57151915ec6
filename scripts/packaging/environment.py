"""/opt/fingerpost: the wheels of a lock and our own, laid out for a machine without running its Python."""

import base64
import csv
import glob
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from scripts.compiling import WANTED
from scripts.packaging.locked import ROOT, TABLE, locked
from scripts.packaging.targets import Target

NOT_OURS: Final = frozenset(
    {".git", ".ci", ".venv", "build", "dist", "out", "node_modules", "tests", "docs", "__pycache__"}
)
"""Folders that no wheel is made of."""

_LEFT_OUT: Final = ("direct_url.json", "uv_cache.json", "REQUESTED", "INSTALLER")
"""What an installer notes of itself and of the place it found a wheel in."""

_LEXERS: Final = ("__init__.py", "_mapping.py", "special.py")
"""What stays of Pygments' lexers, which Rich brings: no table highlights code; the others weigh 1.5 MB."""

_COMMAND: Final = """\
#!/opt/fingerpost/bin/python -I
import sys
from fingerpost.__main__ import main
sys.exit(main())
"""


class BuildError(Exception):
    """A step of the build failed; the message says which, and what to do."""


def copied(what: str) -> tuple[Path, Path]:
    """A new folder, and in it a copy of the sources, without an earlier build's files and anybody's umask."""
    made = Path(tempfile.mkdtemp(prefix=f"fingerpost-{what}-"))
    copy = made / "fingerpost"
    shutil.copytree(ROOT, copy, ignore=lambda _, names: [one for one in names if _is_left_out(one)])
    for path in (copy, *copy.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    return made, copy


def _is_left_out(name: str) -> bool:
    return name in NOT_OURS or "egg-info" in name or name.endswith((".mo", ".pyc"))


def build_environment(epoch: int) -> dict[str, str]:
    """The environment of a build: its time is the commit's, its sets have one order."""
    return {**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "0"}


def own_wheel(epoch: int, *, compiled: str = "") -> Path:
    """Fingerpost's wheel, in a folder of its own.

    Args:
        compiled: one of `scripts.compiling.LEVELS`; then it is for this Python and processor only.
    """
    made, copy = copied("wheel")
    wrong = "Fingerpost's own wheel could not be built"
    run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"),
            *("--no-index", "--no-build-isolation", "--wheel-dir", str(made), str(copy)),
        ],
        f"{wrong}; it needs mypy, a C compiler and Python's headers" if compiled else wrong,
        # Whoever has asked for a compiled install all the same gets a plain wheel, if that is what is built.
        {**build_environment(epoch), WANTED: compiled},
    )
    (wheel,) = made.glob("fingerpost-*.whl")
    return wheel


def fill(tree: Path, target: Target, wheels: Path, wheel: Path) -> None:
    """Lay out the whole environment of a target under `tree`.

    Raises:
        BuildError: a wheel is missing or not the locked one, or there is no Python for the bytecode.
    """
    place = tree / target.site_packages
    _install(place, target, wheels, wheel)
    shutil.rmtree(place / "bin", ignore_errors=True)
    for path in sorted(place.rglob("*")):
        if path.name in _LEFT_OUT and path.parent.suffix == ".dist-info":
            path.unlink()
    for path in sorted((place / "pygments" / "lexers").glob("*.py")):
        if path.name not in _LEXERS:
            path.unlink()
    (place / ".lock").unlink(missing_ok=True)
    _start(tree / "opt" / "fingerpost", target)
    _compile(tree, target)
    for notes in sorted(place.glob("*.dist-info")):
        _record(notes / "RECORD", place)


def _install(place: Path, target: Target, wheels: Path, wheel: Path) -> None:
    platform = f"{target.machine}-manylinux_2_36"  # Debian 12; lgpio needs 2_34
    common = [
        *(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-config", "--no-cache", "--no-deps"),
        *("--no-index", "--no-build", "--link-mode", "copy", "--python", sys.executable),
        *("--target", str(place), "--python-platform", platform, "--python-version", target.python),
    ]
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder, "lines.txt")
        lines.write_text("".join(f"{one.line}\n" for one in locked(TABLE, target)), encoding="utf-8")
        hashed = ["--require-hashes", "--find-links", str(wheels), "--requirement", str(lines)]
        run([*common, *hashed], f"a wheel is missing in {wheels} or is another; run: make wheels")
    run([*common, str(wheel)], "Fingerpost's own wheel could not be installed")


def _start(prefix: Path, target: Target) -> None:
    """What makes a folder an environment, and the command in it."""
    (prefix / "bin").mkdir(parents=True)
    (prefix / "bin" / "python").symlink_to("/usr/bin/python3")
    (prefix / "bin" / "fingerpost").write_text(_COMMAND, encoding="utf-8")
    (prefix / "bin" / "fingerpost").chmod(0o755)
    compiled = _version(python_of(target))  # another release may write other bytecode
    settings = ("home = /usr/bin", "include-system-site-packages = true", f"version = {compiled}")
    (prefix / "pyvenv.cfg").write_text("\n".join(settings) + "\n", encoding="utf-8")


def _compile(tree: Path, target: Target) -> None:
    """Bytecode that is never looked at again beside its source: the root may be read-only, clocks may lie."""
    for cached in sorted(tree.rglob("__pycache__")):
        shutil.rmtree(cached)
    run(
        [
            *(python_of(target), "-I", "-m", "compileall", "-q", "-j", "1"),
            *("--invalidation-mode", "unchecked-hash", "-s", str(tree), "-p", "/"),
            str(tree / target.site_packages),
        ],
        "the bytecode could not be made",
        {**os.environ, "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
    )


def python_of(target: Target) -> str:
    """A Python of the suite's version, for the form of the bytecode; its bytes are of that very release.

    Raises:
        BuildError: there is none here.
    """
    name = f"python{target.python}"
    homes = sorted(Path.home().glob(f".pyenv/versions/{target.python}.*/bin/{name}"))
    for path in (f"/usr/bin/{name}", f"/usr/local/bin/{name}", shutil.which(name) or "", *map(str, homes)):
        if not path or not Path(path).exists():
            continue
        if _version(path).rpartition(".")[0] == target.python:
            return path
    raise BuildError(f"no {name} here, which {target.suite} needs; build there, or install it beside yours")


def _version(python: str) -> str:
    """Which one it is, as 3.13.5; "" where it does not run."""
    ask = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
    told = subprocess.run([python, "-I", "-c", ask], capture_output=True, text=True, check=False)
    return told.stdout.strip()


def _record(record: Path, place: Path) -> None:
    """RECORD names what is there, bytecode too, each with its hash."""
    top = {row[0] for row in csv.reader(record.read_text(encoding="utf-8").splitlines()) if row}
    names = {name for name in top if not name.startswith("../") and (place / name).is_file()}
    names |= {
        str(cached.relative_to(place))
        for name in names
        if name.endswith(".py")
        for cached in (place / name).parent.glob(f"__pycache__/{glob.escape(Path(name).stem)}.cpython-*.pyc")
    }
    own = str(record.relative_to(place))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for name in sorted(names - {own}):
        raw = (place / name).read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(raw).digest()).rstrip(b"=").decode()
        writer.writerow((name, f"sha256={digest}", len(raw)))
    writer.writerow((own, "", ""))
    record.write_text(text.getvalue(), encoding="utf-8")


def run(
    words: list[str], wrong: str, environment: dict[str, str] | None = None, folder: Path | None = None
) -> None:
    """Run a step of the build, in a folder.

    Raises:
        BuildError: it failed; `wrong` says which, and what to do.
    """
    done = subprocess.run(
        words, env=environment, cwd=folder, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    if done.returncode != 0:
        raise BuildError(wrong)
