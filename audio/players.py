"""SHELL: sound to a loudspeaker or an earphone, by one long-lived player program each.

Samples are paced by our own clock, a few hundredths of a second ahead, so that a stop is heard at once;
silence is played when there is nothing else, for a card that falls asleep swallows the first words. A player
that dies or takes nothing is left alone for a while, said once, and never waited for.
"""

import contextlib
import fcntl
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from announce import Ear
from audio.condition import LIVE, VoiceHealth, lost
from audio.sinks import SinkName, present
from audio.sound import RATE_HZ, Pcm, mixed, scaled, silence
from audio.voice_ports import Earphone

CHUNK_S: Final = 0.02
_IDLE_CHUNKS: Final = 2  # silence comes in longer pieces: fewer wake-ups
_AHEAD_S: Final = 0.04  # so much is given to the player before its time
_WAKING_S: Final = 0.15  # said to nobody while a card wakes up
_STUCK_S: Final = 2.0
_AGAIN_S: Final = 5.0  # between attempts to start a player that has died
_PROVEN_S: Final = 0.5  # a program without its device ends sooner
_PIPE_BYTES: Final = 4096  # what waits in the pipe cannot be called back: 0.09 s


class _Player:
    """One program that is fed samples by a thread of its own."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        channels: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._command = tuple(command)
        self._changed: Callable[[VoiceHealth], None] = lambda health: None
        self.share = 1.0  # of the full amplitude
        self.channels = channels
        self._chunk_bytes = 2 * channels * round(CHUNK_S * RATE_HZ)
        self._clock = clock
        self._speech = bytearray(silence(_WAKING_S).stream(channels))
        self._over = bytearray()  # short sounds, mixed over speech
        self._wake = threading.Condition()
        self._closed = False
        self._health = LIVE
        self._gone: VoiceHealth | None = None  # found by another thread; ours acts on it
        self._process: subprocess.Popen[bytes] | None = None
        self._not_before, self._started = 0.0, 0.0
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    @property
    def changed(self) -> Callable[[VoiceHealth], None]:
        """Called at each change of its health, from its thread; when it is set also, if all is not well."""
        return self._changed

    @changed.setter
    def changed(self, tell: Callable[[VoiceHealth], None]) -> None:
        with self._wake:  # its thread runs already: a change goes to the one before or to this one
            self._changed, health = tell, self._health
        if health.cause != LIVE.cause:
            tell(health)

    def play(self, sound: Pcm) -> None:
        """Hear this after what is already waiting."""
        with self._wake:
            self._speech += sound.stream(self.channels)
            self._wake.notify_all()

    def play_over(self, sound: Pcm) -> None:
        """Hear this now, over speech if there is any."""
        with self._wake:
            self._over = bytearray(mixed(bytes(self._over), sound.stream(self.channels)))
            self._wake.notify_all()

    def stop(self) -> None:
        """Silence, now."""
        with self._wake:
            self._speech.clear()
            self._over.clear()
            self._wake.notify_all()

    def wait(self, until: Callable[[], bool]) -> bool:
        """Return when all speech has been given to the player, or `until` says so. False: nobody heard it."""
        with self._wake:
            while self._speech and not self._closed and not until():
                self._wake.wait(CHUNK_S)
        return True

    def ready(self) -> bool:
        """Whether words may be given to it."""
        return True

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
        due = self._clock()
        while True:
            with self._wake:
                if self._closed:
                    return
                gone, self._gone = self._gone, None
                chunk = self._next_chunk()
            if gone is not None:
                self._fail(gone)
            self._give(chunk)
            lasts = CHUNK_S * len(chunk) / self._chunk_bytes
            due = max(due + lasts, self._clock() - CHUNK_S)
            pause = due - _AHEAD_S - self._clock()
            if pause > 0:
                time.sleep(pause)

    def _next_chunk(self) -> bytes:
        if not self._speech and not self._over:
            return bytes(_IDLE_CHUNKS * self._chunk_bytes)
        size = self._chunk_bytes
        speech, over = bytes(self._speech[:size]), bytes(self._over[:size])
        del self._speech[:size]
        del self._over[:size]
        if not self._speech:
            self._wake.notify_all()
        return scaled(mixed(speech, over), self.share).ljust(size, b"\0")

    def _give(self, chunk: bytes) -> None:
        """Write one chunk, or lose it: time goes on whatever the player does."""
        process = self._process or self._start()
        if process is None or process.stdin is None:
            return
        until, view = self._clock() + _STUCK_S, memoryview(chunk)
        while view and not self._closed and self._gone is None:
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
        if self._health is LIVE or self._clock() - self._started >= _PROVEN_S:
            self._tell(LIVE)

    def _may_start(self) -> bool:
        return self._clock() >= self._not_before

    def _start(self) -> subprocess.Popen[bytes] | None:
        if not self._may_start():
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
        self._process, self._started = process, self._clock()
        return process

    def _fail(self, health: VoiceHealth) -> None:
        self._not_before = self._clock() + _AGAIN_S
        self._end()
        self._tell(health)

    def _tell(self, health: VoiceHealth) -> None:
        with self._wake:
            if health.cause == self._health.cause:
                return
            self._health, tell = health, self._changed
        tell(health)

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
    """One seat's earphone: what cannot be heard there is heard nowhere, and waits.

    `sink`: looked for before its program is started and before each utterance.
    """

    def __init__(
        self,
        command: Sequence[str],
        ear: Ear,
        sink: SinkName | None = None,
        *,
        look: Callable[[SinkName], bool] = present,
        channels: int = 1,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.ear = ear
        self._sink, self._look = sink, look
        super().__init__(command, channels=channels, clock=clock)

    def ready(self) -> bool:
        """Whether the earphone is there. That it is gone is told, and its program is ended."""
        if not self._there():
            return False
        if self._sink is None or self._look(self._sink):
            return True
        with self._wake:
            self._gone = self._missing()  # its program is ended by the thread that writes to it
            self._speech.clear()
        return False

    def wait(self, until: Callable[[], bool]) -> bool:
        """As for the table; False when the earphone went while it was spoken."""
        super().wait(lambda: until() or not self._there())
        return self._there()

    def _there(self) -> bool:
        return self._health is LIVE and self._gone is None

    def _missing(self) -> VoiceHealth:
        return lost("unplugged", f"{'' if self._sink is None else self._sink.name} is not there")

    def _may_start(self) -> bool:
        if not super()._may_start():
            return False
        if self._sink is None or self._look(self._sink):
            return True
        self._fail(self._missing())
        return False

    def _fail(self, health: VoiceHealth) -> None:
        with self._wake:
            self._health, before, tell = health, self._health, self._changed
            self._speech.clear()  # said anew, from its sentence, when the earphone is back
            self._over.clear()
        super()._fail(health)
        if health.cause != before.cause:
            tell(health)


class SharedEarphone:
    """An earphone that several seats share. `holder`: who has it in now; None: nobody has said so yet."""

    def __init__(self, player: Earphone) -> None:
        self.player = player
        self.holder: Ear | None = None
        self._lock = threading.Lock()  # taken before the player's own, never while that is held

    def pass_to(self, ear: Ear) -> None:
        """This seat has it in: what is still in it of another's words is not heard."""
        with self._lock:
            self.player.stop()
            self.holder = ear

    def give(self, ear: Ear, play: Callable[[Pcm], None], sound: Pcm) -> None:
        """Play it, if this seat has it in. Passing it on comes before that, or silences what is played."""
        with self._lock:
            if self.holder == ear:
                play(sound)


