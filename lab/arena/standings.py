"""What an arena comes to: win rates with bounds, who is ahead of whom, strengths; lines of arena/1."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp, log, sqrt
from statistics import fmean
from typing import Final

import msgspec

from lab.arena.match import Match

_Z: Final = 1.959964  # 95 %
_SCALE: Final = 400 / log(10)
_KNOWN: Final = "greedy"
_KNOWN_ELO: Final = 1000.0
_STEP: Final = 0.5
_ROUNDS: Final = 10_000
_EXACT: Final = 1e-10


class PairLine(msgspec.Struct, frozen=True, kw_only=True):
    """Two bots: how often the first was placed before the other."""

    a: str
    b: str
    games: int
    ahead: int
    behind: int
    equal: int


class BotLine(msgspec.Struct, frozen=True, kw_only=True):
    """One bot's figures."""

    name: str
    games: int  # the seats it played
    wins: float
    win_rate: float
    low: float
    high: float
    total_mean: float
    place_mean: float
    by_place: tuple[float | None, ...]  # win rates by turn order
    elo: float
    mishaps: Mapping[str, int]
    ms_mean: float
    ms_max: float


def standings(names: Sequence[str], matches: Sequence[Match]) -> tuple[BotLine, ...]:
    """Every bot's figures, in the order of the names; same names are one bot."""
    known = list(dict.fromkeys(names))
    elos = strengths(known, pairs(known, matches))
    return tuple(_line(name, len(names), matches, elos[name]) for name in known)


def _line(name: str, seats: int, matches: Sequence[Match], elo: float) -> BotLine:
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
    return BotLine(
        name=name,
        games=len(sat),
        wins=round(sum(wins), 4),
        win_rate=round(sum(wins) / len(sat), 4) if sat else 0.0,
        low=round(low, 4),
        high=round(high, 4),
        total_mean=round(fmean(match.totals[place] for match, place in sat), 2) if sat else 0.0,
        place_mean=round(fmean(match.places[place] for match, place in sat), 3) if sat else 0.0,
        by_place=tuple(round(fmean(some), 4) if some else None for some in by_place),
        elo=elo,
        mishaps=dict(sorted(faults.items())),
        ms_mean=round(fmean(times), 3) if times else 0.0,
        ms_max=round(max(times, default=0.0), 3),
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


def pairs(names: Sequence[str], matches: Sequence[Match]) -> tuple[PairLine, ...]:
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
    return tuple(
        PairLine(a=a, b=b, games=count.total(), ahead=count[-1], behind=count[1], equal=count[0])
        for (a, b), count in met.items()
    )


def strengths(names: Sequence[str], met: Sequence[PairLine]) -> dict[str, float]:
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
