"""Announcements → sound: what is spoken next, speech in its own process, short sounds, players, files.

`Speaker` takes announcements (a session's by `speaker_sink`) and returns at once. Each audience has a queue
that knows urgency, stop, repeat and history (`queue`, pure), and a thread that speaks from it (`channel`).
Text becomes samples in a process of its own (`speech`, `voice_process`), so that a voice that hangs or dies
is ended and begun anew; short sounds are arithmetic (`earcons`, `everyday`; `short_sounds` for a browser).
One long-lived player program a sink makes it heard (`players`), and a private one never falls back to the
table's loudspeaker (`ears`, `sinks`).

Names are loaded when they are asked for: the voice process, which has to start anew at once when it died,
needs few of them. Deliberately absent: what words mean, and the game.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from audio.condition import Cause, VoiceHealth
    from audio.dispatcher import Dispatcher
    from audio.ear_settings import EarSetting, TableSetting
    from audio.earcons import earcon
    from audio.piper import piper_voice
    from audio.queue import Saying, SpeechPreferences, SpeechQueue, Utterance
    from audio.sinks import SinkName, SinkNameError, command_for, parse_sink, present
    from audio.sound import RATE_HZ, Pcm
    from audio.speaker import Speaker
    from audio.speech import Style, Voice
    from audio.voice_names import language_of

_LATER: Final = {
    "Cause": "condition",
    "VoiceHealth": "condition",
    "Dispatcher": "dispatcher",
    "earcon": "earcons",
    "piper_voice": "piper",
    "Saying": "queue",
    "SpeechQueue": "queue",
    "Utterance": "queue",
    "SpeechPreferences": "queue",
    "EarSetting": "ear_settings",
    "TableSetting": "ear_settings",
    "SinkName": "sinks",
    "SinkNameError": "sinks",
    "command_for": "sinks",
    "parse_sink": "sinks",
    "present": "sinks",
    "RATE_HZ": "sound",
    "Pcm": "sound",
    "Speaker": "speaker",
    "Style": "speech",
    "Voice": "speech",
    "language_of": "voice_names",
}

if not TYPE_CHECKING:  # to a type checker a name that is not here is a mistake

    def __getattr__(name):
        """Load what is asked for the first time."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(f"audio.{_LATER[name]}"), name)
        return found


__all__ = [
    "RATE_HZ",
    "Cause",
    "Dispatcher",
    "EarSetting",
    "Pcm",
    "Saying",
    "SinkName",
    "SinkNameError",
    "Speaker",
    "SpeechPreferences",
    "SpeechQueue",
    "Style",
    "TableSetting",
    "Utterance",
    "Voice",
    "VoiceHealth",
    "command_for",
    "earcon",
    "language_of",
    "parse_sink",
    "piper_voice",
    "present",
]
