"""SHELL: the voice of a table: announcements in, sound out. It makes no game wait and raises into none."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from announce import EARS, Announcement, Audience, Ear, Earcon, Level, Spoken
from audio.channel import EarChannel, Manner, TableChannel
from audio.condition import LIVE, VoiceHealth, lost
from audio.dispatcher import Dispatcher
from audio.players import EarPlayer, SharedSeat, TablePlayer
from audio.queue import Digest, Utterance, Wish, in_brief
from audio.settings import EarSetting, TableSetting
from audio.sinks import command_for, default_command
from audio.sound import Pcm
from audio.speech import FASTEST, RATE, SLOWEST, Style, Voice
from audio.wav_files import EarWav, TableWav

_LOOK_S = 0.02
_NO_EAR: Final = lost("none", "no earphone is named for this seat")
_NO_PLAYER: Final = lost("no-sound", "no program that plays to this seat's earphone: aplay, pw-cat")

EarChanged = Callable[[Ear, VoiceHealth], None]


class Speaker:
    """Speaks to the table and into ears.

    Args:
        wav_dir: also write what is heard as WAV files here; None: do not.
        mute: make no sound, write no file, start no program; history is kept all the same.
        ears: each seat's earphone. A seat without one hears nothing from here; with `wav_dir` its words are
            in its file. None: private words are heard elsewhere, and no ear is missed.
        shared: one earphone for the seats without their own; who has it in is told by `pass_ear`.
        table: where the table hears.
        language: of the voice and of the table of spoken names.
        voice_name: espeak-ng's name of a voice; empty: the language's own.
        rate, pitch: words a minute; 0 to 99.
        voices: a folder of Piper voices.
        reader: the owner's speech-dispatcher, for the table's words; ears are spoken to by `voice`.
        spell: makes a text easier to follow for a slow repeat (`Wording.spelled`).
        digest: sums up results that came too fast (`Wording.digest`).
        changed: called when the health changes, from a thread of ours; `ear_changed`: that of one ear.
        voice, table_player, ear_player: for tests; else found on this machine.
    Raises:
        OSError: `wav_dir` cannot be written to.
    """

    def __init__(
        self,
        *,
        wav_dir: Path | None = None,
        mute: bool = False,
        ears: Mapping[Ear, EarSetting] | None = None,
        shared: EarSetting | None = None,
        table: TableSetting | None = None,
        language: str = "en",
        voice_name: str = "",
        rate: int = RATE,
        pitch: int = 50,
        voices: Path | None = None,
        reader: Dispatcher | None = None,
        level: Level = "normal",
        spoken: Spoken | None = None,
        spell: Callable[[str], str] = str,
        digest: Digest = in_brief,
        changed: Callable[[VoiceHealth], None] = lambda health: None,
        ear_changed: EarChanged = lambda ear, health: None,
        voice: Voice | None = None,
        table_player: TablePlayer | None = None,
        ear_player: Callable[[EarSetting, Ear], EarPlayer | None] | None = None,
    ) -> None:
        self._changed, self._told, self._ear_changed = changed, LIVE, ear_changed
        self._lock = threading.Lock()
        self._wav_dir = None if mute else wav_dir
        self._mute, self._ears, self._table_setting = mute, ears, table or TableSetting()
        self._volume = 100
        self._spell, self._level, self._digest = spell, level, digest
        self._own_level: Level | None = None
        self._sounds = True
        self._silent = self._table_setting.silent
        self._new_player = ear_player or _ear_player
        self._shared = None if mute or shared is None else self._new_player(shared, EARS[0])
        self._shared_setting = shared
        self._holder: Ear | None = None
        self._files: list[TableWav | EarWav] = []
        self._channels: dict[Ear, EarChannel] = {}
        self._ear_players: list[EarPlayer] = []
        if self._shared is not None:
            self._shared.changed = lambda health: self._ear_changed(self._holder or EARS[0], health)
            self._ear_players.append(self._shared)
            self._set_share(self._shared)
        recording = None if self._wav_dir is None else TableWav(self._wav_dir)
        if recording is not None:
            self._files.append(recording)
        self._player = None if mute else table_player or _table_player(self._table_setting)
        self._voice = voice or Voice(
            voice=voice_name or language,
            rate=rate,
            pitch=pitch,
            spoken=spoken or Spoken(language),
            voices=voices,
        )
        self._voice.changed = self._look
        self._reader = None if mute or recording is not None else reader  # a file is no loudspeaker
        if self._player is not None:
            self._player.changed = self._look
        heard = self._player is not None or recording is not None or self._reader is not None
        self.rate = self._voice.rate
        self._table = TableChannel(
            self._manner(Wish(level=level, silent=self._silent), self._say if heard else _nothing),
            player=self._player,
            recording=recording,
            reader=self._reader,
        )
        if heard:
            threading.Thread(target=self._voice.warm, name="starts the voice", daemon=True).start()
        if not mute and not heard:
            self._look(lost("no-sound"))

    def _manner(self, wish: Wish, say: Callable[[str, bool], Pcm | None]) -> Manner:
        return Manner(
            say=say,
            spell=self._spell,
            wish=wish,
            digest=self._digest,
            no_earcons=self._table_setting.no_earcons,
            chairs=self._table_setting.chairs,
        )

    # what the session calls

    def say(self, announcement: Announcement, at: float) -> None:
        """Say this when its turn comes. `at`: time.monotonic(). Returns at once."""
        if announcement.audience == "everyone":
            self._table.put(announcement, at)
            if announcement.undoes is not None and announcement.seq is not None:
                for channel in self._all():
                    channel.forget(announcement.undoes, announcement.seq)
        else:
            self._ear(announcement.audience).put(announcement, at)

    def pass_ear(self, ear: Ear) -> None:
        """This seat has the shared earphone in: what is still in it of another's words is not heard."""
        if self._shared is not None:
            self._shared.stop()
        self._holder = ear

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
        if self._reader is not None:
            self._reader.volume = self._volume
        with self._lock:
            players = (self._player, *self._ear_players)
        for player in players:
            if player is not None:
                self._set_share(player)

    @property
    def ready(self) -> bool:
        """Whether a word would be heard at once, or never will be."""
        started = self._voice.pid is not None or self._voice.health().condition != "live"
        return self._mute or started or (self._player is None and self._wav_dir is None)

    @property
    def rate(self) -> int:
        """Words a minute, from the next sentence on."""
        return self._voice.rate

    @rate.setter
    def rate(self, words_a_minute: int) -> None:
        self._voice.rate = max(SLOWEST, min(FASTEST, words_a_minute))
        if self._reader is not None:
            self._reader.rate = self._voice.rate

    @property
    def level(self) -> Level:
        """How long words are, to the table and in every ear that has no length of its own in the config."""
        return self._level

    @level.setter
    def level(self, level: Level) -> None:
        self._level = level
        self._tune()

    @property
    def own_level(self) -> Level:
        """How long words are in an ear for what its own seat does."""
        return self._own_level or self._level

    @own_level.setter
    def own_level(self, level: Level) -> None:
        self._own_level = level
        self._tune()

    @property
    def sounds(self) -> bool:
        """Whether short sounds are heard before words and by themselves."""
        return self._sounds

    @sounds.setter
    def sounds(self, on: bool) -> None:
        self._sounds = on
        self._tune()

    @property
    def silent(self) -> frozenset[Earcon]:
        """The kinds of news, by their short sounds, that are kept in history and said to nobody."""
        return self._silent

    @silent.setter
    def silent(self, kinds: frozenset[Earcon]) -> None:
        self._silent = kinds
        self._tune()

    def _tune(self) -> None:
        for channel in self._all():
            setting = (self._ears or {}).get(channel.audience) if channel.audience != "everyone" else None
            level = setting.level if setting is not None and setting.level else self._level
            own = setting.own_level if setting is not None and setting.own_level else self._own_level
            channel.tune(level=level, own_level=own, sounds=self._sounds, silent=self._silent)

    def health(self) -> VoiceHealth:
        """Live, or the first thing that keeps words from being heard."""
        if self._mute or (self._reader is not None and not self._reader.trouble):
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
        if self._reader is not None:
            self._reader.close()
        for file in self._files:
            file.close()

    # inside

    def _say(self, text: str, slower: bool) -> Pcm | None:
        return self._voice.say(text, slower=slower)

    def _say_to(self, setting: EarSetting, text: str, slower: bool) -> Pcm | None:
        """In the ear's own style; where it has none, in the table's, as that is now."""
        table = self._voice.style
        style = Style(
            table.voice if setting.voice is None else setting.voice,
            table.rate if setting.rate is None else setting.rate,
            table.pitch if setting.pitch is None else setting.pitch,
        )
        return self._voice.say(text, slower=slower, style=style)

    def _all(self) -> tuple[TableChannel | EarChannel, ...]:
        with self._lock:
            return (self._table, *self._channels.values())

    def _of(self, audience: Audience) -> TableChannel | EarChannel:
        return self._table if audience == "everyone" else self._ear(audience)

    def _ear(self, ear: Ear) -> EarChannel:
        with self._lock:
            found = self._channels.get(ear)
            if found is not None:
                return found
            found = self._channels[ear] = self._new_ear(ear)
            tuned = self._own_level is not None or not self._sounds
            own = self._shared is not None or any(player.ear == ear for player in self._ear_players)
            reached = own or self._mute or self._wav_dir is not None
        if tuned:
            self._tune()
        if self._ears is not None and not reached:
            self._ear_changed(ear, _NO_PLAYER if ear in self._ears else _NO_EAR)
        return found

    def _new_ear(self, ear: Ear) -> EarChannel:
        own = (self._ears or {}).get(ear)
        setting = own or self._shared_setting
        player: EarPlayer | SharedSeat | None = None
        if not self._mute and own is not None:
            player = self._new_player(own, ear)
        elif self._shared is not None:
            player = SharedSeat(self._shared, ear, lambda: self._holder)
        recording = None if self._wav_dir is None else EarWav(self._wav_dir, ear)
        say: Callable[[str, bool], Pcm | None] = self._say
        wish = Wish(level=self._level, own=ear, silent=self._silent)
        if setting is not None:
            say = partial(self._say_to, setting)
            wish = replace(wish, level=setting.level or self._level, own_level=setting.own_level)
        if isinstance(player, EarPlayer):
            player.changed = partial(self._ear_changed, ear)
            self._ear_players.append(player)
            self._set_share(player)
        if recording is not None:
            self._files.append(recording)
        return EarChannel(
            ear,
            self._manner(wish, say if player is not None or recording is not None else _nothing),
            player=player,
            recording=recording,
            hold=lambda: self._table.busy(time.monotonic()),
        )

    def _set_share(self, player: TablePlayer | EarPlayer) -> None:
        own = 100
        if player is self._shared and self._shared_setting is not None:
            own = self._shared_setting.volume
        elif isinstance(player, EarPlayer) and self._ears is not None:
            own = self._ears[player.ear].volume
        player.share = _amplitude(self._volume * own / 100)

    def _look(self, _: VoiceHealth) -> None:
        """Something changed: pass on what that means for the whole, once."""
        health = self.health()
        if health.cause != self._told.cause:
            self._told = health
            self._changed(health)


def _table_player(setting: TableSetting) -> TablePlayer | None:
    channels = 2 if setting.chairs else 1
    sink = setting.sink
    if sink is None:
        command = default_command(channels)
    else:
        command = command_for(sink, private=False, channels=channels)
    return None if command is None else TablePlayer(command, channels=channels)


def _ear_player(setting: EarSetting, ear: Ear) -> EarPlayer | None:
    command = command_for(setting.sink, private=True)
    return None if command is None else EarPlayer(command, ear, setting.sink)


def _amplitude(percent: float) -> float:
    """Half of the volume sounds half as loud at about a third of the amplitude."""
    return float((percent / 100) ** 1.67)


def _nothing(text: str, slower: bool) -> Pcm | None:
    """Where nothing is heard, nothing is rendered."""
    return None
