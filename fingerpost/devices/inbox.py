"""SHELL: the one inbox of a table, which every thread may put into and the loop alone empties."""

import contextlib
import queue
from collections.abc import Iterator

from table.session import Input


class Inbox:
    """Where device threads leave what they have to say for the one loop that reads it."""

    def __init__(self) -> None:
        # No SimpleQueue: its get() waits for ever when a signal comes just as its time is over.
        self._queue: queue.Queue[Input] = queue.Queue()

    def put(self, item: Input) -> None:
        """Leave one thing; any thread may."""
        self._queue.put(item)

    def take(self, timeout: float = 0.0) -> Iterator[Input]:
        """All that waits; when nothing does, wait for up to `timeout` seconds for the first."""
        with contextlib.suppress(queue.Empty):
            yield self._queue.get(timeout=timeout) if timeout > 0 else self._queue.get_nowait()
            while True:
                yield self._queue.get_nowait()
