"""The only builder of real things: voices, wires, devices."""

import contextlib
import queue
import secrets
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from announce import Announcement, Wording
from audio import Speaker, VoiceHealth
from engine import Event, Game, State
from fingerpost import version
from fingerpost.errors import CallError
from fingerpost.session import Input
from fingerpost.sinks import Sink
from mqtt import About, AddressError, MqttSink, PanelPress, TopicError, parse_address
from tabletop import DeviceHealth, Press


def tell_people(text: str) -> None:
    """One line for the person at the terminal."""
    sys.stderr.write(f"fingerpost: {text}\n")
    sys.stderr.flush()


@dataclass(frozen=True, slots=True)
class Voice:
    """What speaks, and what a listener can wait for."""

    sinks: Sequence[Sink]
    ears: Speaker | None


class SpeakerSink:
    """The speaker as a sink of the session."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Nothing: words come by `say`."""

    def say(self, announcement: Announcement, at: float) -> None:
        """Queue it; speech runs by the wall clock, whatever the game's clock is."""
        self._speaker.say(announcement, time.monotonic())

    def again(self, announcement: Announcement, at: float) -> None:
        """The speaker keeps its own history: said again with nothing between, it is slower."""
        self._speaker.repeat(time.monotonic(), announcement.audience)

    def hush(self, at: float) -> bool:
        """Silence at once."""
        now = time.monotonic()
        speaking = self._speaker.busy(now)
        self._speaker.stop(now)
        return speaking

    def health(self, health: DeviceHealth) -> None:
        """Nothing: words come by `say`."""

    def close(self) -> None:
        """Finish what is being said, then stop."""
        self._speaker.close()


class WireSink:
    """The MQTT client as a sink of the session."""

    def __init__(self, wire: MqttSink) -> None:
        self._wire = wire

    def told(self, events: Sequence[tuple[int, Event]], state: State) -> None:
        """Publish the events, then the state."""
        self._wire.told(events, state)

    def say(self, announcement: Announcement, at: float) -> None:
        """Publish public words."""
        if announcement.audience == "everyone" and announcement.normal:
            self._wire.announced(announcement, announcement.seq)

    def again(self, announcement: Announcement, at: float) -> None:
        """Nothing: the house has heard it."""

    def hush(self, at: float) -> bool:
        """The wire does not speak."""
        return False

    def health(self, health: DeviceHealth) -> None:
        """Publish a device's condition."""
        self._wire.health(health)

    def close(self) -> None:
        """Say goodbye."""
        self._wire.close()


class Inbox:
    """Where device threads leave what they have to say for the one loop that reads it."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Input] = queue.SimpleQueue()

    def put(self, item: Input) -> None:
        """Leave one thing; any thread may."""
        self._queue.put(item)

    def take(self, timeout: float = 0.0) -> Iterator[Input]:
        """All that waits; when nothing does, wait for up to `timeout` seconds for the first."""
        with contextlib.suppress(queue.Empty):
            yield self._queue.get(timeout=timeout) if timeout > 0 else self._queue.get_nowait()
            while True:
                yield self._queue.get_nowait()


def open_voice(
    wording: Wording, inbox: Inbox, *, mute: bool, wav: Path | None, live: bool, rate: int = 175
) -> Voice:
    """Speech through the loudspeaker, into WAV files, or none; what cannot be had is said once.

    Raises:
        CallError: the folder for the WAV files cannot be written to.
    """
    if mute or not (live or wav):
        return Voice((), None)
    try:
        speaker = Speaker(wav_dir=wav, rate=rate, spell=wording.spelled, changed=_voice_changed(inbox))
    except OSError as error:
        raise CallError(f"--wav {wav}: {error.strerror}; choose another folder") from None
    return Voice((SpeakerSink(speaker),), speaker)


def _voice_changed(inbox: Inbox) -> Callable[[VoiceHealth], None]:
    def changed(health: VoiceHealth) -> None:
        inbox.put(
            DeviceHealth(
                device="voice",
                condition=health.condition,
                at=time.monotonic(),
                cause=health.cause,
                detail=health.detail,
            )
        )

    return changed


def open_wire(url: str | None, table: str, game: Game, game_id: str, inbox: Inbox) -> list[Sink]:
    """The wire to the house. With no address given, a broker on this machine is used if one is there.

    Raises:
        CallError: the address or the table's name cannot be used.
    """
    if url is None and not _listens("localhost", 1883):
        return []
    try:
        parse_address(url or "mqtt://localhost")
        wire = MqttSink(
            table,
            url or "mqtt://localhost",
            game=game_id,
            boot=secrets.token_hex(8),
            on_health=inbox.put,
            on_command=lambda press: _pressed(press, inbox),
            history=tuple(enumerate(game.events, 1)),
            about=About(
                map=game.state.game_map.id,
                edition=game.state.edition.name,
                software=f"fingerpost/{version()}",
            ),
        )
    except (AddressError, TopicError) as error:
        raise CallError(str(error)) from None
    wire.start()
    return [WireSink(wire)]


def _pressed(press: PanelPress, inbox: Inbox) -> None:
    """A press over MQTT acts as the panel's: down and up."""
    at = time.monotonic()
    inbox.put(Press(button=press.button, action="down", at=at))
    inbox.put(Press(button=press.button, action="up", at=at))


def _listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=0.3).close()
    except OSError:
        return False
    return True
