"""The inbox of the table's loop: it waits for what devices say, and never longer than it was told to."""

import signal
import threading
import time
from collections.abc import Iterator

import pytest

from fingerpost.devices.inbox import Inbox
from tabletop import Motion

LATE = Motion(sites=frozenset(), at=0.0)


@pytest.fixture
def slow_signal() -> Iterator[None]:
    """A signal comes in 10 ms; what it sets off takes longer than anybody waits."""
    before = signal.signal(signal.SIGALRM, lambda *_: time.sleep(0.05))
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0.0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("slow_signal")
def test_given_a_signal_as_the_time_is_over_when_nothing_comes_then_the_loop_goes_on() -> None:
    """SIGTERM was not heeded then until a device spoke again: the loop never looked whether to end."""
    inbox = Inbox()
    rescue = threading.Timer(10.0, inbox.put, [LATE])
    rescue.start()
    assert list(inbox.take(timeout=0.02)) == []
    rescue.cancel()
