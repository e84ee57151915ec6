"""SHELL: words for the person at the terminal; what programs read goes to stdout."""

import shlex
import shutil
import sys
from pathlib import Path


def tell_people(text: str) -> None:
    """One line for the person at the terminal."""
    sys.stderr.write(f"fingerpost: {text}\n")
    sys.stderr.flush()


def called() -> str:
    """What to type to call this program again; in a fresh clone it is not on the path."""
    here = Path(sys.argv[0])
    return "fingerpost" if here.name != "fingerpost" or shutil.which("fingerpost") else shlex.quote(str(here))
