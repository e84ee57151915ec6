"""SHELL: the game's side of the voice process: text in, samples out, and never an exception into the game."""

import contextlib
import os
import select
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from announce import Spoken
from audio.classes import USUAL
from audio.condition import LIVE, VoiceHealth, lost
from audio.sound import Pcm
from audio.voice_wire import (
    HEAD_BYTES,
    LONGEST_TEXT,
    Kind,
    SpeechOrder,
    WireError,
    order_line,
    parse_head,
    parse_voices,
)

START_S: Final = 5.0  # the library loads in milliseconds; a cold memory card takes longer
SPEAK_S: Final = 5.0
RATE: Final = USUAL  # words a minute
SLOWEST: Final = 80
FASTEST: Final = 450
SLOWER: Final = 0.65

_COMMAND: Final = (sys.executable, "-P", "-m", "audio.voice_process")


_CACHE_BYTES: Final = 8_000_000  # about three minutes of phrases that were said before


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is spoken: espeak-ng's name of a voice or a language, words a minute, pitch 0 to 99."""

    voice: str = "en"
    rate: int = RATE
    pitch: int = 50


class _GoneError(Exception):
    """The process died, fell silent or answered nonsense."""


class _WithoutError(Exception):
    """There is no speech on this machine."""


class Voice:
    """Speaks by a process that it starts, watches and starts anew. Safe to use from several threads.

    Args:
        voice, rate, pitch: of its own style, see `Style`.
        voices: a folder in which the owner may have put Piper voices; None: espeak-ng speaks all.
        command: what to start; the voice process unless a test says otherwise.

    `changed` may be set to a function that is called when the health changes, from the thread that speaks.
    `voices`: which may speak instead of the one that it began with, by the names of `Style`, as people call
    them; known soon after `warm`.
    """

    def __init__(
        self,
        *,
        voice: str = "en",
        rate: int = RATE,
        pitch: int = 50,
        spoken: Spoken | None = None,
        voices: Path | None = None,
        command: Sequence[str] = _COMMAND,
    ) -> None:
        self.style = Style(voice, rate, pitch)
        self.voices: Mapping[str, str] = {}
        self._first = voice
        self.changed: Callable[[VoiceHealth], None] = lambda health: None
        self._spoken = spoken or Spoken()
        self._command = (*command, *(() if voices is None else (str(voices),)))
        self._cache: OrderedDict[tuple[str, Style], Pcm] = OrderedDict()
        self._cached = 0  # bytes
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._number = 0
        self._health = LIVE
        self._without = False

    def health(self) -> VoiceHealth:
        """Live, or why there is no speech."""
        return self._health

    @property
    def rate(self) -> int:
        """Words a minute of its own style."""
        return self.style.rate

    @rate.setter
    def rate(self, words_a_minute: int) -> None:
        self.style = replace(self.style, rate=words_a_minute)

    def ready(self) -> bool:
        """Whether a text would be spoken at once, or never will be."""
        return self._process is not None or self._health.condition != "live"

    def warm(self) -> None:
        """Start the process before the first word is due; then learn which voices there are."""
        with self._lock, contextlib.suppress(_GoneError, _WithoutError):
            if not self._without and self._process is None:
                self._start()
        with self._lock, contextlib.suppress(_GoneError, OSError, ValueError, WireError):
            if self._process is not None:
                self.voices = self._named(self._process, self._first)

    def knows(self, name: str) -> bool:
        """Whether there is a voice of that name; yes where nothing speaks at all, which its health tells."""
        with self._lock, contextlib.suppress(_GoneError, _WithoutError, OSError, ValueError, WireError):
            if not self._without:
                return bool(self._named(self._process or self._start(), name, known=True))
        return True

    def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> Pcm | None:
        """The text as sound, or None when there is no speech. Waits a few milliseconds, 10 s at most.

        A process that has died is started anew, and the text is spoken all the same. `style`: another than
        its own.
        """
        if not text.strip():
            return None
        how = style or self.style
        how = replace(how, rate=round(how.rate * SLOWER)) if slower else how
        written = self._spoken(text)[:LONGEST_TEXT]
        with self._lock:
            if self._without:
                return None
            known = self._cache.get((written, how))
            if known is not None:
                self._cache.move_to_end((written, how))
                return known
            for _ in range(2):
                try:
                    sound = self._ask(written, how)
                except _GoneError as trouble:
                    self._end()
                    reason = str(trouble)
                except _WithoutError as trouble:
                    self._end()
                    self._without = True
                    self._tell(lost("no-speech", str(trouble)))
                    return None
                else:
                    self._tell(LIVE)
                    self._keep(written, how, sound)
                    return sound
            self._tell(lost("silent", reason))
            return None

    def _keep(self, text: str, how: Style, sound: Pcm) -> None:
        """Remember a phrase; those that were not said for longest are forgotten."""
        self._cache[text, how] = sound
        self._cached += len(sound.samples)
        while self._cached > _CACHE_BYTES:
            self._cached -= len(self._cache.popitem(last=False)[1].samples)

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._without = True
            self._end()

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return self._process.pid if self._process is not None else None

    def _tell(self, health: VoiceHealth) -> None:
        if health.cause != self._health.cause:
            self._health = health
            self.changed(health)

    def _ask(self, text: str, how: Style) -> Pcm:
        process = self._process or self._start()
        self._number = (self._number + 1) & 0xFFFFFFFF
        assert process.stdin is not None
        try:
            order = SpeechOrder(id=self._number, text=text, rate=how.rate, pitch=how.pitch, voice=how.voice)
            process.stdin.write(order_line(order))
            process.stdin.flush()
        except (OSError, ValueError) as trouble:
            raise _GoneError(f"the voice process does not listen: {trouble}") from None
        return Pcm(self._collect(self._number, time.monotonic() + SPEAK_S))

    def _named(self, process: subprocess.Popen[bytes], voice: str, *, known: bool = False) -> dict[str, str]:
        """The voices that the process can speak by instead of this one; `known`: this one, if it can."""
        self._number = (self._number + 1) & 0xFFFFFFFF
        assert process.stdin is not None
        order = SpeechOrder(id=self._number, voice=voice, names=not known, known=known)
        process.stdin.write(order_line(order))
        process.stdin.flush()
        return parse_voices(self._collect(self._number, time.monotonic() + SPEAK_S))

    def _collect(self, number: int, until: float) -> bytes:
        pieces: list[bytes] = []
        while True:
            kind, found, body = self._frame(until)
            if kind in ("samples", "voices") and found == number:
                pieces.append(body)
            elif kind == "end" and found == number:
                return b"".join(pieces)
            elif kind == "trouble":
                raise _GoneError(body.decode(errors="replace"))

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": _import_path()},
            )
        except OSError as trouble:
            raise _WithoutError(f"the voice process does not start: {trouble}") from None
        self._process = process
        kind, _, body = self._frame(time.monotonic() + START_S)
        if kind == "trouble":
            raise _WithoutError(body.decode(errors="replace"))
        if kind != "hello":
            raise _GoneError("the voice process does not greet")
        return process

    def _frame(self, until: float) -> tuple[Kind, int, bytes]:
        try:
            kind, number, length = parse_head(self._read(HEAD_BYTES, until))
        except WireError as trouble:
            raise _GoneError(str(trouble)) from None
        return kind, number, self._read(length, until)

    def _read(self, count: int, until: float) -> bytes:
        assert self._process is not None and self._process.stdout is not None
        source = self._process.stdout.fileno()  # read past the buffer: poll sees only the pipe
        ready = select.poll()
        ready.register(source, select.POLLIN)
        data = bytearray()
        while len(data) < count:
            left = until - time.monotonic()
            if left <= 0 or not ready.poll(1000 * left):
                raise _GoneError("the voice process is silent")
            piece = os.read(source, count - len(data))
            if not piece:
                raise _GoneError("the voice process has ended")
            data += piece
        return bytes(data)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what could not be flushed was for a process that is gone
                    pipe.close()
        try:
            process.wait(0.3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _import_path() -> str:
    """Where our packages are, so that the process finds them whatever folder the game was started in."""
    here = str(Path(__file__).resolve().parent.parent)
    inherited = os.environ.get("PYTHONPATH", "")
    return f"{here}{os.pathsep}{inherited}" if inherited else here
