"""SHELL: the table before its game: devices and voice opened, a game chosen, the senses handed on."""

import argparse
import dataclasses
import secrets
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from msgspec import structs
from msgspec.structs import replace

from announce import Wording
from command_line.by_name import the_layout, the_map
from command_line.printed_words import Transcript
from command_line.terminal import tell_people
from dialog.setup import StoredGame
from fingerpost.config import Config
from fingerpost.devices.camera_part import CameraPart
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.lamps import lamps
from fingerpost.devices.learned import tokens_of
from fingerpost.devices.table_parts import SensePart, stands_in
from fingerpost.devices.voice import OpenedVoice
from fingerpost.devices.voice_settings import settings_of, voice_tuner
from fingerpost.evening.game_opening import last_game_news, not_on_board
from fingerpost.evening.handing_on import ChosenGame, HandedOn, Lent, OpenedSenses, keep_senses
from fingerpost.evening.looks import looked
from fingerpost.evening.set_up_choices import (
    board_of,
    can_press,
    expected_of,
    facts_of,
    given_of,
    gone_on_with,
    made,
    remembered,
)
from fingerpost.page.opening import phones_find
from fingerpost.wiring import Builder
from integrations.house_wire import connect
from storage.folder import Kept, find, to_go_on
from storage.table_memory import keep, memory_of, recall
from table.ports import Part, Sink
from table.self_test import Sensed
from table.set_up_table import SetUpTable
from table.setting_up import SettingUp
from table.surroundings import Made, Renewed, Stored, Surroundings, SwitchedOff
from tabletop import Observation, of_a_sense
from upkeep.machine_state import MachineState
from upkeep.restoring import brought, earlier_tables


def choose(
    config: Config,
    args: argparse.Namespace,
    builder: Builder,
    *,
    new: bool,
    again: bool,
    stop: threading.Event,
    as_called: bool = False,
) -> ChosenGame | None:
    """Have a game chosen at the table, or as the file says where no hub has a key; None: somebody ended it.

    Args:
        new: the command line wants a new game: none is offered to go on with.
        again: a game has just ended: no hello and no self-test.
        as_called: only whether the saved game goes on is asked, the rest was said by the call: the same.
        stop: set when the program is told to end.
    Raises:
        CallError: devices of the config that cannot be had.
    """
    from fingerpost.evening.loop import run

    config = remembered(config, recall(memory_of(config.store.path)))
    if as_called:
        config = all_said(config)
    inbox = Inbox()
    table = _Before(config, args, inbox, builder, new=new, again=again, as_called=as_called)
    try:
        table.opened.open()
        connect(table.loud)
        run(table.desk, [table.opened, *table.serve()], inbox, stop=stop)
    except BaseException:
        table.shut()
        raise
    finally:
        for sink in table.loud:
            sink.close()
    if isinstance(table.desk.setting_up.choice, SwitchedOff):
        table.shut()
        MachineState.from_environment().switch_off(stop)
        return None
    return table.chosen()


