"""hub/1 on the hub: bytes → commands, fields → packets. No hardware; runs on MicroPython and CPython.

Both ends use buffers that are made once: nothing here grows, whatever arrives (docs/firmware.md).
"""

import binascii

LINE_LIMIT = 120
"""Bytes of the longest packet that is understood, SOF and LF included: the `rx` of the hello."""

_FORMATS = {1: b"%x", 2: b"%02x", 4: b"%04x", 8: b"%08x"}
_MASKS = {1: 0xF, 2: 0xFF, 4: 0xFFFF, 8: 0xFFFFFFFF}
_HOST, _HUB, _STAR, _SPACE, _CR, _LF = 0x23, 0x24, 0x2A, 0x20, 0x0D, 0x0A


class FieldError(Exception):
    """A field that is missing or makes no sense."""


class Reader:
    """Cuts what the host writes into packets, a byte at a time.

    `bad` counts broken packets. After `feed` told of one, `seq` is its SEQ, or -1 when that cannot be read.
    """

    def __init__(self) -> None:
        self.bad = 0
        self.seq = -1
        self.line = bytearray(LINE_LIMIT)
        self.verb = ""
        self.fields: dict[str, str] = {}
        self._length = -1  # outside a packet

    def feed(self, byte: int) -> str:
        """Take a byte; says "" (go on), "ok" (a packet, see `verb` and `fields`), or why one is bad."""
        if (self._length < 0 and byte != _HOST) or byte == _CR:
            return ""
        if byte in (_HOST, _LF):
            said = self._end() if self._length > 0 else ""
            self._length = 0 if byte == _HOST else -1
            return said
        if not _SPACE <= byte <= 0x7E or byte == _HUB:
            return self._spoil("crc")
        if self._length + 2 >= LINE_LIMIT:
            return self._spoil("len")
        self.line[self._length] = byte
        self._length += 1
        return ""

    def _spoil(self, why: str) -> str:
        self._read_head(self._length)
        self._length = -1
        self.bad += 1
        return why

    def _end(self) -> str:
        length = self._length
        star = length - 9
        self._read_head(length)
        if star > 0 and self.line[star] == _STAR:
            body = bytes(self.line[:star])
            if body.find(b"*") < 0 and _is_hex(self.line[star + 1 : length], True):
                said = int(bytes(self.line[star + 1 : length]), 16)
                if said == binascii.crc32(body):
                    return self._check(body)
        self.bad += 1
        return "crc"

    def _check(self, body: bytes) -> str:
        self.verb = chr(body[0])
        self.fields = {}
        if self.seq < 0 or not "a" <= self.verb <= "z" or body[6:7] not in (b"", b" "):
            self.bad += 1
            self.seq = -1
            return "verb"
        for part in body[6:].decode().split(" ")[1:]:
            key, equals, value = part.partition("=")
            if not equals or not _is_key(key) or key in self.fields:
                self.bad += 1
                return "arg"
            self.fields[key] = value
        return "ok"

    def _read_head(self, length: int) -> None:
        """The SEQ of the packet, as far as it can be read: behind a letter and a space."""
        line = self.line
        self.seq = -1
        letter = line[0] | 0x20
        if length < 6 or line[1] != _SPACE or not 0x61 <= letter <= 0x7A or not _is_hex(line[2:6], False):
            return
        self.seq = int(bytes(line[2:6]), 16)

    def number(self, key: str, low: int, high: int, default: int = -1) -> int:
        """The value of a field in hex; `default` when it is absent, if one is given.

        Raises:
            FieldError: it is missing, or not within the limits.
        """
        text = self.fields.get(key)
        if text is None and default >= 0:
            return default
        if text is None or not 1 <= len(text) <= 8 or not _is_hex(text.encode(), False):
            raise FieldError(key)
        value = int(text, 16)
        if not low <= value <= high:
            raise FieldError(key)
        return value


class Writer:
    """What waits to be sent: whole packets, built in place.

    A packet that finds no room is not begun: `open` says so, and state is repaired by a later snapshot.
    """

    def __init__(self, size: int = 1600) -> None:
        self.buffer = bytearray(size)
        self.head = self.end = 0
        self.seq = 0
        self._start = 0
        self._view = memoryview(self.buffer)

    @property
    def waiting(self) -> int:
        """Bytes that are not sent yet."""
        return self.end - self.head

    def clear(self) -> None:
        """Forget all of it."""
        self.head = self.end = self.seq = 0

    def sent(self, count: int) -> None:
        """So many bytes are gone."""
        self.head += count
        if self.head >= self.end:
            self.head = self.end = 0

    def chunk(self, most: int) -> memoryview:
        """The next bytes to send, at most so many; tell `sent` what became of them."""
        return self._view[self.head : min(self.end, self.head + most)]

    def room(self, count: int) -> bool:
        """Whether so many more bytes fit, if need be by moving up what waits."""
        if self.end + count <= len(self.buffer):
            return True
        if self.waiting + count > len(self.buffer):
            return False
        rest = bytes(self._view[self.head : self.end])  # the one copy; only while the host does not read
        self.head, self.end = 0, len(rest)
        self.buffer[: self.end] = rest
        return True

    def open(self, letter: bytes, size: int) -> bool:
        """Begin a packet of at most `size` bytes; False when there is no room for it."""
        if not self.room(size):
            return False
        self._start = self.end
        self.text(b"$")
        self.text(letter)
        self.number(b" ", self.seq, 4)
        self.seq = (self.seq + 1) & 0xFFFF
        return True

    def close(self) -> None:
        """Add CRC and LF."""
        self.number(b"*", binascii.crc32(self._view[self._start + 1 : self.end]), 8)
        self.text(b"\n")

    def number(self, before: bytes, value: int, width: int) -> None:
        """So many hex digits (1, 2, 4 or 8) of a number, behind a text such as ` e=`."""
        self.text(before)
        self.text(_FORMATS[width] % (value & _MASKS[width]))

    def octets(self, before: bytes, data: bytearray) -> None:
        """Two digits a byte, behind a text."""
        self.text(before)
        self.text(binascii.hexlify(data))

    def text(self, text: bytes) -> None:
        """Plain ASCII as it stands."""
        end = self.end + len(text)
        self.buffer[self.end : end] = text
        self.end = end


def _is_hex(digits: bytes | bytearray, either_case: bool) -> bool:
    for digit in digits:
        if not (0x30 <= digit <= 0x39 or 0x61 <= digit <= 0x66 or (either_case and 0x41 <= digit <= 0x46)):
            return False
    return True


def _is_key(key: str) -> bool:
    for char in key:
        if not ("a" <= char <= "z" or "0" <= char <= "9"):
            return False
    return key != ""
