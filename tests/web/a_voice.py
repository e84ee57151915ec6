"""A voice that can be set, and makes no sound."""

from collections.abc import Mapping

from announce import Earcon, Level
from engine import Seat


class TunedVoice:
    """As it comes from the box."""

    rate, volume = 175, 90
    level: Level = "normal"
    own_level: Level = "normal"
    sounds = True
    sound_volume = 100
    silent: frozenset[Earcon] = frozenset()
    voice_name = "en"
    voices: Mapping[str, str] = {
        "en": "English (Great Britain)",
        "en-us": "English (America)",
        "en+Annie": "Annie",
        "en+klatt": "Klatt",
    }
    ear_voices: Mapping[Seat, str] = {}
