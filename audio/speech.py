"""SHELL: the game's side of the voice process: text in, samples out, and never an exception into the game."""

import contextlib
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from announce import Spoken
from audio.condition import LIVE, VoiceHealth, lost
from audio.sound import Pcm
from audio.voice_wire import HEAD_BYTES, LONGEST_TEXT, Kind, Order, WireError, order_line, parse_head

START_S: Final = 5.0  # the library loads in milliseconds; a cold memory card takes longer
SPEAK_S: Final = 5.0
RATE: Final = 175  # words a minute
SLOWEST: Final = 80
FASTEST: Final = 450
SLOWER: Final = 0.65

_COMMAND: Final = (sys.executable, "-m", "audio.voice_process")


class _GoneError(Exception):
    """The process died, fell silent or answered nonsense."""


class _WithoutError(Exception):
    """There is no speech on this machine."""


class Voice:
    """Speaks by a process that it starts, watches and starts anew. Safe to use from several threads.

    Args:
        voice: espeak-ng's name of a voice or a language.
        rate: words a minute.
        command: what to start; the voice process unless a test says otherwise.

    `changed` may be set to a function that is called when the health changes, from the thread that speaks.
    """

    def __init__(
        self,
        *,
        voice: str = "en",
        rate: int = RATE,
        spoken: Spoken | None = None,
        command: Sequence[str] = _COMMAND,
    ) -> None:
        self.rate = rate
        self.changed: Callable[[VoiceHealth], None] = lambda health: None
        self._voice = voice
        self._spoken = spoken or Spoken()
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._number = 0
        self._health = LIVE
        self._without = False

    def health(self) -> VoiceHealth:
        """Live, or why there is no speech."""
        return self._health

    def say(self, text: str, *, slower: bool = False) -> Pcm | None:
        """The text as sound, or None when there is no speech. Waits a few milliseconds, 10 s at most.

        A process that has died is started anew, and the text is spoken all the same.
        """
        if not text.strip():
            return None
        rate = round(self.rate * SLOWER) if slower else self.rate
        with self._lock:
            if self._without:
                return None
            for _ in range(2):
                try:
                    sound = self._ask(self._spoken(text)[:LONGEST_TEXT], rate)
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
                    return sound
            self._tell(lost("silent", reason))
            return None

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

    def _ask(self, text: str, rate: int) -> Pcm:
        process = self._process or self._start()
        self._number = (self._number + 1) & 0xFFFFFFFF
        assert process.stdin is not None
        try:
            process.stdin.write(order_line(Order(id=self._number, text=text, rate=rate, voice=self._voice)))
            process.stdin.flush()
        except (OSError, ValueError) as trouble:
            raise _GoneError(f"the voice process does not listen: {trouble}") from None
        return self._collect(self._number, time.monotonic() + SPEAK_S)

    def _collect(self, number: int, until: float) -> Pcm:
        pieces: list[bytes] = []
        while True:
            kind, found, body = self._frame(until)
            if kind == "samples" and found == number:
                pieces.append(body)
            elif kind == "end" and found == number:
                return Pcm(b"".join(pieces))
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
