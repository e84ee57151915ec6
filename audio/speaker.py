"""SHELL: the voice of a table: announcements in, sound out. It makes no game wait and raises into none."""

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from announce import Announcement, Audience, Ear, Level, Spoken
from audio.channel import EarChannel, TableChannel
from audio.condition import LIVE, VoiceHealth, lost
from audio.players import EarPlayer, TablePlayer, ear_command, table_command
from audio.queue import Utterance
from audio.sound import Pcm
from audio.speech import FASTEST, RATE, SLOWEST, Voice
from audio.wav_files import EarWav, TableWav

_LOOK_S = 0.02


class Speaker:
    """Speaks to the table and into ears.

    Args:
        wav_dir: also write what is heard as WAV files here; None: do not.
        mute: make no sound, write no file, start no program; history is kept all the same.
        ears: a seat's earphone as an exact ALSA device (`plughw:CARD=…`). A seat without one hears nothing
            from here; with `wav_dir` its words are in its file.
        language: of the voice and of the table of spoken names.
        voice_name: espeak-ng's name of a voice; empty: the language's own.
        rate: words a minute.
        spell: makes a text easier to follow for a slow repeat (`Wording.spelled`).
        changed: called when the health changes, from a thread of ours.
        voice, table_player: for tests; else found on this machine.
    Raises:
        OSError: `wav_dir` cannot be written to.
    """

    def __init__(
        self,
        *,
        wav_dir: Path | None = None,
        mute: bool = False,
        ears: Mapping[Ear, str] | None = None,
        language: str = "en",
        voice_name: str = "",
        rate: int = RATE,
        level: Level = "normal",
        spoken: Spoken | None = None,
        spell: Callable[[str], str] = str,
        changed: Callable[[VoiceHealth], None] = lambda health: None,
        voice: Voice | None = None,
        table_player: TablePlayer | None = None,
    ) -> None:
        self._changed, self._told = changed, LIVE
        self._lock = threading.Lock()
        self._wav_dir = None if mute else wav_dir
        self._mute, self._ears = mute, dict(ears or {})
        self._volume = 100
        self._spell, self._level = spell, level
        self._files: list[TableWav | EarWav] = []
        self._channels: dict[Ear, EarChannel] = {}
        self._ear_players: list[EarPlayer] = []
        recording = None if self._wav_dir is None else TableWav(self._wav_dir)
        if recording is not None:
            self._files.append(recording)
        self._player = None if mute else table_player or self._find_player()
        self._voice = voice or Voice(
            voice=voice_name or language, rate=rate, spoken=spoken or Spoken(language)
        )
        self._voice.changed = self._look
        if self._player is not None:
            self._player.changed = self._look
        self._table = TableChannel(
            self._say if self._player is not None or recording is not None else _nothing,
            spell=spell,
            level=level,
            player=self._player,
            recording=recording,
        )
        if not mute and self._player is None and recording is None:
            self._look(lost("no-sound"))

    # what the session calls

    def say(self, announcement: Announcement, at: float) -> None:
        """Say this when its turn comes. `at`: time.monotonic(). Returns at once."""
        if announcement.audience == "everyone":
            self._table.put(announcement, at)
        else:
            self._ear(announcement.audience).put(announcement, at)

    def stop(self, at: float) -> None:
        """A press: silence everywhere; what was cut stays in history."""
        for channel in self._all():
            channel.stop()

    def repeat(self, at: float, audience: Audience = "everyone") -> Announcement | None:
        """Say the last utterance again; once more with nothing between: slower. None: nothing was said."""
        return self._of(audience).repeat(at)

    def step(self, by: int, at: float, audience: Audience = "everyone") -> Announcement | None:
        """Walk the history of an audience, -1 back, +1 forward. None: nothing more there."""
        return self._of(audience).step(by, at)

    def history(self, audience: Audience = "everyone") -> tuple[Utterance, ...]:
        """The last hundred utterances of an audience, oldest first."""
        return self._of(audience).history()

    def busy(self, now: float) -> bool:
        """True while anything is being said or waits to be."""
        return any(channel.busy(now) for channel in self._all())

    def wait_idle(self, timeout: float) -> bool:
        """Wait until all is said; False when that takes longer than `timeout` seconds."""
        until = time.monotonic() + timeout
        while self.busy(time.monotonic()):
            if time.monotonic() >= until:
                return False
            time.sleep(_LOOK_S)
        return True

    @property
    def volume(self) -> int:
        """How loud it is, 0 to 100, to the table and in every ear; WAV files keep their level."""
        return self._volume

    @volume.setter
    def volume(self, percent: int) -> None:
        self._volume = max(0, min(100, percent))
        with self._lock:
            players = (self._player, *self._ear_players)
        for player in players:
            if player is not None:
                player.share = self._share

    @property
    def rate(self) -> int:
        """Words a minute, from the next sentence on."""
        return self._voice.rate

    @rate.setter
    def rate(self, words_a_minute: int) -> None:
        self._voice.rate = max(SLOWEST, min(FASTEST, words_a_minute))

    def health(self) -> VoiceHealth:
        """Live, or the first thing that keeps words from being heard."""
        if self._mute:
            return LIVE
        if self._player is None and self._wav_dir is None:
            return lost("no-sound", "no player with a sound card: pw-cat, pacat or aplay")
        if self._voice.health().condition != "live" or self._player is None:
            return self._voice.health()
        return self._player.health()

    def close(self) -> None:
        """Silence, end every program, finish the files."""
        for channel in self._all():
            channel.close()
        for player in (self._player, *self._ear_players):
            if player is not None:
                player.close()
        self._voice.close()
        for file in self._files:
            file.close()

    # inside

    @property
    def _share(self) -> float:
        """Amplitude: half of the volume sounds half as loud at about a third of it."""
        return float((self._volume / 100) ** 1.67)

    def _say(self, text: str, slower: bool) -> Pcm | None:
        return self._voice.say(text, slower=slower)

    def _find_player(self) -> TablePlayer | None:
        command = table_command()
        return None if command is None else TablePlayer(command)

    def _all(self) -> tuple[TableChannel | EarChannel, ...]:
        with self._lock:
            return (self._table, *self._channels.values())

    def _of(self, audience: Audience) -> TableChannel | EarChannel:
        return self._table if audience == "everyone" else self._ear(audience)

    def _ear(self, ear: Ear) -> EarChannel:
        with self._lock:
            found = self._channels.get(ear)
            if found is None:
                found = self._channels[ear] = self._new_ear(ear)
            return found

    def _new_ear(self, ear: Ear) -> EarChannel:
        player, recording = None, None
        device = None if self._mute else self._ears.get(ear)
        command = None if device is None else ear_command(device)
        if command is not None:
            player = EarPlayer(command, ear)
            player.share = self._share
            self._ear_players.append(player)
        if self._wav_dir is not None:
            recording = EarWav(self._wav_dir, ear)
            self._files.append(recording)
        return EarChannel(
            ear,
            self._say if player is not None or recording is not None else _nothing,
            spell=self._spell,
            level=self._level,
            player=player,
            recording=recording,
            hold=lambda: self._table.busy(time.monotonic()),
        )

    def _look(self, _: VoiceHealth) -> None:
        """Something changed: pass on what that means for the whole, once."""
        health = self.health()
        if health.cause != self._told.cause:
            self._told = health
            self._changed(health)


def _nothing(text: str, slower: bool) -> Pcm | None:
    """Where nothing is heard, nothing is rendered."""
    return None
