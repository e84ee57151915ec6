"""How loud a sound is to an ear: integrated loudness over its own length (ITU-R BS.1770-4, one channel).

A short sound has no second for gates to work in, so there are none. Two sounds of the same figure are about
equally loud whatever their timbre; a peak tells nothing of that. Pure.
"""

from collections.abc import Iterable, Sequence
from math import inf, log10, pi, tan
from typing import Final

from audio.sound import RATE_HZ

_Biquad = tuple[float, float, float, float, float]
"""b0, b1, b2, a1, a2 of one second-order stage."""


def _shelf() -> _Biquad:
    """The head: what lies above 1.7 kHz is heard 4 dB louder; the standard's figures, for our rate."""
    middle, gain, q = 1681.974450955533, 10 ** (3.999843853973347 / 20), 0.7071752369554196
    k, slope = tan(pi * middle / RATE_HZ), gain**0.4996667741545416
    a0 = 1 + k / q + k * k
    b = (gain + slope * k / q + k * k, 2 * (k * k - gain), gain - slope * k / q + k * k)
    return (b[0] / a0, b[1] / a0, b[2] / a0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0)


def _high_pass() -> _Biquad:
    """What lies below 38 Hz is hardly heard."""
    middle, q = 38.13547087602444, 0.5003270373238773
    k = tan(pi * middle / RATE_HZ)
    a0 = 1 + k / q + k * k
    return (1.0, -2.0, 1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0)


_WEIGHTING: Final = (_shelf(), _high_pass())


def loudness(values: Sequence[float]) -> float:
    """Of samples from -1 to 1 at RATE_HZ: LUFS; -inf for silence."""
    heard: Iterable[float] = values
    for stage in _WEIGHTING:
        heard = _filtered(heard, stage)
    power = sum(value * value for value in heard)
    return -0.691 + 10 * log10(power / len(values)) if power > 0 else -inf


def _filtered(values: Iterable[float], stage: _Biquad) -> Iterable[float]:
    b0, b1, b2, a1, a2 = stage
    one = two = 0.0
    for value in values:
        out = b0 * value + one
        one, two = b1 * value - a1 * out + two, b2 * value - a2 * out
        yield out
