"""Lines in a pipe to the real program, whose loop waits for nothing between them."""

import os
import subprocess
import sys
from typing import Final

from tests.waiting import PATIENCE_S

HASTY: Final = """
import sys
from itertools import count
from types import SimpleNamespace
from fingerpost.evening import loop
loop.TICK_S, loop.time = 0.0, SimpleNamespace(monotonic=count(0.0, 0.01).__next__)
from fingerpost.__main__ import main
sys.exit(main())
"""
"""The program, but for its loop: no turn waits, and the clock goes on with every look at it."""


def piped(*call: str, lines: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """`fingerpost` with this call; all lines are in its pipe before it begins."""
    reads, writes = os.pipe()
    os.write(writes, lines.encode())
    os.close(writes)
    try:
        return subprocess.run(
            [sys.executable, "-c", HASTY, *call],
            stdin=reads,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
            env=env,
        )
    finally:
        os.close(reads)
