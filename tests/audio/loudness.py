"""How loud and how bright a sound is, for tests of sounds."""

from itertools import pairwise

from audio import Pcm


def peak(sound: Pcm) -> int:
    """The loudest sample, 0 to 32768."""
    return max(map(abs, sound.values()), default=0)


def brightness(sound: Pcm) -> int:
    """How often it crosses zero: within two in a hundred the same for a voice, whose noise is chance."""
    return sum((one < 0) != (other < 0) for one, other in pairwise(sound.values()))
