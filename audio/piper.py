"""Text → samples by Piper, where the owner of the table has put a voice: `de_DE-thorsten-low.onnx` + `.json`.

Only the voice process imports this. Piper is not ours to bring: it is large, and each voice has a licence
of its own. What goes wrong with it is spoken by espeak-ng instead.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from audio.espeak import Engine
from audio.sound import resampled
from audio.voice_wire import SpeechOrder

_OWN_RATE: Final = 175  # words a minute, about, of a Piper voice at its own pace


def piper_voice(folder: Path, language: str) -> Path | None:
    """The first voice of a language in a folder, by name; None: there is no complete one."""
    wanted = _language(language)
    for path in sorted(folder.glob("*.onnx")):
        if _language(path.name) == wanted and path.with_name(f"{path.name}.json").is_file():
            return path
    return None


def _language(name: str) -> str:
    """`de` of `de_DE-thorsten-low.onnx`, of `de-at` and of `de+f2`."""
    return re.split("[-_+]", name, maxsplit=1)[0]


class Piper:
    """Speaks by Piper where there is a voice of the language, else by the other engine."""

    def __init__(self, folder: Path, other: Engine) -> None:
        self._folder, self._other = folder, other
        self._loaded: dict[str, Any] = {}  # by language; None: this one is spoken by the other engine

    def speak(self, order: SpeechOrder, go_on: Callable[[], bool]) -> Iterator[bytes]:
        """Sentence by sentence, as Piper makes them."""
        voice = self._voice(order.voice)
        if voice is None:
            yield from self._other.speak(order, go_on)
            return
        spoken = False
        try:
            for samples, rate_hz in _pieces(voice, order):
                spoken = True
                yield resampled(samples, rate_hz).samples
                if not go_on():
                    return
        except Exception:  # a voice of another make: whatever it throws, the words must be heard
            self._loaded[order.voice] = None
            if not spoken:
                yield from self._other.speak(order, go_on)

    def _voice(self, language: str) -> Any:
        if language not in self._loaded:
            self._loaded[language] = _load(piper_voice(self._folder, language))
        return self._loaded[language]


def _load(path: Path | None) -> Any:
    if path is None:
        return None
    try:
        from piper import PiperVoice

        return PiperVoice.load(str(path))
    except Exception:  # not installed, or no voice of this version's
        return None


def _pieces(voice: Any, order: SpeechOrder) -> Iterator[tuple[bytes, int]]:
    from piper import SynthesisConfig

    pace = SynthesisConfig(length_scale=_OWN_RATE / order.rate)
    for piece in voice.synthesize(order.text, syn_config=pace):
        yield piece.audio_int16_bytes, int(piece.sample_rate)
