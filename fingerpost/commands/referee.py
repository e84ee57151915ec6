"""`fingerpost referee`: commands in, events and refusals out, a JSON object a line."""

import argparse
import secrets
import sys
from pathlib import Path

from command_line.arguments import SEED, Subparsers, add_game, the_game
from command_line.by_name import the_seats
from engine import Referee
from engine.campaign import Campaign, CampaignError, end_game, plan_of
from engine.referee import LONGEST_LINE
from programs.explaining import explained
from storage.campaign_folder import read_campaign, write_campaign
from storage.reading import lines
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("referee", help="judge a game line by line", description=__doc__)
    add_game(parser, seats_default=None, seed_default=None)
    parser.add_argument("--arrange", action="store_true", help="accept {'set': ...} lines that arrange cards")
    parser.add_argument(
        "--campaign",
        type=Path,
        metavar="DIR",
        help="judge the running game of this campaign: its map, edition, seats and settings; a seed by lot",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer every line until the input ends; then a game of a campaign that is over is put away."""
    if args.campaign is not None:
        return _run_campaign(args)
    rules, board = the_game(args)
    seats = the_seats(args.seats or "3")
    seed = SEED if args.seed is None else args.seed
    _answer(
        Referee(board, rules, seats, seed=seed, cards=args.cards, arrange=args.arrange, explain=explained)
    )
    return 0


def _answer(referee: Referee) -> None:
    sys.stdout.write(referee.greeting() + "\n")
    sys.stdout.flush()
    for raw in lines(sys.stdin.buffer, LONGEST_LINE):
        text = raw.strip().removeprefix("\ufeff")
        # An empty line is answered too: callers wait for that.
        sys.stdout.write("".join(line + "\n" for line in referee.line(text)))
        sys.stdout.flush()


def _run_campaign(args: argparse.Namespace) -> int:
    """The running game; what comes of it is written only when the input has ended, for acts can be undone."""
    try:
        campaign = read_campaign(args.campaign)
        referee = _referee(campaign, args)
        _answer(referee)
        if referee.game.state.result is None:
            sys.stderr.write(f"game {campaign.game} is not over; nothing is put away\n")
            return 1
        write_campaign(args.campaign, end_game(campaign, referee.game.state))
    except CampaignError as error:
        raise CallError(f"campaign {args.campaign}: {error}") from None
    sys.stderr.write(f"game {campaign.game} is over and put away\n")
    return 0


def _referee(campaign: Campaign, args: argparse.Namespace) -> Referee:
    for option in ("map", "edition", "seats"):
        if getattr(args, option) is not None:
            raise CallError(f"--{option} goes with no --campaign: that has its own; leave it out")
    plan = plan_of(campaign)
    return Referee(
        plan.game_map,
        "legends-of-the-west",
        plan.seats,
        seed=secrets.randbits(31) if args.seed is None else args.seed,
        cards=args.cards,
        arrange=args.arrange,
        settings=plan.settings,
        explain=explained,
    )
