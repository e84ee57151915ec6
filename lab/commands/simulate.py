"""`fingerpost simulate`: bots play many games; statistics and games a second."""

import argparse
import csv
import json
import sys
import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, cast

from rich.console import Console
from rich.table import Table

from bots.bot import NAMES, is_bot
from command_line.arguments import Subparsers, add_game, most_seats, the_game
from command_line.by_name import the_seats
from command_line.progress import told
from engine import Seat
from lab.jobs import played
from lab.series import SOURCES, PlayedGame, play_game, summary
from table.errors import CallError

_WIDTH: Final = 200  # of the table where no terminal says how wide it is


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("simulate", help="let bots play many games", description=__doc__)
    add_game(parser, seats_default="")
    parser.add_argument("--games", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (default 1)")
    parser.add_argument("--bots", default="random", help="random, greedy, or one a seat: greedy,random")
    parser.add_argument(
        "--output",
        choices=("table", "json", "csv"),
        help="a table (on a terminal), JSON (anywhere else), or csv: a line for each seat of each game",
    )
    parser.add_argument("--json", dest="output", action="store_const", const="json", help="--output json")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print the statistics."""
    if args.games < 1 or args.jobs < 1:
        raise CallError(f"--games {args.games} --jobs {args.jobs}: give at least 1 of each")
    rules, board = the_game(args)
    seats = the_seats(most_seats(args.seats, 4, rules))
    bots = the_bots(args.bots, len(seats))
    play = partial(play_game, board, rules, seats, args.cards, bots)
    seeds = range(args.seed, args.seed + args.games)
    progress = partial(told, what="games", of=args.games)
    started = time.perf_counter()
    chunk = max(1, args.games // (args.jobs * 8))
    games = list(progress(played(play, seeds, args.jobs, chunk=chunk)))
    seconds = time.perf_counter() - started
    output = args.output or ("table" if sys.stdout.isatty() else "json")
    if output == "csv":
        _print_csv(seats, bots, games)
        return 0
    figures = summary(seats, bots, games, seconds)
    if output == "json":
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    else:
        _print_table(f"{rules.title}, {args.cards}", figures)
    return 0


def the_bots(text: str, seats: int) -> tuple[str, ...]:
    """One bot's name a seat; a single name is for all."""
    names = tuple(name.strip() for name in text.split(","))
    names = names * seats if len(names) == 1 else names
    unknown = [name for name in names if not is_bot(name)]
    if unknown or len(names) != seats:
        raise CallError(f"--bots {text}: give one of {NAMES}, or one for each of the {seats} seats")
    return names


def _print_csv(seats: Sequence[Seat], bots: Sequence[str], played: Iterable[PlayedGame]) -> None:
    """A line for every seat of every game."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    known = ("seed", "turns", "ended", "seat", "turn_order", "bot", "won", "total")
    writer.writerow([*known, *SOURCES, "tickets_done", "tickets_held"])
    for game in played:
        for number, (seat, bot) in enumerate(zip(seats, bots, strict=True), start=1):
            points = [game.points[seat][source] for source in SOURCES]
            won = int(seat in game.winners)
            line = (game.seed, game.turns, game.why, seat, number, bot, won, game.totals[seat])
            writer.writerow([*line, *points, *game.tickets[seat]])


def _print_table(title: str, figures: dict[str, object]) -> None:
    """Every seat in a column, so that a screen reader hears a figure of all seats in one line."""
    lines = cast("list[dict[str, object]]", figures.pop("seats"))
    table = Table(title=f"{title}: {figures['games']} games, {figures['games_per_second']} a second")
    table.add_column("per game, where nothing else is said")
    for line in lines:
        table.add_column(f"{line['turn_order']}: {line['seat']}, {line['bot']}", justify="right")
    for key in lines[0]:
        if key not in ("seat", "turn_order", "bot"):
            name = key.removesuffix("_mean").replace("_", " ")
            table.add_row("wins in all" if key == "wins" else name, *(str(line[key]) for line in lines))
    # No colours: our streams show what a terminal would obey.
    console = Console(color_system=None, width=None if sys.stdout.isatty() else _WIDTH)
    console.print(table)
    turns = f"{figures['turns_mean']} (from {figures['turns_least']} to {figures['turns_most']})"
    console.print(f"turns: {turns}; events: {figures['events_mean']}; shared wins: {figures['shared_wins']}")
    for name, what in (("ended", "how games ended"), ("short_mean", "what ran short, a game")):
        counts = cast("dict[str, object]", figures[name])
        listed = ", ".join(f"{key.replace('_', ' ')} {count}" for key, count in counts.items())
        console.print(f"{what}: {listed or 'nothing'}")
