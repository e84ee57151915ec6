"""SHELL: starts one program with its limits, and ends it with all its children.

A process of its own, begun as `python -I -S keeper.py CONTROL MEMORY_MIB FOLDER PROGRAM …`: it needs nothing
of ours, so it begins at once. Children that the program leaves behind become its own (a sub-reaper's), so
that none gets away. Over CONTROL, a pipe, comes `t` for a polite end; its end, also by the host's death,
ends everything at once. What the program logs is passed on up to a limit and swallowed after it, so that
nobody waits for who reads it.
"""

import contextlib
import ctypes
import os
import resource
import select
import shutil
import signal
import sys

_PDEATHSIG, _SUBREAPER = 1, 36  # prctl(2)
_LOGGED_BYTES = 1 << 20
_FILE_BYTES = 16 << 20
_DESCRIPTORS = 64
_NICER = 5
_CANNOT_RUN = 127


def main(control: int, memory_mib: int, folder: str, command: list[str]) -> None:
    """Start the program, and wait for an end."""
    _prctl(_SUBREAPER, 1)
    log, log_end = os.pipe()
    program = os.fork()
    if program == 0:
        os.dup2(log_end, 2)
        _become(command, memory_mib)
    os.close(log_end)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.set_blocking(log, False)
    passed = _Passed()
    try:
        _keep(program, control, log, passed)
    finally:
        _kill_all()
        while passed.on(log):  # what it wrote just before its end
            pass
        shutil.rmtree(folder, ignore_errors=True)


class _Passed:
    """How much of the program's log may still be passed on."""

    def __init__(self) -> None:
        self._room = _LOGGED_BYTES

    def on(self, log: int) -> bool:
        """Pass on what is there; whether there may be more."""
        try:
            part = os.read(log, 65536)
        except BlockingIOError:
            return False
        if self._room > 0:
            with contextlib.suppress(OSError):
                os.write(2, part[: self._room])
            self._room -= len(part)
        return bool(part)


def _become(command: list[str], memory_mib: int) -> None:
    """In the child: limits, then the program. Never returns."""
    try:
        os.setsid()
        _prctl(_PDEATHSIG, signal.SIGKILL)
        os.closerange(3, 1024)
        for what, most in (
            (resource.RLIMIT_DATA, memory_mib << 20),
            (resource.RLIMIT_FSIZE, _FILE_BYTES),
            (resource.RLIMIT_NOFILE, _DESCRIPTORS),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(what, (most, most))
        os.nice(_NICER)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(2, f"{command[0]}: {getattr(error, 'strerror', None) or error}\n".encode())
    finally:
        os._exit(_CANNOT_RUN)


def _keep(program: int, control: int, log: int, passed: _Passed) -> None:
    """Until the program has ended, or is to end."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.set_wakeup_fd(wake)
    waiting = select.poll()
    for one in (control, log, woken):
        waiting.register(one, select.POLLIN)
    while not _has_ended(program):
        for one, _ in waiting.poll():
            if one == log:
                if not passed.on(log):
                    waiting.unregister(log)
                continue
            part = os.read(one, 65536)
            if one == control:
                if not part:
                    return
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(program, signal.SIGTERM)


def _has_ended(program: int) -> bool:
    """Whether the program itself has; whatever else has ended is forgotten."""
    with contextlib.suppress(ChildProcessError):
        while True:
            ended, _ = os.waitpid(-1, os.WNOHANG)
            if ended == program:
                return True
            if ended == 0:
                return False
    return True


def _kill_all() -> None:
    """All descendants, again and again until there is none: their children become ours."""
    while True:
        for process in _descendants():
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _descendants() -> list[int]:
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - nothing but the standard library's core is loaded here
        if name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as stat:  # noqa: PTH123
                    told = stat.read()
                parents[int(name)] = int(told[told.rindex(b")") :].split()[2])
    mine, found = {os.getpid()}, set[int]()
    while mine:
        mine = {process for process, parent in parents.items() if parent in mine} - found
        found |= mine
    return sorted(found)


def _prctl(what: int, value: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
