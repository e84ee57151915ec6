"""SHELL: what this process reads from and writes to: nothing a file or the wire says can steer a terminal.

A name on a board, a message of a broker or a key of a config ends up in our lines. Characters that a terminal
obeys (escapes, bells, a return to where the line began, writing from right to left) are written as `\\u001b`;
in JSON that is the same text.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO, cast

_OBEYED: Final = (
    *(code for code in range(0x20) if chr(code) not in "\t\n\r"),
    *range(0x7F, 0xA0),
    0x061C,
    0x200E,
    0x200F,
    *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
)
_RETURN: Final = re.compile(r"\r(?!\n)")
_SHOWN: Final = {code: f"\\u{code:04x}" for code in _OBEYED}


def shown(text: str) -> str:
    """The text with every character that a terminal obeys, but line ends and tabs, as its number.

    A return alone is no line end: what follows it is written over what stands there.
    """
    return _RETURN.sub(r"\\u000d", text.translate(_SHOWN))


class OutputError(OSError):
    """What is printed cannot be written: the disk behind it is full, or it is closed."""


class _Shown:
    """A text stream whose words pass through `shown`."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream, self._name = stream, name

    def write(self, text: str) -> int:
        self._told(lambda: self._stream.write(shown(text)))
        return len(text)

    def flush(self) -> None:
        self._told(self._stream.flush)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def _told(self, act: Callable[[], object]) -> None:
        try:
            act()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.errno, error.strerror, self._name) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._stream)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def safe_streams() -> Iterator[None]:
    """Standard output and error without what a terminal obeys; what is closed is taken for an empty one.

    A lone surrogate, which no encoding has, is written as its number too.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    try:
        if sys.stdin is None:
            sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the process
        for name, called in (("stdout", "standard output"), ("stderr", "standard error")):
            stream: TextIO | None = getattr(sys, name)
            if stream is None:
                stream = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
            setattr(sys, name, cast(TextIO, _Shown(stream, called)))
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def hold_places() -> None:
    """Take the numbers of the closed streams: a log that is opened as number 1 would be printed into."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