class SharedSeat:
    """One seat's turn at a shared earphone: none of its words go there while another has it in."""

    def __init__(self, shared: SharedEarphone, ear: Ear) -> None:
        self.ear = ear
        self._shared, self._player = shared, shared.player

    @property
    def channels(self) -> int:
        """Of the earphone."""
        return self._player.channels

    def _mine(self) -> bool:
        return self._shared.holder == self.ear

    def play(self, sound: Pcm) -> None:
        """Hear this, if this seat has the earphone."""
        self._shared.give(self.ear, self._player.play, sound)

    def play_over(self, sound: Pcm) -> None:
        """Hear this short sound, if this seat has the earphone."""
        self._shared.give(self.ear, self._player.play_over, sound)

    def stop(self) -> None:
        """Silence, if it is this seat that is spoken to."""
        if self._mine():
            self._player.stop()

    def wait(self, until: Callable[[], bool]) -> bool:
        """As for an earphone of one's own; False when it was passed on meanwhile."""
        return self._mine() and self._player.wait(lambda: until() or not self._mine()) and self._mine()

    def ready(self) -> bool:
        """Whether this seat has the earphone in and it is there."""
        return self._mine() and self._player.ready()

    def health(self) -> VoiceHealth:
        """Of the earphone."""
        return self._player.health()
