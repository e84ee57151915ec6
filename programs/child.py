"""SHELL: a program as a child process: bytes to it and from it, none of which is waited for without end."""

import contextlib
import fcntl
import os
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, Final

from programs import keeper
from table.errors import CallError

_CHUNK: Final = 65536
_POLITE_S: Final = (2.0, 1.0)  # to end by itself; after SIGTERM
_PIPE_BYTES: Final = 1 << 20
_SET_PIPE_SIZE: Final = 1031  # F_SETPIPE_SZ: a whole question fits, so that writing it waits for nobody


def words_of(command: str) -> tuple[str, ...]:
    """A command in words; files of the folder in which it is called are named in full, for it runs elsewhere.

    Raises:
        CallError: it is none, or its program is not there.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CallError(f"program {command!r}: {error}; write it as at a shell") from None
    if not words:
        raise CallError("a program without a name; give a command")
    first, *rest = words
    found = shutil.which(first)
    if found is None:
        raise CallError(f"program {first}: not found, or it may not be run; check the path")
    named = [str(Path(word).absolute()) if word and Path(word).is_file() else word for word in rest]
    return (str(Path(found).absolute()), *named)


class Child:
    """The host's side of one program."""

    def __init__(self, words: tuple[str, ...], *, memory_mib: int, log: Path | None = None) -> None:
        """`log`: what it writes to its error output goes there; None: nowhere."""
        self._folder = tempfile.mkdtemp(prefix="fingerpost-bot-")
        self._log: IO[bytes] = tempfile.TemporaryFile() if log is None else log.open("w+b")  # noqa: SIM115
        control, self._control = os.pipe()
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    keeper.__file__,
                    str(control),
                    str(memory_mib),
                    self._folder,
                    *words,
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=0,
                cwd=self._folder,
                env=_environment(self._folder),
                pass_fds=(control,),
                start_new_session=True,
            )
        finally:
            os.close(control)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        for pipe in (self._in, self._out):
            os.set_blocking(pipe, False)
        _widen(self._in)
        self._unsent = bytearray()
        self._blocked_at: float | None = None  # since when it does not read what is written
        self.closed = False

    def send(self, data: bytes) -> None:
        """To be written as the program reads."""
        if not self._unsent:
            self._blocked_at = None
        self._unsent += data

    def move(self, wait_s: float) -> tuple[bytes, tuple[float, float] | None]:
        """Write and read what can be, waiting at most so long for either.

        Returns:
            What the program wrote, and, when the last byte to it has left, the instant of that and for how
            many seconds it did not read; None: nothing has been to write, or not all has left.
        """
        left = self._write()
        if wait_s > 0 and not self.closed:
            with contextlib.suppress(OSError):
                select.select([self._out], [self._in] if self._unsent else [], [], wait_s)
            left = left if left is not None else self._write()
        return self._read(), left

    def _write(self) -> tuple[float, float] | None:
        if not self._unsent:
            return None
        try:
            while self._unsent:
                sent = os.write(self._in, self._unsent[:_PIPE_BYTES])
                del self._unsent[:sent]
        except BlockingIOError:
            if self._blocked_at is None:
                self._blocked_at = time.monotonic()
            return None
        except OSError:  # nobody reads any more; whether it is gone its output tells
            self._unsent.clear()
        now = time.monotonic()
        return now, 0.0 if self._blocked_at is None else now - self._blocked_at

    def _read(self) -> bytes:
        if self.closed:
            return b""
        try:
            part = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            part = b""
        self.closed = not part
        return part

    def last_words(self) -> str:
        """The last line that it logged."""
        with contextlib.suppress(OSError):
            log = self._log.fileno()  # its place to write at is shared: it stays where it is
            end = os.pread(log, 4096, max(0, os.fstat(log).st_size - 4096))
            lines = end.decode("utf-8", errors="replace").split("\n")
            return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")
        return ""

    def end(self, *, politely: bool) -> None:
        """It and its children end: by themselves, when told, or killed."""
        with contextlib.suppress(OSError):
            if politely:
                self._send_rest()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        if politely and not self._ends_within(_POLITE_S[0]):
            with contextlib.suppress(OSError):
                os.write(self._control, b"t")
            self._ends_within(_POLITE_S[1])
        os.close(self._control)
        if not self._ends_within(5.0):
            self._process.kill()  # a keeper that does not end: its program dies with it
            self._process.wait()
        self._process.stdout.close()
        self._log.close()
        self.closed = True
        shutil.rmtree(self._folder, ignore_errors=True)

    def _send_rest(self) -> None:
        until = time.monotonic() + _POLITE_S[0]
        while self._unsent and not self.closed and time.monotonic() < until:
            self.move(0.05)

    def _ends_within(self, seconds: float) -> bool:
        """Whether the keeper has ended; what the program still writes is swallowed, so that it can."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                self._process.wait(min(left, 0.02))
                return True
            except subprocess.TimeoutExpired:
                self._read()
        return False


def _environment(folder: str) -> dict[str, str]:
    """All that a program may know of where it runs."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": folder, "TMPDIR": folder, "FINGERPOST_BOT": "1"}


def _widen(pipe: int) -> None:
    with contextlib.suppress(OSError):
        fcntl.fcntl(pipe, _SET_PIPE_SIZE, _PIPE_BYTES)
