"""Announcements → sound: what is spoken next, speech in its own process, short sounds, players, files."""

from audio.condition import Cause, VoiceHealth
from audio.earcons import earcon
from audio.queue import Saying, SpeechQueue, Utterance
from audio.sound import RATE_HZ, Pcm
from audio.speaker import Speaker
from audio.speech import Voice

__all__ = [
    "RATE_HZ",
    "Cause",
    "Pcm",
    "Saying",
    "Speaker",
    "SpeechQueue",
    "Utterance",
    "Voice",
    "VoiceHealth",
    "earcon",
]
