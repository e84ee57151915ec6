"""`fingerpost hub`: what a sensor hub says, decoded; its log again; its tests; its firmware."""

import argparse
import sys
from pathlib import Path

from command_line.arguments import Subparsers
from command_line.by_name import the_layout
from command_line.extras import need
from table.errors import CallError
from tabletop import BoardLayout

_PORT = "for instance /dev/fingerpost-hub (may be a link that moves), a hub's id, or auto"
_HUB = "which of the board's hubs, if it has several (default 0)"
_BOARD = "a map id or board/1 file: names sites instead of channel numbers"


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("hub", help="listen to a sensor hub, test it", description=__doc__)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    watch = actions.add_parser("watch", help="print what a hub says")
    watch.add_argument("port", help=_PORT)
    watch.add_argument("--board", help=_BOARD)
    watch.add_argument("--hub", type=int, default=0, help=_HUB)
    watch.add_argument("--json", action="store_true", help="JSON lines on a terminal too")
    watch.add_argument("--log", type=Path, help="at the end write the wire's last 4 MiB there")
    watch.set_defaults(run=run_watch)
    replay = actions.add_parser("replay", help="print again what a hub said, from a log of its wire")
    replay.add_argument("file", type=Path, help="what `hub watch --log` wrote")
    replay.add_argument("--board", help=_BOARD)
    replay.add_argument("--hub", type=int, default=0, help=_HUB)
    replay.add_argument("--json", action="store_true", help="JSON lines on a terminal too")
    replay.add_argument("--speed", type=float, default=0.0, help="1: as it was; 0: without waiting")
    replay.set_defaults(run=run_replay)
    test = actions.add_parser("test", help="a hub's self-test, readings and faults")
    test.add_argument("port", help=_PORT)
    test.add_argument("--board", help=_BOARD)
    test.add_argument("--hub", type=int, default=0, help=_HUB)
    test.add_argument("--pins", action="store_true", help="then try each pin by hand")
    test.set_defaults(run=run_test)
    restart = actions.add_parser("restart", help="start a hub's program anew, a crashed one's too")
    restart.add_argument("port", help=_PORT)
    restart.set_defaults(run=run_restart)
    flash = actions.add_parser("flash", help="put the firmware onto a hub (needs mpremote)")
    flash.add_argument("port", help=_PORT)
    flash.add_argument("--dry-run", action="store_true", help="print the steps, do none")
    flash.set_defaults(run=run_flash)


def run_watch(args: argparse.Namespace) -> int:
    """Print until Ctrl-C."""
    from firmware_bridge.watch_port import watch

    layout = _board(args)
    return watch(args.port, layout, _json(args), sys.stdout, sys.stderr, log=args.log, hub=args.hub)


def _board(args: argparse.Namespace) -> BoardLayout | None:
    if not args.board:
        return None
    from firmware_bridge.several import hubs_of

    layout = the_layout(args.board)
    if args.hub not in (hubs := hubs_of(layout)):
        known = ", ".join(map(str, hubs))
        raise CallError(f"--hub {args.hub}: the board {layout.name} has hubs {known}; give one of them")
    return layout


def _json(args: argparse.Namespace) -> bool:
    """JSON where it was asked for, and wherever no terminal reads: there it is a program that does."""
    return bool(args.json) or not sys.stdout.isatty()


def run_replay(args: argparse.Namespace) -> int:
    """Print until the end of the log."""
    from firmware_bridge.watch_port import replay_file

    if not 0 <= args.speed <= 1_000_000:
        raise CallError(f"--speed {args.speed:g}: give 0 to 1000000")
    layout = _board(args)
    return replay_file(args.file, layout, _json(args), args.speed, sys.stdout, sys.stderr, hub=args.hub)


def run_test(args: argparse.Namespace) -> int:
    """Exit 0 only if nothing is amiss."""
    from firmware_bridge.hub_trial import try_hub

    layout = _board(args)
    return try_hub(args.port, layout, sys.stdout, sys.stderr, pins=args.pins, keys=sys.stdin, hub=args.hub)


def run_restart(args: argparse.Namespace) -> int:
    """Exit 0 when the hub was told."""
    from firmware_bridge.hub_restart import restart

    return restart(args.port, sys.stdout, sys.stderr)


def run_flash(args: argparse.Namespace) -> int:
    """Exit 0 only if the hub then runs the firmware."""
    from firmware_bridge.hub_flash import flash

    if not args.dry_run:
        need(["hub"])
    return flash(args.port, sys.stdout, sys.stderr, dry=args.dry_run)
