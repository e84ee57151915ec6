"""SHELL: files that are there whole or as they were before, whatever the power does."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

SECRET: Final = 0o600
"""The mode of a file that only its owner may read."""


def write_whole(
    path: Path, content: bytes, *, mode: int | None = None, before: Callable[[Path], None] | None = None
) -> None:
    """Write a file, with the folder above it.

    Args:
        mode: of the file, from its first byte on; None: as the process makes files (umask).
        before: what is done to it, under another name, before it takes the place of what stood there.
    Raises:
        OSError: it cannot be written; what stood there still does.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    made = os.open(beside, flags, 0o666 if mode is None else mode)
    try:
        with os.fdopen(made, "wb") as out:
            if mode is not None:
                os.fchmod(made, mode)  # the umask may have taken some of it
            out.write(content)
            out.flush()
            os.fsync(made)  # else a power cut may leave the new name with nothing in it
        if before is not None:
            before(beside)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink()
        raise
