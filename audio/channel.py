"""SHELL: one audience: its queue, a thread that speaks from it, and where the sound goes.

A private announcement has no way to the table: `TableChannel` and `EarChannel` take different sinks, and
each refuses an announcement that is not for it.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from announce import Announcement, Audience, Ear, Level
from audio.earcons import earcon
from audio.players import EarPlayer, TablePlayer
from audio.queue import Saying, SpeechQueue, Utterance
from audio.sound import Pcm, silence
from audio.wav_files import EarWav, TableWav

GAP_S = 0.08  # between an earcon and the words
_LOOK_S = 0.05


class _Live(Protocol):
    def play(self, sound: Pcm) -> None: ...
    def play_over(self, sound: Pcm) -> None: ...
    def stop(self) -> None: ...
    def wait(self, until: Callable[[], bool]) -> None: ...


class _Recording(Protocol):
    def play(self, sound: Pcm) -> None: ...
    def pause(self) -> None: ...


Say = Callable[[str, bool], Pcm | None]
"""Text and whether slower → sound, or None without speech."""


class _Channel:
    """Speaks what one audience is told, sentence by sentence."""

    def __init__(
        self,
        audience: Audience,
        say: Say,
        spell: Callable[[str], str],
        level: Level,
        players: Sequence[_Live],
        recordings: Sequence[_Recording],
        hold: Callable[[], bool],
        clock: Callable[[], float],
    ) -> None:
        self.audience = audience
        self._say, self._spell, self._hold, self._clock = say, spell, hold, clock
        self._players, self._recordings = tuple(players), tuple(recordings)
        self._queue = SpeechQueue(level, patient=not self._players)
        self._lock = threading.Condition()
        self._cut = False
        self._speaking = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=f"speaks to {audience}", daemon=True)
        self._thread.start()

    def put(self, announcement: Announcement, at: float) -> None:
        """Say this when its turn comes; a sound without words is heard at once."""
        if announcement.audience != self.audience:
            raise ValueError(f"an announcement for {announcement.audience} does not go to {self.audience}")
        with self._lock:
            if not announcement.normal:
                self._sound(announcement)
                return
            self._queue.put(announcement, at)
            self._lock.notify_all()

    def stop(self) -> None:
        """Silence now."""
        with self._lock:
            self._queue.stop()
            self._silence()

    def repeat(self, at: float) -> Announcement | None:
        """Say the last utterance again; again: slower."""
        return self._instead(lambda: self._queue.repeat(at))

    def step(self, by: int, at: float) -> Announcement | None:
        """Walk the history."""
        return self._instead(lambda: self._queue.step(by, at))

    def history(self) -> tuple[Utterance, ...]:
        """What was told, oldest first."""
        with self._lock:
            return self._queue.history()

    def busy(self, at: float) -> bool:
        """True while something is being said or waits."""
        with self._lock:
            return self._speaking or self._queue.busy(at)

    def close(self) -> None:
        """Stop speaking and end the thread."""
        with self._lock:
            self._closed = True
            self._silence()
        self._thread.join(2.0)

    def _instead(self, act: Callable[[], Announcement | None]) -> Announcement | None:
        with self._lock:
            self._queue.stop()
            self._silence()
            return act()

    def _silence(self) -> None:
        self._cut = True
        for player in self._players:
            player.stop()
        self._lock.notify_all()

    def _sound(self, announcement: Announcement) -> None:
        if announcement.earcon is None:
            return
        sound = earcon(announcement.earcon, announcement.timbre)
        for player in self._players:
            player.play_over(sound)
        for recording in self._recordings:
            recording.play(sound)

    # the thread

    def _run(self) -> None:
        while True:
            with self._lock:
                saying = self._next()
                if saying is None:
                    return
            self._speak(saying)
            with self._lock:
                if not self._cut:
                    self._queue.finished()
                self._speaking = False
                self._lock.notify_all()

    def _next(self) -> Saying | None:
        """Wait for something to say; None when closed."""
        while not self._closed:
            saying = self._queue.next(self._clock(), hold=self._hold())
            if saying is not None:
                self._cut, self._speaking = False, True
                return saying
            self._lock.wait(_LOOK_S if self._queue.busy(self._clock()) else 1.0)
        return None

    def _speak(self, saying: Saying) -> None:
        told = saying.announcement
        sound = Pcm(b"")
        if saying.first and told.earcon is not None:
            sound = earcon(told.earcon, told.timbre) + silence(GAP_S)
        words = self._say(self._spell(saying.text) if saying.slower else saying.text, saying.slower)
        if words is not None:
            sound = sound + words
        if self._cut:
            return
        for recording in self._recordings:
            recording.play(sound)
            recording.pause()
        for player in self._players:
            player.play(sound)
        for player in self._players:
            player.wait(self._interrupted)

    def _interrupted(self) -> bool:
        """True when the running sentence is to break off: by hand, or for an alert that has waited enough."""
        if not self._cut and self._queue.cut_due(self._clock()):
            self._cut = True
            for player in self._players:
                player.stop()
        return self._cut


class TableChannel(_Channel):
    """What everyone hears, on the loudspeaker."""

    def __init__(
        self,
        say: Say,
        *,
        spell: Callable[[str], str],
        level: Level,
        player: TablePlayer | None,
        recording: TableWav | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            "everyone",
            say,
            spell,
            level,
            () if player is None else (player,),
            () if recording is None else (recording,),
            lambda: False,
            clock,
        )


class EarChannel(_Channel):
    """What one seat hears, in its own ear. `hold`: the table is speaking, news waits."""

    def __init__(
        self,
        ear: Ear,
        say: Say,
        *,
        spell: Callable[[str], str],
        level: Level,
        player: EarPlayer | None,
        recording: EarWav | None,
        hold: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            ear,
            say,
            spell,
            level,
            () if player is None else (player,),
            () if recording is None else (recording,),
            hold,
            clock,
        )
