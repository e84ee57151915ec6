"""How a table bears what goes wrong: games of observations, with the real session, on a virtual clock.

    .venv/bin/python -m benchmarks.faulty_games --games 10000 --jobs 1

Prints a line for each combination of senses and players, then the whole: claims, questions, of these those
whose answer was the table's guess, apart by whether a sense had misled it or not (needless; see
`benchmarks.clumsy.witness`), claims that nobody made, games that ended with board and game apart, games a
second.
Rates of mishaps: benchmarks/rates.toml, or `--rates FILE`; benchmarks/clumsy.toml is of a far clumsier table.
`--each` names what went wrong where, `--why` also each question that was needless or misled, with what the
senses had said last of its sites.
"""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.clumsy.honest_people import GameSetup
from benchmarks.clumsy.household import play_game
from benchmarks.clumsy.mishaps import Rates, RatesError, parse_rates
from benchmarks.clumsy.witness import Outcome

RATES: Final = Path(__file__).parent / "rates.toml"
EVENINGS: Final = {
    "pins and camera": GameSetup(),
    "pins and camera, two": GameSetup(seats=("red", "black")),
    "pins and camera, five": GameSetup(seats=("blue", "red", "green", "yellow", "black")),
    "Europe, four": GameSetup(map="europe", edition="europe", seats=("blue", "red", "green", "black")),
    "coded pins and camera": GameSetup(coded=True),
    "pins alone": GameSetup(camera=False),
    "coded pins alone": GameSetup(camera=False, coded=True),
    "camera alone": GameSetup(pins=False),
    "cards dealt": GameSetup(cards="dealt"),
    "cards dealt, pins": GameSetup(cards="dealt", camera=False),
    "Europe, dealt": GameSetup(map="europe", edition="europe", cards="dealt"),
    "World": GameSetup(map="world", edition="rails-and-sails-world"),
    "World, dealt": GameSetup(map="world", edition="rails-and-sails-world", cards="dealt"),
    "Great Lakes, dealt": GameSetup(
        map="great-lakes", edition="rails-and-sails-great-lakes", seats=("blue", "green"), cards="dealt"
    ),
    "Legends": GameSetup(map="legends-east", edition="legends-of-the-west"),
    "Legends, dealt": GameSetup(map="legends-east", edition="legends-of-the-west", cards="dealt"),
}
# Most tables have both senses and a plain game: these are played three times as often as each other kind.
ORDER: Final = (*EVENINGS, *list(EVENINGS)[:4], *list(EVENINGS)[:4])

HEADING: Final = (
    f"{'':28}{'games':>7}{'claims':>9}{'asked':>8}{'misled':>8}{'needless':>9}{'wrong':>17}{'unresolved':>12}"
)


@dataclass(slots=True)
class Tally:
    """Sums over games."""

    games: int = 0
    claims: int = 0
    questions: int = 0
    misled: int = 0
    needless: int = 0
    wrong: int = 0
    unresolved: int = 0
    hours: float = 0.0

    def add(self, outcome: Outcome) -> None:
        """One game more."""
        self.games += 1
        self.claims += outcome.claims
        self.questions += outcome.questions
        self.misled += len(outcome.misled)
        self.needless += len(outcome.needless)
        self.wrong += len(outcome.wrong)
        self.unresolved += bool(outcome.unresolved)
        self.hours += outcome.seconds / 3600

    def row(self, name: str) -> str:
        """One line of the table."""
        rarity = f"1 in {self.claims / self.needless:.0f}" if self.needless else "none"
        return (
            f"{name:28}{self.games:>7}{self.claims:>9}{self.questions:>8}{self.misled:>8}"
            f"{self.needless:>9} = {rarity:9}"
            f"{self.wrong:>5}{self.unresolved:>12}"
        )


def rates_of(path: Path) -> Rates:
    """The rates of a file; ends the program in one line where it cannot be used."""
    try:
        return parse_rates(path.read_text(encoding="utf-8"), source=str(path))
    except (OSError, RatesError) as error:
        raise SystemExit(f"faulty_games: {error}") from None


def play(number: int, rates: Rates) -> tuple[str, Outcome]:
    """Game number so and so, always the same."""
    name = ORDER[number % len(ORDER)]
    return name, play_game(EVENINGS[name], rates, number)


def games(numbers: range, rates: Rates, jobs: int) -> Iterator[tuple[int, str, Outcome]]:
    """Play them, in one process or several."""
    if jobs == 1:
        for number in numbers:
            yield (number, *play(number, rates))
        return
    with ProcessPoolExecutor(jobs) as pool:
        for number, played in zip(
            numbers, pool.map(play, numbers, [rates] * len(numbers), chunksize=8), strict=True
        ):
            yield (number, *played)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rates", type=Path, default=RATES)
    parser.add_argument("--every", type=int, default=0, help="print the sum after so many games each")
    parser.add_argument("--each", action="store_true", help="name what went wrong, game by game")
    parser.add_argument("--why", action="store_true", help="tell what was observed before needless questions")
    args = parser.parse_args()
    tallies = {name: Tally() for name in EVENINGS}
    whole, started = Tally(), time.perf_counter()
    rates = rates_of(args.rates)
    for number, name, outcome in games(range(args.first, args.first + args.games), rates, args.jobs):
        tallies[name].add(outcome)
        whole.add(outcome)
        trouble = (*outcome.wrong, *filter(None, [outcome.unresolved])) if args.each or args.why else ()
        asked = (*outcome.needless, *(f"misled: {one}" for one in outcome.misled)) if args.why else ()
        for line in (*trouble, *asked):
            print(f"game {number}, {name}: {line}", flush=True)
        if args.every and whole.games % args.every == 0:
            print(whole.row("so far"), flush=True)
    taken = time.perf_counter() - started
    print(HEADING)
    for name, tally in tallies.items():
        if tally.games:
            print(tally.row(name))
    print(whole.row("all"))
    print(f"{whole.games / taken:.1f} games/s, {whole.hours:.0f} hours of play in {taken:.0f} s")


if __name__ == "__main__":
    main()
