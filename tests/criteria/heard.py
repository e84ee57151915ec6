"""Sinks and a voice without a sound: each text becomes its own bytes, so that one can read who heard what."""

import threading
from collections.abc import Callable

from announce import Ear
from audio import Pcm, Style, Voice
from audio.condition import LIVE, VoiceHealth
from audio.players import EarPlayer, TablePlayer

MARK = "\N{SPEAKER}"


class Letters(Voice):
    """Says a text by its letters."""

    def __init__(self) -> None:
        super().__init__(command=("/nonexistent",))

    def say(self, text: str, *, slower: bool = False, style: Style | None = None) -> Pcm | None:
        return Pcm(f"{MARK}{text}".encode("utf-16-le"))

    def warm(self) -> None:
        """There is nothing to start."""


class _Listener:
    """Hears at once; while `slow`, each sentence lasts until it is stopped."""

    channels = 1
    changed: Callable[[VoiceHealth], None] = staticmethod(lambda health: None)  # a player wakes its thread

    def __init__(self) -> None:
        self.share = 1.0
        self.sentences: list[str] = []
        self.slow = False
        self._stopped = threading.Event()

    def play(self, sound: Pcm) -> None:
        self._stopped.clear()
        _, mark, text = sound.samples.decode("utf-16-le", "replace").rpartition(MARK)
        if mark:
            self.sentences.append(text)

    def play_over(self, sound: Pcm) -> None:
        pass

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


class TableListener(_Listener, TablePlayer):
    """Hears what the table hears."""


class EarListener(_Listener, EarPlayer):
    """Hears what one seat hears."""

    def __init__(self, ear: Ear) -> None:
        super().__init__()
        self.ear = ear
