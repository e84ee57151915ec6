"""SHELL: a program that reads boards: the paths of pictures in, a line each; a line of JSON out for each.

All paths are written at once and its input is closed then, so that it may read many together; what it says is
taken as it comes. It runs where it was called, with no limits: it is the caller's own.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from programs.child import words_of
from table.errors import CallError, why

_CHUNK: Final = 65536
_MOST: Final = 1 << 20  # bytes of one answer
_POLITE_S: Final = 2.0


class SilentReaderError(Exception):
    """A reader that said nothing for too long, or a line that is too long to be an answer."""


def lines_of(command: str, pictures: Sequence[Path], silent_s: float) -> Iterator[bytes]:
    """What the program says, line by line, until it ends or nobody asks for more; then it is ended.

    Args:
        silent_s: it may be silent for so long.
    Raises:
        CallError: there is no such program.
        SilentReaderError: it was silent for longer.
    """
    try:
        process = subprocess.Popen(
            words_of(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        raise CallError(f"program {command}: {why(error)}; check the path") from None
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield from _talk(
            process.stdin, process.stdout, b"".join(bytes(p) + b"\n" for p in pictures), silent_s
        )
    finally:
        _end(process)


def _talk(to: IO[bytes], out: IO[bytes], paths: bytes, silent_s: float) -> Iterator[bytes]:
    for pipe in (to, out):
        os.set_blocking(pipe.fileno(), False)
    held, heard = b"", time.monotonic()
    with selectors.DefaultSelector() as waiting:
        waiting.register(to, selectors.EVENT_WRITE)
        waiting.register(out, selectors.EVENT_READ)
        while True:
            left = heard + silent_s - time.monotonic()
            ready = {key.fileobj for key, _ in waiting.select(max(0.0, left))}
            if to in ready:
                paths = _written(to, paths)
                if not paths:
                    waiting.unregister(to)
                    to.close()
            if out in ready:
                part = os.read(out.fileno(), _CHUNK)
                *whole, held = (held + part).split(b"\n")
                yield from whole
                heard = time.monotonic() if whole else heard
                if not part:
                    if held:
                        yield held
                    return
            if len(held) > _MOST:
                raise SilentReaderError(f"wrote a line of over {_MOST} bytes")
            if not ready and left <= 0:
                raise SilentReaderError(f"was silent for {silent_s:g} s")


def _written(to: IO[bytes], paths: bytes) -> bytes:
    """What is left to write; nothing when nobody reads."""
    try:
        return paths[os.write(to.fileno(), paths[:_CHUNK]) :]
    except BlockingIOError:
        return paths
    except OSError:
        return b""


def _end(process: "subprocess.Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_POLITE_S)
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)  # its children too, which may have outlived it
    process.wait()
