"""`fingerpost bot NAME`: a bot of ours as a program, by JSON lines (docs/writing-a-bot.md)."""

import argparse
import sys
import time

from bots.bot import NAMES, is_bot
from bots.by_wire import WireBot
from command_line.arguments import Subparsers
from engine.not_json import NOT_JSON
from table.errors import CallError


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("bot", help="play a seat by JSON lines, as a program", description=__doc__)
    parser.add_argument("name", help=f"which: {NAMES}")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer every question until the game is over, or nobody asks any more."""
    if not is_bot(args.name):
        raise CallError(f"bot {args.name}: there is none; give one of {NAMES}")
    bot: WireBot | None = None
    for line in sys.stdin.buffer:
        try:
            if bot is None:
                bot = WireBot(args.name, line, time.monotonic)
                answer: str | None = bot.greeting
            else:
                answer = bot.line(line)
        except (*NOT_JSON, LookupError, TypeError) as error:
            told = " ".join(str(error).split())[:120]
            raise CallError(
                f"bot {args.name}: no line of bot/1 ({told}); see docs/writing-a-bot.md"
            ) from None
        if answer is not None:
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
    return 0
