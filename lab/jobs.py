"""Games played by several processes at once, each begun afresh.

A process that is forked keeps what its parent holds at that moment: locks of threads that it has not,
and signal handlers that keep it from ending. One that is spawned has neither; it costs half a second.
"""

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from table.errors import CallError

Game = TypeVar("Game")


def played(
    play: Callable[[int], Game], numbers: Sequence[int], jobs: int, *, chunk: int = 1
) -> Generator[Game, None, None]:
    """Every game, in the order of their numbers; by how many processes changes nothing but the time.

    Broken off, or left early: the games that still run are ended. CallError: a process was killed.
    """
    if jobs == 1:
        yield from map(play, numbers)
        return
    spawning = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(jobs, spawning, initializer=_undisturbed) as pool, _ended_if_left():
            yield from pool.map(play, numbers, chunksize=chunk)
    except BrokenProcessPool:
        raise CallError(
            f"--jobs {jobs}: a process that played was ended, for lack of memory perhaps; give fewer"
        ) from None


@contextmanager
def _ended_if_left() -> Iterator[None]:
    try:
        yield
    except (GeneratorExit, KeyboardInterrupt):
        for child in multiprocessing.active_children():
            child.terminate()
        raise


def _undisturbed() -> None:
    """Ctrl-C is for the one who collects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
