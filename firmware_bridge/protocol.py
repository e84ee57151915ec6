"""Packets of hub/1 ⇄ messages, both directions, without I/O.

A packet is SOF, letter, SEQ, fields, CRC-32 and LF; docs/hub-protocol.md has every byte. A decoder drops
whatever lies between packets (boot messages, tracebacks), counts what is broken and goes on with the next.
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, Generic, TypeVar
from zlib import crc32

from firmware_bridge.fields import UnfitError, spec
from firmware_bridge.messages import COMMANDS, HUB_MESSAGES, Command, HubMessage

HUB_SOF: Final = ord("$")
HOST_SOF: Final = ord("#")
HUB_LINE_LIMIT: Final = 640
"""Bytes of the longest packet from a hub, SOF and LF included."""
HOST_LINE_LIMIT: Final = 80
"""Bytes of the longest packet to a hub before its hello was answered."""

_LF: Final = 0x0A
_CR: Final = 0x0D
_HEAD: Final = re.compile(rb"([A-Za-z]) ([0-9a-f]{4})((?: [^ ]+)*)")
_FIELD: Final = re.compile(r"([a-z0-9]+)=(.*)")
_TRAILER: Final = re.compile(rb"[0-9a-fA-F]{8}")
_TEXT_LINES: Final = 40
_TEXT_BYTES: Final = 200

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Packet(Generic[M]):
    """A message and the sender's count of packets (modulo 65,536)."""

    seq: int
    message: M


@dataclass(frozen=True, slots=True)
class Garbled:
    """A packet to the hub that cannot be obeyed: its SEQ, and why (crc, len, verb, arg)."""

    seq: int
    why: str


def encode(message: HubMessage | Command, seq: int) -> bytes:
    """The packet of a message, from SOF to LF."""
    sof = HUB_SOF if message.letter.isupper() else HOST_SOF
    parts = [f"{message.letter} {seq & 0xFFFF:04x}"]
    for item in fields(message):
        value = getattr(message, item.name)
        if value is not None:
            key, kind = spec(item.metadata)
            parts.append(f"{key}={kind.write(value)}")
    body = " ".join(parts).encode("ascii")
    return b"%c%b*%08x\n" % (sof, body, crc32(body))


def digest(tokens: bytes) -> int:
    """The digest of all sites' tokens that a beat carries (CRC-32)."""
    return crc32(tokens)


class _Frames:
    """Cuts a stream of bytes into bodies between a SOF and `*`, and drops all else."""

    def __init__(self, sof: int, limit: int) -> None:
        self.sof = sof
        self.limit = limit
        self.bad = 0
        self.dropped: deque[str] = deque(maxlen=_TEXT_LINES)
        self._frame: bytearray | None = None  # None: outside a frame
        self._skipping = False  # the rest of a spoiled frame is no text of the hub's
        self._line = bytearray()

    def feed(self, data: bytes, spoiled: Callable[[bytes, str], None]) -> list[bytes]:
        bodies: list[bytes] = []
        for byte in data:
            if byte == _CR:
                continue
            if byte in (self.sof, _LF):
                self._end(bodies, spoiled)
                if byte == self.sof:
                    self._frame = bytearray()
            elif self._frame is None:
                self._drop(byte)
            elif not 0x20 <= byte <= 0x7E or byte in (HUB_SOF, HOST_SOF):
                self._spoil(spoiled, "crc")
            elif len(self._frame) + 2 >= self.limit:
                self._spoil(spoiled, "len")
            else:
                self._frame.append(byte)
        return bodies

    def _end(self, bodies: list[bytes], spoiled: Callable[[bytes, str], None]) -> None:
        frame, self._frame = self._frame, None
        self._skipping = False
        if frame is None:
            self._close_line()
        elif frame:
            body, star, trailer = bytes(frame).partition(b"*")
            if star and _TRAILER.fullmatch(trailer) and int(trailer, 16) == crc32(body):
                bodies.append(body)
            else:
                self.bad += 1
                spoiled(bytes(frame), "crc")

    def _spoil(self, spoiled: Callable[[bytes, str], None], why: str) -> None:
        self.bad += 1
        spoiled(bytes(self._frame or b""), why)
        self._frame = None
        self._skipping = True

    def _drop(self, byte: int) -> None:
        if not self._skipping and len(self._line) < _TEXT_BYTES:
            self._line.append(byte)

    def _close_line(self) -> None:
        text = self._line.decode("ascii", errors="backslashreplace").strip()
        self._line.clear()
        if text:
            self.dropped.append("".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text))


