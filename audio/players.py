"""SHELL: sound to a loudspeaker or an earphone, by one long-lived player program each.

Samples are paced by our own clock, a few hundredths of a second ahead, so that a stop is heard at once. A
player that dies or takes nothing is left alone for a while, said once, and never waited for.
"""

import contextlib
import fcntl
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from announce import Ear
from audio.condition import LIVE, VoiceHealth, lost
from audio.sound import RATE_HZ, Pcm, mixed, quieter, silence

CHUNK_S: Final = 0.02
_AHEAD_S: Final = 0.04  # so much is given to the player before its time
_CHUNK_BYTES: Final = 2 * round(CHUNK_S * RATE_HZ)
_AWAKE_S: Final = 30.0  # silence goes on so long after a sound: a sleeping card swallows the first words
_WAKING_S: Final = 0.15  # said to nobody while a card wakes up
_STUCK_S: Final = 2.0
_AGAIN_S: Final = 5.0  # between attempts to start a player that has died
_PIPE_BYTES: Final = 4096  # what waits in the pipe cannot be called back: 0.09 s


def table_command() -> tuple[str, ...] | None:
    """The program for the loudspeaker, or None where there is nothing to play on."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}"))
    rate = str(RATE_HZ)
    if shutil.which("pw-cat") and (runtime / "pipewire-0").exists():
        return ("pw-cat", "--playback", "--rate", rate, "--channels", "1", "--format", "s16", "-")
    if shutil.which("pacat") and ((runtime / "pulse" / "native").exists() or "PULSE_SERVER" in os.environ):
        return (
            "pacat",
            "--playback",
            "--raw",
            f"--rate={rate}",
            "--channels=1",
            "--format=s16le",
            "--latency-msec=40",
        )
    if shutil.which("aplay") and _cards():
        return ("aplay", "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", rate, "--buffer-time=80000", "-")
    return None


def ear_command(device: str) -> tuple[str, ...] | None:
    """The program for one seat's earphone; None when it cannot be sure to play there and nowhere else.

    `device` is an ALSA device by its exact name (`plughw:CARD=Headset`): a sound server moves a stream to
    the loudspeaker when the earphone is pulled out, ALSA does not.
    """
    if not device.startswith(("hw:", "plughw:")) or shutil.which("aplay") is None:
        return None
    return ("aplay", "-q", "-D", device, "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(RATE_HZ), "-")


def _cards() -> bool:
    """True when the kernel knows a sound card."""
    try:
        return "[" in Path("/proc/asound/cards").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


class _Player:
    """One program that is fed samples by a thread of its own."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._command = tuple(command)
        self.changed: Callable[[VoiceHealth], None] = lambda health: None
        self.share = 1.0  # of the full amplitude
        self._clock = clock
        self._speech = bytearray()
        self._over = bytearray()  # short sounds, mixed over speech
        self._wake = threading.Condition()
        self._closed = False
        self._health = LIVE
        self._process: subprocess.Popen[bytes] | None = None
        self._not_before = 0.0
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    def play(self, sound: Pcm) -> None:
        """Hear this after what is already waiting."""
        with self._wake:
            self._speech += sound.samples
            self._wake.notify_all()

    def play_over(self, sound: Pcm) -> None:
        """Hear this now, over speech if there is any."""
        with self._wake:
            self._over = bytearray(mixed(bytes(self._over), sound.samples))
            self._wake.notify_all()

    def stop(self) -> None:
        """Silence, now."""
        with self._wake:
            self._speech.clear()
            self._over.clear()
            self._wake.notify_all()

    def wait(self, until: Callable[[], bool]) -> None:
        """Return when all speech has been given to the player, or `until` says so."""
        with self._wake:
            while self._speech and not self._closed and not until():
                self._wake.wait(CHUNK_S)

    def health(self) -> VoiceHealth:
        """Live, or why nothing is heard."""
        return self._health

    def close(self) -> None:
        """End the program and the thread."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        self._thread.join(1.0)
        self._end()

    # the thread

    def _run(self) -> None:
        due, quiet_since = self._clock(), self._clock()
        while True:
            with self._wake:
                asleep = False
                while not self._closed and self._silent() and self._clock() - quiet_since > _AWAKE_S:
                    asleep = True
                    self._wake.wait(1.0)
                    due = self._clock()
                if asleep:
                    self._speech[:0] = silence(_WAKING_S).samples
                if self._closed:
                    return
                if not self._silent():
                    quiet_since = self._clock()
                chunk = self._next_chunk()
            self._give(chunk)
            due = max(due + CHUNK_S, self._clock() - CHUNK_S)
            pause = due - _AHEAD_S - self._clock()
            if pause > 0:
                time.sleep(pause)

    def _silent(self) -> bool:
        return not self._speech and not self._over

    def _next_chunk(self) -> bytes:
        speech, over = bytes(self._speech[:_CHUNK_BYTES]), bytes(self._over[:_CHUNK_BYTES])
        del self._speech[:_CHUNK_BYTES]
        del self._over[:_CHUNK_BYTES]
        if not self._speech:
            self._wake.notify_all()
        return quieter(mixed(speech, over), self.share).ljust(_CHUNK_BYTES, b"\0")

    def _give(self, chunk: bytes) -> None:
        """Write one chunk, or lose it: time goes on whatever the player does."""
        process = self._process or self._start()
        if process is None or process.stdin is None:
            return
        until, view = self._clock() + _STUCK_S, memoryview(chunk)
        while view and not self._closed:
            try:
                view = view[os.write(process.stdin.fileno(), view) :]
            except BlockingIOError:
                if self._clock() > until:
                    self._fail(lost("stuck", f"{self._command[0]} takes no sound"))
                    return
                time.sleep(CHUNK_S / 2)
            except OSError as trouble:
                self._fail(lost("unplugged", f"{self._command[0]} has ended: {trouble}"))
                return
        self._tell(LIVE)

    def _start(self) -> subprocess.Popen[bytes] | None:
        if self._clock() < self._not_before:
            return None
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as trouble:
            self._fail(lost("no-sound", str(trouble)))
            return None
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        with contextlib.suppress(OSError):
            fcntl.fcntl(process.stdin.fileno(), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        self._process = process
        return process

    def _fail(self, health: VoiceHealth) -> None:
        self._not_before = self._clock() + _AGAIN_S
        self._end()
        self._tell(health)

    def _tell(self, health: VoiceHealth) -> None:
        if health.cause != self._health.cause:
            self._health = health
            self.changed(health)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        process.kill()  # what it still holds is not to be heard
        process.wait()


class TablePlayer(_Player):
    """The loudspeaker of the table."""


class EarPlayer(_Player):
    """One seat's earphone."""

    def __init__(
        self,
        command: Sequence[str],
        ear: Ear,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(command, clock=clock)
        self.ear = ear
