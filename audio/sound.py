"""Sound as a value: 16-bit mono samples, and what can be done with them without a device."""

import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

RATE_HZ: Final = 22_050
"""Everything is rendered and played at this rate; it is espeak-ng's own."""


@dataclass(frozen=True, slots=True)
class Pcm:
    """Samples: 16-bit little-endian, at RATE_HZ. `right`: the other ear's, as many; None: the same ones."""

    samples: bytes
    right: bytes | None = None

    @property
    def seconds(self) -> float:
        """How long it sounds."""
        return len(self.samples) / 2 / RATE_HZ

    def values(self) -> "array[int]":
        """The samples as numbers."""
        values = array("h")
        values.frombytes(self.samples[: len(self.samples) // 2 * 2])
        if sys.byteorder == "big":
            values.byteswap()
        return values

    def __add__(self, other: "Pcm") -> "Pcm":
        if self.right is None and other.right is None:
            return Pcm(self.samples + other.samples)
        right = (self.samples if self.right is None else self.right) + (
            other.samples if other.right is None else other.right
        )
        return Pcm(self.samples + other.samples, right)

    def stream(self, channels: int) -> bytes:
        """As one stream: of one channel (both ears' mean) or of two, a left sample before each right one."""
        if channels == 1:
            if self.right is None:
                return self.samples
            return pcm(array("h", ((a + b) // 2 for a, b in self._pairs()))).samples
        return pcm(array("h", (value for pair in self._pairs() for value in pair))).samples

    def _pairs(self) -> Iterator[tuple[int, int]]:
        left = self.values()
        return zip(left, left if self.right is None else Pcm(self.right).values(), strict=True)


def pcm(values: "array[int]") -> Pcm:
    """Sound from samples."""
    if sys.byteorder == "big":
        values = array("h", values)
        values.byteswap()
    return Pcm(values.tobytes())


def silence(seconds: float) -> Pcm:
    """Nothing, for so long."""
    return Pcm(bytes(2 * round(seconds * RATE_HZ)))


def panned(sound: Pcm, pan: float) -> Pcm:
    """The sound from one side: -1 only left, 0 both alike, 1 only right. It gets no louder anywhere."""
    if pan == 0:
        return sound
    return Pcm(
        scaled(sound.samples, min(1.0, 1.0 - pan)),
        scaled(sound.samples if sound.right is None else sound.right, min(1.0, 1.0 + pan)),
    )


def mixed(one: bytes, other: bytes) -> bytes:
    """Two stretches of samples at once, as long as the longer, held within 16 bits."""
    if not other:
        return one
    if not one:
        return other
    long, short = (Pcm(one).values(), Pcm(other).values())
    if len(long) < len(short):
        long, short = short, long
    for index, value in enumerate(short):
        long[index] = max(-32768, min(32767, long[index] + value))
    return pcm(long).samples


def scaled(samples: bytes, share: float) -> bytes:
    """Samples at that share of their amplitude, held within 16 bits where it is more than all of it."""
    if share == 1:
        return samples
    values = (round(share * value) for value in Pcm(samples).values())
    return pcm(array("h", (max(-32768, min(32767, value)) for value in values))).samples


def amplitude(percent: float) -> float:
    """The share of the full amplitude at a volume: half of it sounds half as loud at about a third."""
    return float((percent / 100) ** 1.67)


def resampled(samples: bytes, rate_hz: int) -> Pcm:
    """Samples of another rate at ours, by straight lines between neighbours."""
    if rate_hz == RATE_HZ:
        return Pcm(samples)
    values = Pcm(samples).values()
    count = len(values) * RATE_HZ // rate_hz
    result = array("h", bytes(2 * count))
    for index in range(count):
        where = index * rate_hz / RATE_HZ
        left = int(where)
        right = min(left + 1, len(values) - 1)
        result[index] = round(values[left] + (values[right] - values[left]) * (where - left))
    return pcm(result)
