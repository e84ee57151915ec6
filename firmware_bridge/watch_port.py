"""SHELL: `fingerpost hub watch` and `fingerpost hub replay`: lines from a port, or from the log of one."""

import os
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import place
from firmware_bridge.log_replay import replay
from firmware_bridge.ring_log import LogError, read_log
from firmware_bridge.serial_hub import LOCK_PATIENCE_S, PortError
from firmware_bridge.watch import Watcher
from tabletop import BoardLayout, HubId

_TURN_S: Final = 0.02
_LONGEST_LINE: Final = 1 << 20  # of a log: a file without an end has no line that ends


def watch(
    port: str,
    layout: BoardLayout | None,
    json: bool,
    out: TextIO,
    err: TextIO,
    log: Path | None = None,
    hub: int = 0,
) -> int:
    """Print what the hub at `port` says until Ctrl-C.

    Args:
        port: a serial port, a link to one that may move, a hub's id, or `auto`.
        layout: names the sites; None: channel numbers.
        log: where the log of the wire is written at the end; None: nowhere.
        hub: which of the board's hubs this is.
    Returns:
        0 after Ctrl-C or when nobody reads `out` any more; 2 when the port is absent, no terminal,
        forbidden, or busy for 15 s at the start.
    """
    where = place(port)
    watcher = Watcher(layout, json_lines=json, only=where.only, hub=HubId(hub))
    line: HubLine[str] = HubLine(where, watcher, say=lambda text: _tell(err, text))
    try:
        _print(line.start(LOCK_PATIENCE_S), out)
        while True:
            line.wait(_TURN_S)
            _print(line.poll(time.monotonic()), out)
            for note in watcher.take_notes():
                _tell(err, note)
    except PortError as trouble:
        _tell(err, str(trouble))
        return 2
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        _nobody_reads(out)
    finally:
        line.close()
        if log is not None:
            line.save_log(log)
    return 0


def replay_file(
    path: Path,
    layout: BoardLayout | None,
    json: bool,
    speed: float,
    out: TextIO,
    err: TextIO,
    hub: int = 0,
) -> int:
    """Print again what a watch printed while `path` was written.

    Args:
        speed: how many times faster than it was; 0: without waiting.
        hub: which of the board's hubs it was.
    Returns:
        0 at the end, after Ctrl-C or when nobody reads `out` any more; 2 when the file is no such log.
    """
    try:
        with path.open(encoding="ascii") as lines:
            records = read_log(iter(partial(lines.readline, _LONGEST_LINE), ""))
    except LogError as trouble:
        _tell(err, f"log {path}: {trouble}")
        return 2
    except (OSError, UnicodeDecodeError) as trouble:
        words = trouble.strerror if isinstance(trouble, OSError) else "no text"
        _tell(err, f"log {path}: {words}; give a file that `fingerpost hub watch --log` wrote")
        return 2
    start, first = time.monotonic(), records[0].at
    try:
        for at, told, notes in replay(records, layout, json_lines=json, hub=HubId(hub)):
            if speed > 0:
                time.sleep(max(0.0, start + (at - first) / speed - time.monotonic()))
            _print(told, out)
            for note in notes:
                _tell(err, note)
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        _nobody_reads(out)
    return 0


def _print(lines: list[str], out: TextIO) -> None:
    for line in lines:
        out.write(line + "\n")
    if lines:
        out.flush()


def _nobody_reads(out: TextIO) -> None:
    with suppress(OSError, ValueError):  # else Python complains at its end, where nobody can catch it
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


def _tell(err: TextIO, text: str) -> None:
    err.write(text + "\n")
    err.flush()
