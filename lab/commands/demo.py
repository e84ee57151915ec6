"""`fingerpost demo`: a whole table with simulated devices, from pin to voice."""

import argparse
import math
import os
import select
import shlex
import sys
import time
from argparse import BooleanOptionalAction
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from announce import ScoreTable
from bots.bot import GreedyBot
from command_line.arguments import Subparsers, the_game
from command_line.by_name import the_layout, the_seats, writing_to
from command_line.extras import EXTRAS, need
from command_line.language import ENGLISH, add_language, the_wording
from command_line.printed_words import Transcript
from command_line.screen import add_plain, is_terminal, the_screen, wants_plain
from command_line.terminal import called, tell_people
from engine import CARD_MODES, Game, Seat, position_of, score_position
from fingerpost.config import Config
from fingerpost.devices.inbox import Inbox
from fingerpost.devices.voice import OpenedVoice, open_voice
from fingerpost.doctor.checks import checks, report
from fingerpost.page.host_files import TableFiles
from fingerpost.page.opening import add_page, open_page, page_sink, the_port
from integrations.house_wire import connect, follow, open_wire
from lab.commands.demo_homes import DemoHomes, add_homes
from lab.commands.demo_logs import is_a_demos, mark, need_free
from lab.simulation.table_faults import LEVELS, Faults
from storage.folder import ENDING
from storage.log_reading import is_there
from storage.places import demo_path
from storage.resume import Sitting, begin, resume
from storage.writer_lock import WriterLock, erase
from table.errors import CallError, StoreError
from table.ports import Sink
from table.session import Session
from tabletop import BoardLayout
from upkeep.diagnosis import collect, packed
from web.page_part import PagePart

if TYPE_CHECKING:
    from bots.bot import Bot

