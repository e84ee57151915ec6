"""`fingerpost club`: many tables: what they tell is collected, shown and paired into tournaments."""

import argparse
import os
import signal
import threading
from pathlib import Path

from club import GoneError
from fingerpost.commands.arguments import Subparsers
from fingerpost.commands.club_arguments import add_club, say, the_club, the_database
from fingerpost.commands.club_tournament import add_forget, add_tournament
from mqtt import LostError
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser(
        "club", help="many tables: collect what they tell, pair them", description=__doc__
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    collect = actions.add_parser("collect", help="write what all tables tell into the database, once each")
    collect.add_argument("--url", help="the club's broker (default: of club.toml)")
    collect.add_argument("--once", action="store_true", help="catch up, then end: 0 no gap left, 1 gaps")
    collect.add_argument("--wait", type=float, default=30.0, metavar="S", help="--once: so long at most (30)")
    collect.set_defaults(run=run_collect)
    check = actions.add_parser(
        "check", help="exit 1 when something is missing, contradicts itself, is silent"
    )
    check.set_defaults(run=run_check)
    add_tournament(actions.add_parser("tournament", help="pods, results and standings of a tournament"))
    gone = actions.add_parser("forget", help="blank somebody's name everywhere; results stay")
    add_forget(gone)
    for action in (collect, check, gone):
        add_club(action)


def run_collect(args: argparse.Namespace) -> int:
    """Collect until SIGTERM or Ctrl-C, or once."""
    from club.collecting import Collector, Shell

    if not 0 <= args.wait <= 86_400:
        raise CallError(f"--wait {args.wait:g}: give 0 to 86400")
    config = the_club(args)
    stop = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())

    def password() -> str | None:
        file = config.mqtt.password_file
        if not file:
            return os.environ.get("FINGERPOST_MQTT_PASSWORD")
        try:
            return Path(file).expanduser().read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise LostError("error", f"password file {file} cannot be read") from None

    shell = Shell(
        say=say,
        go_on=lambda: not stop.is_set(),
        password=password,
        pause=lambda seconds: _pause(stop, seconds),
    )
    return Collector(config, shell).run(once=args.once, wait_s=args.wait)


def _pause(stop: threading.Event, seconds: float) -> None:
    stop.wait(seconds)


def run_check(args: argparse.Namespace) -> int:
    """A line for each gap, conflict and silent table; exit 1 when there is one."""
    from club.checking import amiss

    config = the_club(args)
    database = the_database(config)
    try:
        found = list(amiss(database, silent_s=config.serve.silent_s, tables=config.club.tables))
    except GoneError as error:
        raise CallError(str(error)) from None
    finally:
        database.close()
    for line in found:
        say(line)
    return 1 if found else 0
