"""A stream of bytes → the bodies of packets, between a SOF and `*`, with a true CRC; without I/O."""

import re
from collections import deque
from collections.abc import Callable
from typing import Final
from zlib import crc32

HUB_SOF: Final = ord("$")
HOST_SOF: Final = ord("#")
HUB_LINE_LIMIT: Final = 640
"""Bytes of the longest packet from a hub, SOF and LF included."""

_LF: Final = 0x0A
_CR: Final = 0x0D
_TRAILER: Final = re.compile(rb"[0-9a-fA-F]{8}")
_REMNANT: Final = re.compile(rb"[A-Z] [0-9a-f]{4} [a-z]+=|\*[0-9a-fA-F]{8}$")
"""Text outside packets that was one: its head, or its end."""
_TEXT_LINES: Final = 40
_TEXT_BYTES: Final = 200


class Spoiled:
    """What arrived was no packet, but one was sent: it was harmed on the way."""


SPOILED: Final = Spoiled()


class Frames:
    """Cuts a stream of bytes into bodies between a SOF and `*`, and drops all else."""

    def __init__(self, sof: int, limit: int) -> None:
        self.sof = sof
        self.limit = limit
        self.bad = 0
        self.dropped: deque[str] = deque(maxlen=_TEXT_LINES)
        self._frame: bytearray | None = None  # None: outside a frame
        self._skipping = False  # the rest of a spoiled frame is no text of the hub's
        self._line = bytearray()

    @property
    def begun(self) -> bool:
        """Whether a frame has begun and not ended."""
        return bool(self._frame)

    def feed(self, data: bytes, spoiled: Callable[[bytes, str], None]) -> list[bytes | Spoiled]:
        """Bodies with a true CRC and, in their place, what was harmed."""
        found: list[bytes | Spoiled] = []
        for byte in data:
            if byte == _CR:
                continue
            if byte in (self.sof, _LF):
                self._end(found, spoiled)
                if byte == self.sof:
                    self._frame = bytearray()
            elif self._frame is None:
                self._drop(byte)
            elif not 0x20 <= byte <= 0x7E or byte in (HUB_SOF, HOST_SOF):
                self._spoil(found, spoiled, "crc")
            elif len(self._frame) + 2 >= self.limit:
                self._spoil(found, spoiled, "len")
            else:
                self._frame.append(byte)
        return found

    def _end(self, found: list[bytes | Spoiled], spoiled: Callable[[bytes, str], None]) -> None:
        frame, self._frame = self._frame, None
        self._skipping = False
        if frame is None:
            self._close_line(found)
        elif frame:
            body, star, trailer = bytes(frame).partition(b"*")
            if star and _TRAILER.fullmatch(trailer) and int(trailer, 16) == crc32(body):
                found.append(body)
            else:
                self.bad += 1
                found.append(SPOILED)
                spoiled(bytes(frame), "crc")

    def _spoil(self, found: list[bytes | Spoiled], spoiled: Callable[[bytes, str], None], why: str) -> None:
        self.bad += 1
        found.append(SPOILED)
        spoiled(bytes(self._frame or b""), why)
        self._frame = None
        self._skipping = True

    def _drop(self, byte: int) -> None:
        if not self._skipping and len(self._line) < _TEXT_BYTES:
            self._line.append(byte)

    def _close_line(self, found: list[bytes | Spoiled]) -> None:
        line = bytes(self._line)
        self._line.clear()
        if _REMNANT.search(line) and b"#" not in line:
            found.append(SPOILED)  # its SOF was harmed: not bad by hub/1, but sent and not heard
        text = line.decode("ascii", errors="backslashreplace").strip()
        if text:
            self.dropped.append("".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text))
