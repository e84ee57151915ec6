"""`fingerpost arena`: programs and our own bots play each other; docs/writing-a-bot.md."""

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.table import Table

from bots.bot import BOTS, is_bot
from command_line.arguments import Subparsers, the_game
from command_line.progress import told
from lab.arena.match import Arena, ClockName, Match, play_match
from lab.arena.report import Report, report, write_csv
from lab.jobs import played
from programs.called_programs import add_memory
from programs.child import words_of
from programs.seat_program import MS
from table.errors import CallError, why

_WIDTH: Final = 160  # of the table where no terminal says how wide it is


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("arena", help="let programs and bots play each other", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="how many; whole blocks are played")
    parser.add_argument(
        "--bots", required=True, metavar="A,B", help=f"one a seat: {', '.join(BOTS)}, a name, or a command"
    )
    parser.add_argument("--bot", action="append", default=[], metavar="NAME=COMMAND", help="a program, named")
    parser.add_argument("--map", help="a map id, or a map/1 file (default: the edition's own)")
    parser.add_argument("--edition", default="us-accessible", help="the rules (default us-accessible)")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same deals (default 1)")
    parser.add_argument("--ms", type=int, default=MS, help=f"milliseconds a move (default {MS})")
    parser.add_argument(
        "--processor-time", action="store_true", help="count the processor's time for bots of ours"
    )
    add_memory(parser)
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (default 1)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="arena/1; a line a seat where it ends in .csv"
    )
    parser.add_argument("--log", type=Path, metavar="DIR", help="every game's commands, for the referee")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print; 1: it was broken off."""
    arena = _arena(args)
    count = len(arena.bots)
    games = -(-args.games // count) * count
    matches, complete = list[Match](), False
    try:
        for match in told(
            played(partial(play_match, arena), range(games), args.jobs), what="games", of=games
        ):
            matches.append(match)
        complete = True
    except KeyboardInterrupt:
        sys.stderr.write(f"fingerpost: broken off after {len(matches)} of {games} games\n")
    except CallError as error:
        if not matches:
            raise
        sys.stderr.write(f"fingerpost: broken off after {len(matches)} of {games} games: {error}\n")
    made = report(arena, matches, complete=complete)
    if args.out is not None:
        _write(args.out, made, matches)
    if args.out is None and not sys.stdout.isatty():
        sys.stdout.write(_json(made))
    else:
        _print_table(made)
    return 0 if complete else 1


def _arena(args: argparse.Namespace) -> Arena:
    named = dict(_named(text) for text in args.bot)
    bots = tuple(name.strip() for name in args.bots.split(","))
    if not 2 <= len(bots) <= 5:
        raise CallError(f"--bots {args.bots}: {len(bots)}; give 2 to 5, one a seat")
    if min(args.games, args.jobs, args.ms, args.bot_memory) < 1:
        raise CallError("--games, --jobs, --ms and --bot-memory: give at least 1 of each")
    commands = {name: named.get(name, name) for name in bots if not is_bot(name)}
    for command in commands.values():
        words_of(command)
    rules, board = the_game(args)
    if args.log is not None:
        try:
            args.log.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CallError(f"--log {args.log}: {why(error)}; name another folder") from None
    clock: ClockName = "processor" if args.processor_time else "wall"
    return Arena(rules.name, board, bots, commands, args.seed, args.ms, args.bot_memory, args.log, clock)


def _named(text: str) -> tuple[str, str]:
    name, _, command = text.partition("=")
    if not name or not command or is_bot(name) or "," in name:
        raise CallError(f"--bot {text}: give NAME=COMMAND, with a name that no bot of ours has")
    return name, command


def _json(made: Report) -> str:
    return msgspec.json.format(msgspec.json.encode(made), indent=1).decode() + "\n"


def _write(path: Path, made: Report, matches: list[Match]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as out:
            if path.suffix == ".csv":
                write_csv(matches, out)
            else:
                out.write(_json(made))
    except OSError as error:
        raise CallError(f"--out {path}: {why(error)}; name another file") from None


def _print_table(made: Report) -> None:
    """A line a bot, and every pair."""
    table = Table(
        title=f"{made.edition}, {len(made.games)} games, seed {made.seed}; those of a block share a deal"
    )
    names = ("bot", "games", "wins", "rate", "95 %", "points", "place", "elo", "ms", "most ms", "mishaps")
    for name in names:
        table.add_column(name, justify="left" if name in ("bot", "mishaps") else "right")
    for bot in made.bots:
        faults = ", ".join(f"{kind} {count}" for kind, count in bot.mishaps.items()) or "none"
        table.add_row(
            *(
                bot.name,
                str(bot.games),
                f"{bot.wins:g}",
                f"{bot.win_rate:.3f}",
                f"{bot.low:.3f}–{bot.high:.3f}",
            ),
            *(f"{bot.total_mean:.1f}", f"{bot.place_mean:.2f}", f"{bot.elo:g}"),
            *(f"{bot.ms_mean:.1f}", f"{bot.ms_max:.1f}", faults),
        )
    console = Console(color_system=None, width=None if sys.stdout.isatty() else _WIDTH)
    console.print(table)
    for pair in made.pairs:
        console.print(f"{pair.a} and {pair.b}: ahead {pair.ahead}, behind {pair.behind}, equal {pair.equal}")
