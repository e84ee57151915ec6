"""A `fingerpost club collect` of one's own, as a process that can be killed."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parent.parent.parent
Line = dict[str, object]


class Collecting:
    """The process; what it says is in `lines`."""

    def __init__(self, database: str, url: str, *more: str) -> None:
        self._call = [
            sys.executable,
            "-m",
            "fingerpost",
            "club",
            "collect",
            "--database",
            database,
            "--url",
            url,
            *more,
        ]
        self.lines: list[Line] = []
        self._changed = threading.Condition()
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._call, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            with self._changed:
                self.lines.append(json.loads(line))
                self._changed.notify_all()

    def until(self, key: str, value: object = None, times: int = 1) -> None:
        """Until a line has said this so often."""

        def said() -> bool:
            return sum(key in line and value in (None, line[key]) for line in self.lines) >= times

        with self._changed:
            assert self._changed.wait_for(said, PATIENCE_S), self.lines

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE_S)

    def stop(self) -> int:
        """SIGTERM; its exit status, which comes within two seconds where nothing else is busy."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_S)

    def __enter__(self) -> "Collecting":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
