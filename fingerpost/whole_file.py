"""SHELL: files that are there whole or as they were before, whatever the power does."""

import os
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, with the folders above it.

    Raises:
        OSError: it cannot be written; what stood there still does.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = path.with_name(f".{path.name}")
    with beside.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())  # else a power cut may leave the new name with nothing in it
    beside.replace(path)
