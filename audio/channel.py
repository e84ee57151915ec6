"""SHELL: one audience: its queue, a thread that speaks from it, and where the sound goes.

A private announcement has no way to the table: `TableChannel` and `EarChannel` take different sinks, and
each refuses an announcement that is not for it.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from announce import Announcement, Audience, Ear, Earcon, Level
from audio.classes import USUAL
from audio.dispatcher import Dispatcher
from audio.earcons import earcon
from audio.glance import sweep
from audio.queue import Digest, Saying, SpeechPreferences, SpeechQueue, Utterance, in_brief
from audio.sound import Pcm, amplitude, panned, scaled, silence
from audio.voice_ports import Loudspeaker, Outlet, SeatOutlet
from audio.wav_files import EarWav, TableWav

GAP_S = 0.08  # between an earcon and the words
_LOOK_S = 0.05
_IDLE_S = 1.0
_AWAY_S = 0.5  # between looks for an earphone that is gone


Say = Callable[[str, bool], Pcm | None]
"""Text and whether slower → sound, or None without speech."""


def nothing(text: str, slower: bool) -> Pcm | None:
    """Where nothing is heard, nothing is rendered."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What people set while they play: `level` of words for others' acts, `own_level` (None: the same) for
    one's own; `sounds`: short sounds are heard; `sound_volume`: how loud, in percent of
    what stands well beside speech; `silent`: kinds of news that are said to nobody; `rate`: words a
    minute."""

    level: Level = "normal"
    own_level: Level | None = None
    sounds: bool = True
    sound_volume: int = 100
    silent: frozenset[Earcon] = frozenset()
    rate: int = USUAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How an audience is spoken to.

    `spell` makes a text easier to follow for a slow repeat; `no_earcons` are not sounded; `chairs` say from
    which side a seat's sounds come where there is stereo, -1 left to 1 right.
    """

    say: Say
    spell: Callable[[str], str] = str
    wish: SpeechPreferences = field(default_factory=SpeechPreferences)
    digest: Digest = in_brief
    no_earcons: frozenset[Earcon] = frozenset()
    chairs: Mapping[Ear, float] = field(default_factory=dict)
    clock: Callable[[], float] = time.monotonic


