"""`fingerpost play`: the real table."""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from announce import Announcement, Wording
from audio import Speaker
from bots.players import GreedyBot
from dialog import Table
from fingerpost.at_the_screen import hears_ears
from fingerpost.commands.arguments import Subparsers
from fingerpost.config import Config
from fingerpost.devices.at_the_keys import (
    add_arguments,
    keyboard_part,
    overridden,
    wants_new,
)
from fingerpost.devices.lamps import Troubles, lamps
from fingerpost.devices.learned import LearnedSink, learned_of, read_trust
from fingerpost.game_opening import open_game
from fingerpost.integrations.wire_sink import connect, follow, open_wire, wire_options
from fingerpost.library import the_layout, the_map
from fingerpost.page.opening import open_page, page_sink
from fingerpost.page.part import PagePart
from fingerpost.printed_words import Transcript
from fingerpost.table_file import read_config
from fingerpost.terminal import tell_people
from fingerpost.voice import Inbox, OpenedVoice, open_voice
from fingerpost.voice_settings import VoiceTuner, settings_of
from fingerpost.whose_ear import hear
from reconcile import Trust
from storage import unplayable
from storage.resume import Sitting
from storage.second_copy import SecondCopy
from table.errors import CallError
from table.ports import Sink
from table.session import Session
from tabletop import BoardLayout

