"""Breaks a rule at a time and sees whether a test notices: `scripts/mutate [WORD ...]`, before a release.

Each entry of `tests/mutations.toml` is a small change to a rule that a criterion states, and the tests
that must fail for it. It is made in a copy of the checkout, never here. A line for each is printed; exit 1
if one is not noticed, or if what it changes is not found exactly once any more. With words only the entries
that have one of them: a file, a test, or a criterion as `c25`. `--check` looks whether all can be made.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[1]
LIST: Final = ROOT / "tests" / "mutations.toml"
LONGEST_S: Final = 150.0  # a mutant that hangs is noticed as well: the tests never end


class Mutation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change that a test must notice."""

    criterion: int
    why: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    only: str = ""


class _List(msgspec.Struct, frozen=True):
    mutation: tuple[Mutation, ...]


def listed() -> tuple[Mutation, ...]:
    """All entries, in the order of the list."""
    return msgspec.toml.decode(LIST.read_bytes(), type=_List).mutation


def main(argv: Sequence[str] | None = None) -> int:
    """Make each change in turn, and tell which of them no test notices."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "words", nargs="*", help="only the entries with one of these: c25, reconcile, test_claims"
    )
    parser.add_argument("--check", action="store_true", help="run no test: can every change be made?")
    args = parser.parse_args(argv)
    wanted = [one for one in listed() if not args.words or any(word in words_of(one) for word in args.words)]
    lost = [one for one in wanted if not found(one)]
    for one in lost:
        print(f"{name_of(one)}: not found exactly once in {one.file}: {one.old}")
    if args.check:
        print(f"{len(wanted)} mutations, {len(lost)} of them out of date")
        return 1 if lost else 0
    survived = run([one for one in wanted if one not in lost])
    print(f"{len(wanted)} mutations: {len(survived)} survived, {len(lost)} out of date")
    return 1 if survived or lost else 0


def words_of(one: Mutation) -> tuple[str, ...]:
    """What a line can be chosen by."""
    return (
        f"c{one.criterion}",
        *Path(one.file).parts,
        Path(one.file).stem,
        *(Path(t).stem for t in one.tests),
    )


def name_of(one: Mutation) -> str:
    """How it stands in the printed table."""
    return f"criterion {one.criterion:>2}  {one.file}"


def found(one: Mutation) -> bool:
    """Whether what it changes stands there exactly once, and its tests exist."""
    text = (ROOT / one.file).read_text(encoding="utf-8")
    return text.count(one.old) == 1 and all((ROOT / test).exists() for test in one.tests)


def run(mutations: Iterable[Mutation]) -> list[Mutation]:
    """Make each change in the copy and run its tests; the ones that none of them notices."""
    survived = []
    with tempfile.TemporaryDirectory(prefix="fingerpost-mutate-") as folder:
        copy = copied(Path(folder))
        for one in mutations:
            began = time.monotonic()
            killed = noticed(one, copy)
            told = "noticed" if killed else "SURVIVED"
            print(f"{told:<9} {name_of(one)}: {one.why} ({time.monotonic() - began:.0f} s)", flush=True)
            survived += [] if killed else [one]
    return survived


def copied(folder: Path) -> Path:
    """The checkout as it stands, without what git ignores but for the words that were compiled."""
    files = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    compiled = (str(path.relative_to(ROOT)) for path in (ROOT / "announce").rglob("*.mo"))
    for name in (*filter(None, files), *compiled):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def noticed(one: Mutation, copy: Path) -> bool:
    """Whether a test fails, or none of them can even be read, with this change."""
    path = copy / one.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(one.old, one.new), encoding="utf-8")
    keys = ("-k", one.only) if one.only else ()
    call = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *keys, *one.tests)
    try:
        done = subprocess.run(
            call,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            capture_output=True,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(whole, encoding="utf-8")
    if done.returncode not in (0, 1):  # no test was chosen, or pytest could not begin
        raise SystemExit(f"{name_of(one)}: {done.stdout.decode()[-2000:]}{done.stderr.decode()[-500:]}")
    return done.returncode == 1


if __name__ == "__main__":
    raise SystemExit(main())
