"""`fingerpost demo`: a whole table with simulated devices, from pin to voice."""

import argparse
import math
import shlex
import shutil
import sys
import time
from argparse import BooleanOptionalAction
from pathlib import Path
from typing import TYPE_CHECKING

from bots.bot import GreedyBot
from engine import CARD_MODES, Game, Seat, edition, position_of, score_position
from fingerpost.by_name import the_layout, the_map, the_seats
from fingerpost.commands.arguments import Subparsers
from fingerpost.commands.language import add_language, the_wording
from fingerpost.config import demo_path
from fingerpost.extras import need
from fingerpost.integrations.wire_sink import connect, follow, open_wire
from fingerpost.page.opening import add_page, open_page, page_sink, the_port
from fingerpost.page.part import PagePart
from fingerpost.printed_words import Transcript
from fingerpost.voice import Inbox, OpenedVoice, open_voice
from lab.simulation.table_faults import LEVELS, Faults
from storage.folder import ENDING
from storage.resume import Sitting, begin, resume
from storage.writer_lock import WriterLock, erase
from table.errors import CallError, StoreError
from table.ports import Sink
from table.session import Session
from tabletop import BoardLayout

if TYPE_CHECKING:
    from bots.bot import Bot


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("demo", help="a whole game on a simulated table", description=__doc__)
    parser.add_argument("--map", help="a map id (default: the edition's own)")
    parser.add_argument("--edition", default="us-accessible", help="the rules (default us-accessible)")
    parser.add_argument("--seats", default="3", help="how many, or which: blue,red,green (default 3)")
    parser.add_argument("--cards", choices=CARD_MODES, default="dealt", help="who deals (default dealt)")
    parser.add_argument("--seed", type=int, default=7, help="same seed, same game (default 7)")
    parser.add_argument("--speed", type=float, default=1.0, help="1: as a real table; 0: no waiting")
    parser.add_argument("--turns", type=int, metavar="N", help="stop after N turns")
    parser.add_argument("--hub", action=BooleanOptionalAction, default=True, help="pins feel the tokens")
    parser.add_argument("--camera", action=BooleanOptionalAction, default=True, help="a camera sees them")
    parser.add_argument("--faults", choices=LEVELS, default="none", help="what goes wrong (default none)")
    add_language(parser)
    parser.add_argument("--mute", action="store_true", help="no speech, only the transcript")
    parser.add_argument("--wav", type=Path, metavar="DIR", help="write what is said as WAV files")
    parser.add_argument("--mqtt", metavar="URL", help="broker to tell (default: localhost, if one is there)")
    add_page(parser)
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
    need(["vision"] if args.camera else [], "play with --no-camera")
    need(["page"] if args.page else [], "play without --page")
    sitting = _game(args)
    path = sitting.store.path
    session = _evening(args, sitting, path)
    _print_score(session, path)
    return 0


def _evening(args: argparse.Namespace, sitting: Sitting, path: Path) -> Session:
    """Sit down at the table with all that hears of it, and play the game as far as wished."""
    layout = the_layout(sitting.game.state.game_map.id)
    inbox = Inbox()
    wording = the_wording(sitting.game.state.game_map, layout, args.language)
    voice = open_voice(wording, inbox, mute=args.mute, wav=args.wav, live=args.speed > 0)
    room: list[Sink] = [Transcript(sys.stdout, ears=True, named=wording.ear), *voice.sinks]
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
    )
    session = Session(
        sitting.game,
        layout=layout,
        wording=wording,
        store=sitting.store,
        sinks=[*room, *pages, *wire],
        stored=sitting.stored,
        past=past,
        wall=time.monotonic,
    )
    if sitting.trouble is not None:
        session.handle(sitting.trouble, 0.0)
    follow([*room, *pages, *wire], session, voice.ears)
    connect(wire)
    for page in pages:
        open_page(page, session, port, network=False)
    try:
        _play(args, session, layout, inbox, voice, pages)
    finally:
        for sink in (*room, *pages, *wire):
            sink.close()
        sitting.store.closed()
        sitting.store.close()
    return session


def _play(
    args: argparse.Namespace,
    session: Session,
    layout: BoardLayout,
    inbox: Inbox,
    voice: OpenedVoice,
    pages: list[PagePart],
) -> None:
    """Build the simulated table and play the game at it."""
    # A camera is drawn there: other commands need no OpenCV.
    from lab.demo import Demo, DemoOptions
    from lab.hub.process import HubProcessError
    from lab.simulation.simulated_table import SimulatedTable

    game = session.game
    faults = Faults(args.faults, game.state.seed)
    options = DemoOptions(speed=args.speed, turns=args.turns, hub=args.hub, camera=args.camera, faults=faults)
    try:
        table = SimulatedTable(layout, seed=game.state.seed, hub=args.hub, camera=args.camera, faults=faults)
    except HubProcessError as error:
        raise CallError(f"{error} Or play with --no-hub") from None
    Demo(session, table, _bots(game), options, inbox, voice.ears, pages).play()


def _game(args: argparse.Namespace) -> Sitting:
    """A new game in an empty log, or the one in the log when it is to go on."""
    if args.resume:
        path: Path = args.log or demo_path()
        if not path.is_file():
            raise CallError(f"--resume: no game at {path}; start one without --resume")
        return resume(path)
    rules = edition(args.edition)
    board = the_map(args.map or rules.map)
    game = Game.new(rules, board, the_seats(args.seats), cards=args.cards, seed=args.seed)
    lock = _free_log() if args.log is None else _locked(args.log)
    try:
        erase(lock)
    except OSError as error:
        lock.release()
        raise CallError(f"--log {lock.path}: {error.strerror}; choose another file") from None
    return begin(lock.path, game, lock=lock)


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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"--log {path}: {error.strerror}; choose another file") from None
    return WriterLock(path)


def _play_script(path: Path, *, devices: bool) -> int:
    """Print a script with all that was heard; 1: something that was expected is not so."""
    from fingerpost.by_name import read_text
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


def _print_score(session: Session, path: Path) -> None:
    """The score of the final position, computed from the position alone, and how to check it."""
    state = session.game.state
    if state.result is None:
        log = "" if path == demo_path() else f" --log {shlex.quote(str(path))}"
        sys.stdout.write(f"\nStopped in turn {state.turn}; go on with: {_called()} demo --resume{log}\n")
        return
    from lab.demo import score_lines

    score = score_position(position_of(state))
    sys.stdout.write("\n".join(score_lines(score)) + "\n")
    log = shlex.quote(str(path))
    sys.stdout.write(f"\nCheck it: {_called()} replay {log} --position | {_called()} score -\n")


def _called() -> str:
    """What to type to call this program again; in a fresh clone it is not on the path."""
    here = Path(sys.argv[0])
    return "fingerpost" if here.name != "fingerpost" or shutil.which("fingerpost") else shlex.quote(str(here))
