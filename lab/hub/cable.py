"""What a cable does to bytes: nothing, cuts, losses, noise. Seeded, so that a bad day can be had again."""

from random import Random
from typing import Protocol


class CableWire(Protocol):
    """One direction of a cable."""

    def carry(self, data: bytes) -> bytes:
        """What comes out at the other end of what goes in now."""
        ...


class LossyWire:
    """Loses whole packets (anything up to an LF), each with probability `loss`, which may be changed."""

    def __init__(self, loss: float, seed: int = 0) -> None:
        self.loss = loss
        self._random = Random(seed)
        self._part = b""
        self.lost = 0

    def carry(self, data: bytes) -> bytes:
        """The packets that survive; an unfinished one waits for its end, if it could be lost."""
        if not self.loss:
            whole, self._part = self._part + data, b""
            return whole
        *lines, self._part = (self._part + data).split(b"\n")
        kept = [line + b"\n" for line in lines if self._random.random() >= self.loss]
        self.lost += len(lines) - len(kept)
        return b"".join(kept)


class GarblingWire:
    """Harms single bytes, each with probability `rate`: a bit flips, the byte is lost, or one is added.

    The rate may be changed.
    """

    def __init__(self, rate: float, seed: int = 0) -> None:
        self.rate = rate
        self._random = Random(seed)
        self.harmed = 0

    def carry(self, data: bytes) -> bytes:
        """The bytes, some of them harmed."""
        if not self.rate:
            return data
        out = bytearray()
        for byte in data:
            if self._random.random() >= self.rate:
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

    def __init__(self, *wires: CableWire) -> None:
        self._wires = wires

    def carry(self, data: bytes) -> bytes:
        """What comes out of the last."""
        for wire in self._wires:
            data = wire.carry(data)
        return data


class SlowWire:
    """Carries `baud` / 10 bytes a second; 0: all at once. It holds any number of bytes on their way."""

    def __init__(self, baud: int = 0) -> None:
        self.baud = baud
        self._waiting = bytearray()
        self._free_ms = 0.0  # when the next byte may be on its way

    def put(self, data: bytes, now_ms: int) -> None:
        """Put bytes in at one end."""
        if not self._waiting:
            self._free_ms = max(self._free_ms, float(now_ms))
        self._waiting += data

    def take(self, now_ms: int) -> bytes:
        """What has come out at the other end by now."""
        if not self.baud:
            count = len(self._waiting)
        else:
            byte_ms = 10_000 / self.baud
            count = min(len(self._waiting), max(0, int((now_ms - self._free_ms) / byte_ms)))
            self._free_ms += count * byte_ms
        out = bytes(self._waiting[:count])
        del self._waiting[:count]
        return out

    @property
    def waiting(self) -> int:
        """Bytes that are on their way."""
        return len(self._waiting)

    def clear(self) -> None:
        """The cable is pulled: what was on its way is gone."""
        self._waiting.clear()
