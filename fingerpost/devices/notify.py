"""SHELL: tell systemd that the table is ready, alive or stopping: one datagram each (sd_notify)."""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Notifier:
    """Speaks to the service manager; outside of a service every call does nothing and returns False.

    Call `alive` from the work itself, when it has gone round, never from a timer: a watchdog that is fed by a
    bare timer guards nothing.
    """

    address: str | None = None  # $NOTIFY_SOCKET
    watchdog_s: float | None = None  # how often at most the manager waits; None: it does not

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Notifier":
        """What the service manager asked for when it started this process."""
        return cls(environment.get("NOTIFY_SOCKET") or None, _watchdog_s(environment))

    @property
    def every_s(self) -> float | None:
        """How often to call `alive`: half of what the watchdog allows."""
        return None if self.watchdog_s is None else self.watchdog_s / 2

    def ready(self, status: str = "") -> bool:
        """The table plays; `status` is what `systemctl status` shows."""
        return self._send("READY=1", status)

    def alive(self, status: str = "") -> bool:
        """The work has gone round once more."""
        return self._send("WATCHDOG=1", status)

    def stopping(self, status: str = "") -> bool:
        """The table is being put away."""
        return self._send("STOPPING=1", status)

    def _send(self, what: str, status: str) -> bool:
        if self.address is None:
            return False
        text = f"{what}\nSTATUS={' '.join(status.split())}" if status else what
        # A leading @ stands for the zero byte of an abstract socket.
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sock:
                sock.setblocking(False)
                return sock.sendto(text.encode(), address) > 0
        except OSError:  # a service manager that does not listen must not stop a game
            return False


def _watchdog_s(environment: Mapping[str, str]) -> float | None:
    microseconds, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if process and process != str(os.getpid()):  # meant for our parent
        return None
    return int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) > 0 else None
