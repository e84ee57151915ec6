"""The file of a log, as the system sees it: which one it is, whose, and whether it can be written."""

import contextlib
import os
from pathlib import Path
from typing import Final

from storage.log_format import MAGIC, refused
from table.errors import StoreError

_PROBE: Final = 250  # bytes that are tried


def inode(path: Path) -> tuple[int, int] | None:
    """Which file stands under this name, by its device and number; None: none does."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def why_unwritable(path: Path) -> OSError | None:
    """Why nothing can be written beside this file, in the system's words; None: something can."""
    beside = path.with_name(f".{path.name}.new")
    try:
        made = os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            os.write(made, bytes(_PROBE))
            os.fsync(made)
        finally:
            os.close(made)
            beside.unlink()
    except OSError as error:
        return error
    return None


def own(path: Path) -> None:
    """See that the file is there, is a log or empty, and that nobody but its owner can read it."""
    try:
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
        if head and head != MAGIC:
            raise StoreError(f"{path} is no game log; choose another file", "foreign")
        if path.stat().st_mode & 0o077:
            with contextlib.suppress(PermissionError):  # not ours: then it is its owner's to decide
                path.chmod(0o600)
    except FileNotFoundError:
        try:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))
        except OSError as error:
            raise refused(path, error) from None
    except OSError as error:
        raise refused(path, error) from None
