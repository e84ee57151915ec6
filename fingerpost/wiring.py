"""SHELL: the only builder of a real table: a config becomes voice, senses, keys, wire, page, log and session.

Nothing here decides anything: it makes things, hands them to each other, lets them run, and lets go of them
again, also where one on the way cannot be had. The set-up before a game is led by `before_game`, which has
what it needs opened by the same `Builder`. A simulated table is built by `lab`.
"""

import argparse
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from announce import Announcement, TypedWords, Wording
from audio import Speaker
from board_reading.phone_photos import TablePhotos
from bots.bot import Bot
from command_line.by_name import the_layout
from command_line.extras import EXTRAS
from command_line.printed_words import Transcript
from command_line.screen import the_screen
from dialog import Table
from engine import Seat
from fingerpost.call_options import called_again
from fingerpost.config import Config
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.keyboard_part import Player
from fingerpost.devices.lamps import Troubles, lamps
from fingerpost.devices.learned import LearnedSink, known_tokens, learned_of, read_trust
from fingerpost.devices.table_parts import SensePart, keyboard_part, open_panel, open_senses, stands_in
from fingerpost.devices.voice import OpenedVoice, open_voice
from fingerpost.devices.voice_settings import settings_of, voice_tuner
from fingerpost.doctor.checks import checks, report
from fingerpost.evening.handing_on import ChosenGame
from fingerpost.evening.sitting_down import bots_of, followed, linked_of, sit_down, words_of
from fingerpost.evening.whose_ear import EarRoutes, hear, hears_ears, route_far, route_unheard
from fingerpost.page.host_files import TableFiles
from fingerpost.page.opening import page_sink, phones_find, serve_page
from integrations.followed_host import FollowedHost
from integrations.house_wire import connect, follow, open_lobby, open_wire, wire_options
from mqtt.table_sink import WireSink
from programs.called_programs import players_of
from storage.resume import Sitting
from storage.second_copy import SecondCopy
from table.linked import Linked
from table.ports import Part, Program, Sink
from table.session import Session
from upkeep.diagnosis import collect, packed
from upkeep.machine_state import MachineState, Phase, Status
from web.kept_server import KeptPage
from web.page_part import PagePart


class Builder:
    """What opens the real things of a table, before its game and in it.

    Args:
        args: what the command line says beside the config; somebody at the keyboard is among it.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self.screen = the_screen(asked=bool(getattr(args, "plain", False)))

    def voice(self, config: Config, wording: Wording, inbox: Inbox) -> OpenedVoice:
        """The loudspeaker and the ears as the config wants them."""
        speech, audio, ears = config.speech, config.audio, (config.named or config.ears).own
        voice = open_voice(
            wording,
            inbox,
            mute=speech.mute,
            wav=Path(speech.wav) if speech.wav else None,
            live=True,
            engine=speech.engine,
            rate=speech.rate,
            level=speech.level,
            voice=speech.voice,
            pitch=audio.pitch,
            voices=Path(audio.voices) if audio.voices else None,
            table=audio,
            ears=ears if ears or not self._args.keyboard else None,  # at a screen nobody misses an earphone
            shared=config.ears.shared,
        )
        route_unheard(config, voice.ears)
        return voice

    def house(self, config: Config, inbox: Inbox, wording: Wording) -> list[WireSink]:
        """The wire before a game, if the config names a broker."""
        return open_lobby(config, inbox.put, wording.vocabulary)

    def pages(self, config: Config, wording: Wording, room: Sequence[Sink]) -> list[PagePart]:
        """The page before a game, not served yet; none where the config wants none."""
        return page_sink(config.page.port, wording, (), room)

    def serve(self, config: Config, page: PagePart) -> KeptPage:
        """Serve the page.

        Raises:
            CallError: the page's packages are not installed.
        """
        guests, network = config.page.guests == "press", config.page.network
        named = getattr(self._args, "config", None)
        page.files = files = TableFiles(lambda: packed(collect(named, lambda: report(checks(config)))))
        photos = TablePhotos(lambda board: config.camera.tokens or known_tokens(config.store.path, board))
        reads = not EXTRAS["vision"].missing
        return serve_page(
            page,
            config.page.port,
            network=network,
            guests_press=guests,
            files=files,
            photos=photos if reads else None,
            sealed_in=config.store.path.parent / "page" if config.page.sealed else None,
        )

    def senses(self, config: Config, inbox: Inbox) -> list[SensePart]:
        """Hubs and camera of the config's board."""
        return open_senses(config, inbox, keys=self._args.keyboard)

    def hands(
        self,
        config: Config,
        player: Player,
        inbox: Inbox,
        speaker: Speaker | None,
        wording: Wording,
        look: Callable[[], tuple[int, int]],
        senses: Sequence[SensePart],
    ) -> list[Part]:
        """Keys, buttons and lamps, of a game or of the table before it.

        Args:
            look: which lamps burn and blink now.
            senses: what is open already; a hub among them may carry the lamps.
        """
        layout, keyboard = the_layout(config.game.layout), self._args.keyboard
        keys = keyboard_part(config, self._args, player, layout, speaker, self.screen)
        return [*keys, *open_panel(config, inbox, speaker, wording, look, senses, keys=keyboard)]


