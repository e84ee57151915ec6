"""SHELL: the table before its game: devices and voice opened, a game chosen at the panel, all let go."""

import argparse
import os
import secrets
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

from announce import Wording
from audio import Speaker, present
from dialog import Effect, Panel
from dialog.setup import DeviceWell, Finding, StoredGame
from engine import Game
from fingerpost.assemble import Inbox, Voice, tell_people
from fingerpost.at_the_keys import stands_in
from fingerpost.commands.arguments import the_layout, the_map
from fingerpost.config import Config
from fingerpost.devices import TableHealth
from fingerpost.games import find, to_go_on
from fingerpost.keyboard_part import KeyboardPart
from fingerpost.remembered import Memory, keep, memory_of, recall
from fingerpost.self_test import Sensed
from fingerpost.session import Input
from fingerpost.set_up_choices import (
    board_of,
    can_press,
    expected_of,
    facts_of,
    fitting,
    given_of,
    made,
    remembered,
)
from fingerpost.setting_up import TAKES, Made, SettingUp, Stored, Surroundings
from fingerpost.sinks import Sink, Transcript
from fingerpost.tuning import Tuner, settings_of
from fingerpost.wire import open_lobby
from mqtt import Asked, AskQuestion, PressButton, error_fields, ok_fields
from tabletop import BoardLayout, Button, DeviceHealth, Press

if TYPE_CHECKING:
    from fingerpost.play import Part

BROKER_S: Final = 0.5  # a broker that takes longer to answer is said to be silent


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is to be played: the config it means, and the stored game, if it is one."""

    config: Config
    name: str | None = None
    new: bool = False
    greeted: bool = False  # the table was welcomed to this stored game and has said Yes


class Desk:
    """The table that is set up, where the loop and the keys expect one that plays."""

    def __init__(self, setting_up: SettingUp, game: Game) -> None:
        """`game`: an empty one on the same map; a key that names no seat means its first."""
        self.setting_up, self.game = setting_up, game
        self.panel = Panel()
        self.health = TableHealth()
        self.keyless: Callable[[], bool] = lambda: False  # nobody could ever press anything
        self._ended = False

    @property
    def begun(self) -> bool:
        """Whether the first question was put; what is typed before waits."""
        return self.setting_up.begun

    @property
    def stopping(self) -> bool:
        """Whether a game is chosen, the keys have ended, or there turn out to be none."""
        return self._ended or self.setting_up.choice is not None or self.keyless()

    @stopping.setter
    def stopping(self, ended: bool) -> None:
        self._ended = ended

    def begin(self, at: float) -> None:
        """Set-up begins with its first tick."""

    def handle(self, item: Input, at: float) -> None:
        """Take in what a device said."""
        if isinstance(item, DeviceHealth):
            self.health = self.health.after(item)
        if isinstance(item, TAKES):
            self.setting_up.handle(item, at)
        elif isinstance(item, Asked):
            item.answer(self._done(item, at))

    def _done(self, asked: Asked, at: float) -> dict[str, object]:
        """What the house wants: buttons and Ask are pressed; all else is for a game that is not there yet."""
        if asked.due is not None and time.monotonic() > asked.due:
            return error_fields("expired")
        if not self.begun or not isinstance(asked.wish, PressButton | AskQuestion):
            return error_fields("busy")
        self._pressed(asked.wish.button if isinstance(asked.wish, PressButton) else "ask", at)
        return ok_fields(0)

    def _pressed(self, button: Button, at: float) -> None:
        self.setting_up.handle(Press(button=button, action="down", at=at), at)
        self.setting_up.handle(Press(button=button, action="up", at=at), at)

    def tick(self, at: float) -> None:
        """Time has passed."""
        self.setting_up.tick(at)

    def perform(self, effect: Effect, at: float) -> None:
        """A key for a question or a claim: there is no game yet, so it asks where one is."""
        self._pressed("ask", at)


class OpenParts(Protocol):
    """Opens the table's devices."""

    def __call__(
        self,
        config: Config,
        args: argparse.Namespace,
        desk: Desk,
        layout: BoardLayout,
        inbox: Inbox,
        speaker: Speaker | None,
        wording: Wording,
    ) -> "list[Part]": ...


def choose(
    config: Config,
    args: argparse.Namespace,
    *,
    open_voice: Callable[[Config, Wording, Inbox], Voice],
    open_parts: OpenParts,
    new: bool,
    again: bool,
    stop: threading.Event,
) -> Chosen | None:
    """Have a game chosen at the table, or as the file says where no hub has a key; None: somebody ended it.

    Args:
        new: the command line wants a new game: none is offered to go on with.
        again: a game has just ended: no hello and no self-test.
        stop: set when the program is told to end.
    Raises:
        CallError: devices of the config that cannot be had.
    """
    from fingerpost.play import HubPart, run

    memory = recall(memory_of(config.store_path))
    config = remembered(config, memory)
    layout = the_layout(config.map)
    wording = Wording(the_map(config.map), layout, language=config.language)
    inbox = Inbox()
    voice = open_voice(config, wording, inbox)
    config = _as_tuned(config, voice)
    house = open_lobby(config, inbox.put, wording.vocabulary)
    desk = _desk(config, args, memory, wording, voice, house, new=new, again=again)
    others = can_press(replace(config, hub_port=""), keyboard=bool(args.keyboard))
    try:
        parts = open_parts(config, args, desk, layout, inbox, voice.ears, wording)
        desk.keyless = lambda: not others and any(isinstance(p, HubPart) and p.keyless for p in parts)
        run(desk, parts, inbox, stop=stop)
        args.typed_ahead = "".join(part.typed_ahead for part in parts if isinstance(part, KeyboardPart))
    finally:
        for sink in (*voice.sinks, *house):
            sink.close()
    if desk.keyless():
        tell_people("[game] set_up: the hub has no keys, there are no others; the game is as the file says")
        return Chosen(config, None, new)
    return _chosen(desk.setting_up, config, _rate(desk.setting_up, voice, config))


