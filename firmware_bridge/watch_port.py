"""SHELL: `fingerpost hub watch`: one port, read until Ctrl-C, through unplugging and back."""

import os
import queue
import time
from contextlib import suppress
from typing import Final, TextIO

from firmware_bridge.serial_hub import LOCK_PATIENCE_S, PortError, SerialPort
from firmware_bridge.watch import Watcher
from tabletop import BoardLayout

_TURN_S: Final = 0.02
_SEARCH_S: Final = 0.25
_BACKLOG: Final = 4096
"""Pieces of input kept while the lines cannot be written; what is lost then is asked for again."""


def watch(port: str, layout: BoardLayout | None, json: bool, out: TextIO, err: TextIO) -> int:
    """Print what the hub at `port` says until Ctrl-C.

    Args:
        port: a serial port, or a link to one that may move.
        layout: names the sites; None: channel numbers.
    Returns:
        0 after Ctrl-C or when nobody reads `out` any more; 2 when the port is absent, no terminal,
        forbidden, or busy for 15 s at the start.
    """
    serial = SerialPort(port)
    try:
        serial.open(patience_s=LOCK_PATIENCE_S)
        _Watch(serial, Watcher(layout, json_lines=json), out, err).run()
    except PortError as trouble:
        _tell(err, str(trouble))
        return 2
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        with suppress(OSError, ValueError):  # else Python complains at its end, where nobody can catch it
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    finally:
        serial.close()
    return 0


class _Watch:
    """The loop between a port, a watcher and the lines."""

    def __init__(self, serial: SerialPort, watcher: Watcher, out: TextIO, err: TextIO) -> None:
        self._serial = serial
        self._watcher = watcher
        self._out = out
        self._err = err
        self._inbox: queue.Queue[tuple[float, bytes | PortError]] = queue.Queue(_BACKLOG)
        self._search_at = 0.0
        self._complaint = ""

    def run(self) -> None:
        """Until Ctrl-C."""
        self._begin(time.monotonic())
        while True:
            self._turn()

    def _turn(self) -> None:
        if self._serial.is_open:
            self._hear()
        else:
            time.sleep(_TURN_S)
            self._search(time.monotonic())
        now = time.monotonic()
        if self._serial.is_open:
            self._print(self._watcher.tick(now))
            if self._watcher.wants_reopen(now):
                self._lose(PortError("silent", f"hub {self._serial.path} is silent; opening it again"), now)
                return
            try:
                self._serial.write(self._watcher.take_outgoing())
            except PortError as trouble:
                self._lose(trouble, now)

    def _hear(self) -> None:
        """Everything that waits, in its order and with its own times, before time itself moves on."""
        try:
            item: tuple[float, bytes | PortError] | None = self._inbox.get(timeout=_TURN_S)
            while item is not None:
                at, what = item
                if isinstance(what, PortError):
                    self._lose(what, at)
                    return
                self._print(self._watcher.feed(what, at))
                item = self._inbox.get_nowait()
        except queue.Empty:
            pass

    def _begin(self, now: float) -> None:
        inbox: queue.Queue[tuple[float, bytes | PortError]] = queue.Queue(_BACKLOG)
        self._inbox = inbox  # a new one: a reader of before may still hold the old
        self._complaint = ""

        def note(what: bytes | PortError) -> None:
            if isinstance(what, bytes) and inbox.full():
                return  # nobody takes our lines; a gap in the bytes is seen and repaired
            inbox.put((time.monotonic(), what))

        self._print(self._watcher.opened(now))
        self._serial.start(note, note)

    def _lose(self, trouble: PortError, now: float) -> None:
        self._serial.close()
        self._print(self._watcher.closed(now))
        self._complain(str(trouble))
        self._search_at = now

    def _search(self, now: float) -> None:
        if now < self._search_at:
            return
        self._search_at = now + _SEARCH_S
        try:
            self._serial.open()
        except PortError as trouble:
            self._complain(f"{trouble}; waiting for it")
            return
        self._begin(now)

    def _complain(self, text: str) -> None:
        if text != self._complaint:
            self._complaint = text
            _tell(self._err, text)

    def _print(self, lines: list[str]) -> None:
        for line in lines:
            self._out.write(line + "\n")
        if lines:
            self._out.flush()
        for note in self._watcher.take_notes():
            _tell(self._err, note)


def _tell(err: TextIO, text: str) -> None:
    err.write(text + "\n")
    err.flush()
