"""SHELL: the voice of a table: announcements in, sound out. It makes no game wait and raises into none."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from announce import Announcement, Audience, Ear, Earcon, Level
from audio.channel import EarChannel, Manner, TableChannel, Tuning, nothing
from audio.condition import LIVE, VoiceHealth, lost
from audio.dispatcher import Dispatcher
from audio.ear_settings import EarSetting, TableSetting
from audio.ears import EarChanged, Ears, NewEarphone, Route, earphone
from audio.players import TablePlayer
from audio.queue import Digest, Utterance, in_brief
from audio.sinks import command_for, default_command
from audio.sound import Pcm, amplitude
from audio.speech import FASTEST, SLOWEST, Voice
from audio.voice_ports import Loudspeaker, Synthesizer
from audio.wav_files import TableWav

_LOOK_S = 0.02


class Speaker:
    """Speaks to the table and into ears.

    Args:
        wav_dir: also write what is heard as WAV files here; None: do not.
        mute: make no sound, write no file, start no program; history is kept all the same.
        ears: each seat's earphone. A seat without one hears nothing from here; with `wav_dir` its words are
            in its file. None: private words are heard elsewhere, and no ear is missed.
        shared: one earphone for the seats without their own; who has it in is told by `pass_ear`.
        table: where the table hears.
        level: how long words are, at first.
        reader: the owner's speech-dispatcher, for the table's words; ears are spoken to by `voice`.
        spell: makes a text easier to follow for a slow repeat (`Wording.spelled`).
        digest: sums up results that came too fast (`Wording.digest`).
        changed: called when the health changes, from a thread of ours; `ear_changed`: that of one ear.
        voice: what renders words, from now on this speaker's to close; None: espeak-ng in English.
        table_player, ear_player: another way to be heard than by the programs of this machine.
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
        level: Level = "normal",
        reader: Dispatcher | None = None,
        spell: Callable[[str], str] = str,
        digest: Digest = in_brief,
        changed: Callable[[VoiceHealth], None] = lambda health: None,
        ear_changed: EarChanged = lambda ear, health: None,
        voice: Synthesizer | None = None,
        table_player: Loudspeaker | None = None,
        ear_player: NewEarphone = earphone,
    ) -> None:
        setting = table or TableSetting()
        self._changed, self._told = changed, LIVE
        self._mute, self._volume = mute, 100
        self._tuning = Tuning(level=level, silent=setting.silent)
        self._recording = None if mute or wav_dir is None else TableWav(wav_dir)
        self._player = None if mute else table_player or _table_player(setting)
        self._reader = None if mute or self._recording is not None else reader  # a file is no loudspeaker
        heard = any(way is not None for way in (self._player, self._recording, self._reader))
        self._voice = voice or Voice()
        self._voice.changed = self._look
        if self._player is not None:
            self._player.changed = self._look
        manner = Manner(
            say=self._say if heard else nothing,
            spell=spell,
            digest=digest,
            no_earcons=setting.no_earcons,
            chairs=setting.chairs,
        )
        self._table = TableChannel(
            manner, player=self._player, recording=self._recording, reader=self._reader
        )
        self._ears = Ears(
            settings=ears,
            shared=shared,
            synthesizer=self._voice,
            manner=manner,
            mute=mute,
            wav_dir=None if mute else wav_dir,
            hold=lambda: self._table.busy(time.monotonic()),
            changed=ear_changed,
            new=ear_player,
        )
        self.rate = self._voice.rate  # within its limits, and everywhere
        if heard:
            threading.Thread(target=self._voice.warm, name="starts the voice", daemon=True).start()
        elif not mute:
            self._look(lost("no-sound"))

    # what the session calls

    def say(self, announcement: Announcement, at: float) -> None:
        """Say this when its turn comes. `at`: time.monotonic(). Returns at once."""
        if announcement.audience == "everyone":
            self._table.put(announcement, at)
            if announcement.undoes is not None and announcement.seq is not None:
                for channel in self._all():
                    channel.forget(announcement.undoes, announcement.seq)
        else:
            self._ears.of(announcement.audience).put(announcement, at)

    def close_question(self) -> None:
        """Nobody asks any more what was asked: what has not begun of it is not said."""
        for channel in self._all():
            channel.close_question()

    def route(self, ear: Ear, to: Route) -> None:
        """From now on this seat's words are heard there."""
        self._ears.route(ear, to)

    def pass_ear(self, ear: Ear) -> None:
        """This seat has the shared earphone in: what is still in it of another's words is not heard."""
        self._ears.pass_to(ear)

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

    def to_begin(self, audience: Audience = "everyone") -> bool:
        """True while words for this audience wait of which nothing could be heard yet."""
        return self._of(audience).to_begin()

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
        if self._player is not None:
            self._player.share = amplitude(self._volume)
        self._ears.set_volume(self._volume)

    @property
    def ready(self) -> bool:
        """Whether a word would be heard at once, or never will be."""
        unheard = self._player is None and self._recording is None
        return self._mute or unheard or self._voice.ready()

    @property
    def rate(self) -> int:
        """Words a minute, from the next sentence on."""
        return self._voice.rate

    @rate.setter
    def rate(self, words_a_minute: int) -> None:
        self._voice.rate = max(SLOWEST, min(FASTEST, words_a_minute))
        if self._reader is not None:
            self._reader.rate = self._voice.rate
        self._tuning = replace(self._tuning, rate=self._voice.rate)
        self._tune()

    @property
    def voices(self) -> Mapping[str, str]:
        """Which may be chosen for `voice_name` and in `ear_voices`, as people call them; none: no other."""
        return {} if self._reader is not None else self._voice.voices

    @property
    def voice_name(self) -> str:
        """Which voice speaks, from the next words on, but in an ear that has its own."""
        return self._voice.style.voice

    @voice_name.setter
    def voice_name(self, name: str) -> None:
        self._voice.style = replace(self._voice.style, voice=name)

    @property
    def ear_voices(self) -> Mapping[Ear, str]:
        """Which voice was chosen for an ear, "": the table's; it goes before that of the config."""
        return self._ears.voices

    @ear_voices.setter
    def ear_voices(self, names: Mapping[Ear, str]) -> None:
        self._ears.voices = dict(names)

    @property
    def level(self) -> Level:
        """How long words are, to the table and in every ear that has no length of its own in the config."""
        return self._tuning.level

    @level.setter
    def level(self, level: Level) -> None:
        self._tuning = replace(self._tuning, level=level)
        self._tune()

    @property
    def own_level(self) -> Level:
        """How long words are in an ear for what its own seat does."""
        return self._tuning.own_level or self._tuning.level

    @own_level.setter
    def own_level(self, level: Level) -> None:
        self._tuning = replace(self._tuning, own_level=level)
        self._tune()

    @property
    def sounds(self) -> bool:
        """Whether short sounds are heard before words and by themselves."""
        return self._tuning.sounds

    @sounds.setter
    def sounds(self, on: bool) -> None:
        self._tuning = replace(self._tuning, sounds=on)
        self._tune()

    @property
    def sound_volume(self) -> int:
        """How loud short sounds are, in percent of what stands well beside speech."""
        return self._tuning.sound_volume

    @sound_volume.setter
    def sound_volume(self, percent: int) -> None:
        self._tuning = replace(self._tuning, sound_volume=percent)
        self._tune()

    @property
    def silent(self) -> frozenset[Earcon]:
        """The kinds of news, by their short sounds, that are kept in history and said to nobody."""
        return self._tuning.silent

    @silent.setter
    def silent(self, kinds: frozenset[Earcon]) -> None:
        self._tuning = replace(self._tuning, silent=kinds)
        self._tune()

    def _tune(self) -> None:
        self._table.tune(self._tuning)
        self._ears.tune(self._tuning)

    def health(self) -> VoiceHealth:
        """Live, or the first thing that keeps words from being heard."""
        if self._mute or (self._reader is not None and not self._reader.trouble):
            return LIVE
        if self._player is None and self._recording is None:
            return lost(
                "no-sound",
                "no player with a sound card: pw-cat, pacat or aplay; run: sudo apt install alsa-utils",
            )
        if self._voice.health().condition != "live" or self._player is None:
            return self._voice.health()
        return self._player.health()

    def close(self) -> None:
        """Silence, end every program, finish the files."""
        self._table.close()
        self._ears.close()
        for used in (self._player, self._voice, self._reader, self._recording):
            if used is not None:
                used.close()

    # inside

    def _say(self, text: str, slower: bool) -> Pcm | None:
        return self._voice.say(text, slower=slower)

    def _all(self) -> tuple[TableChannel | EarChannel, ...]:
        return (self._table, *self._ears.all())

    def _of(self, audience: Audience) -> TableChannel | EarChannel:
        return self._table if audience == "everyone" else self._ears.of(audience)

    def _look(self, _: VoiceHealth) -> None:
        """Something changed: pass on what that means for the whole, once."""
        health = self.health()
        if health.cause != self._told.cause:
            self._told = health
            self._changed(health)


def _table_player(setting: TableSetting) -> Loudspeaker | None:
    channels = 2 if setting.chairs else 1
    sink = setting.sink
    if sink is None:
        command = default_command(channels)
    else:
        command = command_for(sink, private=False, channels=channels)
    return None if command is None else TablePlayer(command, channels=channels)
