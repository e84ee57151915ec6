"""What the games of an arena come to: win rates with bounds, who is ahead of whom, strengths."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, log, sqrt
from statistics import fmean
from typing import Final

from lab.arena.match import Match

_Z: Final = 1.959964  # 95 %
_SCALE: Final = 400 / log(10)
_KNOWN: Final = "greedy"
_KNOWN_ELO: Final = 1000.0
_STEP: Final = 0.5
_ROUNDS: Final = 10_000
_EXACT: Final = 1e-10


@dataclass(frozen=True, slots=True)
class Pair:
    """How often `a` was placed before `b`, after it, and with it."""

    a: str
    b: str
    ahead: int
    behind: int
    equal: int

    @property
    def games(self) -> int:
        """How often they met."""
        return self.ahead + self.behind + self.equal


@dataclass(frozen=True, slots=True)
class BotStanding:
    """One bot's figures. `games` counts the seats it played; `by_place`: win rates by turn order."""

    name: str
    games: int
    wins: float
    low: float
    high: float
    total_mean: float
    place_mean: float
    by_place: tuple[float | None, ...]
    elo: float
    mishaps: Mapping[str, int]
    ms_mean: float
    ms_max: float


def standings(names: Sequence[str], matches: Sequence[Match]) -> tuple[BotStanding, ...]:
    """Every bot's figures, in the order of the names; same names are one bot."""
    known = list(dict.fromkeys(names))
    elos = strengths(known, pairs(known, matches))
    return tuple(_standing(name, len(names), matches, elos[name]) for name in known)


def _standing(name: str, seats: int, matches: Sequence[Match], elo: float) -> BotStanding:
    sat = [(match, place) for match in matches for place, bot in enumerate(match.bots) if bot == name]
    wins = [won(match, place) for match, place in sat]
    by_place = [
        [one for one, (_, at) in zip(wins, sat, strict=True) if at == place] for place in range(seats)
    ]
    times = [ms for match, place in sat for ms in match.times_ms[place]]
    low, high = wilson(sum(wins), len(sat))
    faults = Counter(
        mishap.kind for match, place in sat for mishap in match.mishaps if mishap.seat == match.seats[place]
    )
    return BotStanding(
        name=name,
        games=len(sat),
        wins=sum(wins),
        low=low,
        high=high,
        total_mean=fmean(match.totals[place] for match, place in sat) if sat else 0.0,
        place_mean=fmean(match.places[place] for match, place in sat) if sat else 0.0,
        by_place=tuple(fmean(some) if some else None for some in by_place),
        elo=elo,
        mishaps=dict(sorted(faults.items())),
        ms_mean=fmean(times) if times else 0.0,
        ms_max=max(times, default=0.0),
    )


def won(match: Match, place: int) -> float:
    """A seat's part of the win: one shared by m is 1/m."""
    return 1 / len(match.winners) if match.seats[place] in match.winners else 0.0


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The bounds of a win rate, 95 of 100 times around the true one (Wilson 1927)."""
    if not games:
        return 0.0, 1.0
    rate, more = wins / games, _Z * _Z / games
    middle = (rate + more / 2) / (1 + more)
    half = _Z * sqrt(rate * (1 - rate) / games + more / (4 * games)) / (1 + more)
    return max(0.0, middle - half), min(1.0, middle + half)


def pairs(names: Sequence[str], matches: Sequence[Match]) -> tuple[Pair, ...]:
    """Every two bots, the first by the alphabet; a game counts once for every two seats of theirs."""
    met: dict[tuple[str, str], Counter[int]] = {
        (a, b): Counter() for a, b in combinations(sorted(set(names)), 2)
    }
    for match in matches:
        sat = list(zip(match.bots, match.places, strict=True))
        for one, other in combinations(sat, 2):
            (a, place), (b, behind) = sorted((one, other))
            if a != b:
                met[a, b][(place > behind) - (place < behind)] += 1
    return tuple(Pair(a, b, count[-1], count[1], count[0]) for (a, b), count in met.items())


def strengths(names: Sequence[str], met: Sequence[Pair]) -> dict[str, float]:
    """Elo by maximum likelihood (Bradley and Terry 1952; Hunter's MM steps), a drawn game added to each pair.

    The known bot has 1000, or else the mean of all has.
    """
    wins, games = dict.fromkeys(names, 0.0), dict[tuple[str, str], float]()
    for pair in met:
        wins[pair.a] += pair.ahead + pair.equal / 2 + 0.5
        wins[pair.b] += pair.behind + pair.equal / 2 + 0.5
        games[pair.a, pair.b] = games[pair.b, pair.a] = pair.games + 1
    logs = dict.fromkeys(names, 0.0)
    for _ in range(_ROUNDS if len(names) > 1 else 0):
        power = {name: exp(logs[name]) for name in names}
        newer = {
            one: log(wins[one] / sum(games[one, b] / (power[one] + power[b]) for b in names if b != one))
            for one in names
        }
        mean = fmean(newer.values())
        newer = {name: value - mean for name, value in newer.items()}
        moved = max(abs(newer[name] - logs[name]) for name in names)
        logs = newer
        if moved < _EXACT:
            break
    zero = logs.get(_KNOWN, fmean(logs.values()))
    return {name: round((_KNOWN_ELO + _SCALE * (logs[name] - zero)) / _STEP) * _STEP for name in names}
