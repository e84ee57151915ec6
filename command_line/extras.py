"""The optional packages of Fingerpost: what each is for, whether it is there, the line where it is not.

A plain `pip install fingerpost` plays by keys and words alone; the rest comes in extras. Every command and
the doctor take their words from here, so that one that is missing is told alike everywhere.
"""

import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from table.errors import CallError

OF_THE_PACKAGE: Final = Path("/opt/fingerpost")
"""Where the Debian package has its environment: without pip, but what the system's Python has serves it."""
ANEW: Final = "run: sudo apt install --reinstall fingerpost"
_APART: Final = (
    'run: sudo apt install pipx; pipx install "fingerpost[print]", a Fingerpost of its own for making boards'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Packages that only some of Fingerpost needs."""

    name: str  # as pip knows it: fingerpost[vision]
    packages: Mapping[str, str]  # what is imported → what it is called
    needed_by: str  # "the camera"
    other_way: str = ""  # how else it can be had
    programs: tuple[str, ...] = ()  # programs that do as well
    packaged: str = ANEW  # what to run where Fingerpost is the Debian package, which has no pip

    @property
    def missing(self) -> tuple[str, ...]:
        """What of it is not installed."""
        if any(shutil.which(program) for program in self.programs):
            return ()
        return tuple(name for module, name in self.packages.items() if not present(module))

    @property
    def advice(self) -> str:
        """The command that helps."""
        if is_packaged():
            return self.packaged
        return f'run: {_pip()} install "fingerpost[{self.name}]"{self.other_way}'

    @property
    def line(self) -> str:
        """What is missing, what needs it, and what to do."""
        return f"{self.needed_by} needs {' and '.join(self.missing or self.packages.values())}; {self.advice}"


_LGPIO: Final = "; on Python 3.13 and newer: sudo apt install python3-lgpio"

EXTRAS: Final[Mapping[str, Extra]] = {
    one.name: one
    for one in (
        Extra(
            name="vision",
            packages={"cv2": "opencv-python-headless", "numpy": "numpy"},
            needed_by="what looks at pictures",
            packaged="run: sudo apt install fingerpost-vision",
        ),
        Extra(
            name="page",
            packages={"starlette": "starlette", "uvicorn": "uvicorn", "segno": "segno"},
            needed_by="the page",
        ),
        Extra(
            name="speech",
            packages={"espeakng_loader": "espeak-ng"},
            needed_by="speech",
            other_way=", or: sudo apt install espeak-ng",
            packaged="run: sudo apt install espeak-ng",
            programs=("espeak-ng", "espeak"),
        ),
        Extra(
            name="print",
            packages={
                "reportlab": "reportlab",
                "pypdfium2": "pypdfium2",
                "shapely": "shapely",
                "manifold3d": "manifold3d",
                "ezdxf": "ezdxf",
                "scipy": "scipy",
            },
            needed_by="what makes boards",
            packaged=_APART,
        ),
        Extra(
            name="club",
            packages={"psycopg": "psycopg"},
            needed_by="a club's database on PostgreSQL",
            packaged="run: sudo apt install python3-psycopg",
        ),
        Extra(
            name="pi",
            packages={"lgpio": "lgpio"},
            needed_by="the Pi's own pins",
            other_way=_LGPIO,
            packaged="run: sudo apt install python3-lgpio",
        ),
        Extra(
            name="hub",
            packages={"mpremote": "mpremote"},
            needed_by="hub flash",
            programs=("mpremote",),
        ),
    )
}


PACKAGES: Final[Mapping[str, str]] = {
    "msgspec": "msgspec",
    "serial": "pyserial",
    "gpiozero": "gpiozero",
    "paho": "paho-mqtt",
    "rich": "rich",
}
"""What every table needs: what is imported → what it is called."""


def is_packaged() -> bool:
    """Whether this is the Fingerpost of the Debian package."""
    return Path(sys.prefix) == OF_THE_PACKAGE


def to_install(*packages: str) -> str:
    """What to run for Python packages that every table needs."""
    return ANEW if is_packaged() else f"run: {_pip()} install {' '.join(packages)}"


def present(module: str) -> bool:
    """Whether a Python package can be imported, without importing it."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def need(names: Iterable[str], otherwise: str = "") -> None:
    """Go on only with these extras.

    Args:
        otherwise: how the command does without: "play with --no-camera".
    Raises:
        CallError: one is not installed.
    """
    for name in names:
        if EXTRAS[name].missing:
            raise CallError(EXTRAS[name].line + (f"; or {otherwise}" if otherwise else ""))


def line_of(error: ImportError) -> str | None:
    """The one line for a package that is missing or does not load; None: it is none of these."""
    module = (error.name or "").partition(".")[0]
    if module in PACKAGES:
        return f"{PACKAGES[module]} is not installed; {to_install(PACKAGES[module])}"
    found = next((extra for extra in EXTRAS.values() if module in extra.packages), None)
    if found is None:
        return None
    if found.missing:
        return found.line
    return f"{found.packages[module]} does not load ({error}); {found.advice}"


def _pip() -> str:
    """What to type for pip of this very Python; the one on the path may be another's."""
    found = shutil.which("pip")
    own = Path(sys.executable).parent
    return "pip" if found is not None and Path(found).parent == own else f"{sys.executable} -m pip"
