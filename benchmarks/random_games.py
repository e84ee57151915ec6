"""Random games a second, complete with events, and their lengths.

python benchmarks/random_games.py [--edition NAME] [--games 300] [--seats 4] [--cards dealt] [--greedy]

The last figure, to compare machines: games a second times the seconds of ten million additions.
Bars: 150 games/s and 74 on the United States, 60 games/s on the World and the Great Lakes.
"""

import argparse
import time

from bots.bot import Bot, GreedyBot, RandomBot
from engine import CARD_MODES, EDITIONS, SEATS, CardMode, Edition, Refusal, State, decide, evolve, start


def play(rules: Edition, bots: list[Bot], seats: int, cards: CardMode, seed: int) -> tuple[State, int]:
    """One game through decide and evolve; the last state and how many events led to it."""
    state: State | None = None
    for event in start(rules, rules.map, SEATS[:seats], cards, seed):
        state = evolve(state, event)
    assert state is not None
    while state.phase != "over":
        seat = state.waiting_for()[0]
        answer = decide(state, bots[state.seats.index(seat)].choose(state, seat))
        if isinstance(answer, Refusal):
            raise SystemExit(f"seed {seed}: {answer}")
        for event in answer:
            state = evolve(state, event)
    return state, state.seq


def yardstick() -> float:
    """Seconds that ten million additions take here and now."""
    began, total = time.perf_counter(), 0
    for number in range(10_000_000):
        total += number
    return time.perf_counter() - began


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--edition", choices=list(EDITIONS), default="us-accessible")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--cards", choices=CARD_MODES, default="dealt")
    parser.add_argument("--greedy", action="store_true")
    options = parser.parse_args()
    rules = EDITIONS[options.edition]
    kind = GreedyBot if options.greedy else RandomBot
    began, events, turns = time.perf_counter(), 0, 0
    for seed in range(options.games):
        bots: list[Bot] = [kind(seed * 10 + n) for n in range(options.seats)]
        state, seq = play(rules, bots, options.seats, options.cards, seed)
        events, turns = events + seq, turns + state.turn
    seconds = time.perf_counter() - began
    games = options.games
    print(f"{games / seconds:.0f} games/s; a game: {events / games:.0f} events, {turns / games:.0f} turns")
    print(f"by the yardstick: {games / seconds * yardstick():.0f}")


if __name__ == "__main__":
    main()
