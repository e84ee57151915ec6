"""SHELL: a service that cannot start is heard: at its first failure, then each minute till its file changes.

systemd starts it again every two seconds, and nobody reads its journal at a table. A call at a terminal has
its one line there, and nothing of this.
"""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from announce import languages
from fingerpost.config import Config
from fingerpost.last_resort import say
from fingerpost.wiring import Builder
from storage.reading import read_toml

AGAIN_S: Final = 60.0
_LOOK_S: Final = 0.5
_NOTE: Final = "cannot-start"
_CAUSE: Final = "cannot-start"


def tell(
    config: Config | None,
    file: Path | None,
    builder: Builder,
    stop: threading.Event,
    again_s: float = AGAIN_S,
) -> None:
    """Tell the room that the table cannot start, or wait where it was told just now and nothing has changed.

    Args:
        config: what the table plays by; None: `file`, its table.toml, cannot be read.
        stop: set when the service is told to end.
        again_s: how long nothing is said again.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if not folder:
        return
    note = Path(folder) / _NOTE
    left_s, before = again_s - (time.time() - _changed(note)), _changed(file)
    if before > _changed(note) or not 0 < left_s <= again_s:
        say(config or _guessed(file), builder, _CAUSE)
        with suppress(OSError):
            note.touch()
        return
    until = time.monotonic() + left_s
    while time.monotonic() < until and _changed(file) == before and not stop.wait(_LOOK_S):
        pass


def _changed(path: Path | None) -> float:
    """When a file was written, in seconds of the wall clock; 0: it is not there."""
    try:
        return 0.0 if path is None else path.stat().st_mtime
    except OSError:
        return 0.0


def _guessed(file: Path | None) -> Config:
    """A table of which nothing is known but perhaps its language."""
    try:
        named = read_toml(file)["speech"]["language"] if file is not None else ""
    except Exception:  # whatever is in that file: it is why nothing starts
        named = ""
    known = next((one for one in languages() if one == named), None)
    return Config() if known is None else Config().but("speech", language=known)
