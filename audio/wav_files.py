"""SHELL: what would be heard, as WAV files: `table.wav`, and one file an ear."""

import contextlib
import os
import wave
from pathlib import Path

from announce import Ear
from audio.sound import RATE_HZ, Pcm, silence

_PAUSE_S = 0.25  # between utterances


class _WavFile:
    """One long recording; its header is right after every piece, so that a power cut loses nothing."""

    def __init__(self, path: Path, mode: int = 0o666) -> None:
        """`mode`: of the file, less what the umask takes."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)  # an older file would keep its own mode
        self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb")
        self._writer = wave.Wave_write(self._file)
        self._broken = False
        self._writer.setnchannels(1)
        self._writer.setsampwidth(2)
        self._writer.setframerate(RATE_HZ)

    def play(self, sound: Pcm) -> None:
        """Add a sound to the end; a full disk ends the recording, not the game."""
        if self._broken:
            return
        try:
            self._writer.writeframes(sound.stream(1))
        except OSError:
            self._broken = True

    def pause(self) -> None:
        """The silence after an utterance."""
        self.play(silence(_PAUSE_S))

    def close(self) -> None:
        """Write what is left of the header."""
        with contextlib.suppress(OSError):
            self._writer.close()
        with contextlib.suppress(OSError):
            self._file.close()


def write_wav(path: Path, sound: Pcm) -> None:
    """One sound as a WAV file, in stereo where its sides differ.

    Raises:
        OSError: the file cannot be written.
    """
    channels = 1 if sound.right is None else 2
    with path.open("wb") as file, wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(2)
        writer.setframerate(RATE_HZ)
        writer.writeframes(sound.stream(channels))


class TableWav(_WavFile):
    """The recording of what everyone hears."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "table.wav")


class EarWav(_WavFile):
    """The recording of what one seat hears: no other user of the machine can read it."""

    def __init__(self, folder: Path, ear: Ear) -> None:
        super().__init__(folder / f"ear-{ear}.wav", mode=0o600)
        self.ear = ear
