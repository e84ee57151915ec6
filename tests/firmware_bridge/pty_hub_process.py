"""Starts `pty_hub.py`, a hub that shares no code with ours, and moves it."""

import subprocess
import sys
from pathlib import Path


class PtyHub:
    """The hub behind `link`, in a process of its own."""

    def __init__(self, link: Path, sites: int, *, seed: int = 1, ident: str = "00000000feedbeef") -> None:
        self.link = link
        program = str(Path(__file__).with_name("pty_hub.py"))
        self._process = subprocess.Popen(
            [sys.executable, program, str(link), str(sites), str(seed), ident],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer("ready")

    def do(self, *deeds: str) -> None:
        """Give it lines, as its own description lists them."""
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{deed}\n" for deed in deeds))
        self._process.stdin.flush()

    def truth(self) -> list[object]:
        """What stands on its board; None for nothing."""
        self.do("truth")
        return [token or None for token in bytes.fromhex(self._answer())]

    def _answer(self, wanted: str = "") -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        assert line and wanted in line
        return line

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()
