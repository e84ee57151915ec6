"""`fingerpost club`: many tables: what they tell is collected, shown, called out, paired into tournaments."""

import argparse
import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from announce import Announcement, Spoken
from club import GoneError
from club.commands.club_arguments import add_club, add_json, for_people, say, the_club, the_database
from club.commands.club_tournament import add_call, add_forget, add_tournament
from command_line.arguments import Subparsers
from command_line.extras import EXTRAS, need
from mqtt import password_in
from table.errors import CallError

_CROWD = 2000  # connections of a hall, where the system allows as many


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
    add_json(check)
    check.set_defaults(run=run_check)
    serve = actions.add_parser("serve", help="the hall, a page a table, standings, the desk; feeds")
    serve.add_argument("--host", help="where to listen (default: of club.toml, 127.0.0.1)")
    serve.add_argument("--port", type=int, help="(default: of club.toml, 8081)")
    serve.add_argument("--delay", type=int, metavar="S", help="so far behind the tables, to 900 (default: 0)")
    serve.add_argument("--speak", action="store_true", default=None, help="say aloud what is called")
    serve.set_defaults(run=run_serve)
    add_call(actions.add_parser("call", help="call something out in the hall"))
    add_tournament(actions.add_parser("tournament", help="pods, results and standings of a tournament"))
    gone = actions.add_parser("forget", help="blank somebody's name everywhere; results stay")
    add_forget(gone)
    for action in (collect, check, serve, gone):
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

    secret = config.mqtt.password_file
    shell = Shell(
        say=say,
        go_on=lambda: not stop.is_set(),
        password=lambda: password_in(Path(secret).expanduser() if secret else None),
        pause=lambda seconds: _pause(stop, seconds),
    )
    return Collector(config, shell).run(once=args.once, wait_s=args.wait)


def _pause(stop: threading.Event, seconds: float) -> None:
    stop.wait(seconds)


def run_check(args: argparse.Namespace) -> int:
    """A line for each gap, conflict and silent table; people hear that there is none. Exit 1: there is."""
    from club.checking import amiss, in_words, offline

    config = the_club(args)
    database = the_database(config, made_before=True)
    try:
        found = list(amiss(database, silent_s=config.serve.silent_s, tables=config.club.tables))
        away = offline(database)
    except GoneError as error:
        raise CallError(str(error)) from None
    finally:
        database.close()
    people = for_people(args)
    for line in found:
        if people:
            sys.stdout.write(f"{in_words(line, config.label)}\n")
        else:
            say(line)
    if people:
        sys.stdout.writelines(f"{config.label(table)}: it is offline.\n" for table in away)
    if people and not found:
        begun, there = ("Nothing", " that is there") if away else ("All is well: nothing", "")
        sys.stdout.write(f"{begun} is missing, nothing contradicts itself, no table{there} is silent.\n")
    return 1 if found else 0


def run_serve(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    need(["page"])
    import uvicorn

    from club.serving import Anybody, Club
    from web.server import guest_connections, options

    config = the_club(args)
    given = {"host": args.host, "port": args.port, "delay_s": args.delay, "speak": args.speak}
    told = {key: value for key, value in given.items() if value is not None}
    for option, number, least, most in (("--port", args.port, 1, 65_535), ("--delay", args.delay, 0, 900)):
        if number is not None and not least <= number <= most:
            raise CallError(f"{option} {number}: give {least} to {most}")
    serve = msgspec.structs.replace(config.serve, **told)
    if serve.password_file and not os.access(Path(serve.password_file).expanduser(), os.R_OK):
        raise CallError(
            f"password file {serve.password_file}: it cannot be read; it holds the desk's password"
        )
    the_database(config).close()
    club = Club(
        msgspec.structs.replace(config, serve=serve),
        speak=speaking(config.club.language) if serve.speak else None,
    )
    try:
        listening = socket.create_server((serve.host, serve.port))
    except OSError as error:
        raise CallError(f"{serve.host}:{serve.port}: {error.strerror}; give another --port") from None
    say({"serve": f"http://{serve.host}:{serve.port}/"})
    for sign in (signal.SIGTERM, signal.SIGINT):  # which uvicorn raises once more when all is closed
        signal.signal(sign, lambda *_: None)

    async def served() -> None:
        club.begin()
        crowd = options(club.app, Anybody(), guest_connections(_CROWD))
        await uvicorn.Server(crowd).serve(sockets=[listening])

    with listening, asyncio.Runner() as runner:
        runner.run(served())
    return 0


def speaking(language: str) -> Callable[[str], None]:
    """A voice for what is called. Raises: CallError: there is no speech."""
    from audio import Speaker, Voice

    if EXTRAS["speech"].missing:
        raise CallError(f"--speak: {EXTRAS['speech'].line}")
    speaker = Speaker(voice=Voice(voice=language, spoken=Spoken(language)))

    def speak(text: str) -> None:
        said = Announcement(audience="everyone", urgency="polite", normal=text)
        speaker.say(said, time.monotonic())

    return speak
