"""The short sounds as files, for a browser that wants to hear them beside the words."""

import io
import wave
from typing import get_args

from announce import EARS, Earcon
from audio import RATE_HZ, earcon


def short_sound(name: str) -> bytes | None:
    """The sound of a name, `claim` or `claim-blue`, as WAV; None: there is none of that name."""
    heard, _, seat = name.partition("-")
    sound = next((one for one in get_args(Earcon) if one == heard), None)
    timbre = next((one for one in EARS if one == seat), None)
    if sound is None or (timbre is None and name != heard):
        return None
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setparams((1, 2, RATE_HZ, 0, "NONE", ""))
        written.writeframes(earcon(sound, timbre).samples)
    return file.getvalue()
