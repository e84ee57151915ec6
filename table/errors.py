"""The one kind of trouble that is the caller's to mend, and how a file's trouble is said in it."""


class CallError(Exception):
    """The call or a file is wrong; the message is one line: what, which, what to do. Exit status 2."""


def why(error: OSError | UnicodeDecodeError) -> str:
    """Why a file could not be read, in words: Python's own name a number, or a codec and a byte."""
    return "no text in UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
