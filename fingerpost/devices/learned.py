"""SHELL: what was learned of a board's pins and of the camera's view, kept for the next evening."""

import json
import logging
from collections.abc import Sequence
from pathlib import Path

from engine import Event, State
from reconcile import Trust
from storage.reading import read_bytes, read_text
from storage.whole_file import write_whole
from table.ports import QuietSink

log = logging.getLogger("fingerpost.devices.learned")


def learned_of(folder: Path, board: str) -> Path:
    """The file of a board among the games."""
    return folder / f"senses-{board}.json"


def read_trust(path: Path) -> Trust:
    """What was learned before; nothing where there is no such file, or (a line in the log) none of use."""
    try:
        return Trust.from_plain(json.loads(read_text(path)))
    except FileNotFoundError:
        return Trust()
    except OSError as error:
        why = error.strerror
    except (ValueError, RecursionError) as error:
        why = str(error)
    log.warning("what was learned of the board, %s: %s; it is learned anew", path, why)
    return Trust()


def tokens_of(folder: Path, board: str) -> Path:
    """The file among the games that tells how a table's tokens look (docs/calibration.md)."""
    return folder / f"tokens-{board}.json"


def known_tokens(folder: Path, board: str) -> str:
    """That file, for a table that names none; "" where there is none, or (a line in the log) none of use."""
    path = tokens_of(folder, board)
    if not path.exists():
        return ""
    from vision import TokensFileError, parse_looks  # OpenCV is loaded only where a camera is

    try:
        parse_looks(read_bytes(path), source=str(path))
    except (OSError, TokensFileError) as error:
        log.warning("how the tokens look, %s; they are read as the board's file says", error)
        return ""
    return str(path)


class LearnedSink(QuietSink):
    """Writes down what a tracker has learned after an act, and at the end; a failing card is logged once."""

    def __init__(self, path: Path, trust: Trust) -> None:
        self._path = path
        self._trust = trust
        self._written = trust.plain()
        self._failed = False

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """An act was told: see whether something was learned by it."""
        self._keep()

    def _keep(self) -> None:
        plain = self._trust.plain()
        if plain == self._written:
            return
        try:
            write_whole(self._path, (json.dumps(plain, indent=1) + "\n").encode())
            self._written = plain
        except OSError as error:
            if not self._failed:
                log.warning("what was learned of the board, %s: %s", self._path, error.strerror)
            self._failed = True

    def close(self) -> None:
        """What was learned since the last act is kept, too."""
        self._keep()
