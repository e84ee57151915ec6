"""SHELL: speech by the owner's speech-dispatcher: his own voice, rate and punctuation, for the table only.

It speaks by its own sound, wherever the system sends it; so no ear can be spoken to through it, and nothing
here takes a seat's words. Where it does not answer, the caller speaks by itself.

Source: SSIP, the Speech Synthesis Interface Protocol 1.10, as speech-dispatcher 0.11.4 speaks it.
"""

import contextlib
import os
import select
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from announce import Aloud
from audio.speech import RATE, SLOWER

REPLY_S: Final = 1.0  # it answers at once, or hangs
AGAIN_S: Final = 5.0  # between attempts to reach it
HANGS_S: Final = 60.0  # not asked again for so long when it began a text and did not end it
_PATIENCE_S: Final = 3.0  # beyond the time that a text takes
_SPAWN_S: Final = 5.0
_LOOK_S: Final = 0.02
_TURN_S: Final = 0.02  # to wait while a text is being handed over; its end then sees the stop itself
_SLOWEST, _USUAL, _FASTEST = 80, 170, 390  # words a minute at its rates -100, 0 and 100 with espeak-ng
_LETTERS: Final = 4  # a second: slower than anybody listens; a text that takes longer hangs
_MOST_BYTES: Final = 65_536


class _GoneError(Exception):
    """It does not answer, or answers no."""


class _HangsError(_GoneError):
    """It began a text and did not end it: each attempt costs the time of a sentence."""


def socket_path() -> Path:
    """Where it listens, as its own library looks for it."""
    address = os.environ.get("SPEECHD_ADDRESS", "")
    if address.startswith("unix_socket:"):
        return Path(address.removeprefix("unix_socket:"))
    runtime = os.environ.get("XDG_RUNTIME_DIR") or str(Path.home() / ".cache")
    return Path(runtime) / "speech-dispatcher" / "speechd.sock"


def spawn() -> None:
    """Have it started, as its own library does; it goes on by itself."""
    program = shutil.which("speech-dispatcher")
    if program is not None:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run([program, "--spawn"], capture_output=True, timeout=_SPAWN_S, check=False)


