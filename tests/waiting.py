"""Waiting for what another thread or process makes true, without a guess at how long that takes."""

import os
import threading
import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = float(os.environ.get("FINGERPOST_PATIENCE_S", "300"))
"""So late a failure is told; what comes true on a busy machine, too, never waits for it. Less where
failures are the question (`make test-brokers`)."""
_LOOK_S: Final = 0.002


def until(condition: Callable[[], bool]) -> bool:
    """Whether it became true."""
    end, pause = time.monotonic() + PATIENCE_S, threading.Event()
    while not condition():
        if time.monotonic() > end:
            return False
        pause.wait(_LOOK_S)
    return True
