"""`fingerpost simulate`: bots play many games; statistics and games a second."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import mean
from typing import Final

from rich.console import Console
from rich.progress import track

from engine import CardMode, Edition, Game, GameMap, Refusal, Seat, edition
from fingerpost.commands.arguments import Subparsers, add_game, the_map, the_seats
from fingerpost.errors import CallError
from simulator.bots import Bot, GreedyBot, RandomBot

BOTS: Final[dict[str, Callable[[int], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went."""

    turns: int
    events: int
    totals: dict[Seat, int]
    winners: tuple[Seat, ...]
    why: str


def add(sub: Subparsers) -> None:
    """Add the subcommand."""
    parser = sub.add_parser("simulate", help="let bots play many games", description=__doc__)
    add_game(parser, seats_default="4")
    parser.add_argument("--games", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once (default 1)")
    parser.add_argument("--bots", default="random", help="random, greedy, or one a seat: greedy,random")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play and print one JSON object."""
    seats = the_seats(args.seats)
    bots = the_bots(args.bots, len(seats))
    if args.games < 1 or args.jobs < 1:
        raise CallError(f"--games {args.games} --jobs {args.jobs}: give at least 1 of each")
    play = partial(play_game, the_map(args.map), edition(args.edition), seats, args.cards, bots)
    seeds = range(args.seed, args.seed + args.games)
    console = Console(stderr=True)
    started = time.perf_counter()
    if args.jobs == 1:
        played = [play(seed) for seed in track(seeds, "games", console=console, transient=True)]
    else:
        with ProcessPoolExecutor(args.jobs) as pool:
            results = pool.map(play, seeds, chunksize=max(1, args.games // (args.jobs * 8)))
            played = list(track(results, "games", total=args.games, console=console, transient=True))
    seconds = time.perf_counter() - started
    sys.stdout.write(json.dumps(summary(seats, bots, played, seconds), indent=2) + "\n")
    return 0


def the_bots(text: str, seats: int) -> tuple[str, ...]:
    """One bot's name a seat; a single name is for all."""
    names = tuple(name.strip() for name in text.split(","))
    names = names * seats if len(names) == 1 else names
    unknown = [name for name in names if name not in BOTS]
    if unknown or len(names) != seats:
        raise CallError(f"--bots {text}: give one of {', '.join(BOTS)}, or one for each of the {seats} seats")
    return names


def play_game(
    game_map: GameMap,
    rules: Edition,
    seats: tuple[Seat, ...],
    cards: CardMode,
    bots: tuple[str, ...],
    seed: int,
) -> Played:
    """One whole game among bots."""
    game = Game.new(rules, game_map, seats, cards=cards, seed=seed)
    players = {seat: BOTS[name](seed) for seat, name in zip(seats, bots, strict=True)}
    while game.state.result is None:
        state = game.state
        seat = state.waiting_for()[0]
        done = game.do(players[seat].choose(state, seat))
        if isinstance(done, Refusal):
            raise AssertionError(f"seed {seed}: a bot was refused: {done}")
        game = done[0]
    result = game.state.result
    return Played(
        turns=game.state.turn,
        events=len(game.events),
        totals={score.seat: score.total for score in result.scores},
        winners=result.winners,
        why=result.why,
    )


def summary(seats: tuple[Seat, ...], bots: tuple[str, ...], played: list[Played], seconds: float) -> object:
    """The figures of many games."""
    wins: Counter[Seat] = Counter()
    for game in played:
        for seat in game.winners:
            wins[seat] += 1
    return {
        "games": len(played),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(played) / seconds, 1),
        "turns_mean": round(mean(game.turns for game in played), 1),
        "events_mean": round(mean(game.events for game in played), 1),
        "ended": dict(Counter(game.why for game in played)),
        "seats": [
            {
                "seat": seat,
                "bot": bot,
                "wins": wins[seat],
                "total_mean": round(mean(game.totals[seat] for game in played), 1),
            }
            for seat, bot in zip(seats, bots, strict=True)
        ],
    }
