"""Waiting for what another thread or process makes true, without a guess at how long that takes."""

import threading
import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 300.0
"""So late a failure is told; what comes true on a busy machine, too, never waits for it."""
_LOOK_S: Final = 0.002


def until(condition: Callable[[], bool]) -> bool:
    """Whether it became true."""
    end, pause = time.monotonic() + PATIENCE_S, threading.Event()
    while not condition():
        if time.monotonic() > end:
            return False
        pause.wait(_LOOK_S)
    return True
