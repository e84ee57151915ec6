"""SHELL: the voice of a table: a speaker as a sink of the session, and its health as news."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import audio
from announce import Ear, Level, Spoken, Wording
from audio import Dispatcher, EarSetting, Speaker, TableSetting, VoiceHealth
from audio.speaker_sink import SpeakerSink
from command_line.extras import EXTRAS
from command_line.terminal import tell_people
from fingerpost.devices.inbox import Inbox
from table.errors import CallError
from table.ports import Sink
from tabletop import Device, DeviceHealth


@dataclass(frozen=True, slots=True)
class OpenedVoice:
    """What speaks, and what a listener can wait for."""

    sinks: Sequence[Sink]
    ears: Speaker | None


def open_voice(
    wording: Wording,
    inbox: Inbox,
    *,
    mute: bool,
    wav: Path | None,
    live: bool,
    rate: int = 175,
    level: Level = "normal",
    voice: str = "",
    pitch: int = 50,
    voices: Path | None = None,
    engine: str = "espeak-ng",
    table: TableSetting | None = None,
    ears: Mapping[Ear, EarSetting] | None = None,
    shared: EarSetting | None = None,
) -> OpenedVoice:
    """Speech through the loudspeaker and earphones, into WAV files, or none; what cannot be had is said once.

    `engine` speech-dispatcher: the owner's speaks to the table; `voice` is one of its. `ears` None: who plays
    alone at a simulated table misses no earphone.

    Raises:
        CallError: the folder for the WAV files cannot be written to.
    """
    if mute or not (live or wav):
        return OpenedVoice((), None)
    if EXTRAS["speech"].missing and engine == "espeak-ng" and voices is None:
        tell_people(EXTRAS["speech"].line)
    reader = Dispatcher(language=wording.language, voice=voice) if engine == "speech-dispatcher" else None
    speech = audio.Voice(
        voice=(voice if reader is None else "") or wording.language,
        rate=rate,
        pitch=pitch,
        spoken=Spoken(wording.language),
        voices=voices,
    )
    try:
        speaker = Speaker(
            wav_dir=wav,
            voice=speech,
            reader=reader,
            level=level,
            table=table,
            ears=ears,
            shared=shared,
            spell=wording.spelled,
            digest=wording.digest,
            changed=voice_changed(inbox),
            ear_changed=_ear_changed(inbox),
        )
    except OSError as error:
        raise CallError(f"--wav {wav}: {error.strerror}; choose another folder") from None
    named = voices_of(voice if reader is None else "", dict(ears or {}) | {"shared": shared})
    if named:
        threading.Thread(target=_tell_unknown, args=(speech, named), name="voices", daemon=True).start()
    return OpenedVoice((SpeakerSink(speaker),), speaker)


def voices_of(table: str, ears: Mapping[str, EarSetting | None]) -> dict[str, str]:
    """The voices that a config names, by where it does."""
    named = {f"[ears] {ear}: voice": setting.voice for ear, setting in ears.items() if setting is not None}
    return {where: name for where, name in ({"[speech] voice": table} | named).items() if name}


def _tell_unknown(speech: audio.Voice, named: Mapping[str, str]) -> None:
    for where, name in named.items():
        if not speech.knows(name):
            tell_people(f"{where}: no voice is called {name}, so another one speaks; see: fingerpost doctor")


def voice_changed(inbox: Inbox) -> Callable[[VoiceHealth], None]:
    """What hands on to the loop how the voice is; any thread may call it."""
    return lambda health: inbox.put(_news("voice", health))


def _ear_changed(inbox: Inbox) -> Callable[[Ear, VoiceHealth], None]:
    return lambda ear, health: inbox.put(replace(_news("ear", health), ear=ear))


def _news(device: Device, health: VoiceHealth) -> DeviceHealth:
    at = time.monotonic()
    return DeviceHealth(
        device=device, condition=health.condition, at=at, cause=health.cause, detail=health.detail
    )
