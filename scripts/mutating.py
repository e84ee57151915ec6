"""Breaks a rule at a time and sees whether a test notices: `scripts/mutate [WORD ...]`, before a release.

Each entry of `tests/mutations.toml` is a small change to a rule that a criterion states, and the tests
that must fail for it. It is made in a copy of the checkout, never here. A line for each is printed, with its
number in the list and the test that noticed. Exit 1 if one is not noticed, if its tests fail with nothing
changed, or if what it changes is not found exactly once any more. With words only the entries that have one
of them: a file, a test, or a criterion as `c25`. `--from 40` goes on with the fortieth of the list. `--check`
looks whether all can be made.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[1]
LIST: Final = ROOT / "tests" / "mutations.toml"
LONGEST_S: Final = 150.0  # a mutant that hangs is noticed as well: the tests never end …
TIMES_AS_LONG: Final = 5.0  # … nor after this many times as long as they take unbroken, on a slow machine
UNBROKEN_S: Final = 900.0
FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


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


class _Ran(msgspec.Struct, frozen=True):
    """How the tests of an entry ended: which one failed first, if any, and after how long."""

    failed: str | None
    lasted_s: float


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
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="go on with entry N")
    args = parser.parse_args(argv)
    wanted = {
        number: one
        for number, one in enumerate(listed(), 1)
        if number >= args.first and (not args.words or any(word in words_of(one) for word in args.words))
    }
    lost = {number for number, one in wanted.items() if not found(one)}
    for number in sorted(lost):
        one = wanted[number]
        print(f"{number:>3} {name_of(one)}: not found exactly once in {one.file}: {one.old}")
    if args.check:
        print(f"{len(wanted)} mutations, {len(lost)} of them out of date")
        return 1 if lost else 0
    unnoticed = run({number: one for number, one in wanted.items() if number not in lost})
    print(f"{len(wanted)} mutations: {len(unnoticed)} not noticed, {len(lost)} out of date")
    return 1 if unnoticed or lost else 0


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


def run(mutations: Mapping[int, Mutation]) -> list[int]:
    """Make each change in the copy and run its tests; the numbers of those that none of them notices."""
    unnoticed = []
    unbroken: dict[tuple[tuple[str, ...], str], _Ran] = {}
    with tempfile.TemporaryDirectory(prefix="fingerpost-mutate-") as folder:
        copy = copied(Path(folder))
        for number, one in mutations.items():
            asked = one.tests, one.only
            if asked not in unbroken:
                unbroken[asked] = tested(one, copy, longest_s=UNBROKEN_S)
            before = unbroken[asked]
            with_it = before if before.failed else changed(one, copy, unbroken=before)
            told = "UNSOUND " if before.failed else "noticed " if with_it.failed else "SURVIVED"
            by = f" by {with_it.failed}" if with_it.failed else ""
            print(f"{number:>3} {told} {name_of(one)}: {one.why}{by} ({with_it.lasted_s:.0f} s)", flush=True)
            unnoticed += [number] if before.failed or not with_it.failed else []
    return unnoticed


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


def changed(one: Mutation, copy: Path, *, unbroken: _Ran) -> _Ran:
    """What its tests do with this change: a failure, or not even one that can be read, notices it."""
    path = copy / one.file
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(one.old, one.new), encoding="utf-8")
    try:
        return tested(one, copy, longest_s=max(LONGEST_S, TIMES_AS_LONG * unbroken.lasted_s))
    finally:
        path.write_text(whole, encoding="utf-8")


def tested(one: Mutation, copy: Path, *, longest_s: float) -> _Ran:
    """Run the tests of this entry until one of them fails."""
    keys = ("-k", one.only) if one.only else ()
    call = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *keys, *one.tests)
    began = time.monotonic()
    try:
        done = subprocess.run(
            call,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            capture_output=True,
            text=True,
            timeout=longest_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _Ran(f"tests that never end ({', '.join(one.tests)})", time.monotonic() - began)
    if done.returncode not in (0, 1):  # no test was chosen, or pytest could not begin
        raise SystemExit(f"{name_of(one)}: {done.stdout[-2000:]}{done.stderr[-500:]}")
    first = FAILED.search(done.stdout)
    failed = (first[1] if first else "a test") if done.returncode else None
    return _Ran(failed, time.monotonic() - began)


if __name__ == "__main__":
    raise SystemExit(main())
