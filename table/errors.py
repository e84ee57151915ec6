"""Troubles that are told in one line: what the caller is to mend, and what a game log suffers from."""

from typing import Literal


class CallError(Exception):
    """The call or a file is wrong; the message is one line: what, which, what to do. Exit status 2."""


def why(error: OSError | UnicodeDecodeError) -> str:
    """Why a file could not be read, in words: Python's own name a number, or a codec and a byte."""
    return "no text in UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)


def in_words(error: Exception) -> str:
    """Why a file of ours could not be read or means nothing: the system's word for it without its number."""
    return why(error) if isinstance(error, OSError | UnicodeDecodeError) else str(error)


def unforeseen(error: BaseException) -> str:
    """An error that nobody has thought of, in one line: what, and where for those who mend Fingerpost."""
    found, what = error.__traceback__, " ".join(str(error).split())[:200]
    while found is not None and found.tb_next is not None:
        found = found.tb_next
    where = "" if found is None else f" in {found.tb_frame.f_globals.get('__name__')}, line {found.tb_lineno}"
    return f"{type(error).__name__} {what}".strip() + where


Cause = Literal["full", "read-only", "gone", "damaged", "newer", "foreign", "busy", "empty"]
"""What is wrong with a log."""


class StoreError(Exception):
    """The log cannot be read or written; the message says what, which and what to do."""

    def __init__(self, text: str, cause: Cause = "gone") -> None:
        super().__init__(text)
        self.cause = cause
