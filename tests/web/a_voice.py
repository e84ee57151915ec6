"""A voice that can be set, and makes no sound."""

from announce import Earcon, Level


class TunedVoice:
    """As it comes from the box."""

    rate, volume = 175, 90
    level: Level = "normal"
    own_level: Level = "normal"
    sounds = True
    sound_volume = 100
    silent: frozenset[Earcon] = frozenset()
