"""Looking ahead: what is not seen is drawn by lot, games are played on from there; what ends best is done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from typing import Final

from bots.guessed import guessed
from bots.quick import Quick
from engine import Command, DrawTickets, Refusal, Seat, State, decide, evolve, seat_scores
from engine.shuffle import Lot

PLAYOUTS: Final = 120
"""So many games are played on for a move, where neither a number nor a time is said."""
MOST_ACTS: Final = 600
"""A game that goes on so long is scored as it stands."""
LEAST: Final = 6
"""So often every act is tried before the worse half is left out, and then again as often."""
LONG: Final = 5
MARGIN: Final = 15.0
"""By so many points ahead a game is won three times in four."""
SURE: Final = 3.5
"""An act is preferred to that of the quick player when it is better by so many standard errors.

Of many acts the one that looks best is often so by chance: with two errors it still follows noise
(docs/measured/bots.md).
"""


@dataclass(slots=True)
class Tried:
    """An act that may be done, and how the games went that were played on after it, from 0 to 1."""

    act: Command
    ends: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """How they went on the whole."""
        return sum(self.ends) / len(self.ends) if self.ends else 0.0


class Search:
    """One move: which acts are thought of, and what came of each."""

    def __init__(self, state: State, seat: Seat, seed: int) -> None:
        self._state, self._seat, self._seed = state, seat, seed
        self.tried = [Tried(act) for act in candidates(state, seat)]
        self.playouts = 0

    def run(self, more: Callable[[int], bool]) -> Tried:
        """Play on as long as `more`, asked with the number of games played, says so; the act that is best."""
        alive, world = list(self.tried), 0
        until = LEAST
        while len(alive) > 1 and more(self.playouts):
            self._world(world, alive)
            world += 1
            if world == until:
                alive.sort(key=lambda one: -one.mean)
                alive = alive[: max(2, (len(alive) + 1) // 2)]
                until *= 2
        return self._best(alive)

    def _world(self, number: int, alive: Sequence[Tried]) -> None:
        """Draw by lot what is not seen, once, and play on after each act from there."""
        lot = Lot(f"{self._seed}/{self._state.seq}/{self._seat}/{number}")
        world, known = guessed(self._state, self._seat, lot), Quick()
        for seat in world.seats:
            if seat not in world.offered:
                known.plan(world, seat)
        for one in alive:
            margin = played_on(world, one.act, Quick(known.plans), self._seat)
            one.ends.append(1 / (1 + exp(-margin / MARGIN)))
            self.playouts += 1

    def _best(self, alive: Sequence[Tried]) -> Tried:
        first = self.tried[0]
        best = max(alive, key=lambda one: one.mean)
        count = min(len(first.ends), len(best.ends))
        if best is first or count < 2:
            return first if count < 2 else best
        gains = [b - a for a, b in zip(first.ends, best.ends, strict=False)]
        mean = sum(gains) / count
        spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / (count - 1) / count)
        return best if mean > SURE * spread else first


def candidates(state: State, seat: Seat) -> list[Command]:
    """The acts worth a try, that of the quick player first."""
    quick = Quick()
    if seat in state.offered:
        keeps = sorted(quick.keeps(state, seat), key=lambda one: -one[0])
        return [keep for _, keep in keeps]
    first = quick.choose(state, seat)
    acts: list[Command] = [first]
    if state.phase != "turn":
        return acts
    plan = quick.plan(state, seat)
    acts += quick.claims(state, seat, plan)
    acts += quick.long_claims(state, seat, LONG)
    draws, wild = quick.draws(state, seat), state.edition.wild
    wilds = [draw for draw in draws if draw.index is not None and state.row[draw.index] == wild]
    acts += [*draws[:2], *wilds[:1]]
    if state.ticket_deck and state.turns_left is None:
        acts.append(DrawTickets(seat=seat))
    return list(dict.fromkeys(acts))


def played_on(state: State, act: Command, players: Quick, seat: Seat) -> int:
    """By how many points the seat ends before the best other, or behind it."""
    command, count = act, 0
    while True:
        answer = decide(state, command)
        if isinstance(answer, Refusal):
            break
        for event in answer:
            state = evolve(state, event)
        count += 1
        if state.result is not None or count == MOST_ACTS:
            break
        mover = state.waiting_for()[0]
        command = players.choose(state, mover)
    totals = (
        {score.seat: score.total for score in seat_scores(state)}
        if state.result is None
        else {score.seat: score.total for score in state.result.scores}
    )
    return totals[seat] - max(total for other, total in totals.items() if other != seat)
