"""Events a second of `fingerpost.learn`, by `last` and `step` at random, beside those of random bots alone.

python -m benchmarks.learning [--edition NAME] [--games 40]
python -m benchmarks.learning --equal [--edition NAME] [--games 1000]

Bar: 0.3 of the events a second of the bots, who look at no observation. Seconds are the processor's; twenty
games before the first are not counted.
With `--equal` instead: in how many games the referee, who is told the same commands, writes the same events.
"""

import argparse
import time
from random import Random

import numpy as np

from benchmarks.random_games import play
from bots.bot import Bot, RandomBot
from engine import EDITIONS, SEATS, Game
from fingerpost.learn import raw_env
from lab.arena.match import digest_of


def learned(made: raw_env, seeds: range) -> tuple[int, float]:
    """Events and seconds of games by the environment."""
    began, events, chance = time.process_time(), 0, Random(seeds.start)
    for seed in seeds:
        made.reset(seed=seed)
        while made.agents:
            observation, _, ended, cut, info = made.last()
            seq = info["seq"]
            (possible,) = observation["action_mask"].view(np.bool_).nonzero()
            made.step(None if ended or cut else int(possible[int(chance.random() * len(possible))]))
        events += seq
    return events, time.process_time() - began


def simulated(edition: str, seeds: range) -> tuple[int, float]:
    """The same of random bots."""
    began, events = time.process_time(), 0
    for seed in seeds:
        rules = EDITIONS[edition]
        seats = min(4, rules.most_seats)
        bots: list[Bot] = [RandomBot(seed * 10 + n) for n in range(seats)]
        events += play(rules, bots, seats, "dealt", seed)[1]
    return events, time.process_time() - began


def same(edition: str, games: int) -> int:
    """How many random games of three seats are the engine's own, byte for byte."""
    made, chance, found = raw_env(edition, seats=3), np.random.default_rng(1), 0
    for seed in range(games):
        made.reset(seed=seed)
        while made.agents:
            agent = made.agent_selection
            if made.terminations[agent] or made.truncations[agent]:
                break
            possible = np.flatnonzero(made._mask(agent))  # without the vectors, which nobody asks for
            made.step(int(possible[chance.integers(len(possible))]))
        game = Game.new(edition, EDITIONS[edition].map, SEATS[:3], "dealt", seed)
        first = len(game.events)
        for command in made._done:
            answer = game.do(command)
            if not isinstance(answer, tuple):
                break
            game = answer[0]
        found += game.state.result is not None and digest_of(game, first) == made.digest()
    return found


def main() -> None:
    """Play both, a tenth of the games in turn, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--edition", choices=list(EDITIONS))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--equal", action="store_true", help="compare with the engine instead")
    options = parser.parse_args()
    for edition in [options.edition] if options.edition else EDITIONS:
        if options.equal:
            print(f"{edition}: {same(edition, options.games)} of {options.games} games equal", flush=True)
            continue
        sums, made, each = [[0, 0.0], [0, 0.0]], raw_env(edition), max(1, options.games // 10)
        learned(made, range(1000, 1020))  # what hands pay is found once and then looked up
        for turn in range(10):
            seeds = range(turn * each, (turn + 1) * each)
            for one, (events, seconds) in enumerate((learned(made, seeds), simulated(edition, seeds))):
                sums[one][0] += events
                sums[one][1] += seconds
        learn, bots = (events / seconds for events, seconds in sums)
        print(f"{edition}: {learn:.0f} events/s, bots {bots:.0f} events/s; {learn / bots:.2f}")


if __name__ == "__main__":
    main()
