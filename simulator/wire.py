"""What a cable does to bytes: nothing, cuts, losses, noise. Seeded, so that a bad day can be had again."""

from collections.abc import Iterator
from random import Random
from typing import Protocol


class Wire(Protocol):
    """One direction of a cable."""

    def carry(self, data: bytes) -> bytes:
        """What comes out at the other end of what goes in now."""
        ...


class WholeWire:
    """Carries every byte."""

    def carry(self, data: bytes) -> bytes:
        """All of it."""
        return data


class LossyWire:
    """Loses whole packets (anything up to an LF), each with probability `loss`."""

    def __init__(self, loss: float, seed: int = 0) -> None:
        self._loss = loss
        self._random = Random(seed)
        self._part = b""
        self.lost = 0

    def carry(self, data: bytes) -> bytes:
        """The packets that survive; an unfinished one waits for its end."""
        *lines, self._part = (self._part + data).split(b"\n")
        kept = [line + b"\n" for line in lines if self._random.random() >= self._loss]
        self.lost += len(lines) - len(kept)
        return b"".join(kept)


class GarblingWire:
    """Harms single bytes, each with probability `rate`: a bit flips, the byte is lost, or one is added."""

    def __init__(self, rate: float, seed: int = 0) -> None:
        self._rate = rate
        self._random = Random(seed)
        self.harmed = 0

    def carry(self, data: bytes) -> bytes:
        """The bytes, some of them harmed."""
        out = bytearray()
        for byte in data:
            if self._random.random() >= self._rate:
                out.append(byte)
                continue
            self.harmed += 1
            match self._random.randrange(3):
                case 0:
                    out.append(byte ^ 1 << self._random.randrange(8))
                case 1:
                    pass
                case _:
                    out += bytes((byte, self._random.randrange(256)))
        return bytes(out)


class Wires:
    """Several wires, one after the other."""

    def __init__(self, *wires: Wire) -> None:
        self._wires = wires

    def carry(self, data: bytes) -> bytes:
        """What comes out of the last."""
        for wire in self._wires:
            data = wire.carry(data)
        return data


def in_pieces(data: bytes, largest: int = 1, seed: int = 0) -> Iterator[bytes]:
    """The same bytes in pieces of 1 to `largest`, as a slow reader gets them."""
    random, start = Random(seed), 0
    while start < len(data):
        size = random.randint(1, largest)
        yield data[start : start + size]
        start += size
