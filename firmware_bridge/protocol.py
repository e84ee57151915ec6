"""Packets of hub/1 ⇄ messages, both directions, without I/O.

A packet is SOF, letter, SEQ, fields, CRC-32 and LF; docs/hub-protocol.md has every byte. A decoder drops
whatever lies between packets (boot messages, tracebacks), counts what is broken and goes on with the next.
"""

import re
from dataclasses import dataclass, fields
from typing import Any, Final, Generic, TypeVar
from zlib import crc32

from firmware_bridge.fields import UnfitError, spec
from firmware_bridge.framing import HOST_SOF, HUB_LINE_LIMIT, HUB_SOF, SPOILED, Frames, Spoiled
from firmware_bridge.messages import COMMANDS, HUB_MESSAGES, Command, HubMessage

_HEAD: Final = re.compile(rb"([A-Za-z]) ([0-9a-f]{4})((?: [^ ]+)*)")
_FIELD: Final = re.compile(r"([a-z0-9]+)=(.*)")

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


@dataclass(frozen=True, slots=True)
class Odd:
    """A whole packet that says nothing we know: an unknown letter, or fields that make no sense."""

    seq: int
    letter: str


class Decoder:
    """Reads what a hub says. Feed it whatever arrives, in pieces of any size.

    `bad` counts broken packets, `unknown` those of a letter that hub/1 does not have, `unfit` whole
    ones whose fields make no sense. Memory is bounded whatever arrives.
    """

    def __init__(self) -> None:
        self._frames = Frames(HUB_SOF, HUB_LINE_LIMIT)
        self.unknown = 0
        self.unfit = 0

    @property
    def bad(self) -> int:
        """Packets broken on the wire so far."""
        return self._frames.bad

    @property
    def begun(self) -> bool:
        """Whether a packet has begun and not ended."""
        return self._frames.begun

    def feed(self, data: bytes) -> list[Packet[HubMessage]]:
        """The messages that these bytes complete."""
        return [item for item in self.read(data) if isinstance(item, Packet)]

    def read(self, data: bytes) -> list[Packet[HubMessage] | Odd | Spoiled]:
        """The messages that these bytes complete and, in their places, what could not be heard."""
        return [
            SPOILED if isinstance(found, Spoiled) else self._packet(found)
            for found in self._frames.feed(data, lambda frame, why: None)
        ]

    def _packet(self, body: bytes) -> Packet[HubMessage] | Odd | Spoiled:
        head = _HEAD.fullmatch(body)
        values = None if head is None else _values(head[3].decode("ascii"))
        if head is None or values is None or not head[1].isupper():
            self._frames.bad += 1
            return SPOILED
        seq, letter = int(head[2], 16), head[1].decode("ascii")
        kind = HUB_MESSAGES.get(letter)
        if kind is None:
            self.unknown += 1
            return Odd(seq, letter)
        message = _message(kind, values)
        if message is None:
            self.unfit += 1
            return Odd(seq, letter)
        return Packet(seq, message)

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
        self._frames = Frames(HOST_SOF, line_limit)

    @property
    def bad(self) -> int:
        """Packets broken on the wire so far."""
        return self._frames.bad

    def feed(self, data: bytes) -> list[Packet[Command | Garbled]]:
        """The commands that these bytes complete, and what was garbled among them."""
        packets: list[Packet[Command | Garbled]] = []
        for byte in data:  # byte by byte, so that refusals keep their place among the commands
            for body in self._frames.feed(bytes((byte,)), lambda frame, why: self._note(packets, frame, why)):
                if isinstance(body, bytes):
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