class _Before:
    """A table before its game. `config`: with the board that is there at first; `loud`: what speaks of it."""

    def __init__(
        self,
        config: Config,
        args: argparse.Namespace,
        inbox: Inbox,
        builder: Builder,
        *,
        new: bool,
        again: bool,
        as_called: bool,
    ) -> None:
        self._as_called = as_called
        self._file, self._args, self._inbox, self._new, self._builder = config, args, inbox, new, builder
        self._voice = voice = builder.voice(config, _words(config), inbox)
        config = _as_tuned(config, voice)
        if "edition" in config.given:
            config = config.but("game", **board_of(config, config.game.edition)._asdict())
        self.config = config
        self._house = builder.house(config, inbox, _words(config))
        self.loud: Sequence[Sink] = [*voice.sinks, *self._house]
        paper = Transcript(builder.screen, ears=bool(args.keyboard), named=_words(config).ear)
        room: list[Sink] = [paper, *voice.sinks]
        self._pages = builder.pages(config, _words(config), room)
        self.desk = SetUpTable(self._setting_up([*room, *self._pages], again=again), the_map(config.game.map))
        others = can_press(config.but("hub", port=""), keyboard=bool(args.keyboard))
        self.desk.keyless = lambda: not others and self.opened.keyless
        self.opened = OpenedSenses(config, inbox, builder.senses, self._rest)

    def _setting_up(self, sinks: Sequence[Sink], *, again: bool) -> SettingUp:
        """What the table remembers, what it has, what is to be asked."""
        config, args, voice = self.config, self._args, self._voice
        news = () if again or self._new else last_game_news(config)  # it may be mended, and offered then
        games = _games(config, new=self._new)
        packaged, page = MachineState.from_environment().switches_off, config.page
        facts = facts_of(
            config,
            recall(memory_of(config.store.path)),
            games()[:1],
            screen=bool(args.keyboard),
            by_keys=bool(args.keyboard) and stands_in(config, args),
            voiced=voice.ears is not None,
            address=phones_find(page),
            off=packaged,
            sticks=packaged,
        )
        known = again or self._as_called  # nobody wants to be greeted, or to have all tested
        facts = replace(facts, first=False) if known else replace(facts, tokens=_tokens_known(config))
        return SettingUp(
            replace(facts, latest=None) if again else facts,
            given_of(config),
            sensed=_sensed(config),
            wording=_words(config),
            sinks=[*sinks, *self._house],
            around=Surroundings(
                games=games,
                looked=looked(config),
                news=news,
                set_rate=_set_rate(voice),
                ready=_ready(voice),
                turn=self._turn,
                camera=self._camera,
                earlier=earlier_tables,
                bring=partial(brought, config.store.path),
            ),
            seed=config.game.seed if config.game.seed is not None else secrets.randbits(31),
            coded=stands_in(config, args),
            again=known,
            brief=False if self._as_called else None,
        )

    def _rest(self, config: Config, senses: Sequence[SensePart]) -> list[Part]:
        """Keys, buttons and lamps, for the board that is there."""
        self._keep_typed()
        speaker, words = self._voice.ears, _words(config)
        return self._builder.hands(config, self.desk, self._inbox, speaker, words, _look, senses)

    def serve(self) -> list[Part]:
        """Serve the page, if the config wants one.

        Raises:
            CallError: the page's packages are not installed.
        """
        for page in self._pages:
            page.set_up(self.desk, self._builder.serve(self.config, page))
        return [Lent(page) for page in self._pages]

    def shut(self) -> None:
        """Let go of everything but the voice and the house."""
        self.opened.shut()
        for page in self._pages:
            page.close()

    def _turn(self, edition: str) -> tuple[Sensed, Wording] | None:
        """Open the board of an edition, if another is open."""
        config = self.opened.config.but("game", **board_of(self._file, edition)._asdict())
        if config == self.opened.config:
            return None
        self.desk.game_map = the_map(config.game.map)
        for wire in self._house:  # before what is on its way of the old one is dropped
            wire.lay(the_layout(config.game.layout).map)
        self.opened.turn(config)
        for wire in self._house:
            wire.ask_senses()
        return _sensed(config), _words(config)

    def _camera(self) -> CameraPart | None:
        """The camera here that can be shown the tokens."""
        cameras = (one for one in self.opened.senses if isinstance(one, CameraPart))
        return next((one for one in cameras if one.can_be_shown), None)

    def _keep_typed(self) -> None:
        """Lines that were read from a pipe and not done yet are for whoever reads next."""
        if self.opened.typed_ahead is not None:
            self._args.typed_ahead = self.opened.typed_ahead

    def chosen(self) -> ChosenGame | None:
        """What has come of it; senses of the board that is played on stay open."""
        self._keep_typed()
        found = self._choice()
        if found is None:
            self.shut()
            return None
        found = dataclasses.replace(found, page=next(iter(self._pages), None))
        if found.config.game.layout != self.opened.config.game.layout:
            self.opened.shut()
            return found
        keep_senses(self._inbox)
        known = tuple(
            one
            for one in self.desk.setting_up.sensed.rest()
            if isinstance(one, Observation) or of_a_sense(one.device)
        )
        senses = tuple(self.opened.senses)
        return dataclasses.replace(found, handed=HandedOn(inbox=self._inbox, senses=senses, known=known))

    def _choice(self) -> ChosenGame | None:
        if self.desk.keyless():
            tell_people(
                "[game] set_up: the hub has no keys, there are no others; the game is as the file says"
            )
            return ChosenGame(self.config, None, self._new)
        if self.desk.setting_up.choice is None:
            return None  # it was left: nothing of it is kept
        rate = _rate(self.desk.setting_up, self._voice, self.config)
        return _chosen(self.desk.setting_up, self._file, rate, remembers=not self._as_called)