# Measured with seed 7: 112 turns for the 135 tokens of three seats in the United States, 137 in Europe,
# 56 for 60 in Legends; 3.1 s are acted in a turn, and 27 words are heard, 175 a minute, or read, 5 a second.
_TURNS_A_TOKEN: Final = 0.9
_ACTED_S_A_TURN: Final = 3.1
_HEARD_S_A_TURN: Final = 9.4
_READ_S_A_TURN: Final = 5.4
_STAY_S: Final = 0.1


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("demo", help="a whole game on a simulated table", description=__doc__)
    parser.add_argument("--map", help="a map id (default: the edition's own)")
    parser.add_argument("--edition", help="the rules (default: those of the map, else us-accessible)")
    parser.add_argument("--seats", default="3", help="how many, or which: blue,red,green (default 3)")
    parser.add_argument("--cards", choices=CARD_MODES, default="dealt", help="who deals (default dealt)")
    parser.add_argument("--seed", type=int, default=7, help="same seed, same game (default 7)")
    parser.add_argument("--speed", type=float, default=1.0, help="1: as a real table; 0: no waiting")
    parser.add_argument("--turns", type=int, metavar="N", help="stop after N turns")
    parser.add_argument("--hub", action=BooleanOptionalAction, default=True, help="pins feel the tokens")
    parser.add_argument("--camera", action=BooleanOptionalAction, default=True, help="a camera sees them")
    parser.add_argument("--faults", choices=LEVELS, default="none", help="what goes wrong (default none)")
    add_language(parser)
    parser.add_argument(
        "--ears",
        action=BooleanOptionalAction,
        help="print what only one seat hears too (default: not at a terminal)",
    )
    parser.add_argument(
        "--aloud", dest="ears", action="store_false", help="print only what the table hears (as --no-ears)"
    )
    add_plain(parser)
    parser.add_argument("--mute", action="store_true", help="no speech, only the transcript")
    parser.add_argument("--wav", type=Path, metavar="DIR", help="write what is said as WAV files")
    parser.add_argument("--mqtt", metavar="URL", help="broker to tell (default: localhost, if one is there)")
    add_page(parser)
    add_homes(parser)
    parser.add_argument("--log", type=Path, metavar="FILE", help="where the game is kept")
    parser.add_argument("--resume", action="store_true", help="go on with the game in the log")
    parser.add_argument("--script", type=Path, metavar="FILE", help="play this script (docs/scenarios.md)")
    parser.add_argument("--devices", action="store_true", help="a script with a hub's bytes and frames")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the game and print its final score."""
    if args.devices and args.script is None:
        raise CallError("--devices: a demo has them always; give it with --script")
    if args.script is not None:
        return _play_script(args.script, devices=args.devices)
    if not (args.hub or args.camera):
        raise CallError("--no-hub --no-camera: then nothing senses the board; leave one of them out")
    if not 0 <= args.speed < math.inf:
        raise CallError(f"--speed {args.speed:g}: give 0 for no waiting, 1 for a real table's speed, or more")
    if args.turns is not None and args.turns < 1:
        raise CallError(f"--turns {args.turns}: give 1 or more")
    _without_opencv(args)
    need(["page"] if args.page else [], "play without --page")
    homes = DemoHomes(args)
    sitting = homes.host_game(args.log) or _game(args)
    args.homes_here = homes
    return 0 if _evening(args, sitting, sitting.store.path) else 1


def _without_opencv(args: argparse.Namespace) -> None:
    """A plain install plays by pins, and says what a camera needs.

    Raises:
        CallError: the camera alone was to sense the board.
    """
    if not args.camera or not EXTRAS["vision"].missing:
        return
    if not args.hub:
        need(["vision"], "play without --no-hub")
    args.camera = False
    tell_people(f"no camera without OpenCV; {EXTRAS['vision'].advice}")


def _evening(args: argparse.Namespace, sitting: Sitting, path: Path) -> bool:
    """Sit down at the table with all that hears of it, and play as far as wished; whether it is saved."""
    if args.speed > 0:
        _people(args)(_how_long(args, sitting.game))
    layout = the_layout(sitting.game.state.game_map.id)
    inbox = Inbox()
    wording = the_wording(sitting.game.state.game_map, layout, args.language)
    voice = open_voice(wording, inbox, mute=args.mute, wav=args.wav, live=args.speed > 0)
    screen = the_screen(asked=args.plain)
    ears = not is_terminal(sys.stdout) if args.ears is None else bool(args.ears)
    room: list[Sink] = [Transcript(screen, ears=ears, named=wording.ear), *voice.sinks]
    port, past = the_port(args) or 0, sitting.past(wording)
    pages = page_sink(port, wording, past, room)
    wire = open_wire(
        args.mqtt,
        path.name.removesuffix(ENDING) if args.log is None else "demo",
        sitting.game,
        sitting.store.game_id,
        inbox.put,
        vocabulary=wording.vocabulary,
        log=path,
        options=args.homes_here.options(),
    )
    if args.homes and not wire:
        raise CallError("--homes: no broker answers here; give one by --mqtt mqtt://HOST")
    linked = args.homes_here.linked(sitting)
    session = Session(
        sitting.game,
        layout=layout,
        wording=wording,
        store=sitting.store,
        sinks=[*room, *pages, *wire],
        earlier=sitting.earlier(past),
        wall=time.monotonic,
        linked=linked,
    )
    args.homes_here.hand_to(inbox)
    if sitting.trouble is not None:
        session.handle(sitting.trouble, 0.0)
    follow([*room, *pages, *wire], session, voice.ears)
    connect(wire)
    for page in pages:
        page.files = files = TableFiles(lambda: packed(collect(None, lambda: report(checks(Config())))))
        open_page(page, session, port, network=False, files=files, sealed_in=args.homes_here.sealed_in)
    try:
        _play(args, session, layout, inbox, voice, pages, path)
        _print_score(session, path, args)
        if pages:
            _stay(session, pages, inbox)
        return _saved(session)
    finally:
        args.homes_here.close()
        for sink in (*room, *pages, *wire):
            sink.close()
        sitting.store.closed()
        sitting.store.close()


def _saved(session: Session) -> bool:
    """Whether all of it is on the disk; that it is not is said again at the end."""
    if session.end(time.monotonic()):
        return True
    tell_people("the game could not be saved: its disk is full or gone; make room, and play it again")
    return False


def _play(
    args: argparse.Namespace,
    session: Session,
    layout: BoardLayout,
    inbox: Inbox,
    voice: OpenedVoice,
    pages: list[PagePart],
    path: Path,
) -> None:
    """Build the simulated table and play the game at it."""
    # A camera is drawn there: other commands need no OpenCV.
    from lab.demo import Demo, DemoOptions
    from lab.hub.process import HubProcessError
    from lab.simulation.simulated_table import SimulatedTable

    game = session.game
    faults = Faults(args.faults, game.state.seed)
    options = DemoOptions(
        speed=args.speed,
        turns=args.turns,
        hub=args.hub,
        camera=args.camera,
        faults=faults,
        told=_people(args),
    )
    devices = [name for name, there in (("the hub", args.hub), ("the camera", args.camera)) if there]
    _people(args)(f"starting {' and '.join(devices)}, simulated …")
    try:
        table = SimulatedTable(layout, seed=game.state.seed, hub=args.hub, camera=args.camera, faults=faults)
    except HubProcessError as error:
        raise CallError(f"{error}, or play with --no-hub") from None
    for page in pages:
        page.shows_host(path, [table] if args.camera else [])
    demo = Demo(session, table, _bots(game), options, inbox, voice.ears, pages)
    try:
        demo.play()
    except HubProcessError as error:  # somebody has killed it
        raise CallError(f"{error}; the game is kept: {_again(args, path)}") from None
    if summary := faults.summary(demo.suffered):
        tell_people(summary)


def _game(args: argparse.Namespace) -> Sitting:
    """A new game in an empty log, or the one in the log when it is to go on."""
    if args.resume:
        path: Path = args.log or demo_path()
        if not is_there(path):
            raise CallError(f"--resume: no game at {path}; start one without --resume")
        own = is_a_demos(path)
        sitting = resume(path)
        if own:
            mark(sitting)
        return sitting
    rules, board = the_game(args)
    game = Game.new(rules, board, the_seats(args.seats), cards=args.cards, seed=args.seed)
    lock = _free_log() if args.log is None else _locked(args.log)
    try:
        if args.log is not None:
            need_free(args.log)
        erase(lock)
    except CallError:
        lock.release()
        raise
    except OSError as error:
        lock.release()
        raise CallError(f"--log {lock.path}: {error.strerror}; choose another file") from None
    sitting = begin(lock.path, game, lock=lock)
    mark(sitting)
    return sitting


def _free_log() -> WriterLock:
    """The first demo's log that no other demo is writing: two at once keep their games apart."""
    number = 1
    while True:
        try:
            return _locked(demo_path(number))
        except StoreError as error:
            if error.cause != "busy":
                raise
        number += 1


