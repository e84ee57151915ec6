"""SHELL: every seat's ear: its own earphone, its turn at the one that several share, or its file alone."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, Literal

from announce import EARS, Ear
from audio.channel import EarChannel, Manner, Say, Tuning, nothing
from audio.condition import VoiceHealth, lost
from audio.ear_settings import EarSetting
from audio.players import EarPlayer, SharedEarphone, SharedSeat
from audio.queue import SpeechPreferences
from audio.sinks import command_for
from audio.sound import Pcm, amplitude
from audio.speech import Style
from audio.voice_ports import Earphone, SeatOutlet, Synthesizer
from audio.wav_files import EarWav

_NO_EAR: Final = lost("none", "no earphone is named for this seat")
_NO_PLAYER: Final = lost("no-sound", "no program that plays to this seat's earphone: aplay, pw-cat")

Route = Literal["own", "shared", "elsewhere"]
"""Where a seat's words are heard: in its own earphone, in its turn at the shared one, or not here."""

EarChanged = Callable[[Ear, VoiceHealth], None]
NewEarphone = Callable[[EarSetting, Ear], Earphone | None]
"""An earphone that is named for a seat, or None without a program that plays to it."""


def earphone(setting: EarSetting, ear: Ear) -> Earphone | None:
    """A seat's earphone by a program of this machine; None: the program is not installed."""
    command = command_for(setting.sink, private=True)
    return None if command is None else EarPlayer(command, ear, setting.sink)


