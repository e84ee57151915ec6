"""PURE: a voice set by steps, at the panel, by a page or by keys, and what of it is remembered."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, get_args

from announce import LEVELS, Earcon, Level, Setting
from audio.voice_names import language_of
from dialog import NewsItem, TuneItem
from engine import SEATS, Seat

RATE_STEP: Final = 15
VOLUME_STEP: Final = 5
SLOWEST: Final = 80
FASTEST: Final = 450
SOUND_STEP: Final = 10
LOUDEST_SOUND: Final = 140  # percent; there the short sounds are nearly as loud as speech
LEAST_VOLUME: Final = 5  # at nothing nobody could hear how to make it louder
NEWS: Final[dict[NewsItem, frozenset[Earcon]]] = {
    "say-turns": frozenset({"turn"}),
    "say-claims": frozenset({"claim", "place"}),
    "say-cards": frozenset({"card", "deal", "flush", "flip"}),
    "say-tickets": frozenset({"ticket"}),
    "say-money": frozenset({"money", "paper"}),
    "say-mended": frozenset({"right", "found"}),
}
"""The kinds of news that the panel can leave to history, by their short sounds."""
KeptSetting = Setting | list[str] | dict[Seat, str]
_VOICE: Final = re.compile(r"[A-Za-z][\w+ .-]{0,59}")


class AdjustableVoice(Protocol):
    """What can be set of a voice."""

    rate: int
    volume: int
    level: Level
    own_level: Level
    sounds: bool
    sound_volume: int
    silent: frozenset[Earcon]
    voice_name: str
    ear_voices: Mapping[Seat, str]

    @property
    def voices(self) -> Mapping[str, str]: ...


class VoiceTuner:
    """Sets the voice by steps, and has what was set remembered.

    Args:
        recalled: what was set on another evening; what means nothing of it is passed over.
        remember: takes all that has been set, whenever something was.
    """

    def __init__(
        self,
        voice: AdjustableVoice,
        recalled: Mapping[str, Any],
        remember: Callable[[Mapping[str, KeptSetting]], None],
    ) -> None:
        self._voice, self._remember = voice, remember
        self._set: dict[str, KeptSetting] = {
            name: recalled[name] for name, good in _GOOD.items() if name in recalled and good(recalled[name])
        }
        for what, value in self._set.items():
            if what in ("voice_name", "ear_voices"):
                self._speak_again(value)
            else:
                setattr(voice, what, frozenset(value) if isinstance(value, list) else value)

    def _speak_again(self, value: object) -> None:
        """The voice that was chosen; one of another language would speak this one's words oddly."""
        language = language_of(self._voice.voice_name)
        if isinstance(value, str) and language_of(value) == language:
            self._voice.voice_name = value
        if isinstance(value, dict):
            chosen = {
                seat: voice for seat, voice in value.items() if not voice or language_of(voice) == language
            }
            self._voice.ear_voices = chosen

    @property
    def voices(self) -> Mapping[str, str]:
        """Which may be chosen, as people call them."""
        return self._voice.voices

    @property
    def ear_voices(self) -> Mapping[Seat, str]:
        """The seats in whose ears another one speaks, and how people call it."""
        voices = self.voices
        return {seat: voices.get(voice, voice) for seat, voice in self._voice.ear_voices.items() if voice}

    def choose(self, voice: str, seat: Seat | None) -> str | None:
        """Have it speak, in this seat's ear or (None) to the table; its name, None: there is none.

        "" in a seat's ear is the table's, whichever that is from now on.
        """
        at_table = self._voice.voice_name
        name = self.voices.get(voice) if voice or seat is None else self.voices.get(at_table, at_table)
        if name is None:
            return None
        if seat is None:
            self._voice.voice_name = voice
            self._keep("voice_name", voice)
        else:
            chosen = {**self._voice.ear_voices, seat: voice}
            self._voice.ear_voices = chosen
            self._keep("ear_voices", chosen)
        return name

    def tune(self, what: TuneItem, step: int) -> Setting:
        """One step more (+1) or less (-1), 0: as it is; what it is then."""
        voice = self._voice
        match what:
            case "rate":
                voice.rate = min(FASTEST, max(SLOWEST, voice.rate + RATE_STEP * step))
                value: Setting = voice.rate
            case "volume":
                voice.volume = min(100, max(LEAST_VOLUME, voice.volume + VOLUME_STEP * step))
                value = voice.volume
            case "voice-name":
                return self._other_voice(step)
            case "level":
                value = voice.level = _next(voice.level, step)
            case "own-level":
                value = voice.own_level = _next(voice.own_level, step)
            case "sounds":
                value = voice.sounds = voice.sounds != bool(step)
            case "sound-volume":
                loud = voice.sound_volume + SOUND_STEP * step
                value = voice.sound_volume = min(LOUDEST_SOUND, max(SOUND_STEP, loud))
            case _:
                return self._switch(what, switch=bool(step))
        if step:
            self._keep(what.replace("-", "_"), value)
        return value

    def _other_voice(self, step: int) -> str:
        """The next of the list, or the one before; at the ends it stays. Its name; empty: no other."""
        now, names = self._voice.voice_name, list(self.voices)
        if step and names:
            at = names.index(now) + step if now in names else 0
            self.choose(names[min(len(names) - 1, max(0, at))], None)
        return self.voices.get(self._voice.voice_name, now) if names else ""

    def _switch(self, what: NewsItem, *, switch: bool) -> bool:
        """Whether this kind of news is said now; after a switch, if wanted."""
        kind = NEWS[what]
        if switch:
            silent = self._voice.silent
            self._voice.silent = silent | kind if self._said(what) else silent - kind
            self._keep("silent", sorted(self._voice.silent))
        return self._said(what)

    def _said(self, what: NewsItem) -> bool:
        return not NEWS[what] & self._voice.silent

    def set_rate(self, words_a_minute: int) -> None:
        """The voice was set to this by other means than a step: remember it."""
        self._voice.rate = min(FASTEST, max(SLOWEST, words_a_minute))
        self._keep("rate", self._voice.rate)

    def _keep(self, name: str, value: KeptSetting) -> None:
        self._set[name] = value
        self._remember(self._set)


def _next(level: Level, step: int) -> Level:
    """A longer or a shorter one; at the ends it stays."""
    return LEVELS[min(len(LEVELS) - 1, max(0, LEVELS.index(level) + step))]


def _an_ears(one: tuple[object, object]) -> bool:
    seat, voice = one
    return seat in SEATS and isinstance(voice, str) and (not voice or bool(_VOICE.fullmatch(voice)))


def _whole(least: int, most: int) -> "Good":
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class Good(Protocol):
    """Whether a remembered value still means something."""

    def __call__(self, value: object) -> bool: ...


_GOOD: Final[dict[str, Good]] = {
    "rate": _whole(SLOWEST, FASTEST),
    "volume": _whole(LEAST_VOLUME, 100),
    "level": lambda value: value in LEVELS,
    "own_level": lambda value: value in LEVELS,
    "sound_volume": _whole(SOUND_STEP, LOUDEST_SOUND),
    "sounds": lambda value: isinstance(value, bool),
    "voice_name": lambda value: isinstance(value, str) and bool(_VOICE.fullmatch(value)),
    "ear_voices": lambda value: isinstance(value, dict) and all(map(_an_ears, value.items())),
    "silent": lambda value: isinstance(value, list) and all(kind in get_args(Earcon) for kind in value),
}
