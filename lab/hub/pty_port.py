"""A pseudo-terminal for a simulated hub: a port that can be unplugged and comes back under another name."""

import os
import tty
from pathlib import Path
from typing import Final

_CHUNK: Final = 4096


class Port:
    """The hub's end of a pseudo-terminal; `read` and `written` count bytes over its whole life.

    Args:
        link: a link to keep pointed at the port, as udev would.
        largest: bytes of one write, at most; 1 gives a host every byte for itself.
    """

    def __init__(self, link: Path | None, largest: int = _CHUNK) -> None:
        self.read = 0
        self.written = 0
        self._link = link
        self._largest = largest
        self._master = self._slave = -1

    @property
    def plugged(self) -> bool:
        """Whether there is a port just now."""
        return self._master >= 0

    def fileno(self) -> int:
        """For select."""
        return self._master

    def plug(self) -> str:
        """Make a new port, point the link at it, and tell its name."""
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)  # kept open: without any opener the master would read errors
        os.set_blocking(self._master, False)
        name = os.ttyname(self._slave)
        if self._link is not None:
            fresh = self._link.with_name(f".{self._link.name}.{os.getpid()}")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(name)
            fresh.replace(self._link)
        return name

    def rename(self) -> str:
        """Pull the cable and put it in again; the new name is another one, for the old port goes last."""
        old = (self._master, self._slave)
        name = self.plug()
        for descriptor in old:
            if descriptor >= 0:
                os.close(descriptor)
        return name

    def unplug(self) -> None:
        """Take the port away from whoever has it open."""
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()
        for descriptor in (self._master, self._slave):
            if descriptor >= 0:
                os.close(descriptor)
        self._master = self._slave = -1

    def take(self) -> bytes:
        """What the host wrote, as far as it is here."""
        try:
            data = os.read(self._master, _CHUNK)
        except OSError:
            return b""
        self.read += len(data)
        return data

    def give(self, data: bytes) -> int:
        """Write what the wire takes now; how much that was."""
        count = 0
        while count < len(data):
            try:
                wrote = os.write(self._master, data[count : count + self._largest])
            except OSError:  # full: nobody reads
                break
            count += wrote
        self.written += count
        return count