class _Channel:
    """Speaks what one audience is told, sentence by sentence."""

    def __init__(
        self,
        audience: Audience,
        manner: Manner,
        players: Sequence[Outlet],
        recordings: Sequence[TableWav | EarWav],
        hold: Callable[[], bool],
        reader: Dispatcher | None = None,
    ) -> None:
        self.audience = audience
        self._reader = reader
        self._manner, self._hold, self._clock = manner, hold, manner.clock
        self._players, self._recordings = tuple(players), tuple(recordings)
        self._queue = SpeechQueue(manner.wish, patient=not self._players, digest=manner.digest)
        self._lock = threading.Condition()
        self._sounds, self._share = True, 1.0
        self._cut = False
        self._speaking = False
        self._sounding = False  # what is being said can be heard already
        self._away = False  # nobody can hear: all waits
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

    def tune(self, to: Tuning) -> None:
        """From the next words on."""
        with self._lock:
            wish = replace(self._queue.wish, level=to.level, own_level=to.own_level, silent=to.silent)
            self._queue.wish, self._queue.rate = wish, to.rate
            self._sounds, self._share = to.sounds, amplitude(to.sound_volume)

    def forget(self, first: int, before: int) -> None:
        """Events from `first` on, older than `before`, are undone."""
        with self._lock:
            self._queue.forget(first, before)

    def close_question(self) -> None:
        """Nobody asks any more what was asked."""
        with self._lock:
            self._queue.close_question()

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
        """True while something is being said or waits for its turn; not while it waits for a listener."""
        with self._lock:
            return self._speaking or (not self._away and self._queue.busy(at))

    def to_begin(self) -> bool:
        """True while words for somebody who listens have not begun yet."""
        with self._lock:
            listened = (self._players or self._reader is not None) and not self._away
            return bool(listened) and (self._queue.to_begin() or (self._speaking and not self._sounding))

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
        self._stop_sound()
        self._lock.notify_all()

    def _stop_sound(self) -> None:
        for player in self._players:
            player.stop()
        if self._reader is not None:
            self._reader.stop()

    def _chime(self, announcement: Announcement) -> Pcm | None:
        """The sound before its words: a glance's sweep, or the short sound from its seat's side."""
        name, seat = announcement.earcon, announcement.timbre
        stereo = any(player.channels > 1 for player in self._players)
        if announcement.sweep:
            return sweep(announcement.sweep, stereo=stereo)
        if name is None or not self._sounds or name in self._manner.no_earcons:
            return None
        sound = Pcm(scaled(earcon(name, seat).samples, self._share))
        return panned(sound, self._manner.chairs.get(seat, 0.0)) if stereo and seat is not None else sound

    def _sound(self, announcement: Announcement) -> None:
        sound = self._chime(announcement)
        if sound is None:
            return
        for player in self._players:
            player.play_over(sound)
        for recording in self._recordings:
            recording.play(sound)

    # the thread

    def _run(self) -> None:
        while self._wait_for_words():
            with self._lock:
                saying = self._next()
            if saying is None:
                continue
            if not all(player.ready() for player in self._players):
                self._wait_for_a_listener()
                continue
            heard = self._speak(saying)
            with self._lock:
                self._away = False
                if heard and not self._cut:
                    self._queue.finished()
                self._speaking = self._sounding = False
                self._lock.notify_all()

    def _wait_for_words(self) -> bool:
        """Wait for something to say; False when closed."""
        with self._lock:
            while not self._closed and not self._queue.busy(self._clock()):
                self._lock.wait(_IDLE_S)
            return not self._closed

    def _wait_for_a_listener(self) -> None:
        with self._lock:
            self._away, self._speaking = True, False
            self._queue.put_back()
            self._queue.renew(self._clock())
            self._lock.wait(_AWAY_S)

    def _next(self) -> Saying | None:
        """What is due, now being said; None after a moment in which nothing was."""
        if self._away:
            self._queue.renew(self._clock())
        saying = None if self._closed else self._queue.next(self._clock(), hold=self._hold())
        if saying is None:
            self._lock.wait(_LOOK_S)
        else:
            self._cut, self._speaking = False, True
        return saying

    def _speak(self, saying: Saying) -> bool:
        """One sentence; False when somebody who should have heard it could not."""
        sound = Pcm(b"")
        chime = self._chime(saying.announcement) if saying.first else None
        if chime is not None:
            sound = chime + silence(GAP_S)
        text = self._manner.spell(saying.text) if saying.slower else saying.text
        if self._reader is not None:
            if not self._heard(sound):
                return False
            self._sounding = True
            if self._reader.speak(text, slower=saying.slower, until=self._interrupted):
                return True
            sound = Pcm(b"")  # the short sound was heard; the words are spoken by our own voice
        words = self._manner.say(text, saying.slower)
        if words is not None:
            sound = sound + words
        return self._heard(sound)

    def _heard(self, sound: Pcm) -> bool:
        """Play it to its end; False when somebody who should have heard it could not."""
        if self._cut:
            return False
        for recording in self._recordings:
            recording.play(sound)
            recording.pause()
        with self._lock:  # a stop comes before this, or silences what is played
            if self._cut:
                return False
            for player in self._players:
                player.play(sound)
            self._sounding = self._reader is None
        return False not in [player.wait(self._interrupted) for player in self._players]

    def _interrupted(self) -> bool:
        """True when the running sentence is to break off: by hand, or for an alert that has waited enough."""
        if not self._cut and self._queue.cut_due(self._clock()):
            self._cut = True
            self._stop_sound()
        return self._cut


class TableChannel(_Channel):
    """What everyone hears, on the loudspeaker. `reader`: speaks the words by its own sound, if it answers."""

    def __init__(
        self,
        manner: Manner,
        *,
        player: Loudspeaker | None,
        recording: TableWav | None,
        reader: Dispatcher | None = None,
    ) -> None:
        players = () if player is None else (player,)
        recordings = () if recording is None else (recording,)
        super().__init__("everyone", manner, players, recordings, lambda: False, reader)


class EarChannel(_Channel):
    """What one seat hears, in its own ear. `hold`: the table is speaking, news waits."""

    def __init__(
        self,
        ear: Ear,
        manner: Manner,
        *,
        player: SeatOutlet | None,
        recording: EarWav | None,
        hold: Callable[[], bool],
    ) -> None:
        self.ear = ear
        if any(heard is not None and heard.ear != ear for heard in (player, recording)):
            raise ValueError(f"what is heard elsewhere is no way to {ear}")
        players = () if player is None else (player,)
        recordings = () if recording is None else (recording,)
        super().__init__(ear, manner, players, recordings, hold)

    def rewire(self, player: SeatOutlet | None, say: Say) -> None:
        """From now on it is heard there; what is being said stops.

        Raises:
            ValueError: that is another seat's way.
        """
        if player is not None and player.ear != self.ear:
            raise ValueError(f"what is heard elsewhere is no way to {self.ear}")
        with self._lock:
            self._queue.stop()
            self._silence()
            self._players = () if player is None else (player,)
            self._queue.patient = not self._players
            heard = self._players or self._recordings
            self._manner = replace(self._manner, say=say if heard else nothing)
            self._away = False
            self._lock.notify_all()
