"""SHELL: what commands from outside were answered, in a file beside the game: a restart does none twice.

A line an answer, JSON, handed to the system at once but not waited for: after a power cut the newest may be
missing, and then `expect_seq` keeps an act from being done again.
"""

import logging
import threading
from pathlib import Path
from typing import IO, Final

import msgspec

from engine.not_json import NOT_JSON
from mqtt import REMEMBERED, CachedResult
from storage.reading import read_bytes
from storage.whole_file import SECRET, write_whole

_LONGEST: Final = 4 * REMEMBERED  # lines, before the file is written anew

log = logging.getLogger("fingerpost.answers")


class _Line(msgspec.Struct, frozen=True):
    game: str  # a new game may take an old one's file name
    client: str
    id: str
    result: dict[str, object]


class AnswerBook:
    """The last 256 answers of one game. Any thread may add; a disk that fails is logged once."""

    def __init__(self, path: Path, game: str) -> None:
        self._path, self._game = path, game
        self._lock = threading.Lock()
        self._lines = 0
        self._file: IO[bytes] | None = None
        self.before: tuple[CachedResult, ...] = self._read()
        try:
            self._begin(self.before)
        except OSError as error:
            log.warning("answers to commands are not kept: %s: %s", path, error.strerror)

    def _read(self) -> tuple[CachedResult, ...]:
        """What an earlier start has left; a torn or foreign line is passed over."""
        try:
            lines = read_bytes(self._path).splitlines()
        except OSError:
            return ()
        found: dict[tuple[str, str], CachedResult] = {}
        for line in lines:
            try:
                one = msgspec.json.decode(line, type=_Line)
            except NOT_JSON:
                continue
            if one.game != self._game:
                continue
            found.pop((one.client, one.id), None)
            found[one.client, one.id] = CachedResult(client=one.client, id=one.id, result=one.result)
        return tuple(found.values())[-REMEMBERED:]

    def _begin(self, kept: tuple[CachedResult, ...]) -> None:
        """Write the file anew with these, and leave it open."""
        if self._file is not None:
            self._file.close()
            self._file = None
        write_whole(self._path, b"".join(map(self._line, kept)), mode=SECRET)
        self._file, self._lines = self._path.open("ab"), len(kept)

    def add(self, one: CachedResult) -> None:
        """Keep one more."""
        with self._lock:
            if self._file is None:
                return
            try:
                self._file.write(self._line(one))
                self._file.flush()
                self._lines += 1
                if self._lines >= _LONGEST:
                    self._begin(self._read())
            except OSError as error:
                log.warning("answers to commands are not kept any more: %s: %s", self._path, error.strerror)
                self._file = None

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _line(self, one: CachedResult) -> bytes:
        return msgspec.json.encode(_Line(self._game, one.client, one.id, dict(one.result))) + b"\n"
