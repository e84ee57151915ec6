"""How the sound is: a value in the words of device health, which this package may not import."""

from dataclasses import dataclass
from typing import Final, Literal

Cause = Literal["", "no-speech", "silent", "no-sound", "stuck", "unplugged", "none"]


@dataclass(frozen=True, slots=True)
class VoiceHealth:
    """The condition and cause of the device `voice`; `detail` is for logs and `doctor`, never spoken.

    `no-speech`: there is no espeak-ng; `silent`: it died or answers nothing; `no-sound`: nothing to play on;
    `stuck`: a player takes no sound; `unplugged`: a player has ended; `none`: a seat has no earphone.
    """

    condition: Literal["live", "lost"]
    cause: Cause = ""
    detail: str = ""


LIVE: Final = VoiceHealth("live")


def lost(cause: Cause, detail: str = "") -> VoiceHealth:
    """No sound, and why."""
    return VoiceHealth("lost", cause, detail)
