"""SHELL: the serial port of a hub. One reader thread; whatever pyserial throws becomes one PortError."""

import errno
import grp
import os
import stat
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import serial

BAUD: Final = 115_200
LOCK_PATIENCE_S: Final = 15.0
"""How long another program's probing of the port is waited for (modem managers hold it for seconds)."""
_RETRY_S: Final = 0.25
_READ_S: Final = 0.5
_WRITE_S: Final = 1.0

# What pyserial is known to throw: `read` SerialException, `in_waiting` OSError 5, `flush` termios.error,
# and TypeError or ValueError when the descriptor is gone under it.
_TROUBLE: Final = (serial.SerialException, OSError, termios.error, TypeError, ValueError)


class PortError(Exception):
    """A port that cannot be used; the message says what, which and what to do.

    `cause` is a code of DeviceHealth: `unplugged` (absent), `busy`, `forbidden`, `no-terminal`, `silent`.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


class SerialPort:
    """One serial port, opened for this program alone, read by a thread of its own.

    `path` may be a link that moves: it is followed anew each time the port is opened. `received` and
    `written` count bytes over all openings.
    """

    def __init__(self, path: str, *, baud: int = BAUD) -> None:
        self.path = path
        self.received = 0
        self.written = 0
        self._baud = baud
        self._serial: serial.Serial | None = None
        self._reader: threading.Thread | None = None
        self._closing = False
        self._device = 0  # the number by which the kernel knows the open port

    @property
    def moved(self) -> bool:
        """Whether `path` is a link that names another port by now, or nothing."""
        try:
            return self._serial is not None and Path(self.path).stat().st_rdev != self._device
        except OSError:
            return True

    def open(self, patience_s: float = 0.0) -> None:
        """Open the port with DTR asserted and an exclusive lock; a busy one is tried for `patience_s`.

        Raises:
            PortError: absent, no terminal, forbidden, or still busy.
        """
        until = time.monotonic() + patience_s
        while True:
            try:
                self._open()
                return
            except PortError as trouble:
                if trouble.cause != "busy" or time.monotonic() >= until:
                    raise
            time.sleep(_RETRY_S)

    def _open(self) -> None:
        self.close()
        try:
            if not stat.S_ISCHR(Path(self.path).stat().st_mode):
                raise _no_terminal(self.path)
            port = serial.Serial(baudrate=self._baud, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True)
            port.port = self.path
            port.open()
            self._device = os.fstat(port.fileno()).st_rdev
        except _TROUBLE as trouble:
            raise _port_error(self.path, trouble) from None
        self._serial = port

    def start(self, on_bytes: Callable[[bytes], None], on_error: Callable[[PortError], None]) -> None:
        """Read in a thread from now on; both callbacks run in that thread, `on_error` once and last."""
        port = self._serial
        if port is None:
            raise PortError("unplugged", f"hub {self.path} is not open; open it before reading")
        self._closing = False
        self._reader = threading.Thread(
            target=self._read, args=(port, on_bytes, on_error), name=f"hub {self.path}", daemon=True
        )
        self._reader.start()

    def _read(
        self, port: serial.Serial, on_bytes: Callable[[bytes], None], on_error: Callable[[PortError], None]
    ) -> None:
        while not self._closing:
            try:
                data = port.read(1)
                waiting = port.in_waiting if data else 0
                if waiting:
                    data += port.read(waiting)
            except _TROUBLE as trouble:
                if not self._closing:
                    on_error(_gone(self.path, trouble))
                return
            if data:
                on_bytes(data)
                self.received += len(data)  # after the hand-over: who waits for a count has the bytes

    def write(self, data: bytes) -> None:
        """Send bytes.

        Raises:
            PortError: the port is gone, or took nothing for a second.
        """
        if not data:
            return
        if self._serial is None:
            raise PortError("unplugged", f"hub {self.path} is not open; open it before writing")
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            raise PortError("silent", f"hub {self.path} takes no bytes; check its cable") from None
        except _TROUBLE as trouble:
            raise _gone(self.path, trouble) from None
        self.written += len(data)

    def close(self) -> None:
        """Stop reading and let the port go; twice does no harm."""
        port, self._serial = self._serial, None
        reader, self._reader = self._reader, None
        if port is None:
            return
        self._closing = True
        try:
            port.cancel_read()  # without this the reader would die of the closed descriptor
            if reader is not None and reader is not threading.current_thread():
                reader.join(timeout=2 * _READ_S + 1)
            port.close()
        except _TROUBLE:
            pass  # it is gone; that was the wish


def _port_error(path: str, trouble: Exception) -> PortError:
    """The one place where an opening's failure becomes words."""
    code = trouble.errno if isinstance(trouble, OSError) else None
    if code in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.ENOTDIR, errno.ELOOP, errno.EIO):
        return PortError("unplugged", f"hub {path} is not there; plug it in, or name another port")
    if code in (errno.EACCES, errno.EPERM):
        return _forbidden(path)
    if code in (errno.EBUSY, errno.EAGAIN):
        return PortError("busy", f"hub {path} is used by another program; end that one, then try again")
    if code is None:  # pyserial keeps no number when the device has no terminal settings
        return _no_terminal(path)
    return PortError("unplugged", f"hub {path} cannot be opened ({os.strerror(code)}); check its cable")


def _forbidden(path: str) -> PortError:
    try:
        group = grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        group = "dialout"
    return PortError(
        "forbidden",
        f"hub {path} may not be opened by you; run: sudo usermod -aG {group} $USER, then log in again",
    )


def _no_terminal(path: str) -> PortError:
    return PortError("no-terminal", f"hub {path} is no serial port; name one, for instance /dev/ttyACM0")


def _gone(path: str, trouble: Exception) -> PortError:
    if "returned no data" in str(trouble):  # pyserial's words for both
        words = f"hub {path} is gone, or another program reads it too; check its cable, end that program"
        return PortError("unplugged", words)
    return PortError("unplugged", f"hub {path} is gone ({trouble}); check its cable")
