"""Whole games with a hub's bytes and a camera's frames, and what goes wrong at home or in a storm.

    python -m benchmarks.device_games --games 200 [--first 0] [--each]

Simulated people play every edition at a simulated table: hub/1 bytes through a pseudo-terminal, drawn frames
through the real vision, keys on mock lines. Packets are lost, contacts bounce and flicker, the lamp fails,
hands sweep over the board, the hub restarts or hangs. Prints a line for each edition and for each kind of
table: claims and buildings, questions, those whose answer was what the table had guessed, apart by whether a
sense had misled it (`benchmarks.clumsy.witness`), claims that nobody made, games whose board and game
differ at the end. `--each` tells every game, and what went wrong in it.
"""

import argparse
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from announce import Wording
from benchmarks.clumsy.witness import Outcome, Watched, Witness
from benchmarks.faulty_games import HEADING, Tally
from bots.bot import Bot, GreedyBot
from engine import CARD_MODES, EDITIONS, SEATS, CardMode, Game, Seat
from fingerpost.devices.inbox import Inbox
from lab.demo import Demo, DemoOptions
from lab.simulation.simulated_players import StuckError
from lab.simulation.simulated_table import SimulatedTable
from lab.simulation.table_faults import Faults
from reconcile import expected_tokens
from tabletop import SiteId, TokenColour, board_layout

Level = Literal["home", "storm"]
LEVELS: Final[tuple[Level, ...]] = ("home", "storm")
SENSES: Final = (*[(True, True)] * 6, (True, False), (False, True))
"""Hub and camera: most tables have both; one of eight games each is played with one of them alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Which game is played, by whom, with which senses, and how bad the evening is."""

    edition: str
    cards: CardMode
    seats: tuple[Seat, ...]
    hub: bool
    camera: bool
    level: Level

    @property
    def table(self) -> str:
        """Its senses, and how bad it is."""
        senses = " and ".join(name for name, has in (("hub", self.hub), ("camera", self.camera)) if has)
        return f"{senses}, {self.level}"

    def __str__(self) -> str:
        return f"{self.edition}, {self.cards}, {len(self.seats)} seats, {self.table}"


class TrueTable(SimulatedTable):
    """A simulated table that remembers whose token was lifted last from a pin, and when."""

    strayed: Final = frozenset[SiteId]()  # no token of these games moves by itself
    _set: Mapping[SiteId, float] = {}
    _lifted: tuple[SiteId | None, TokenColour | None, float] = (None, None, 0.0)

    def place(self, site: SiteId, colour: TokenColour) -> None:
        """A token is set on a pin."""
        self._set = {**self._set, site: self.now}
        super().place(site, colour)

    def set_at(self, site: SiteId) -> float:
        """When the token on this pin was set."""
        return self._set.get(site, 0.0)

    def lift(self, site: SiteId) -> None:
        """A token is taken off its pin."""
        self._lifted = site, self.tokens[site], self.now
        super().lift(site)

    def stood(self, site: SiteId, within_s: float) -> TokenColour | None:
        """Whose token stands on a pin, or was lifted from it so lately."""
        last, colour, at = self._lifted
        return self.tokens.get(site, colour if last == site and self.now - at <= within_s else None)


def evening(number: int) -> Evening:
    """Game number so and so: the editions in turn, all else by the dice, always the same."""
    dice = Random(f"device games {number}")
    rules = list(EDITIONS)[number % len(EDITIONS)]
    seats = dice.sample(SEATS, dice.randrange(2, 6))[: EDITIONS[rules].most_seats]
    hub, camera = dice.choice(SENSES)
    return Evening(
        edition=rules,
        cards=dice.choice(CARD_MODES),
        seats=tuple(seat for seat in SEATS if seat in seats),
        hub=hub,
        camera=camera,
        level=dice.choice(LEVELS),
    )


def play(number: int, turns: int | None = None) -> Outcome:
    """Play one game to its end, or for so many turns."""
    how = evening(number)
    rules = EDITIONS[how.edition]
    layout, faults = board_layout(rules.map), Faults(how.level, number)
    game = Game.new(rules, rules.map, how.seats, cards=how.cards, seed=number)
    table = TrueTable(layout, seed=number, hub=how.hub, camera=how.camera, faults=faults)
    witness = Witness(table)
    wording = Wording(game.state.game_map, layout)
    session = Watched(witness, game, layout=layout, wording=wording)
    options = DemoOptions(speed=0, turns=turns, hub=how.hub, camera=how.camera, faults=faults)
    bots: dict[Seat, Bot] = {seat: GreedyBot(number) for seat in how.seats}
    stuck = ""
    try:
        Demo(session, table, bots, options, Inbox(), None).play()
    except StuckError as error:
        stuck = str(error)
    should = expected_tokens(session.game.state)
    apart = [f"{site}: board {seat}" for site, seat in sorted(table.tokens.items() - should.items())]
    apart += [f"{site}: game {seat}" for site, seat in sorted(should.items() - table.tokens.items())]
    return witness.outcome("; ".join(filter(None, (stuck, *apart))))


def main() -> int:
    """Play, and print the table; 1: a claim was wrong, or a game ended with board and game apart."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--turns", type=int, help="end each game after so many turns")
    parser.add_argument("--each", action="store_true", help="tell every game")
    args = parser.parse_args()
    tallies: dict[str, Tally] = {name: Tally() for name in EDITIONS}
    whole, started = Tally(), time.perf_counter()
    for number in range(args.first, args.first + args.games):
        how, outcome = evening(number), play(number, args.turns)
        for tally in (tallies[how.edition], tallies.setdefault(how.table, Tally()), whole):
            tally.add(outcome)
        if args.each:
            trouble = (
                *outcome.wrong,
                *outcome.needless,
                *outcome.misled,
                *filter(None, [outcome.unresolved]),
            )
            print(f"{number}: {how}: {outcome.claims} claims", *trouble, sep="\n    ", flush=True)
    print(HEADING)
    for name, tally in tallies.items():
        if tally.games:
            print(tally.row(name))
    print(whole.row("all"))
    taken = time.perf_counter() - started
    print(f"{whole.games} games, {whole.hours:.1f} hours of play in {taken:.0f} s")
    return 1 if whole.wrong or whole.unresolved else 0


if __name__ == "__main__":
    sys.exit(main())
