"""SHELL: a seat that a program plays: its talk, over its pipes, by the clock."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bots.talk import Mishap, Talk
from bots.talk_lines import Explain, GreetingError, name_in
from engine import Command, Game, Seat
from programs.child import Child, words_of
from table.errors import CallError
from table.ports import PROGRAM

GREETING_S: Final = 10.0
MS: Final = 1000  # a move, where nothing else is said
MEMORY_MIB: Final = 1024
_LONGEST_GREETING: Final = 65536


class SeatProgram:
    """A program at a table, or in an arena.

    Attributes:
        name: as it calls itself.
        kind: the bot of ours that it is; PROGRAM: another's.
        times_ms: how long each of its answers took.
    """

    def __init__(
        self,
        command: str,
        game: Game,
        seat: Seat,
        *,
        explain: Explain,
        ms: int = MS,
        memory_mib: int = MEMORY_MIB,
        number: int = 0,
        log: Path | None = None,
        kind: str = PROGRAM,
    ) -> None:
        """Start it, and have it greet.

        Args:
            kind: the bot of ours that it is, if it is one.
            number: of the game in an arena.
        Raises:
            CallError: it does not; what it said last is told.
        """
        words = words_of(command)
        self.seat, self.kind, self.times_ms = seat, kind, list[float]()
        self._talk = Talk(game, seat, ms=ms, number=number, explain=explain)
        self._child = Child(words, memory_mib=memory_mib, log=log)
        self._asked_at, self._asking, self._ended = 0.0, False, False
        try:
            self.name = self._greeted(command)
        except BaseException:
            self._child.end(politely=False)
            raise

    def _greeted(self, command: str) -> str:
        self._child.send(self._talk.hello)
        until, heard = time.monotonic() + GREETING_S, b""
        while b"\n" not in heard:
            left = until - time.monotonic()
            why = ""
            if self._child.closed:
                why = "it ended before it greeted"
            elif left <= 0:
                why = f"no greeting within {GREETING_S:.0f} s"
            elif len(heard) > _LONGEST_GREETING:
                why = "its greeting has no end"
            if why:
                said = self._child.last_words()
                told = f"{why} ({said})" if said else why
                raise CallError(f'program {command}: {told}; it must answer {{"bot": 1, "name": …}}')
            heard += self._child.move(max(0.0, min(left, 0.5)))[0]
        line, _, rest = heard.partition(b"\n")
        try:
            name = name_in(line)
        except GreetingError as error:
            raise CallError(f"program {command}: {error}") from None
        self._early = rest
        return name

    @property
    def mishaps(self) -> Sequence[Mishap]:
        """What it got wrong, the oldest first."""
        return self._talk.mishaps

    @property
    def taken_over(self) -> bool:
        """Whether the planner plays on."""
        return self._talk.taken_over

    def think(self, game: Game, *, wait_s: float = 0.0) -> Command | None:
        """What the seat does in this game; None: it still thinks, ask again.

        Args:
            wait_s: so long at most it is waited for.
        """
        talk = self._talk
        if talk.taken_over:
            return talk.decided(game, 0.0)
        if talk.asked is not game:
            talk.drop()
            self._asked_at, self._asking = time.monotonic(), True
            self._child.send(talk.ask(game, self._asked_at))
            self._child.send(talk.heard(self._early))
            self._early = b""
        self._exchange(min(wait_s, max(0.0, talk.until - time.monotonic())))
        command = talk.decided(game, time.monotonic())
        if command is not None:
            self.times_ms.append((time.monotonic() - self._asked_at) * 1000)
            if talk.taken_over:
                self._end(politely=False)
        return command

    def _exchange(self, wait_s: float) -> None:
        """All that can be read now: an answer that is there is not late."""
        heard, left = self._child.move(wait_s)
        if left is not None and self._asking:  # the clock of a second try runs on
            self._asking = False
            self._talk.written(*left)
        while heard:
            self._send(heard)
            heard = self._child.move(0.0)[0] if self._talk.waits else b""
        if self._child.closed:
            self._talk.gone()

    def _send(self, heard: bytes) -> None:
        answer = self._talk.heard(heard)
        if answer:
            self._child.send(answer)

    def play(self, game: Game) -> Command:
        """What the seat does; it is waited for."""
        while (command := self.think(game, wait_s=10.0)) is None:
            pass
        return command

    def end(self, game: Game | None) -> None:
        """It is told how the game went; None: the game is broken off. Then it ends."""
        if game is not None and not self._ended:
            self._child.send(self._talk.over(game))
        self._end(politely=game is not None)

    def _end(self, *, politely: bool) -> None:
        if not self._ended:
            self._ended = True
            self._child.end(politely=politely)
