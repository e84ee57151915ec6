"""The busiest modules of the rules and the bots as machine code, by mypyc: the same source, the same events.

    make pip-compiled                                          # a wheel that has them, for pip to choose
    python -m scripts.compiling DIR                            # engine/ and bots/, to be put on the path
    FINGERPOST_COMPILE=1 pip install --no-build-isolation .    # an install that has them

Needs mypy, setuptools 77 or newer, a C compiler and Python's headers. Nothing else needs them: without, the
same modules are interpreted. Left out is what mypyc cannot make native, modules that declare structs of
msgspec, and what no game asks often. docs/decisions/0019 tells why it is a choice.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from setuptools import Extension  # type: ignore[import-untyped]

ROOT: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = ("engine/", "bots/")
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
"""The environment variable that asks a build for it, by one of `LEVELS`."""
LEVELS: Final = {"1": "3", "quick": "0"}
"""How well C is optimised; `quick` is made twice as soon, for tests."""


_FIRST_OF_ZIP: Final = 315_532_800  # 1980, the first year that a wheel's files can be of


def modules() -> list[str]:
    """Their files, from the root. Mechanics are all compiled or none, for they are subclasses."""
    mechanics = sorted(path.name for path in (ROOT / "engine" / "mechanics").glob("*.py"))
    return [
        *(f"engine/{name}.py" for name in _ENGINE),
        *(f"engine/mechanics/{name}" for name in mechanics),
        *(f"bots/{name}.py" for name in _BOTS),
    ]


def extensions(wanted: str) -> Sequence[Extension]:
    """What a build has to compile; none if it was not asked for. The working directory holds the rooms.

    Args:
        wanted: what `WANTED` says.
    """
    if wanted not in LEVELS:
        return ()
    from mypyc.build import mypycify  # only who compiles has it

    options = ["--config-file=", "--ignore-missing-imports"]
    found: Sequence[Extension] = mypycify([*options, *modules()], opt_level=LEVELS[wanted], debug_level="0")
    for extension in found:
        # Nobody reads warnings of C that was generated; to look for them took three quarters of the time.
        extension.extra_compile_args.append("-Wno-all")
    return found


def compile_into(folder: Path) -> None:
    """Put the rooms of a compiled wheel into an empty folder.

    Raises:
        BuildError: it could not be compiled.
    """
    from scripts.packaging.environment import own_wheel  # a checkout has it, what pip builds has not

    wheel = own_wheel(_FIRST_OF_ZIP, compiled="1")
    try:
        with ZipFile(wheel) as packed:
            # What they share, machine code too, lies beside the rooms.
            wanted = [name for name in packed.namelist() if name.startswith(ROOMS) or name.endswith(".so")]
            packed.extractall(folder, wanted)
    finally:
        shutil.rmtree(wheel.parent)


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
    from scripts.packaging.environment import BuildError

    try:
        compile_into(folder)
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"compiled {len(modules())} modules; use them with PYTHONPATH={folder.resolve()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