def _locked(path: Path) -> WriterLock:
    with writing_to("--log", path):
        path.parent.mkdir(parents=True, exist_ok=True)
    return WriterLock(path)


def _play_script(path: Path, *, devices: bool) -> int:
    """Print a script with all that was heard; 1: something that was expected is not so."""
    from command_line.by_name import read_text
    from lab.simulation.scenario import ScenarioError
    from lab.simulation.script import play

    try:
        played = play(read_text(path, "script"), devices=devices, source=f"script {path}")
    except ScenarioError as error:
        raise CallError(str(error)) from None
    sys.stdout.write(played.text)
    for failed in played.failed:
        sys.stderr.write(f"fingerpost: {failed}\n")
    return 1 if played.failed else 0


def _bots(game: Game) -> "dict[Seat, Bot]":
    return {seat: GreedyBot(game.state.seed) for seat in game.state.seats}


def _people(args: argparse.Namespace) -> Callable[[str], None]:
    """Words for whoever watches; where no terminal shows them, or nothing waits, none are needed."""
    if args.speed > 0 and is_terminal(sys.stderr):
        return tell_people
    return lambda text: None


def _how_long(args: argparse.Namespace, game: Game) -> str:
    """How long it takes at this speed, and how to make it shorter."""
    state = game.state
    turns = sum(state.supply(seat) for seat in state.seats) * _TURNS_A_TOKEN
    turns = min(turns, args.turns) if args.turns is not None else turns
    words = turns * (_READ_S_A_TURN / args.speed if args.mute else _HEARD_S_A_TURN)
    minutes = max(1, round((turns * _ACTED_S_A_TURN / args.speed + words) / 60))
    how = 'make demo ARGS="--speed 0"' if os.environ.get("MAKELEVEL") else "--speed 0"
    shorter = f"{how} waits for nothing; --speed 4 --mute is quick to read; --turns 5 stops after five turns"
    return f"about {minutes} min; {shorter}; Ctrl-C ends it"


def _print_score(session: Session, path: Path, args: argparse.Namespace) -> None:
    """The score of the final position, computed from the position alone, and how to check it."""
    state, table = session.game.state, ScoreTable(args.language)
    if state.result is None:
        sys.stdout.write(f"\n{table.stopped(state.turn, _again(args, path))}\n")
        return
    score = score_position(position_of(state))
    plain = wants_plain(asked=args.plain)
    sys.stdout.write("\n".join(table.lines(score, plain=plain)) + "\n")
    checked = (
        f"{called()} replay {shlex.quote(str(path))} --position | {called()} score -{_language_of(args)}"
    )
    sys.stdout.write(f"\n{table.check(checked)}\n")


def _again(args: argparse.Namespace, path: Path) -> str:
    """What to type to go on with this game, in its language."""
    return f"{called()} demo --resume{_log_of(path)}{_language_of(args)}"


def _log_of(path: Path) -> str:
    """The option that names this game's log, where it needs one."""
    return "" if path == demo_path() else f" --log {shlex.quote(str(path))}"


def _language_of(args: argparse.Namespace) -> str:
    """The option that keeps a chosen language."""
    return "" if args.language == ENGLISH else f" --language {args.language}"


def _stay(session: Session, pages: Sequence[PagePart], inbox: Inbox) -> None:
    """At a terminal the page goes on answering until Enter."""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
        return
    sys.stdout.flush()
    tell_people("the page stays open; Enter ends it")
    while not select.select([sys.stdin], [], [], 0)[0]:
        now = time.monotonic()
        for item in inbox.take(timeout=_STAY_S):
            session.handle(item, now)
        session.tick(now)
        for page in pages:
            page.poll(now)
    sys.stdin.readline()