class Dispatcher:
    """Speaks one sentence at a time. `stop` may be called from any thread, all else from one.

    Args:
        language: of the words; `voice`: its name of a synthesis voice, empty for the owner's.
        path: its socket; `start`: starts it where it is not running.
        patience_s: how much longer than a slow voice a text may take.
    """

    def __init__(
        self,
        *,
        language: str = "en",
        voice: str = "",
        path: Path | None = None,
        start: Callable[[], None] = spawn,
        patience_s: float = _PATIENCE_S,
    ) -> None:
        self._patience_s = patience_s
        self.rate = RATE  # words a minute; RATE: as the owner has set it
        self.volume = 100  # percent of the owner's
        self._language, self._voice = language, voice
        self._aloud = Aloud(language)
        self._path, self._start = path or socket_path(), start
        self._socket: socket.socket | None = None
        self._read = bytearray()
        self._own_rate = self._own_volume = 0
        self._sent: tuple[int, int] | None = None  # rate and volume, as it has them
        self._sending = threading.Lock()
        self._not_before = float("-inf")
        self.trouble = ""

    def speak(self, text: str, *, slower: bool, until: Callable[[], bool]) -> bool:
        """Say it and wait for its end, or until `until` says so. False: not said, speak it yourself."""
        if time.monotonic() < self._not_before:
            return False
        try:
            self._connect()
            self._settle(slower)
            number = self._queue(text)
            self._wait(number, until, time.monotonic() + self._patience_s + len(text) / _LETTERS)
        except (_GoneError, OSError) as trouble:
            self.trouble = self._words_for(trouble)
            self._not_before = time.monotonic() + (HANGS_S if isinstance(trouble, _HangsError) else AGAIN_S)
            self.close()
            return False
        self.trouble = ""
        return True

    def answers(self) -> bool:
        """Whether it can be spoken through now, started where it was not running; else `trouble` says why."""
        try:
            self._connect()
        except (_GoneError, OSError) as trouble:
            self.trouble = self._words_for(trouble)
            return False
        finally:
            self.close()
        self.trouble = ""
        return True

    def _words_for(self, trouble: Exception) -> str:
        why = trouble.strerror if isinstance(trouble, OSError) and trouble.strerror else trouble
        return f"speech-dispatcher at {self._path}: {why}"

    def stop(self) -> None:
        """Silence: all that we have given it. Its answer is read by the one who speaks."""
        if self._sending.acquire(timeout=_TURN_S):
            try:
                self._cancel()
            finally:
                self._sending.release()

    def close(self) -> None:
        """Hang up; what it is saying ends."""
        with self._sending:
            found, self._socket = self._socket, None
        self._read.clear()
        self._sent = None
        if found is not None:
            with contextlib.suppress(OSError):
                found.close()

    # inside

    def _connect(self) -> None:
        if self._socket is not None:
            return
        try:
            self._socket = self._called()
        except OSError:
            self._start()
            self._socket = self._called()
        user = os.environ.get("USER", "table").replace(":", "-")
        self._ask(f"SET SELF CLIENT_NAME {user}:fingerpost:table")
        self._ask(f"SET SELF LANGUAGE {self._language}")
        self._ask("SET SELF PRIORITY MESSAGE")  # said whole, and not over what a screen reader has begun
        self._ask("SET SELF NOTIFICATION END ON")
        self._ask("SET SELF NOTIFICATION CANCEL ON")
        if self._voice:
            self._ask(f"SET SELF SYNTHESIS_VOICE {_one_line(self._voice)}")
        self._own_rate, self._own_volume = self._number("GET RATE"), self._number("GET VOLUME")

    def _called(self) -> socket.socket:
        called = socket.socket(socket.AF_UNIX)
        try:
            called.settimeout(REPLY_S)
            called.connect(str(self._path))
        except OSError:
            called.close()
            raise
        return called

    def _settle(self, slower: bool) -> None:
        """Rate and volume from the owner's own, when they are others than before."""
        wanted = round(self.rate * SLOWER) if slower else self.rate
        rate = round(self._own_rate + _rate(wanted) - _rate(RATE))
        volume = round(-100 + (self._own_volume + 100) * self.volume / 100)
        settled = (max(-100, min(100, rate)), max(-100, min(100, volume)))
        if settled == self._sent or (self._sent is None and settled == (self._own_rate, self._own_volume)):
            return
        self._ask(f"SET SELF RATE {settled[0]}")
        self._ask(f"SET SELF VOLUME {settled[1]}")
        self._sent = settled

    def _queue(self, text: str) -> str:
        """Hand over a text; its number. No other line may come between its own."""
        words = _one_line(self._aloud(text))
        with self._sending:
            self._send("SPEAK")
            self._answer("SPEAK")
            self._send(f".{words}" if words.startswith(".") else words)
            self._send(".")
        return self._answer("SPEAK")

    def _wait(self, number: str, until: Callable[[], bool], late: float) -> None:
        """Until this text has ended; cut it off when `until` says so."""
        of = ""
        while time.monotonic() < late:
            if until():
                with self._sending:
                    self._cancel()
                return
            line = self._line(time.monotonic() + _LOOK_S)
            if line[:4] in ("702-", "703-"):
                of = of or line[4:]
            elif line in ("702 END", "703 CANCELED"):
                if of == number:
                    return
                of = ""
        raise _HangsError("it began a text and did not end it")

    def _ask(self, command: str) -> str:
        with self._sending:
            self._send(command)
        return self._answer(command)

    def _answer(self, command: str) -> str:
        """What is answered: a value, or nothing. News of texts, and answers to a stop, are passed over."""
        value, late = "", time.monotonic() + REPLY_S
        while time.monotonic() < late:
            line = self._line(late)
            if line[:1] == "7" or line.startswith("210 "):
                continue
            if line[3:4] == "-":
                value = line[4:]
            elif line[:1] == "2":
                return value
            elif line:
                raise _GoneError(f"{command} was answered with {line}")
        raise _GoneError(f"no answer to {command}")

    def _number(self, command: str) -> int:
        value = self._ask(command)
        try:
            return int(value)
        except ValueError:
            raise _GoneError(f"{command} was answered with {value!r}") from None

    def _cancel(self) -> None:
        with contextlib.suppress(OSError, _GoneError):
            self._send("CANCEL SELF")

    def _line(self, late: float) -> str:
        """The next line; empty when none came in time."""
        while b"\n" not in self._read:
            found = self._socket
            if found is None:
                raise _GoneError("hung up")
            ready = select.poll()
            ready.register(found, select.POLLIN)
            if not ready.poll(max(0.0, 1000 * (late - time.monotonic()))):
                return ""
            data = found.recv(4096)
            if not data or len(self._read) > _MOST_BYTES:
                raise _GoneError("it has hung up")
            self._read += data
        line, _, rest = bytes(self._read).partition(b"\n")
        self._read[:] = rest
        return line.decode("utf-8", "replace").strip()

    def _send(self, line: str) -> None:
        if self._socket is None:
            raise _GoneError("not connected")
        self._socket.sendall(f"{line}\r\n".encode())


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _rate(words_a_minute: int) -> float:
    """Words a minute on its scale of -100 to 100."""
    span = _USUAL - _SLOWEST if words_a_minute < _USUAL else _FASTEST - _USUAL
    return 100 * (words_a_minute - _USUAL) / span
