"""The busiest modules of the rules and the bots as machine code, by mypyc: the same source, the same events.

    python -m scripts.compiling DIR                            # engine/ and bots/, to be put on the path
    FINGERPOST_COMPILE=1 pip install --no-build-isolation .    # an install that has them

Needs mypy, setuptools 77 or newer, a C compiler and Python's headers. Nothing else needs them: without, the
same modules are interpreted. Left out is what mypyc cannot make native, modules that declare structs of
msgspec, and what no game asks often. docs/decisions/0019 tells why it is a choice.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from setuptools import Extension, setup  # type: ignore[import-untyped]

ROOT: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = ("engine", "bots")
_ENGINE: Final = (
    *(
        "claiming",
        "decide",
        "drawable",
        "drawing",
        "ending",
        "evolve",
        "legal",
        "mechanic",
        "moving",
        "network",
    ),
    *("paths", "paying", "payment", "phases", "piles", "reach", "refusing", "shuffle", "travel_cards"),
)
_BOTS: Final = ("bot", "chance", "ground", "outline", "playout")
WANTED: Final = "FINGERPOST_COMPILE"
"""The environment variable that asks an install for it."""


def modules() -> list[str]:
    """Their files, from the root. Mechanics are all compiled or none, for they are subclasses."""
    mechanics = sorted(path.name for path in (ROOT / "engine" / "mechanics").glob("*.py"))
    return [
        *(f"engine/{name}.py" for name in _ENGINE),
        *(f"engine/mechanics/{name}" for name in mechanics),
        *(f"bots/{name}.py" for name in _BOTS),
    ]


def extensions(optimised: str = "3") -> Sequence[Extension]:
    """What a build has to compile; the working directory holds the rooms.

    Args:
        optimised: how well, from "0", which is made twice as soon, to "3".
    """
    from mypyc.build import mypycify  # only who compiles has it

    options = ["--config-file=", "--ignore-missing-imports"]
    found: Sequence[Extension] = mypycify([*options, *modules()], opt_level=optimised, debug_level="0")
    for extension in found:
        # Nobody reads warnings of C that was generated; to look for them took three quarters of the time.
        extension.extra_compile_args.append("-Wno-all")
    return found


def compile_into(folder: Path, *, optimised: str = "3") -> None:
    """Copy the rooms into an empty folder and compile them there, in a process of its own.

    Raises:
        CalledProcessError: it could not be compiled; what the compilers say is in its `stdout`.
    """
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    subprocess.run(
        [sys.executable, "-c", f"from scripts.compiling import build; build({optimised!r})"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    shutil.rmtree(folder / "build")


def build(optimised: str) -> None:
    """Compile the rooms of the working directory where they lie."""
    setup(
        name="fingerpost-compiled",
        packages=[],
        ext_modules=list(extensions(optimised)),
        script_args=["-q", "build_ext", "--inplace"],
    )


def main() -> int:
    """Compile into a folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="made, or empty")
    folder: Path = parser.parse_args().folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        sys.stderr.write(f"{folder}: there is something in it; name a new folder\n")
        return 2
    try:
        compile_into(folder)
    except subprocess.CalledProcessError as error:
        sys.stderr.write(
            f"{error.stdout}{folder}: not compiled; needs mypy, a C compiler, Python's headers\n"
        )
        return 1
    sys.stdout.write(f"compiled {len(modules())} modules; use them with PYTHONPATH={folder.resolve()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
