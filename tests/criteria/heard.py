"""Sinks and a voice without a sound: each text becomes its own bytes, so that one can read who heard what."""

import threading
from collections.abc import Callable, Mapping

from announce import Ear
from audio import Pcm, Style
from audio.condition import LIVE, VoiceHealth
from audio.speech import RATE

MARK = "\N{SPEAKER}"


class Letters:
    """A synthesizer that says a text by its letters."""

    def __init__(self) -> None:
        self.style, self.rate = Style(), RATE
        self.voices: Mapping[str, str] = {}
        self.changed: Callable[[VoiceHealth], None] = lambda health: None

    def ready(self) -> bool:
        return True

    def warm(self) -> None:
        """There is nothing to start."""

    def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> Pcm | None:
        return Pcm(f"{MARK}{text}".encode("utf-16-le"))

    def health(self) -> VoiceHealth:
        return LIVE

    def close(self) -> None:
        """There is nothing to end."""


class TableListener:
    """Hears at once what the table hears; while `slow`, each sentence lasts until it is stopped."""

    channels = 1

    def __init__(self) -> None:
        self.share = 1.0
        self.changed: Callable[[VoiceHealth], None] = lambda health: None
        self.sentences: list[str] = []
        self.slow = False
        self._stopped = threading.Event()

    def play(self, sound: Pcm) -> None:
        self._stopped.clear()
        _, mark, text = sound.samples.decode("utf-16-le", "replace").rpartition(MARK)
        if mark:
            self.sentences.append(text)

    def play_over(self, sound: Pcm) -> None:
        """Short sounds are no sentences."""

    def stop(self) -> None:
        self._stopped.set()

    def wait(self, until: Callable[[], bool]) -> bool:
        while self.slow and not until() and not self._stopped.wait(0.002):
            pass
        return True

    def ready(self) -> bool:
        return True

    def health(self) -> VoiceHealth:
        return LIVE

    def close(self) -> None:
        self._stopped.set()


class EarListener(TableListener):
    """Hears what one seat hears."""

    def __init__(self, ear: Ear) -> None:
        super().__init__()
        self.ear = ear