if TYPE_CHECKING:
    from fingerpost.before_game import ChosenGame
    from fingerpost.devices.table_parts import SensePart
    from table.ports import Part
    from table.set_up_table import SetUpTable


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("play", help="the real table", description=__doc__)
    parser.add_argument("--config", type=Path, help="table.toml, as deploy/table.toml; --keyboard needs none")
    add_arguments(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help="start a new game even if one is not finished")
    which.add_argument("--game", metavar="NAME", help="go on with this one (fingerpost games lists them)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until Ctrl-C or the service is stopped, one game after the other."""
    if args.config is None and not (args.keyboard or args.page):
        raise CallError(
            "no --config; give a table.toml as deploy/table.toml, or play by --keyboard or --page"
        )
    config = overridden(read_config(args.config) if args.config else Config(), args)
    new, name, again = wants_new(args), args.game, False
    stop = _told_to_end()
    while not stop.is_set():
        chosen = _choice(config, args, new=new, name=name, again=again, stop=stop)
        if chosen is None:
            break
        try:
            if stop.is_set() or not _evening(chosen, args, stop):
                break
        finally:
            chosen.let_go()
        new, name, again = True, None, True
    return 0


def _told_to_end() -> threading.Event:
    """Set by Ctrl-C or the service's end, also between set-up and game."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    return stop


def _choice(
    config: Config,
    args: argparse.Namespace,
    *,
    new: bool,
    name: str | None,
    again: bool,
    stop: threading.Event,
) -> "ChosenGame | None":
    """What is played next: as the file says, or as the table chooses; None: it was left there."""
    from fingerpost.before_game import ChosenGame, choose
    from fingerpost.set_up_choices import can_press

    asks = config.game.set_up and name is None
    if asks and can_press(config, keyboard=args.keyboard):
        return choose(
            config,
            args,
            open_voice=_voice,
            open_senses=partial(_senses, keys=args.keyboard),
            open_parts=_set_up_parts,
            new=new,
            again=again,
            stop=stop,
        )
    if asks:
        told = "no buttons in [panel], no hub, no broker, no page; the game is as the file says"
        tell_people(f"[game] set_up: {told}")
    return ChosenGame(config, name, new)


def _set_up_parts(
    config: Config,
    args: argparse.Namespace,
    desk: "SetUpTable",
    inbox: Inbox,
    speaker: Speaker | None,
    wording: Wording,
    senses: "Sequence[SensePart]",
) -> "list[Part]":
    from fingerpost.devices.table_parts import open_panel

    def look() -> tuple[int, int]:
        return lamps(None, asked=True, trouble=False)

    buttons = open_panel(config, inbox, speaker, wording, look, senses, keys=args.keyboard)
    return [*keyboard_part(config, args, desk, the_layout(config.game.map), speaker), *buttons]


def _senses(config: Config, inbox: Inbox, *, keys: bool) -> "list[SensePart]":
    from fingerpost.devices.table_parts import open_senses

    return open_senses(config, inbox, keys=keys)


def _evening(chosen: "ChosenGame", args: argparse.Namespace, stop: threading.Event) -> bool:
    """One game; True when it is over and the panel has asked for another."""
    with ExitStack() as opened:  # also where something on the way to the game cannot be had
        return _played(chosen, args, stop, opened)


def _played(chosen: "ChosenGame", args: argparse.Namespace, stop: threading.Event, opened: ExitStack) -> bool:
    from fingerpost.loop import run as play

    config = chosen.config
    sitting = _sit_down(chosen)
    opened.callback(sitting.store.close)
    opened.callback(sitting.store.closed)
    layout = the_layout(config.game.map)
    wording = Wording(sitting.game.state.game_map, layout, language=config.speech.language)
    inbox = Inbox() if chosen.handed is None else chosen.handed.inbox
    voice = _voice(config, wording, inbox, keys=args.keyboard)
    heard = hears_ears(config, args, sitting.game.state)
    room: list[Sink] = [Transcript(sys.stdout, ears=heard, named=wording.ear), *voice.sinks]
    sinks: list[Sink] = [*room]
    opened.callback(_close, sinks)
    past = sitting.past(wording)
    pages = _pages(chosen, wording, past, room)
    sinks += pages
    troubles = Troubles()
    sinks += _keepers(config, sitting, inbox, wording, troubles)
    learned = learned_of(config.store.path, layout.map)
    trust = read_trust(learned)
    sinks.append(LearnedSink(learned, trust))
    session = _session(chosen, sitting, layout, wording, sinks, past, trust)
    _let_hear(config, session, voice, keys=args.keyboard)
    if sitting.trouble is not None:
        session.handle(sitting.trouble, time.monotonic())
    follow(sinks, session, voice.ears)
    look = partial(_lamps, session, troubles)
    parts = [*pages, *_devices(chosen, args, session, inbox, voice.ears, wording, look)]
    _open_pages(config, session, pages)
    connect(sinks)
    play(session, parts, inbox, stop=stop)
    session.end(time.monotonic())
    return session.another


def _close(sinks: Sequence[Sink]) -> None:
    for sink in sinks:
        sink.close()


def _devices(
    chosen: "ChosenGame",
    args: argparse.Namespace,
    session: Session,
    inbox: Inbox,
    speaker: Speaker | None,
    wording: Wording,
    look: Callable[[], tuple[int, int]],
) -> "list[Part]":
    """Keys, senses and panel of a game; senses that set-up has left open tell what they said there."""
    from fingerpost.devices.table_parts import open_panel

    config, handed = chosen.config, chosen.handed
    keys = keyboard_part(config, args, session, the_layout(config.game.map), speaker)
    senses = _senses(config, inbox, keys=args.keyboard) if handed is None else handed.senses
    for known in () if handed is None else handed.known:
        session.handle(known, time.monotonic())
    return [*keys, *senses, *open_panel(config, inbox, speaker, wording, look, senses, keys=args.keyboard)]


def _sit_down(chosen: "ChosenGame") -> Sitting:
    """The game that is played; that one cannot be is said aloud first."""
    config = chosen.config
    try:
        return open_game(config, the_map(config.game.map), new=chosen.new, name=chosen.name)
    except unplayable.CannotBePlayed as error:
        board = config.game.map
        wording = Wording(the_map(board), the_layout(board), language=config.speech.language)
        unplayable.say(error, wording, _voice(config, wording, Inbox()).sinks)
        raise


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
    if config.store.backup:
        sinks.append(second_copy(config, sitting, inbox))
    return sinks


def _session(
    chosen: "ChosenGame",
    sitting: Sitting,
    layout: BoardLayout,
    wording: Wording,
    sinks: list[Sink],
    past: Sequence[Announcement],
    trust: Trust,
) -> Session:
    state = sitting.game.state
    session = Session(
        sitting.game,
        layout=layout,
        wording=wording,
        store=sitting.store,
        sinks=sinks,
        stored=sitting.stored,
        past=past,
        trust=trust,
        bots={seat: GreedyBot(state.seed) for seat in chosen.config.game.bots if seat in state.seats},
    )
    session.greeted = chosen.greeted
    return session


def _let_hear(config: Config, session: Session, voice: OpenedVoice, *, keys: bool) -> None:
    """Who hears what where, and how the voice was tuned last."""
    hear(config, session, keys=keys)
    if voice.ears is not None:
        session.tune_by(VoiceTuner(voice.ears, settings_of(config.store.path)))


def _lamps(session: Session, troubles: Troubles) -> tuple[int, int]:
    asked = not isinstance(session.panel.mode, Table)
    return lamps(session.game.state.to_move, asked=asked, trouble=bool(troubles))


def _pages(
    chosen: "ChosenGame", wording: Wording, past: Sequence[Announcement], room: Sequence[Sink]
) -> list[PagePart]:
    """The page: the one that set-up has opened goes on, so that no phone has to come anew."""
    if chosen.page is None:
        return page_sink(chosen.config.page.port, wording, past, room)
    chosen.page.goes_on(wording, past, room)
    return [chosen.page]


def _open_pages(config: Config, session: Session, pages: Sequence[PagePart]) -> None:
    for page in pages:
        if page.server is not None:
            page.follow(session, page.server)
            continue
        open_page(
            page,
            session,
            config.page.port,
            network=config.page.network,
            guests_press=config.page.guests == "press",
        )


def _voice(config: Config, wording: Wording, inbox: Inbox, *, keys: bool = False) -> OpenedVoice:
    """The loudspeaker and the ears as the config wants them."""
    speech, audio, ears = config.speech, config.audio, config.ears.own
    return open_voice(
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
        voices=Path(audio.voices).expanduser() if audio.voices else None,
        table=audio,
        ears=ears if ears or not keys else None,  # at a screen nobody misses an earphone
        shared=config.ears.shared,
    )


def second_copy(config: Config, sitting: Sitting, inbox: Inbox) -> SecondCopy:
    """The game's second copy, which tells the inbox how it is."""
    events = sitting.game.events
    return SecondCopy(
        Path(config.store.backup).expanduser(),
        sitting.store.path,
        sitting.store.game_id,
        past=[(first, events[first - 1 : last]) for first, last in sitting.acts],
        agreed=sitting.agreed,
        changed=inbox.put,
    )
