"""arena/1: the games and what they come to, as JSON and as lines. Its types are its schema."""

import csv
from collections.abc import Mapping, Sequence
from typing import TextIO

import msgspec

from engine import Seat, edition
from engine.settings import SettingValue
from lab.arena.match import Arena, Match
from lab.arena.standings import BotStanding, pairs, standings, won
from lab.series import SOURCES
from storage.version import version


class MishapLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a program got wrong at which question, or that it was taken over."""

    seat: Seat
    ask: int
    kind: str


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """One game; lists have a place for each seat, in turn order."""

    game: int
    block: int
    seed: int
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    turns: int
    mishaps: tuple[MishapLine, ...]
    digest: str


class BotLine(msgspec.Struct, frozen=True, kw_only=True):
    """One bot's figures."""

    name: str
    games: int
    wins: float
    win_rate: float
    low: float
    high: float
    total_mean: float
    place_mean: float
    by_place: tuple[float | None, ...]
    elo: float
    mishaps: Mapping[str, int]
    ms_mean: float
    ms_max: float


class PairLine(msgspec.Struct, frozen=True, kw_only=True):
    """Two bots: how often the first was placed before the other."""

    a: str
    b: str
    games: int
    ahead: int
    behind: int
    equal: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """arena/1, docs/writing-a-bot.md."""

    arena: int = 1
    version: str
    edition: str
    map: str
    settings: Mapping[str, SettingValue]
    seed: int
    ms: int
    complete: bool
    games: tuple[GameLine, ...]
    bots: tuple[BotLine, ...]
    pairs: tuple[PairLine, ...]


def report(arena: Arena, matches: Sequence[Match], *, complete: bool) -> Report:
    """All that arena/1 tells."""
    rules = edition(arena.edition)
    met = pairs(arena.bots, matches)
    return Report(
        version=version(),
        edition=rules.name,
        map=arena.board.id,
        settings=rules.told_settings(rules.settings),
        seed=arena.seed,
        ms=arena.ms,
        complete=complete,
        games=tuple(_game(match) for match in matches),
        bots=tuple(_bot(one) for one in standings(arena.bots, matches)),
        pairs=tuple(
            PairLine(a=p.a, b=p.b, games=p.games, ahead=p.ahead, behind=p.behind, equal=p.equal) for p in met
        ),
    )


def _game(match: Match) -> GameLine:
    return GameLine(
        game=match.number,
        block=match.block,
        seed=match.seed,
        seats=match.seats,
        bots=match.bots,
        totals=match.totals,
        places=match.places,
        winners=match.winners,
        turns=match.turns,
        mishaps=tuple(MishapLine(seat=one.seat, ask=one.ask, kind=one.kind) for one in match.mishaps),
        digest=match.digest,
    )


def _bot(one: BotStanding) -> BotLine:
    return BotLine(
        name=one.name,
        games=one.games,
        wins=round(one.wins, 4),
        win_rate=round(one.wins / one.games, 4) if one.games else 0.0,
        low=round(one.low, 4),
        high=round(one.high, 4),
        total_mean=round(one.total_mean, 2),
        place_mean=round(one.place_mean, 3),
        by_place=tuple(None if rate is None else round(rate, 4) for rate in one.by_place),
        elo=one.elo,
        mishaps=one.mishaps,
        ms_mean=round(one.ms_mean, 3),
        ms_max=round(one.ms_max, 3),
    )


def write_csv(matches: Sequence[Match], out: TextIO) -> None:
    """A line for every seat of every game."""
    writer = csv.writer(out, lineterminator="\n")
    head = "game,block,seed,seat,turn_order,bot,place,won,total,mishaps,digest"
    writer.writerow([*head.split(","), *SOURCES])
    for match in matches:
        for at, seat in enumerate(match.seats):
            faults = sum(mishap.seat == seat for mishap in match.mishaps)
            writer.writerow(
                [
                    *(match.number, match.block, match.seed, seat, at + 1, match.bots[at], match.places[at]),
                    *(round(won(match, at), 4), match.totals[at], faults, match.digest),
                    *(match.points[at][source] for source in SOURCES),
                ]
            )
