"""Games in several processes: the same games, ended when they are left, and a death that is told."""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing import active_children
from types import FrameType
from typing import overload

import pytest

from lab.jobs import _result, played
from table.errors import CallError
from tests.waiting import until


def squared(number: int) -> int:
    return number * number


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def endless(number: int) -> int:
    while number:
        signal.pause()
    return number


def without_a_greeting(number: int) -> int:
    if not number:
        raise CallError("it ended before it greeted")
    return endless(number)


class Interrupting(Sequence[int]):
    """Numbers of games; a person presses Ctrl-C each time that some are handed out."""

    torn = False

    def __init__(self, numbers: range) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> range: ...

    def __getitem__(self, at: int | slice) -> int | range:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            self.torn = True
            raise
        return self._numbers[at]


@contextmanager
def a_parent_that_ignores_the_end() -> Iterator[None]:
    def ignored(number: int, frame: FrameType | None) -> None:
        del number, frame

    before = signal.signal(signal.SIGTERM, ignored)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def test_given_several_processes_then_the_games_come_in_their_order() -> None:
    assert list(played(squared, range(9), 3, chunk=2)) == [number * number for number in range(9)]
    assert list(played(squared, range(3), 1)) == [0, 1, 4]


def test_given_a_parent_that_ignores_its_end_when_left_then_no_game_runs_on() -> None:
    with a_parent_that_ignores_the_end():
        games = played(endless, range(4), 2)
        assert next(games) == 0
        games.close()
    assert until(lambda: not active_children())


def test_given_a_process_that_is_killed_then_it_is_told_in_a_line() -> None:
    with pytest.raises(CallError, match="--jobs 2: a process that played was ended"):
        list(played(killed, range(4), 2))


def test_given_a_game_that_cannot_begin_then_it_is_told_before_the_others_are_over() -> None:
    with pytest.raises(CallError, match="it ended before it greeted"):
        list(played(without_a_greeting, range(2), 2))
    assert until(lambda: not active_children())


def test_given_ctrl_c_while_games_are_handed_out_then_nothing_of_the_pool_is_torn_and_all_end() -> None:
    """An exception amid that once left a lock of the pool locked, and the end waited for it for ever."""
    numbers, before = Interrupting(range(400)), signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        list(played(squared, numbers, 2))
    assert not numbers.torn
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler
    assert until(lambda: not active_children())


class JustDone(Future[list[int]]):
    """Done in the moment after somebody has waited for it in vain."""

    def result(self, timeout: float | None = None) -> list[int]:
        if timeout is not None:
            self.set_result([4])
            raise TimeoutError
        return super().result()


def test_given_a_game_that_is_done_as_its_wait_ends_then_it_counts_and_nothing_is_raised() -> None:
    assert _result(JustDone(), []) == [4]
