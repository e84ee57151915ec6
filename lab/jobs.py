"""Games played by several processes at once, each begun afresh.

A process that is forked keeps what its parent holds at that moment: locks of threads that it has not,
and signal handlers that keep it from ending. One that is spawned has neither; it costs half a second.
"""

import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Final, TypeVar

from table.errors import CallError

Game = TypeVar("Game")
_LOOK_S: Final = 0.2  # so late Ctrl-C is seen


def played(
    play: Callable[[int], Game], numbers: Sequence[int], jobs: int, *, chunk: int = 1
) -> Generator[Game, None, None]:
    """Every game, in the order of their numbers; by how many processes changes nothing but the time.

    Broken off, left early or raised in a game: those that still run are ended. CallError: also, that a
    process was killed.
    """
    if jobs == 1:
        yield from map(play, numbers)
        return
    spawning = multiprocessing.get_context("spawn")
    try:
        with (
            _interrupts() as interrupts,
            ProcessPoolExecutor(jobs, spawning, initializer=_undisturbed) as pool,
            _ended_if_left(),
        ):
            starts = range(0, len(numbers), chunk)
            futures = deque(pool.submit(_some, play, numbers[start : start + chunk]) for start in starts)
            while futures:
                for game in _result(futures.popleft(), interrupts):
                    yield game
                    if interrupts:
                        raise KeyboardInterrupt
    except BrokenProcessPool:
        raise CallError(
            f"--jobs {jobs}: a process that played was ended, for lack of memory perhaps; give fewer"
        ) from None


def _some(play: Callable[[int], Game], numbers: Sequence[int]) -> list[Game]:
    return [play(number) for number in numbers]


def _result(future: "Future[list[Game]]", interrupts: list[int]) -> list[Game]:
    while not interrupts:
        try:
            return future.result(_LOOK_S)
        except TimeoutError:
            if future.done():  # just now; or it was a game's own
                return future.result()
    raise KeyboardInterrupt


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Ctrl-C is noted here while a pool is at work.

    Raised amid the pool's own locks it would leave one locked, and the end would wait for it for ever.
    """
    noted = list[int]()
    if threading.current_thread() is not threading.main_thread():
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _ended_if_left() -> Iterator[None]:
    try:
        yield
    except BaseException:  # the pool would play all that is still to be played
        for child in multiprocessing.active_children():
            child.terminate()
        raise


def _undisturbed() -> None:
    """Ctrl-C is for the one who collects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