def _as_tuned(config: Config, voice: Voice) -> Config:
    """The voice as it was set at the panel, on this evening or another."""
    if voice.ears is None:
        return config
    Tuner(voice.ears, settings_of(config.store_path))
    return replace(config, rate_wpm=voice.ears.rate)


def _rate(setting_up: SettingUp, voice: Voice, before: Config) -> int:
    """The speed that set-up has come to; kept, or the game would speak as another evening has set it."""
    if voice.ears is None:
        return setting_up.panel.desk.facts.rate
    rate = voice.ears.rate
    if rate != before.rate_wpm:
        Tuner(voice.ears, settings_of(before.store_path)).set_rate(rate)
    return rate


def _desk(
    config: Config,
    args: argparse.Namespace,
    memory: Memory,
    wording: Wording,
    voice: Voice,
    house: list[Sink],
    *,
    new: bool,
    again: bool,
) -> Desk:
    """The table before its game: what it remembers, what it has, what is to be asked."""
    board = the_map(config.map)
    games = _games(config, new=new)
    facts = facts_of(config, memory, games()[:1], screen=bool(args.keyboard))
    setting_up = SettingUp(
        facts if not again else replace(facts, first=False, latest=None),
        given_of(config),
        sensed=Sensed(the_layout(config.map), expected_of(config)),
        wording=wording,
        sinks=[Transcript(sys.stdout, ears=bool(args.keyboard)), *voice.sinks, *house],
        around=Surroundings(
            games=games, looked=looked(config), set_rate=_set_rate(voice), ready=_ready(voice)
        ),
        seed=config.seed if config.seed is not None else secrets.randbits(31),
        coded=stands_in(config, args),
        again=again,
    )
    return Desk(setting_up, Game.new(fitting(config), board, ("blue", "red"), "untracked", 0))


def _chosen(setting_up: SettingUp, config: Config, rate: int) -> Chosen | None:
    path = memory_of(config.store_path)
    match setting_up.choice:
        case Stored(name=name):
            keep(path, rate, setting_up.panel.desk.facts.last)
            facts = setting_up.panel.desk.facts
            rules = next(game.edition for game in (facts.latest, *facts.games) if game and game.name == name)
            config = replace(config, rate_wpm=rate, map=board_of(config, rules))
            return Chosen(config, str(find(config.store_path, name)), greeted=True)
        case Made(draft=draft):
            keep(path, rate, draft)
            return Chosen(made(replace(config, rate_wpm=rate), draft), new=True)
        case None:
            return None


def _games(config: Config, *, new: bool) -> Callable[[], tuple[StoredGame, ...]]:
    board = the_map(config.map).id if "map" in config.given else None

    def games() -> tuple[StoredGame, ...]:
        return () if new else to_go_on(config.store_path, board, datetime.now().astimezone())

    return games


def looked(config: Config) -> Callable[[], tuple[Finding, ...]]:
    """What only a look tells: whether games can be kept, which earphones are there, if the broker answers."""

    def look() -> tuple[Finding, ...]:
        folder = config.store_path
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        found: list[Finding] = []
        if not os.access(folder, os.W_OK):
            found.append(DeviceHealth(device="store", condition="lost", at=0.0, cause="read-only"))
        found += _earphones(config)
        if config.mqtt_url:
            found.append(_broker(config.mqtt_url))
        return tuple(found)

    return look


def _earphones(config: Config) -> list[Finding]:
    """Those that are gone, and how many are there; whether they are heard is tried seat by seat."""
    sound = config.sound
    named = [*sound.ears.items(), *([] if sound.shared is None else [(None, sound.shared)])]
    if config.mute or not named:
        return []
    gone = [seat for seat, ear in named if not present(ear.sink)]
    lost: list[Finding] = [DeviceHealth(device="ear", ear=seat, condition="lost", at=0.0) for seat in gone]
    there = len(named) - len(gone)
    return [*lost, *([DeviceWell(device="ear", count=there)] if there else [])]


def _broker(url: str) -> Finding:
    """Whether something listens there; what it lets the table do is told when the game begins."""
    try:
        place = urlsplit(url)
        where = place.hostname or "localhost", place.port or (8883 if place.scheme == "mqtts" else 1883)
        socket.create_connection(where, timeout=BROKER_S).close()
    except (OSError, ValueError) as error:
        return DeviceHealth(device="broker", condition="lost", at=0.0, detail=str(error))
    return DeviceWell(device="broker")


def _set_rate(voice: Voice) -> Callable[[int], int]:
    def set_rate(rate: int) -> int:
        if voice.ears is None:
            return rate
        voice.ears.rate = rate
        return voice.ears.rate

    return set_rate


def _ready(voice: Voice) -> Callable[[], bool]:
    speaker = voice.ears
    return lambda: speaker is None or speaker.ready
