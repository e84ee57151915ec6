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
    {
        *("audio", "firmware", "firmware_bridge", "fingerpost", "lab", "mqtt", "programs", "storage"),
        *("upkeep", "integrations", "web"),
    }
)
"""Folders whose tests run real programs, threads and sockets."""

SPEAKING = frozenset(
    {
        "criteria/test_dead_sound.py",
        "criteria/test_shared_ear_sounding.py",
        "criteria/test_sound.py",
        "table/test_stuck.py",
    }
)
"""Whose tests speak with the real voice."""

LONGEST = tuple(
    HERE / name
    for name in (
        "web/test_every_address.py",
        "test_compiling.py",
        "club/test_collecting.py",
        "lab/test_demo.py",
        "learner_env/test_learn.py",
    )
)
"""Files that take a worker more than half a minute."""


def pytest_collectstart() -> None:
    """Next to nothing of what is imported and collected is garbage: none is looked for meanwhile."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have all workers busy from the first test to the last; the tests of a file stay together.

    The longest files begin first, so that none is left to one worker alone. Files that wait for real programs
    come among those that reckon, in their order, and so do not wait all at once; short ones are last.
    """
    assert [path for path in LONGEST if not path.is_file()] == []
    files = dict.fromkeys(item.path for item in items)
    waiting = [path for path in files if _waits(path) or path.parent.name in ("club", "command_line")]
    reckoning = [path for path in files if path not in waiting]
    turn = {path: 0.9 * number / len(waiting) for number, path in enumerate(waiting)}
    turn |= {path: number / len(reckoning) for number, path in enumerate(reckoning)}
    items.sort(key=lambda item: (item.path not in LONGEST, turn[item.path]))


def pytest_collection_finish() -> None:
    """Modules and thousands of tests stay to the end: they are not looked through again and again."""
    gc.freeze()
    gc.enable()


def _waits(path: Path) -> bool:
    """Whether the tests of a file may wait for something real."""
    if not path.is_relative_to(HERE):
        return True
    place = path.relative_to(HERE)
    return place.parts[0] in WAITING or str(place) in SPEAKING


@pytest.fixture(autouse=True)
def no_real_sleep(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A unit test that sleeps fails at once."""
    if _waits(request.path):
        return

    real = time.sleep

    def slept(seconds: float) -> None:
        caller = sys._getframe(1).f_globals["__name__"].partition(".")[0]
        if caller in sys.stdlib_module_names or threading.current_thread() is not threading.main_thread():
            real(seconds)  # Python waits for a process, or a device's own thread for its device
            return
        pytest.fail(f"{request.node.name} sleeps for {seconds} s; pass the time in instead")

    monkeypatch.setattr(time, "sleep", slept)
