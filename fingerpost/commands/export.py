"""`fingerpost export`: a stored game for others, without the secrets of a game that is not over."""

import argparse
import sys
from pathlib import Path

from command_line.arguments import Subparsers
from command_line.by_name import layout_or_none, the_map, writing_to
from fingerpost.commands.which_game import add_log, add_map, called_log
from storage.export import FORMS, shown
from storage.store import read_file
from table.errors import StoreError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("export", help="a stored game as JSON, table or words", description=__doc__)
    add_log(parser)
    parser.add_argument("--format", choices=tuple(FORMS), default="jsonl", help="(default jsonl)")
    add_map(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there instead of to stdout")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the game; what is whole of it, where its log is damaged."""
    path = called_log(args)
    log = read_file(path, the_map(args.map) if args.map else None)
    if not log.events:
        raise log.fault or StoreError(f"game log {path}: no game in it yet; play one first")
    game = shown(log)
    lines = FORMS[args.format](game, layout_or_none(game.game_map.id))
    text = "".join(line + "\n" for line in lines)
    if args.out is None:
        sys.stdout.write(text)
    else:
        with writing_to("--out", args.out):
            args.out.write_text(text, encoding="utf-8")
    if log.fault is not None:
        sys.stderr.write(f"fingerpost: {log.fault}; this is the game up to there\n")
        return 1
    return 0
