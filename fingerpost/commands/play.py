"""`fingerpost play`: the real table."""

import argparse
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

from command_line.arguments import Subparsers
from command_line.extras import EXTRAS, need
from command_line.terminal import tell_people
from fingerpost import cannot_start, last_resort
from fingerpost.call_options import add_arguments, overridden, wants_new
from fingerpost.config import Config
from fingerpost.evening.handing_on import ChosenGame
from fingerpost.own_threads import whole_or_nothing
from fingerpost.table_file import config_to_play, the_config_file
from fingerpost.wiring import Builder, play_game
from integrations.house_wire import node_name
from storage.places import become_its_user, is_closed, owner_of
from storage.unplayable import CannotBePlayed
from table.errors import CallError
from upkeep.machine_state import MachineState, Status


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
    args.config = the_config_file(args.config)
    if args.config is None and not (args.keyboard or args.page or args.photos):
        raise CallError(
            "no --config; give a table.toml as deploy/table.toml, or play by --keyboard, --photos or --page"
        )
    if args.photos and args.page == 0:
        raise CallError(
            "--photos --page 0: photographs are sent to the page; give it a port, or leave --page out"
        )
    MachineState.from_environment().turn(Status(phase="starting"), 0.0)
    config, stop = None, threading.Event()
    try:
        config = _config(args)
        stop = _told_to_end()
        with whole_or_nothing(stop):
            _play(config, args, stop)
    except Exception as error:
        if isinstance(error, CannotBePlayed):
            pass  # the table has said so
        elif isinstance(error, last_resort.callers_faults()):
            cannot_start.tell(config, args.config, Builder(args), stop)
        elif config is not None:
            last_resort.say(config, Builder(args))  # nobody may sit before a table that has gone silent
        raise
    return 0


def _config(args: argparse.Namespace) -> Config:
    """What is played by, when all that it needs is here.

    Raises:
        CallError: it is not.
    """
    from fingerpost.evening.set_up_choices import need_an_edition

    config = overridden(config_to_play(args.config, tell_people), args)
    _need_a_store(config)
    need_an_edition(config)
    need(_extras(config))
    if _sees_here(config) and EXTRAS["vision"].missing:
        tell_people(f"{EXTRAS['vision'].line}; until then the camera is not used")
    return config


def _need_a_store(config: Config) -> None:
    """See that games can be kept, by who has the right to; a service plays on all the same, and says so.

    Raises:
        CallError: no game would be kept.
    """
    games = config.store.path
    become_its_user(games)
    if is_closed(games) and "STATE_DIRECTORY" not in os.environ:
        raise CallError(
            f"{games}: you may not write there, and no game would be kept; "
            f"give another folder as [store] path in your table.toml, or play as {owner_of(games)}"
        )


def _play(config: Config, args: argparse.Namespace, stop: threading.Event) -> None:
    new, name, again = wants_new(args), args.game, False
    while not stop.is_set():
        chosen = _choice(config, args, new=new, name=name, again=again, stop=stop)
        if chosen is None:
            break
        try:
            if stop.is_set() or not play_game(chosen, args, stop):
                break
        finally:
            chosen.let_go()
        new, name, again = True, None, True


def _sees_here(config: Config) -> bool:
    """Whether there is a camera of this machine's; one on another machine is that one's."""
    return bool(config.camera.device) and not node_name(config.camera.device)


def _extras(config: Config) -> Iterator[str]:
    """Which optional packages this table cannot play without: pins or page carry a game with no camera."""
    if config.photos or (_sees_here(config) and not (config.hub.port or config.page.port)):
        yield "vision"
    if config.page.port:
        yield "page"


def _told_to_end() -> threading.Event:
    """Set by Ctrl-C, the service's end or a terminal that is closed, also between set-up and game."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:  # nohup
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
) -> ChosenGame | None:
    """What is played next: as the file says, or as the table chooses; None: it was left there."""
    from fingerpost.before_game import choose, saved_game
    from fingerpost.evening.set_up_choices import can_press

    if config.follow.host:  # what is played is chosen there
        return ChosenGame(config, None, new)
    asks = config.game.set_up and name is None
    somebody = args.keyboard or args.config is None  # a service goes on by itself after a power cut
    saved = somebody and not (asks or again or args.new or name is not None) and saved_game(config)
    if (asks or saved) and can_press(config, keyboard=args.keyboard):
        return choose(
            config, args, Builder(args), new=new and not saved, again=again, stop=stop, as_called=saved
        )
    if asks:
        told = "no buttons in [panel], no hub, no broker, no page; the game is as the file says"
        tell_people(f"[game] set_up: {told}")
    return ChosenGame(config, name, new, first=not again)
