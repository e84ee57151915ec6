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
_SELDOM_S: Final = 0.05


def until(condition: Callable[[], bool]) -> bool:
    """Whether it became true.

    To look takes time from what is waited for: what has not come for a while is looked for more seldom.
    """
    began, pause = time.monotonic(), threading.Event()
    while not condition():
        waited_s = time.monotonic() - began
        if waited_s > PATIENCE_S:
            return False
        pause.wait(min(max(_LOOK_S, waited_s / 10), _SELDOM_S))
    return True
