"""The sound of a glance: six seconds from west to east, each claim in its seat's timbre, north high.

In stereo west is left; on one loudspeaker time alone tells how far east a claim lies.
"""

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Final

from announce import Ear, Mark
from audio.earcons import LOUDNESS, played
from audio.loudness import loudness
from audio.sound import RATE_HZ, Pcm, pcm, silence

LASTS_S: Final = 6.0
NOTE_S: Final = 0.14
NORTH_HZ, SOUTH_HZ = 1_600.0, 400.0
PEAK: Final = 7_000  # the loudest sample: claims that sound at once are no louder than one
_STEPS: Final = 24  # from north to south: more cannot be told apart by ear


def pitch(south: float) -> float:
    """How high a claim sounds, in Hz: `south` 0 at the northern edge, 1 at the southern."""
    step = round(min(1.0, max(0.0, south)) * _STEPS) / _STEPS
    return NORTH_HZ * float((SOUTH_HZ / NORTH_HZ) ** step)


def starts(east: float) -> float:
    """When a claim sounds, in seconds from the beginning."""
    return min(1.0, max(0.0, east)) * (LASTS_S - NOTE_S)


@cache
def _note(seat: Ear, hertz: float) -> "array[float]":
    """A note as loud as any other seat's."""
    values = played(seat, hertz, NOTE_S, round(NOTE_S * RATE_HZ))
    gain = 10 ** ((LOUDNESS - loudness(values)) / 20)
    return array("d", (gain * value for value in values))


def sweep(marks: Sequence[Mark], *, stereo: bool) -> Pcm:
    """Six seconds of sound; silence without marks. It peaks far below speech."""
    total = round(LASTS_S * RATE_HZ)
    if not marks:
        return silence(0)
    sides = [array("d", bytes(8 * total)) for _ in range(2 if stereo else 1)]
    for mark in marks:
        first, note = round(starts(mark.east) * RATE_HZ), _note(mark.seat, pitch(mark.south))
        right = min(1.0, max(0.0, mark.east))
        for side, share in zip(sides, (1.0 - right, right) if stereo else (1.0,), strict=True):
            for index, value in enumerate(note):
                side[first + index] += share * value
    loudest = max(abs(value) for side in sides for value in side) or 1.0
    left, *other = [pcm(array("h", (round(PEAK * value / loudest) for value in side))) for side in sides]
    return Pcm(left.samples, other[0].samples if other else None)
