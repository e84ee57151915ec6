"""`hub watch` in a process of its own, and a copy of the board kept from its lines."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
_CODE = (
    "import signal, sys; from firmware_bridge.watch_port import watch; from pathlib import Path;"
    "signal.signal(signal.SIGINT, signal.default_int_handler);"
    "sys.exit(watch(sys.argv[1], None, True, sys.stdout, sys.stderr, Path(sys.argv[2])))"
)


class Watched:
    """The watch of the hub behind a link; `log` is where it writes the wire's log at its end."""

    def __init__(self, link: Path, log: Path, sites: int) -> None:
        self.log = log
        self.process = subprocess.Popen(
            [sys.executable, "-c", _CODE, str(link), str(log)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=ENVIRONMENT,
        )
        self.lines: list[str] = []
        self.records: list[dict[str, object]] = []
        self.copy: list[object] = [None] * sites
        self.said: list[str] = []
        self.keys: list[tuple[int, str]] = []
        self.news = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            record = json.loads(line)
            with self.news:
                self.lines.append(line.rstrip("\n"))
                self.records.append(record)
                if "site" in record:
                    self.copy[record["site"]] = record["token"]
                if "key" in record:
                    self.keys.append((record["key"], record["action"]))
                if "hub" in record:
                    self.said.append(record["hub"])
                self.news.notify_all()

    def until(self, done: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(done, PATIENCE_S), (self.said, self.copy)

    def live(self, truth: list[object]) -> Callable[[], bool]:
        return lambda: bool(self.said) and self.said[-1] == "live" and self.copy == truth

    def interrupt(self, within_s: float) -> int:
        """Ctrl-C; how it ended."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(within_s)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