def play_game(chosen: ChosenGame, args: argparse.Namespace, stop: threading.Event) -> bool:
    """One game; True when it is over and the panel has asked for another."""
    with ExitStack() as opened:  # also where something on the way to the game cannot be had
        return _played(chosen, args, stop, opened)


def _played(chosen: ChosenGame, args: argparse.Namespace, stop: threading.Event, opened: ExitStack) -> bool:
    from fingerpost.evening.loop import run as play

    builder, machine = Builder(args), MachineState.from_environment()
    table: list[Session] = []  # as soon as there is one
    # Last of all: what is said and kept is out by then.
    opened.callback(lambda: machine.switch_off(stop) if table and table[0].common.off else None)
    home = chosen.config
    host = FollowedHost(home.follow, language=home.speech.language) if home.follow.host else None
    if host is not None:
        opened.callback(host.close)
    seated = _seated(chosen, builder, host, stop)
    if seated is None:
        return False
    sitting, past = seated
    opened.callback(sitting.store.close)
    opened.callback(sitting.store.closed)
    bots = bots_of(chosen.config, sitting)
    programs = chosen.config.game.players
    players = players_of(programs, bots, lambda: table[0].game if table else sitting.game, args, opened)
    linked = linked_of(chosen.config, sitting, host)
    far = () if linked is None else tuple(linked.far)
    config = replace(chosen.config.but("game", bots=tuple(bots)), far=far)  # who has no ear here, and no page
    wording = words_of(config, sitting)
    inbox = Inbox() if chosen.handed is None else chosen.handed.inbox
    voice = builder.voice(config, wording, inbox)
    heard = hears_ears(config, args, sitting.game.state)
    phones = partial(_on_phones, table)
    paper = Transcript(builder.screen, ears=heard, named=wording.ear, elsewhere=phones)
    room: list[Sink] = [paper, *voice.sinks]
    sinks: list[Sink] = [*room]
    opened.callback(_close, sinks)
    pages = _pages(chosen, wording, past, room)
    sinks += pages
    troubles = Troubles()
    sinks += _keepers(config, sitting, inbox, wording, troubles)
    has_board = not stands_in(config, args)
    session = _session(config, sitting, wording, sinks, past, players, linked, has_board=has_board)
    if host is not None:
        host.hand_to(inbox.put)
    table.append(session)
    _begins_as(session, chosen, machine)
    _let_hear(config, session, voice, keys=args.keyboard)
    if sitting.trouble is not None:
        session.handle(sitting.trouble, time.monotonic())
    follow(sinks, session, voice.ears)
    look = partial(_lamps, session, troubles)
    senses = builder.senses(config, inbox) if chosen.handed is None else chosen.handed.senses
    for known in () if chosen.handed is None else chosen.handed.known:
        session.handle(known, time.monotonic())
    parts = [*senses, *builder.hands(config, session, inbox, voice.ears, wording, look, senses)]
    for page in pages:
        page.follow(session, page.server or builder.serve(config, page))
        page.shows_host(sitting.store.path, parts)
    connect(sinks)
    status, speaking = partial(_status, session, sitting), None if voice.ears is None else voice.ears.busy
    play(session, [*pages, *parts], inbox, stop=stop, status=status, speaking=speaking)
    if session.end(time.monotonic()) and args.keyboard and not session.over:
        _tell_how_to_go_on(builder, config, args)
    return session.another


def _begins_as(session: Session, chosen: ChosenGame, machine: MachineState) -> None:
    """What was chosen, and this machine, have to do with how it begins and ends."""
    session.greeted = chosen.greeted
    session.page = phones_find(chosen.config.page) if chosen.first else ""
    session.common.switches_off = machine.switches_off