class Ears:
    """A channel for each seat that is spoken to, made when it first is.

    Args:
        settings: each seat's earphone. None: private words are heard elsewhere, and no ear is missed.
        shared: one earphone for the seats without their own; who has it in is told by `pass_to`.
        manner: how every audience is spoken to; an ear's own settings go before it.
        wav_dir: also write what each hears here; None: do not.
        hold: whether the table is speaking, so that news waits.
        changed: called at each change of an earphone's health, and once for a seat that cannot be reached.
    """

    def __init__(
        self,
        *,
        settings: Mapping[Ear, EarSetting] | None,
        shared: EarSetting | None,
        synthesizer: Synthesizer,
        manner: Manner,
        mute: bool,
        wav_dir: Path | None,
        hold: Callable[[], bool],
        changed: EarChanged,
        new: NewEarphone = earphone,
    ) -> None:
        self._settings, self._shared_setting = settings, shared
        self._synthesizer, self._manner, self._tuning = synthesizer, manner, Tuning()
        self._mute, self._wav_dir = mute, wav_dir
        self._hold, self._changed, self._new_earphone = hold, changed, new
        self._volume = 100  # percent
        self.voices: Mapping[Ear, str] = {}  # chosen at the table, before the settings'; "": the table's
        self._lock = threading.Lock()
        self._channels: dict[Ear, EarChannel] = {}
        self._earphones: list[tuple[Earphone, EarSetting]] = []
        self._own: dict[Ear, Earphone] = {}
        self._routes: dict[Ear, Route] = {}
        self._files: list[EarWav] = []
        self._shared: SharedEarphone | None = None
        if shared is not None and not mute:
            player = self._open(shared, EARS[0], self._shared_changed)
            self._shared = None if player is None else SharedEarphone(player)

    def all(self) -> tuple[EarChannel, ...]:
        """Those who were spoken to."""
        with self._lock:
            return tuple(self._channels.values())

    def of(self, ear: Ear) -> EarChannel:
        """The way to one seat."""
        trouble: VoiceHealth | None = None
        with self._lock:
            found = self._channels.get(ear)
            if found is None:
                found, trouble = self._new(ear)
                found.tune(self._tuned(ear))
                self._channels[ear] = found
        if trouble is not None:
            self._changed(ear, trouble)
        return found

    def route(self, ear: Ear, to: Route) -> None:
        """From now on this seat's words are heard there; those that are being said stop."""
        with self._lock:
            self._routes[ear] = to
            channel = self._channels.get(ear)
            outlet = self._outlet(ear)
        if channel is not None:
            channel.rewire(outlet, self._saying(ear))
        if to == "own" and outlet is None and not self._mute:
            self._changed(ear, _NO_PLAYER)

    def pass_to(self, ear: Ear) -> None:
        """This seat has the shared earphone in: what is still in it of another's words is not heard."""
        if self._shared is not None:
            self._shared.pass_to(ear)

    def tune(self, tuning: Tuning) -> None:
        """From the next words on, as the table is tuned, but for what an ear has of its own."""
        self._tuning = tuning
        for channel in self.all():
            channel.tune(self._tuned(channel.ear))

    def set_volume(self, percent: int) -> None:
        """Of the table's and of each ear's own."""
        with self._lock:
            self._volume = percent
            earphones = tuple(self._earphones)
        for player, setting in earphones:
            player.share = self._share(setting)

    def close(self) -> None:
        """Silence, end every program, finish the files."""
        for channel in self.all():
            channel.close()
        for player, _ in self._earphones:
            player.close()
        for file in self._files:
            file.close()

    # inside

    def _new(self, ear: Ear) -> tuple[EarChannel, VoiceHealth | None]:
        """The way to a seat, and why nothing is heard there, if that is so."""
        own, outlet = (self._settings or {}).get(ear), self._outlet(ear)
        recording = None if self._wav_dir is None else EarWav(self._wav_dir, ear)
        if recording is not None:
            self._files.append(recording)
        manner = replace(
            self._manner,
            say=nothing if outlet is None and recording is None else self._saying(ear),
            wish=SpeechPreferences(own=ear),
        )
        channel = EarChannel(ear, manner, player=outlet, recording=recording, hold=self._hold)
        routed = ear in self._routes
        if outlet is not None or recording is not None or self._mute or self._settings is None or routed:
            return channel, None
        return channel, _NO_EAR if own is None else _NO_PLAYER

    def _outlet(self, ear: Ear) -> SeatOutlet | None:
        """The earphone of a seat, its own before the shared one, or as it was routed."""
        own, route = (self._settings or {}).get(ear), self._routes.get(ear)
        if self._mute or route == "elsewhere":
            return None
        if own is not None and route != "shared":
            player = self._own.get(ear) or self._open(own, ear, partial(self._changed, ear))
            if player is not None:
                self._own[ear] = player
            return player
        return None if self._shared is None else SharedSeat(self._shared, ear)

    def _setting(self, ear: Ear) -> EarSetting | None:
        """How the earphone speaks in which this seat hears."""
        own = None if self._routes.get(ear) == "shared" else (self._settings or {}).get(ear)
        return own or self._shared_setting

    def _open(self, setting: EarSetting, ear: Ear, changed: Callable[[VoiceHealth], None]) -> Earphone | None:
        player = self._new_earphone(setting, ear)
        if player is not None:
            player.changed = changed
            player.share = self._share(setting)
            self._earphones.append((player, setting))
        return player

    def _shared_changed(self, health: VoiceHealth) -> None:
        holder = None if self._shared is None else self._shared.holder
        self._changed(holder or EARS[0], health)

    def _saying(self, ear: Ear) -> Say:
        """In the ear's own style; where it has none, in the table's, as that is when it speaks."""
        setting = self._setting(ear)
        voice, rate, pitch = (None, None, None)
        if setting is not None:
            voice, rate, pitch = setting.voice, setting.rate, setting.pitch

        def say(text: str, slower: bool) -> Pcm | None:
            table, chosen = self._synthesizer.style, self.voices.get(ear)
            style = Style(
                (voice if chosen is None else chosen) or table.voice,
                table.rate if rate is None else rate,
                table.pitch if pitch is None else pitch,
            )
            return self._synthesizer.say(text, slower=slower, style=style)

        return say

    def _tuned(self, ear: Ear) -> Tuning:
        setting = self._setting(ear)
        if setting is None:
            return self._tuning
        return replace(
            self._tuning,
            level=setting.level or self._tuning.level,
            own_level=setting.own_level or self._tuning.own_level,
            rate=setting.rate or self._tuning.rate,
        )

    def _share(self, setting: EarSetting) -> float:
        return amplitude(self._volume * setting.volume / 100)
