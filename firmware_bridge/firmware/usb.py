"""SHELL: the hub's end of the USB cable. Only what goes at once is read or written."""

CHUNK = 64
"""Bytes read or written in one turn. For a host that does not read MicroPython would wait 500 ms a write."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .core import Hub


class Usb:
    """Standard input and output of MicroPython, which are the USB serial port.

    Args:
        select: the module. stdin, stdout: binary streams that `select.poll` takes.
    """

    def __init__(self, select: "Any", stdin: "Any", stdout: "Any") -> None:
        self._readable = select.poll()
        self._readable.register(stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stdout, select.POLLOUT)
        self._stdin = stdin.buffer
        self._stdout = stdout.buffer
        self._byte = bytearray(1)

    def read(self, hub: "Hub") -> None:
        """Hand on what the host wrote."""
        left = CHUNK
        while left and self._ready(self._readable):
            self._stdin.readinto(self._byte)
            hub.hear(self._byte[0])
            left -= 1

    def write(self, hub: "Hub") -> None:
        """Send a little of what waits, if the cable takes it."""
        tx = hub.tx
        if tx.head != tx.end and self._ready(self._writable):
            count = self._stdout.write(tx.chunk(CHUNK))
            tx.sent(count or 0)

    def _ready(self, poll: "Any") -> bool:
        for _ in poll.ipoll(0):  # unlike poll(), makes no list
            return True
        return False
