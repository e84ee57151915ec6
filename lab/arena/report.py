"""arena/1: the games and what they come to, as JSON and as lines. Its types are its schema."""

import csv
from collections.abc import Mapping, Sequence
from typing import TextIO

import msgspec

from engine import Seat, edition
from engine.settings import SettingValue
from lab.arena.match import Arena, ClockName, Match
from lab.arena.standings import BotLine, PairLine, pairs, standings, won
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


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """arena/1, docs/writing-a-bot.md. `clock`: by which our own bots had their `ms` and what they took."""

    arena: int = 1
    version: str
    edition: str
    map: str
    settings: Mapping[str, SettingValue]
    seed: int
    ms: int
    clock: ClockName
    complete: bool
    games: tuple[GameLine, ...]
    bots: tuple[BotLine, ...]
    pairs: tuple[PairLine, ...]


def report(arena: Arena, matches: Sequence[Match], *, complete: bool) -> Report:
    """All that arena/1 tells."""
    rules = edition(arena.edition)
    return Report(
        version=version(),
        edition=rules.name,
        map=arena.board.id,
        settings=rules.told_settings(rules.settings),
        seed=arena.seed,
        ms=arena.ms,
        clock=arena.clock,
        complete=complete,
        games=tuple(_game(match) for match in matches),
        bots=standings(arena.bots, matches),
        pairs=pairs(arena.bots, matches),
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
