"""`fingerpost referee`: commands in, events and refusals out, a JSON object a line."""

import argparse
import sys

from engine import Referee
from fingerpost.commands.arguments import Subparsers, add_game, the_game, the_seats


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("referee", help="judge a game line by line", description=__doc__)
    add_game(parser, seats_default="3")
    parser.add_argument("--arrange", action="store_true", help="accept {'set': ...} lines that arrange cards")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer every line until the input ends."""
    rules, board = the_game(args)
    referee = Referee(
        board,
        rules,
        the_seats(args.seats),
        seed=args.seed,
        cards=args.cards,
        arrange=args.arrange,
    )
    sys.stdout.write(referee.greeting() + "\n")
    sys.stdout.flush()
    for raw in sys.stdin.buffer:
        text = raw.decode("utf-8", errors="replace").strip()
        if text:
            sys.stdout.write("".join(line + "\n" for line in referee.line(text)))
            sys.stdout.flush()
    return 0