def _look() -> tuple[int, int]:
    """Which lamps burn and blink: those of an open question."""
    return lamps(None, asked=True, trouble=False)


def _words(config: Config) -> Wording:
    return Wording(the_map(config.game.map), the_layout(config.game.layout), language=config.speech.language)


def _sensed(config: Config) -> Sensed:
    """Nothing sensed yet of the config's board."""
    return Sensed(the_layout(config.game.layout), expected_of(config))


def _tokens_known(config: Config) -> bool:
    """Whether the camera was shown this table's tokens before."""
    board = the_layout(config.game.layout).map
    return bool(config.camera.tokens) or tokens_of(config.store.path, board).exists()


def _as_tuned(config: Config, voice: OpenedVoice) -> Config:
    """The voice as it was set at the panel, on this evening or another."""
    if voice.ears is None:
        return config
    voice_tuner(voice.ears, settings_of(config.store.path))
    return config.but("speech", rate=voice.ears.rate)


def _rate(setting_up: SettingUp, voice: OpenedVoice, before: Config) -> int:
    """The speed that set-up has come to; kept, or the game would speak as another evening has set it."""
    if voice.ears is None:
        return setting_up.panel.desk.facts.rate
    rate = voice.ears.rate
    if rate != before.speech.rate:
        voice_tuner(voice.ears, settings_of(before.store.path)).set_rate(rate)
    return rate


def _chosen(setting_up: SettingUp, config: Config, rate: int, *, remembers: bool) -> ChosenGame | None:
    path, facts = memory_of(config.store.path), setting_up.panel.desk.facts
    match setting_up.choice:
        case Stored(name=name):
            memory = recall(path)  # set-up knows only a last game that this table's board could play
            last = memory.last
            if remembers:
                keep(path, rate, last, memory.numbers)
            game = next(one for one in (facts.latest, *facts.games) if one is not None and one.name == name)
            config = gone_on_with(config.but("speech", rate=rate), game, last)
            return ChosenGame(config, str(find(config.store.path, name)), greeted=True)
        case Made(draft=draft):
            if remembers:
                keep(path, rate, draft, facts.numbers)
            return ChosenGame(made(config.but("speech", rate=rate), draft), new=True)
        case SwitchedOff() | Renewed() | None:
            return None


def all_said(config: Config) -> Config:
    """Where only a saved game is asked about: the rest is as it was called, and any board may lie there."""
    return structs.replace(config, given=(config.given | {"edition", "cards", "seats"}) - {"map"})


def saved_game(config: Config) -> bool:
    """Whether there is a game that can be gone on with."""
    return bool(_games(all_said(config), new=False)())


def _games(config: Config, *, new: bool) -> Callable[[], tuple[StoredGame, ...]]:
    table = the_map(config.game.map)
    board = table.id if "map" in config.given else None

    def fits(game: Kept) -> bool:
        lies = config.but("game", **board_of(config, game.edition)._asdict())
        return game.game_map is None or not not_on_board(game.game_map, lies)

    def games() -> tuple[StoredGame, ...]:
        now = datetime.now().astimezone().replace(tzinfo=None)  # a game of last week may have had summer time
        return () if new else to_go_on(config.store.path, board, now, table=table, fits=fits)

    return games


def _set_rate(voice: OpenedVoice) -> Callable[[int], int]:
    def set_rate(rate: int) -> int:
        if voice.ears is None:
            return rate
        voice.ears.rate = rate
        return voice.ears.rate

    return set_rate


def _ready(voice: OpenedVoice) -> Callable[[], bool]:
    speaker = voice.ears
    return lambda: speaker is None or speaker.ready