def _tell_how_to_go_on(builder: Builder, config: Config, args: argparse.Namespace) -> None:
    builder.screen.write(TypedWords(config.speech.language).goes_on(called_again(args)) + "\n")
    builder.screen.flush()


def _status(session: Session, sitting: Sitting) -> Status:
    """What the machine is told of the game."""
    phase: Phase = "over" if session.over else "game"
    return Status(phase=phase, game=sitting.store.path.stem, act=len(session.common.game.events))


def _seated(
    chosen: ChosenGame, builder: Builder, host: FollowedHost | None, stop: threading.Event
) -> tuple[Sitting, Sequence[Announcement]] | None:
    """The game that is played; None: `stop` was set before there was one."""

    def aloud(wording: Wording) -> Sequence[Sink]:
        return builder.voice(chosen.config, wording, Inbox()).sinks

    if host is None:
        return sit_down(chosen, aloud)
    return followed(chosen, host, stop, lambda said: [Transcript(builder.screen, ears=False), *aloud(said)])


def _close(sinks: Sequence[Sink]) -> None:
    for sink in sinks:
        sink.close()


def _keepers(
    config: Config, sitting: Sitting, inbox: Inbox, wording: Wording, troubles: Troubles
) -> list[Sink]:
    """What takes the news and says nothing in the room: the house, the lamps, the second copy."""
    sinks: list[Sink] = []
    if config.mqtt.url:
        sinks += open_wire(
            config.mqtt.url,
            config.mqtt.table,
            sitting.game,
            sitting.store.game_id,
            inbox.put,
            vocabulary=wording.vocabulary,
            log=sitting.store.path,
            options=wire_options(config),
        )
    sinks.append(troubles)
    if config.store.second is not None:
        sinks.append(second_copy(config.store.second, sitting, inbox))
    return sinks


def _session(
    config: Config,
    sitting: Sitting,
    wording: Wording,
    sinks: list[Sink],
    past: Sequence[Announcement],
    bots: Mapping[Seat, Bot | Program],
    linked: Linked | None,
    *,
    has_board: bool,
) -> Session:
    """The game with what was learned of this board, which goes on learning."""
    layout = the_layout(config.game.layout)
    learned = learned_of(config.store.path, layout.map)
    trust = read_trust(learned)
    sinks.append(LearnedSink(learned, trust))
    return Session(
        sitting.game,
        layout=layout,
        wording=wording,
        store=sitting.store,
        sinks=sinks,
        earlier=sitting.earlier(past),
        trust=trust,
        bots=bots,
        has_board=has_board,
        linked=linked,
        by_photos=config.photos,
    )


def _let_hear(config: Config, session: Session, voice: OpenedVoice, *, keys: bool) -> None:
    """Who hears what where, and how the voice was tuned last."""
    hear(config, session, keys=keys)
    if voice.ears is not None:
        session.tune_by(voice_tuner(voice.ears, settings_of(config.store.path)))
        if not keys:
            session.route_ears_by(EarRoutes(config, voice.ears))
        route_far(config, voice.ears, session.game.state)


def _on_phones(table: Sequence[Session]) -> frozenset[Seat]:
    """Who of the table, when there is one, reads on a phone what is for it alone."""
    return table[0].ears.on_phones if table else frozenset()


def _lamps(session: Session, troubles: Troubles) -> tuple[int, int]:
    asked = not isinstance(session.panel.mode, Table)
    return lamps(session.game.state.to_move, asked=asked, trouble=bool(troubles))


def _pages(
    chosen: ChosenGame, wording: Wording, past: Sequence[Announcement], room: Sequence[Sink]
) -> list[PagePart]:
    """The page: the one that set-up has opened goes on, so that no phone has to come anew."""
    if chosen.page is None:
        return page_sink(chosen.config.page.port, wording, past, room)
    chosen.page.goes_on(wording, past, room)
    return [chosen.page]


def second_copy(folder: Path, sitting: Sitting, inbox: Inbox) -> SecondCopy:
    """The game's second copy in a folder, which tells the inbox how it is."""
    events = sitting.game.events
    return SecondCopy(
        folder,
        sitting.store.path,
        sitting.store.game_id,
        past=[(first, events[first - 1 : last]) for first, last in sitting.acts],
        agreed=sitting.agreed,
        changed=inbox.put,
        waits=sitting.store.held,
    )
