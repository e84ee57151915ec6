"""`fingerpost listen`: what a table tells the house, a line each."""

import argparse
import contextlib
import sys
from datetime import datetime

from command_line.arguments import Subparsers, add_broker
from mqtt import TopicError, Topics
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("listen", help="a readable tail of a table on MQTT", description=__doc__)
    parser.add_argument("--table", help="the table's name (default: every table)")
    parser.add_argument("--all", action="store_true", help="snapshots, commands and what nodes sense, too")
    add_broker(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print until Ctrl-C."""
    from integrations.listening import heard, the_access
    from mqtt.hearing import told

    try:
        root = "fingerpost/1/+" if args.table is None else Topics(args.table).root
    except TopicError as error:
        raise CallError(f"--table: {error}") from None
    with contextlib.suppress(KeyboardInterrupt):
        for message in heard(the_access(args), f"{root}/#"):
            line = told(message.topic, message.payload, everything=args.all)
            if line is not None:
                at = datetime.now().astimezone().strftime("%H:%M:%S")
                sys.stdout.write(f"{at}  {line}\n")
                sys.stdout.flush()
    return 0