class Decoder:
    """Reads what a hub says. Feed it whatever arrives, in pieces of any size.

    `bad` counts broken packets, `unknown` those of a letter that hub/1 does not have, `unfit` whole
    ones whose fields make no sense. Memory is bounded whatever arrives.
    """

    def __init__(self) -> None:
        self._frames = _Frames(HUB_SOF, HUB_LINE_LIMIT)
        self.unknown = 0
        self.unfit = 0

    @property
    def bad(self) -> int:
        """Packets broken on the wire so far."""
        return self._frames.bad

    def feed(self, data: bytes) -> list[Packet[HubMessage]]:
        """The messages that these bytes complete."""
        packets: list[Packet[HubMessage]] = []
        for body in self._frames.feed(data, lambda frame, why: None):
            head = _HEAD.fullmatch(body)
            if head is None or not head[1].isupper():
                self._frames.bad += 1
                continue
            values = _values(head[3].decode("ascii"))
            kind = HUB_MESSAGES.get(head[1].decode("ascii"))
            if values is None:
                self._frames.bad += 1
            elif kind is None:
                self.unknown += 1
            else:
                message = _message(kind, values)
                if message is None:
                    self.unfit += 1
                else:
                    packets.append(Packet(int(head[2], 16), message))
        return packets

    def take_text(self) -> list[str]:
        """Lines found between packets since the last call: tracebacks, boot messages. At most 40."""
        lines = list(self._frames.dropped)
        self._frames.dropped.clear()
        return lines


class CommandDecoder:
    """Reads what a host says: the hub's side of the wire.

    A packet whose SEQ can still be read comes out as Garbled, so that the hub can refuse it by name.
    """

    def __init__(self, line_limit: int = 0x78) -> None:
        self._frames = _Frames(HOST_SOF, line_limit)
        self._garbled: list[Packet[Command | Garbled]] = []

    @property
    def bad(self) -> int:
        """Packets broken on the wire so far."""
        return self._frames.bad

    def feed(self, data: bytes) -> list[Packet[Command | Garbled]]:
        """The commands that these bytes complete, and what was garbled among them."""
        packets: list[Packet[Command | Garbled]] = []
        for byte in data:  # byte by byte, so that refusals keep their place among the commands
            for body in self._frames.feed(bytes((byte,)), lambda frame, why: self._note(packets, frame, why)):
                self._command(packets, body)
        return packets

    def _note(self, packets: list[Packet[Command | Garbled]], frame: bytes, why: str) -> None:
        head = _HEAD.match(frame)
        if head is not None:
            seq = int(head[2], 16)
            packets.append(Packet(seq, Garbled(seq, why)))

    def _command(self, packets: list[Packet[Command | Garbled]], body: bytes) -> None:
        head = _HEAD.fullmatch(body)
        if head is None or not head[1].islower():
            self._frames.bad += 1
            return
        seq = int(head[2], 16)
        values = _values(head[3].decode("ascii"))
        kind = COMMANDS.get(head[1].decode("ascii"))
        message: Command | Garbled | None
        if values is None:
            self._frames.bad += 1
            message = Garbled(seq, "arg")
        elif kind is None:
            message = Garbled(seq, "verb")
        else:
            message = _message(kind, values) or Garbled(seq, "arg")
        packets.append(Packet(seq, message))


def _values(text: str) -> dict[str, str] | None:
    """The fields of a body, or None when one has no `=` or stands twice."""
    values: dict[str, str] = {}
    for part in text.split(" ")[1:]:
        match = _FIELD.fullmatch(part)
        if match is None or match[1] in values:
            return None
        values[match[1]] = match[2]
    return values


def _message(kind: type[M], values: dict[str, str]) -> M | None:
    """A message from its fields; unknown keys are left out, a missing or unfit one gives None."""
    arguments: dict[str, object] = {}
    declared: Any = kind
    for item in fields(declared):
        key, how = spec(item.metadata)
        if key in values:
            try:
                arguments[item.name] = how.read(values[key])
            except UnfitError:
                return None
    try:
        return kind(**arguments)
    except TypeError:  # a field that must be there is not
        return None
