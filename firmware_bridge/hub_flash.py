"""SHELL: `fingerpost hub flash`: the firmware onto a hub, by MicroPython's own tool, then a look at it."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Final, TextIO

from firmware_bridge.hub_line import HubLine
from firmware_bridge.hub_places import place
from firmware_bridge.hub_trial import look
from firmware_bridge.inspection import Inspector
from firmware_bridge.serial_hub import PortError, SerialPort
from firmware_bridge.usb_ports import find

_STEP_S: Final = 60.0
START_S: Final = 3.0  # a Pico that starts anew is a new USB device
RESCUE: Final = (
    "the hub is not lost: flash again; if no port is there, unplug it, hold BOOTSEL while plugging it in, "
    "copy MicroPython's UF2 (keep the old one too) onto the drive that appears, then flash"
)
_MISSING: Final = "hub flash needs mpremote, which is not installed; run: pip install mpremote"
_NO_FIRMWARE: Final = "hub flash: the firmware is not part of this installation; install Fingerpost anew"

Run = Callable[[Sequence[str]], tuple[int, str]]
"""Runs a program; its exit status, and the last line of what it said."""


def flash(
    port: str,
    out: TextIO,
    err: TextIO,
    *,
    dry: bool = False,
    run: Run | None = None,
    start_s: float = START_S,
) -> int:
    """Give the hub at `port` the firmware that ships with Fingerpost.

    Args:
        dry: print the steps, do none.
        run: how a program is run; None: as a process.
        start_s: how long the hub takes to come back.
    Returns:
        0 the hub runs it; 1 a step failed, or the hub does not answer afterwards; 2 no such port, no
        mpremote, no firmware.
    """
    try:
        path = _port(port)
        tool = [] if dry or run is not None else _mpremote()
        steps = _steps(path)
    except (PortError, LookupError) as trouble:
        err.write(f"{trouble}\n")
        return 2
    for number, step in enumerate(steps, 1):
        out.write(f"{number} of {len(steps)}: mpremote {' '.join(step)}\n")
        out.flush()
        if dry:
            continue
        code, words = (run or _run)([*tool, *step])
        if code != 0:
            err.write(f"hub flash: step {number} failed ({words or f'exit status {code}'}); {RESCUE}\n")
            return 1
    return 0 if dry else _see(port, out, err, start_s)


def _port(port: str) -> str:
    where = place(port)
    paths = find(where)
    if not paths:
        words = f"hub {where.text}".strip()
        raise PortError("unplugged", f"{words} is at no serial port; plug it in, or name its port")
    probe = SerialPort(paths[0])
    probe.open()
    probe.close()
    return paths[0]


def _steps(port: str) -> list[list[str]]:
    try:
        module = import_module("firmware_bridge.firmware")
    except ImportError:
        raise LookupError(_NO_FIRMWARE) from None
    steps: list[list[str]] = module.flash_steps(port)
    return steps


def _mpremote() -> list[str]:
    program = shutil.which("mpremote")
    if program is not None:
        return [program]
    if find_spec("mpremote") is not None:
        return [sys.executable, "-P", "-m", "mpremote"]
    raise LookupError(_MISSING)


def _run(command: Sequence[str]) -> tuple[int, str]:
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=_STEP_S, check=False)
    except subprocess.TimeoutExpired:
        return 1, f"no end after {_STEP_S:.0f} s"
    except OSError as trouble:
        return 1, str(trouble.strerror)
    said = (ran.stderr.strip() or ran.stdout.strip()).splitlines()
    return ran.returncode, said[-1] if said else ""


def _see(port: str, out: TextIO, err: TextIO, start_s: float) -> int:
    """Whether the hub runs what it was given."""
    time.sleep(start_s)
    inspector = Inspector(raw=False)
    line: HubLine[str] = HubLine(place(port), inspector, say=lambda text: None)
    try:
        look(line, inspector)
        trouble = inspector.found.trouble
    except PortError as error:
        trouble = str(error)
    finally:
        line.close()
    if trouble or inspector.found.hello is None:
        err.write(f"hub flash: all is copied, but {trouble}; {RESCUE}\n")
        return 1
    out.write(f"hub {inspector.found.hello.id} runs {inspector.found.hello.firmware}\n")
    return 0
