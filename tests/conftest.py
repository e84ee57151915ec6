"""What holds for every test: a unit test waits for nothing; time is a number that it passes in."""

import gc
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("no time limit", deadline=None)  # how long something takes is for benchmarks
settings.load_profile("no time limit")

if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # called by nohup: programs would inherit it
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# One of several workers, and what it starts: a library that takes every core for itself has the others wait,
# and its threads turn round and round for each other. Read by each library when it is loaded.
for threads in ("OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(threads, "1")

HERE = Path(__file__).parent
WAITING = frozenset(
    {"audio", "firmware", "firmware_bridge", "fingerpost", "lab", "mqtt", "programs", "storage", "web"}
)
"""Folders whose tests run real programs, threads and sockets."""

SPEAKING = frozenset(
    {
        "criteria/test_dead_sound.py",
        "criteria/test_shared_ear.py",
        "criteria/test_sound.py",
        "table/test_stuck.py",
    }
)
"""Whose tests speak with the real voice."""


def pytest_collectstart() -> None:
    """Next to nothing of what is imported and collected is garbage: none is looked for meanwhile."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Modules and thousands of tests stay to the end: they are not looked through again and again."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def no_real_sleep(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit test that sleeps fails at once."""
    place = request.path.relative_to(HERE) if request.path.is_relative_to(HERE) else Path("waits")
    if place.parts[0] in WAITING or str(place) in SPEAKING:
        return

    real = time.sleep

    def slept(seconds: float) -> None:
        caller = sys._getframe(1).f_globals["__name__"].partition(".")[0]
        if caller in sys.stdlib_module_names or threading.current_thread() is not threading.main_thread():
            real(seconds)  # Python waits for a process, or a device's own thread for its device
            return
        pytest.fail(f"{request.node.name} sleeps for {seconds} s; pass the time in instead")

    monkeypatch.setattr(time, "sleep", slept)
