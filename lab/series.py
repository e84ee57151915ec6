"""Many games among bots, and what they come to: points by source, turns, who wins, what ran short."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from bots.bot import bot_of
from engine import (
    CardMode,
    DeckShuffled,
    Edition,
    Event,
    GameMap,
    Refusal,
    RowTurned,
    Seat,
    SeatScore,
    State,
    TurnPassed,
    decide,
    evolve,
    ranked,
    seat_scores,
    start,
)

SOURCES: Final = (
    "routes",
    "tickets",
    "longest_bonus",
    "stations",
    "harbors",
    "harbors_missing",
    "exchange",
    "coins",
    "trains_bonus",
)
"""Where points come from, by the names of score/1."""

MOST_TURNS: Final = 3000
"""With cards untracked nobody runs out of cards: with far more trains than routes a game has no end."""

TOO_LONG: Final = "too-long"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How one game went. `points`: by seat and source; `short`: how often something ran out."""

    seed: int
    turns: int
    events: int
    why: str  # final-round, stuck or too-long
    winners: tuple[Seat, ...]
    totals: Mapping[Seat, int]
    points: Mapping[Seat, Mapping[str, int]]
    tickets: Mapping[Seat, tuple[int, int]]  # done and held
    short: Mapping[str, int]


def play_game(
    game_map: GameMap,
    rules: Edition,
    seats: tuple[Seat, ...],
    cards: CardMode,
    bots: tuple[str, ...],
    seed: int,
) -> PlayedGame:
    """One whole game among bots; after MOST_TURNS it is scored as it stands."""
    players = {seat: bot_of(name, seed) for seat, name in zip(seats, bots, strict=True)}
    state: State | None = None
    short: Counter[str] = Counter()
    for event in start(rules, game_map, seats, cards, seed):
        state = evolve(state, event, on=game_map)
    assert state is not None
    while state.result is None and state.turn < MOST_TURNS:
        seat = state.waiting_for()[0]
        answer = decide(state, players[seat].choose(state, seat))
        if isinstance(answer, Refusal):
            raise AssertionError(f"seed {seed}: a bot was refused: {answer}")
        for event in answer:
            state = evolve(state, event)
            _count(short, event)
    if cards == "dealt" and not state.ticket_deck:
        short["tickets_gone"] = 1
    return _told(state, seed, short)


def _count(short: Counter[str], event: Event) -> None:
    if isinstance(event, DeckShuffled):
        short["decks_remade"] += 1
    elif isinstance(event, TurnPassed):
        short["passes"] += 1
    elif isinstance(event, RowTurned) and event.flushed:
        short["rows_cleared"] += 1


def _told(state: State, seed: int, short: Mapping[str, int]) -> PlayedGame:
    scores = seat_scores(state)
    return PlayedGame(
        seed=seed,
        turns=state.turn,
        events=state.seq,
        why=TOO_LONG if state.result is None else state.result.why,
        winners=ranked(scores, state.settings)[0],
        totals={score.seat: score.total for score in scores},
        points={score.seat: _sources(score) for score in scores},
        tickets={score.seat: (len(score.completed), len(score.ticket_list)) for score in scores},
        short=short,
    )


def _sources(score: SeatScore) -> dict[str, int]:
    return {source: getattr(score, source) for source in SOURCES}


def summary(
    seats: Sequence[Seat], bots: Sequence[str], played: Sequence[PlayedGame], seconds: float
) -> dict[str, object]:
    """The figures of many games, as JSON holds them; sources that brought nothing to anybody are left out."""
    used = [
        source for source in SOURCES if any(game.points[seat][source] for game in played for seat in seats)
    ]
    turns = sorted(game.turns for game in played)
    return {
        "games": len(played),
        "seconds": round(seconds, 3),
        "games_per_second": round(len(played) / seconds, 1),
        "turns_mean": round(fmean(turns), 1),
        "turns_least": turns[0],
        "turns_most": turns[-1],
        "events_mean": round(fmean(game.events for game in played), 1),
        "ended": dict(Counter(game.why for game in played)),
        "shared_wins": sum(len(game.winners) > 1 for game in played),
        "short_mean": _mean_of([game.short for game in played]),
        "seats": [
            _line(number, seat, bot, played, used)
            for number, (seat, bot) in enumerate(zip(seats, bots, strict=True), start=1)
        ],
    }


def _line(
    number: int, seat: Seat, bot: str, played: Sequence[PlayedGame], used: Sequence[str]
) -> dict[str, object]:
    """A seat's figures; `number`: its place in turn order."""
    wins = sum(seat in game.winners for game in played)
    totals = [game.totals[seat] for game in played]
    return {
        "seat": seat,
        "turn_order": number,
        "bot": bot,
        "wins": wins,
        "win_share": round(wins / len(played), 3),
        "total_mean": round(fmean(totals), 1),
        "total_least": min(totals),
        "total_most": max(totals),
        **{
            f"{source}_mean": round(fmean(game.points[seat][source] for game in played), 1) for source in used
        },
        "tickets_done_mean": round(fmean(game.tickets[seat][0] for game in played), 2),
        "tickets_held_mean": round(fmean(game.tickets[seat][1] for game in played), 2),
    }


def _mean_of(counts: Sequence[Mapping[str, int]]) -> dict[str, float]:
    names = sorted({name for count in counts for name in count})
    return {name: round(fmean(count.get(name, 0) for count in counts), 2) for name in names}
