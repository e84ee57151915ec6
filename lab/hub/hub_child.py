"""SHELL: a program in a process of its own, told by lines on its input, and ended with its handle."""

import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self


class ChildProcess:
    """Runs a program while it is held; Ctrl-C at the terminal is for the table, which then closes this."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, start_new_session=True
        )

    def write(self, line: bytes) -> None:
        """One line for the program. Raises OSError or ValueError when it has ended."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    def close(self) -> None:
        """End it; twice does no harm."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
