"""`fingerpost replay`: a stored game again, as words, events or its final position."""

import argparse
import json
import sys

from command_line.arguments import Subparsers
from command_line.by_name import layout_or_none, the_map
from command_line.language import add_language, the_wording
from command_line.printed_words import Transcript
from engine import event_to_dict, position_of
from fingerpost.commands.which_game import add_log, add_map, called_log
from storage.store import read_log
from table.retelling import deeds, retold


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("replay", help="print a stored game again", description=__doc__)
    add_log(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--spoken", action="store_true", help="what the table heard (the default)")
    form.add_argument("--short", action="store_true", help="the game in a minute, at most 150 words")
    form.add_argument("--events", action="store_true", help="every event, a JSON line each, secrets included")
    form.add_argument("--position", action="store_true", help="how it ends, as position/1, secrets included")
    add_language(parser)
    add_map(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the game in the form that was asked for."""
    log = read_log(called_log(args), the_map(args.map) if args.map else None)
    if args.events:
        for seq, event in enumerate(log.events, 1):  # as the referee tells them
            sys.stdout.write(json.dumps({"seq": seq, **event_to_dict(event)}, ensure_ascii=False) + "\n")
        return 0
    game = log.game()
    if args.position:
        sys.stdout.write(json.dumps(position_of(game.state), ensure_ascii=False) + "\n")
        return 0
    transcript = Transcript(sys.stdout, ears=False)
    wording = the_wording(game.state.game_map, layout_or_none(game.state.game_map.id), args.language)
    told = wording.story(deeds(game)) if args.short else retold(wording, log.events, log.acts, log.game_map)
    for announcement in told:
        transcript.say(announcement, 0.0)
    return 0
