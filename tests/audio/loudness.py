"""How loud a sound is, for tests of sounds."""

from audio import Pcm


def peak(sound: Pcm) -> int:
    """The loudest sample, 0 to 32768."""
    return max(map(abs, sound.values()), default=0)
