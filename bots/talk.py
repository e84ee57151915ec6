"""bot/1, a whole talk: one program, one seat, one game. Bytes and instants in, bytes and commands out.

What a program may get wrong is a mishap. Twice it is told so, or the planner decides in its stead; at the
third, or when it is gone, the planner plays on. So there is always a command, and no game waits for ever.
"""

from dataclasses import dataclass
from typing import Final, Literal

from bots.bot import GreedyBot
from bots.talk_lines import (
    LONGEST_LINE,
    Explain,
    Fault,
    OpenAsk,
    Wrong,
    ask,
    bot_seed,
    hello,
    over,
    refused,
    too_large,
)
from engine import Command, Game, Seat, legal_for

MISHAPS: Final = 3  # with so many a program has played
MOST_BYTES: Final = 1 << 20  # in one ask
GRACE_MS: Final = 100  # for the way

MishapKind = Fault | Literal["taken-over"]


@dataclass(frozen=True, slots=True)
class Mishap:
    """What a program got wrong at which question; or that it was taken over."""

    seat: Seat
    ask: int
    kind: MishapKind


class Talk:
    """A program's side of one game.

    Attributes:
        mishaps: all there were, the oldest first.
        taken_over: the planner plays on.
    """

    def __init__(self, game: Game, seat: Seat, *, ms: int, number: int = 0, explain: Explain) -> None:
        """`ms`: a move; `number`: of the game in an arena; `explain`: words a refusal."""
        seed = bot_seed(game.state.seed, seat, number)
        self.seat, self.ms, self.mishaps, self.taken_over = seat, ms, list[Mishap](), False
        self.hello = hello(game.state, seat, ms=ms, seed=seed)
        self._planner, self._explain = GreedyBot(seed), explain
        self._number = self._told = self._bytes = 0
        self._asked: OpenAsk | None = None
        self._answer: Command | None = None
        self._line, self._skipping = bytearray(), False
        self._until: float | None = None

    def ask(self, game: Game, at: float) -> bytes:
        """Ask the program; what is to be sent."""
        self._number += 1
        self._asked = OpenAsk(game, self.seat, self._number, legal_for(game.state, self.seat), self._explain)
        self._answer, self._bytes = None, 0
        self._until = at + self._time_s
        line = ask(game, self.seat, self._number, self.ms, self._told, self._asked.legal)
        self._told = len(game.events)
        return line

    @property
    def _time_s(self) -> float:
        return (self.ms + GRACE_MS) / 1000

    @property
    def asked(self) -> Game | None:
        """The game about which it is being asked; None: nothing is open."""
        return None if self._asked is None else self._asked.game

    @property
    def waits(self) -> bool:
        """Whether an answer is waited for."""
        return self._asked is not None and self._answer is None and not self.taken_over

    @property
    def until(self) -> float:
        """When it is late."""
        return float("inf") if self._until is None else self._until

    def drop(self) -> None:
        """What was asked does not matter any more; an answer to it is nobody's."""
        self._asked = self._answer = self._until = None

    def written(self, at: float, blocked_s: float) -> None:
        """The question's last byte has left; for so long of its writing the program did not read."""
        if self.waits:
            self._until = at + self._time_s - blocked_s

    def heard(self, data: bytes) -> bytes:
        """Take in what the program wrote; what is to be sent for it."""
        if self._asked is None or self.taken_over:
            return b""
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            self.gone()
            return b""
        sent = bytearray()
        for part in _lines(data):
            sent += self._part(part)
        return bytes(sent)

    def _part(self, part: bytes) -> bytes:
        """A line, or as much of it as has come."""
        ended = part.endswith(b"\n")
        if self._skipping:
            self._skipping = not ended
            return b""
        self._line += part
        if len(self._line) - ended > LONGEST_LINE:
            self._line.clear()
            self._skipping = not ended
            return self._wrong(too_large())
        if not ended:
            return b""
        line = bytes(self._line).strip()
        self._line.clear()
        return self._read(line)

    def _read(self, line: bytes) -> bytes:
        if self._asked is None or not self.waits:
            return b""
        answer = self._asked.read(line)
        if isinstance(answer, Wrong):
            return self._wrong(answer)
        self._answer = answer
        return b""

    def _wrong(self, wrong: Wrong) -> bytes:
        if not self.waits or self._mishap(wrong.fault):
            return b""
        return refused(self._number, wrong.error, MISHAPS - len(self.mishaps))

    def gone(self) -> None:
        """The program has ended, closed its mouth or never stops talking."""
        if self.waits:
            self._mishap("gone")

    def _mishap(self, kind: Fault) -> bool:
        """Note it; True when the planner has taken over by it."""
        self.mishaps.append(Mishap(self.seat, self._number, kind))
        if kind == "gone" or len(self.mishaps) >= MISHAPS:
            self.mishaps.append(Mishap(self.seat, self._number, "taken-over"))
            self.taken_over = True
        return self.taken_over

    def decided(self, game: Game, at: float) -> Command | None:
        """What the seat does, by the program or in its stead; None: it has time left."""
        answer = self._answer
        if answer is None and not self.taken_over:
            if at < self.until:
                return None
            self._mishap("late")
        self.drop()
        return answer or self._planner.choose(game.state, self.seat)

    def over(self, game: Game) -> bytes:
        """The last words to it."""
        self.drop()
        return over(game, self.seat, self._told)


def _lines(data: bytes) -> list[bytes]:
    """What has come, parted after newlines and nowhere else."""
    *whole, rest = data.split(b"\n")
    return [*(line + b"\n" for line in whole), *([rest] if rest else [])]
