"""SHELL: a thread of ours that ends by an error ends the whole program: nobody sits before half a table."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def whole_or_nothing(stop: threading.Event) -> Iterator[None]:
    """While this lasts, the first error that ends a thread sets `stop`, and is raised when it is over.

    Without it a voice, a camera or a broker's line that dies is silent, and the table goes on trusting it.
    Raises: whatever ended the thread, unless something else is on its way already.
    """
    ended = list[BaseException]()

    def note(died: threading.ExceptHookArgs) -> None:
        if died.exc_value is not None:
            ended.append(died.exc_value)
        stop.set()

    before, threading.excepthook = threading.excepthook, note
    try:
        yield
    finally:
        threading.excepthook = before
    if ended:
        raise ended[0]
