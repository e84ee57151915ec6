"""`fingerpost transcript`: a stored game as one audience heard it, in any language and length."""

import argparse
import sys

from announce import EARS, LEVELS, Audience
from command_line.arguments import Subparsers
from command_line.by_name import layout_or_none, the_map
from command_line.language import add_language, the_wording
from fingerpost.commands.which_game import add_log, add_map, called_log
from storage.store import read_log
from table.errors import CallError
from table.retelling import retold

_TABLE = "table"


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("transcript", help="a stored game as one audience heard it", description=__doc__)
    add_log(parser)
    parser.add_argument("--verbosity", choices=LEVELS, default="normal", help="how long (default normal)")
    add_language(parser)
    parser.add_argument(
        "--audience",
        choices=(_TABLE, *EARS),
        default=_TABLE,
        help="the table, or a seat, which hears its own ear too (default table)",
    )
    add_map(parser)
    parser.add_argument(
        "--private", action="store_true", help="a seat's own words of a game that is not over, too"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a line an utterance; what a seat heard in its ear is marked."""
    log = read_log(called_log(args), the_map(args.map) if args.map else None)
    state = log.game().state
    audience: Audience = "everyone" if args.audience == _TABLE else args.audience
    if audience != "everyone":
        if audience not in state.seats:
            raise CallError(f"--audience {audience}: does not play; the seats are {', '.join(state.seats)}")
        if state.phase != "over" and not args.private:
            raise CallError(
                f"--audience {audience}: the game is not over, and its words tell cards; "
                "add --private to read them all the same"
            )
    wording = the_wording(state.game_map, layout_or_none(state.game_map.id), args.language)
    for told in retold(wording, log.events, log.acts, log.game_map, audience):
        if text := told.text(args.verbosity):
            mark = "" if told.audience == "everyone" else f"    [{wording.ear(told.audience)}] "
            sys.stdout.write(f"{mark}{text}\n")
    return 0
