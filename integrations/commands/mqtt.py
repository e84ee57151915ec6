"""`fingerpost mqtt`: what is said on the wire, kept and sent again; its schemas."""

import argparse
import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import TextIO

from command_line.arguments import Subparsers, add_broker
from command_line.by_name import writing_to
from command_line.terminal import tell_people
from storage.whole_file import SECRET
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser(
        "mqtt", help="record and re-send messages, write the schemas", description=__doc__
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    keep = actions.add_parser("record", help="write every message as a JSON line, until Ctrl-C")
    add_broker(keep)
    keep.add_argument("--out", type=Path, help="the file (default: standard output)")
    keep.add_argument("--topic", default="fingerpost/1/#", help="the filter (default: all tables)")
    keep.set_defaults(run=run_record)
    again = actions.add_parser("play", help="send again what was recorded")
    again.add_argument("file", type=Path, help="what `record` wrote")
    add_broker(again)
    again.add_argument("--speed", type=float, default=1.0, help="1: as it was; 0: without waiting")
    again.add_argument("--table", help="to this table's topics instead of the recorded one's")
    again.add_argument("--only", default="", metavar="TEXT", help="topics with this in them, such as /cmd/")
    again.set_defaults(run=run_play)
    write = actions.add_parser("schemas", help="write the AsyncAPI document and the JSON Schemas")
    write.add_argument("--out", type=Path, metavar="DIR", help="the folder to write them into")
    write.set_defaults(run=run_schemas)


def run_record(args: argparse.Namespace) -> int:
    """Record until Ctrl-C."""
    from integrations.listening import heard, record, the_access

    messages = heard(the_access(args), args.topic)
    with contextlib.suppress(KeyboardInterrupt):
        if args.out is None:
            record(messages, sys.stdout)
            return 0
        with _secret(args.out) as file:
            record(messages, file)
    return 0


def _secret(path: Path) -> TextIO:
    """A new file for its owner alone: what clients ask for may tell of their seats' tickets."""
    with writing_to("--out", path):
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, SECRET)
        if stat.S_ISREG(os.fstat(made).st_mode):  # no pipe or terminal
            with contextlib.suppress(PermissionError):  # another's: then it is its owner's to decide
                os.fchmod(made, SECRET)  # it may have stood there before, for all to read
        return os.fdopen(made, "w", encoding="utf-8")


def run_play(args: argparse.Namespace) -> int:
    """Send everything, then exit 0."""
    from integrations.listening import play, recorded, the_access

    if not 0 <= args.speed <= 1_000_000:
        raise CallError(f"--speed {args.speed:g}: give 0 to 1000000")
    lines = [line for line in recorded(args.file) if args.only in line.topic]
    count = play(the_access(args), lines, speed=args.speed, table=args.table)
    tell_people(f"{count} messages sent")
    return 0


def run_schemas(args: argparse.Namespace) -> int:
    """Write the files; exit 0."""
    from mqtt.asyncapi import published

    if args.out is None:
        raise CallError("mqtt schemas: --out is missing; name the folder to write them into")
    files = published()
    with writing_to("--out", args.out, "folder"):
        for name, text in files.items():
            path: Path = args.out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    tell_people(f"{len(files)} files written into {args.out}")
    return 0
