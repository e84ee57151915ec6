"""`fingerpost hub watch`: what a sensor hub says, decoded, a JSON line each."""

import argparse
import sys

from fingerpost.commands.arguments import Subparsers, the_layout


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("hub", help="listen to a sensor hub", description=__doc__)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    watch = actions.add_parser("watch", help="print what a hub says")
    watch.add_argument("port", help="for instance /dev/fingerpost-hub; may be a link that moves")
    watch.add_argument("--board", help="a map id or board/1 file: names sites instead of channel numbers")
    watch.add_argument("--json", action="store_true", help="JSON lines, for programs")
    watch.set_defaults(run=run_watch)


def run_watch(args: argparse.Namespace) -> int:
    """Print until Ctrl-C."""
    from firmware_bridge.watch_port import watch

    layout = the_layout(args.board) if args.board else None
    return watch(args.port, layout, json=args.json, out=sys.stdout, err=sys.stderr)
