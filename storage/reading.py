"""SHELL: the one reader of files that somebody names or keeps: bounded in size and in time.

A device has no end and a pipe may have no writer; a file may have been swapped for a film. Each is an OSError
that says so in words, as the other troubles of a file are.
"""

import errno
import os
import select
import stat
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

MOST_BYTES: Final = 16_000_000
"""A season of logs' positions fits; the largest map, board or campaign is a hundredth of it."""

_SILENT_S: Final = 10.0
"""So long a pipe may say nothing."""

_ENDLESS: Final = 200_000_000
"""So much of one line is passed over."""

_CHUNK: Final = 1 << 20

_MOST_TOML: Final = 200_000
"""Bytes; the longest config that ships has a thirtieth."""

_MOST_DOTS: Final = 100
"""Of a line: each part of a key is a table in a table, and takes time as the square of their number."""


def read_bytes(path: Path, *, most: int = MOST_BYTES) -> bytes:
    """What a file, or a pipe until its end, holds.

    Raises:
        OSError: it cannot be opened or read, is larger than `most` bytes (EFBIG) or says nothing (ETIMEDOUT).
    """
    # Not to wait for the writer of a pipe: that is what the poll below is bounded for.
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        if os.fstat(file).st_size > most:
            raise _too_large(path, most)
        held = bytearray()
        ready = select.poll()
        ready.register(file, select.POLLIN)
        while len(held) <= most:
            if not ready.poll(_SILENT_S * 1000):
                raise OSError(errno.ETIMEDOUT, f"says nothing for {_SILENT_S:.0f} s", str(path))
            try:
                part = os.read(file, min(_CHUNK, most + 1 - len(held)))
            except BlockingIOError:  # woken for nothing
                continue
            if not part:
                return bytes(held)
            held += part
        raise _too_large(path, most)
    finally:
        os.close(file)


def read_regular(path: Path, *, most: int = MOST_BYTES) -> bytes:
    """What a file holds, and nothing else than a file: what is among games is no pipe.

    Raises:
        OSError: as `read_bytes` does; it is no file (EINVAL).
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "is no file", str(path))
    return read_bytes(path, most=most)


def read_text(path: Path, *, most: int = MOST_BYTES) -> str:
    """The same as text in UTF-8, without the mark that editors on Windows write before it.

    Raises:
        OSError: as `read_bytes` does.
        UnicodeDecodeError: no UTF-8.
    """
    return read_bytes(path, most=most).decode("utf-8-sig").replace("\r\n", "\n")


class TomlError(ValueError):
    """A file is no TOML that we read; the text says why."""


def read_toml(path: Path) -> dict[str, Any]:
    """What a config says.

    Raises:
        OSError: as `read_bytes` does.
        UnicodeDecodeError: no UTF-8.
        TomlError: no TOML; too many dots, too deep, too long a number, a text with a zero in it.
    """
    text = read_text(path, most=_MOST_TOML)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > _MOST_DOTS:
            raise TomlError(f"line {number} has more than {_MOST_DOTS} dots; shorten it")
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(str(error)) from None
    except RecursionError:
        raise TomlError("too deep") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        raise TomlError("a number is too long") from None
    if _has_zero(raw):
        raise TomlError("a text has a zero in it (\\u0000); take it out")
    return raw


def _has_zero(raw: object) -> bool:
    """Whether a text in it could name no file."""
    match raw:
        case str():
            return "\0" in raw
        case list():
            return any(map(_has_zero, raw))
        case Mapping():
            return any(_has_zero(name) or _has_zero(value) for name, value in raw.items())
    return False


def lines(stream: BinaryIO, most: int) -> Iterator[str]:
    """The lines of a stream as they come, without their ends; of one over `most` bytes, `most` and one.

    What is no UTF-8 is replaced: the answer to such a line says what is wrong with it.

    Raises:
        OSError: a line goes on and on (EFBIG), or as reading does.
    """
    while part := stream.readline(most + 1):
        kept, skipped = part, 0
        while len(part) > most and not part.endswith(b"\n"):
            part = stream.readline(most + 1)
            skipped += len(part)
            if skipped > _ENDLESS:
                raise OSError(errno.EFBIG, "a line without an end", getattr(stream, "name", None))
        yield kept.decode("utf-8", errors="replace").removesuffix("\n").removesuffix("\r")


def _too_large(path: Path, most: int) -> OSError:
    size = f"{most // 1_000_000} MB" if most >= 1_000_000 else f"{most // 1000} kB"
    return OSError(errno.EFBIG, f"larger than {size}", str(path))
