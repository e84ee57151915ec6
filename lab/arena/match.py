"""One game of an arena: who sits where, the deal, the moves, and what came of it."""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, Protocol

from bots.bot import Bot, bot_of
from bots.by_clock import Clock, within
from bots.talk import Mishap
from bots.talk_lines import bot_seed, number_of
from engine import SEATS, Command, Game, GameMap, Refusal, Seat, place_of, ranked, seat_scores
from engine.codec import command_to_json, event_line
from lab.series import SOURCES
from programs.explaining import explained
from programs.seat_program import SeatProgram

ClockName = Literal["wall", "processor"]
CLOCKS: Final[Mapping[ClockName, Clock]] = {"wall": time.perf_counter, "processor": time.thread_time}
"""By what our own bots have their time: on the wall, or of their process alone."""


@dataclass(frozen=True, slots=True)
class Arena:
    """What is played. `bots`: a name a seat; `commands`: the programs among them, by name.

    `clock` is that of our own bots; a program's time is always that of the wall.
    """

    edition: str
    board: GameMap
    bots: tuple[str, ...]
    commands: Mapping[str, str]
    seed: int
    ms: int
    memory_mib: int
    log: Path | None = None
    clock: ClockName = "wall"


@dataclass(frozen=True, slots=True)
class Match:
    """How one game went; whatever is a list has a place for each seat, in turn order."""

    number: int
    block: int
    seed: int
    seats: tuple[Seat, ...]
    bots: tuple[str, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[Seat, ...]
    turns: int
    mishaps: tuple[Mishap, ...]
    digest: str
    points: tuple[Mapping[str, int], ...]
    times_ms: tuple[tuple[float, ...], ...]


class _Player(Protocol):
    def play(self, game: Game) -> Command: ...


class _Own:
    """A bot of ours, and how long it thinks."""

    def __init__(self, bot: Bot, seat: Seat, clock: Clock) -> None:
        self._bot, self._seat, self._clock, self.times_ms = bot, seat, clock, list[float]()

    def play(self, game: Game) -> Command:
        """What the seat does."""
        began = self._clock()
        command = self._bot.choose(game.state, self._seat)
        self.times_ms.append((self._clock() - began) * 1000)
        return command


def play_match(arena: Arena, number: int) -> Match:
    """One game of the arena, whole.

    Raises:
        CallError: a program does not greet.
    """
    count = len(arena.bots)
    block, turned = divmod(number, count)
    seed = number_of(f"arena/{arena.seed}/{block}")
    seats = SEATS[:count]
    bots = tuple(arena.bots[(place + turned) % count] for place in range(count))
    game = Game.new(arena.edition, arena.board, seats, "dealt", seed)
    with ExitStack() as opened:
        players: dict[Seat, _Own | SeatProgram] = {}
        for seat, bot in zip(seats, bots, strict=True):
            players[seat] = _player(arena, bot, game, seat, number, opened.callback)
        game, commands, first = _played(game, players)
        for player in players.values():
            if isinstance(player, SeatProgram):
                player.end(game)
    if arena.log is not None:
        lines = "".join(command_to_json(command) + "\n" for command in commands)
        (arena.log / f"{number}.jsonl").write_text(lines, encoding="utf-8")
    return _told(arena, number, bots, game, first, players)


def _player(
    arena: Arena, bot: str, game: Game, seat: Seat, number: int, afterwards: Callable[..., object]
) -> _Own | SeatProgram:
    if bot not in arena.commands:
        seed = bot_seed(game.state.seed, seat, number)
        clock = CLOCKS[arena.clock]
        return _Own(bot_of(bot, seed, within(arena.ms, clock)), seat, clock)
    program = SeatProgram(
        arena.commands[bot],
        game,
        seat,
        explain=explained,
        ms=arena.ms,
        memory_mib=arena.memory_mib,
        number=number,
        log=None if arena.log is None else arena.log / f"{number}-{seat}.err",
    )
    afterwards(program.end, None)
    return program


def _played(game: Game, players: Mapping[Seat, _Player]) -> tuple[Game, list[Command], int]:
    """The game to its end, its commands, and with how many events it began.

    Seats that choose at once choose in the same game: none knows what another has chosen.
    """
    commands, first = list[Command](), len(game.events)
    while game.state.result is None:
        chosen = [players[seat].play(game) for seat in game.state.waiting_for()]
        for command in chosen:
            answer = game.do(command)
            if isinstance(answer, Refusal):
                raise AssertionError(f"seed {game.state.seed}: refused: {answer}")
            game = answer[0]
            commands.append(command)
    return game, commands, first


def _told(
    arena: Arena,
    number: int,
    bots: tuple[str, ...],
    game: Game,
    first: int,
    players: Mapping[Seat, _Own | SeatProgram],
) -> Match:
    state = game.state
    scores = seat_scores(state)
    places = ranked(scores, state.settings)
    programs = [player for player in players.values() if isinstance(player, SeatProgram)]
    return Match(
        number=number,
        block=number // len(bots),
        seed=state.seed,
        seats=state.seats,
        bots=bots,
        totals=tuple(score.total for score in scores),
        places=tuple(place_of(seat, places) for seat in state.seats),
        winners=places[0],
        turns=state.turn,
        mishaps=tuple(mishap for program in programs for mishap in program.mishaps),
        digest=digest_of(game, first),
        points=tuple({source: getattr(score, source) for source in SOURCES} for score in scores),
        times_ms=tuple(tuple(players[seat].times_ms) for seat in state.seats),
    )


def digest_of(game: Game, first: int) -> str:
    """SHA-256 of the lines that the referee prints after the first events, each with its newline."""
    digest = sha256()
    for seq, event in enumerate(game.events[first:], first + 1):
        digest.update(event_line(event, seq).encode() + b"\n")
    return digest.hexdigest()
