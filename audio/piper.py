"""Text → samples by Piper, where the owner of the table has put a voice: `de_DE-thorsten-low.onnx` + `.json`.

Only the voice process imports this. Piper is not ours to bring: it is large, and each voice has a licence
of its own. What goes wrong with it is spoken by espeak-ng instead.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from audio.espeak import Engine
from audio.sound import resampled
from audio.voice_names import language_of
from audio.voice_wire import SpeechOrder

_OWN_RATE: Final = 175  # words a minute, about, of a Piper voice at its own pace


def piper_voice(folder: Path, voice: str) -> Path | None:
    """The voice of that name in a folder, else the first of its language; None: there is no complete one."""
    found = _voices(folder, voice)
    return next((path for path in found if path.stem == voice), found[0] if found else None)


def _voices(folder: Path, voice: str) -> list[Path]:
    """Those of the language of `voice`, by name."""
    return [
        path
        for path in sorted(folder.glob("*.onnx"))
        if language_of(path.stem) == language_of(voice) and path.with_name(f"{path.name}.json").is_file()
    ]


class Piper:
    """Speaks by Piper where there is a voice of the language, else by the other engine."""

    def __init__(self, folder: Path, other: Engine) -> None:
        self._folder, self._other = folder, other
        self._loaded: dict[str, Any] = {}  # by its name; None: this one is spoken by the other engine

    def speak(self, order: SpeechOrder, go_on: Callable[[], bool]) -> Iterator[bytes]:
        """Sentence by sentence, as Piper makes them."""
        voice = self._voice(order.voice)
        if voice is None:
            yield from self._other.speak(self._without(order), go_on)
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
                yield from self._other.speak(self._without(order), go_on)

    def _without(self, order: SpeechOrder) -> SpeechOrder:
        """The other engine knows no name of a Piper voice; of some it would find a voice by chance."""
        ours = any(path.stem == order.voice for path in _voices(self._folder, order.voice))
        return msgspec.structs.replace(order, voice=language_of(order.voice)) if ours else order

    def voices(self, voice: str) -> dict[str, str]:
        """The owner's, where he has put any of the language: they speak before all others."""
        found = _voices(self._folder, voice)
        return {path.stem: _called(path.stem) for path in found} or self._other.voices(voice)

    def knows(self, voice: str) -> bool:
        """A file of the owner's has that name, or the other engine knows it."""
        found = _voices(self._folder, voice)
        return any(path.stem == voice for path in found) or self._other.knows(voice)

    def _voice(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = _load(piper_voice(self._folder, name))
        return self._loaded[name]


def _called(stem: str) -> str:
    """`Thorsten low` of `de_DE-thorsten-low`."""
    words = stem.partition("-")[2].replace("-", " ").replace("_", " ") or stem
    return words[:1].upper() + words[1:]


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
