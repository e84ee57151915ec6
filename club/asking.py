"""PURE: which hole is asked for when. Time is a number that is passed in.

One question at a time a table, twenty a second in all. Who does not answer within ten seconds is asked again
after ten, twenty … three hundred. What a table no longer keeps is not asked for again before it has started
anew. Nothing here grows with a hole: a table has one question, a game one hole that has been told.
"""

import json
from dataclasses import dataclass, field
from typing import Final

WAIT_S: Final = 2.0  # a hole may close by itself: events come in disorder
ANSWER_S: Final = 10.0
LONGEST_S: Final = 300.0
A_SECOND: Final = 20
MOST: Final = 500  # seqs in one question
_PAGES: Final = 1000
_TRIES: Final = 3  # of asking a table for its games

Game = tuple[str, str]
Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Question:
    """What a table is asked: for events of a game, or (`game` None) for its games."""

    table: str
    id: str
    game: str | None = None
    first: int = 0
    last: int = 0

    @property
    def type(self) -> str:
        """The command that asks it."""
        return "games" if self.game is None else "replay"

    def envelope(self, reply_to: str, source: str, at: str) -> bytes:
        """The command as the table reads it, asked now (`at`)."""
        fields: dict[str, object] = {
            "v": 1,
            "kind": "command",
            "type": self.type,
            "id": self.id,
            "table": self.table,
            "game": self.game,
            "ts": at,
            "src": source,
            "reply_to": reply_to,
            "data": {} if self.game is None else {"from": self.first, "to": self.last},
        }
        return json.dumps(fields).encode()


@dataclass(slots=True)
class _Hole:
    since: float
    told: Range | None = None


@dataclass(slots=True)
class _Table:
    holes: dict[str, _Hole] = field(default_factory=dict)
    asked: Question | None = None
    at: float = 0.0
    pages: set[int] = field(default_factory=set)
    pause: float = ANSWER_S
    not_before: float = 0.0
    kept_not: set[str] = field(default_factory=set)  # games the table has not, since its boot
    wants_games: bool = False
    tries: int = 0


class Holes:
    """What is missing at each table, and what has been asked."""

    def __init__(self, prefix: str = "ask-") -> None:
        """`prefix`: of the ids of questions; another process has another, for an id is answered once."""
        self._tables: dict[str, _Table] = {}
        self._sent: list[float] = []
        self._next, self._prefix = 0, prefix

    @property
    def waiting(self) -> bool:
        """An answer is awaited, or a question is still to be put."""
        return any(one.asked is not None or one.wants_games for one in self._tables.values())

    def hole(self, game: Game, now: float) -> None:
        """Something of this game is missing."""
        self._of(game[0]).holes.setdefault(game[1], _Hole(now))

    def whole(self, game: Game) -> Range | None:
        """Nothing of this game is missing any longer; the hole that had been told."""
        one = self._of(game[0])
        one.kept_not.discard(game[1])
        hole = one.holes.pop(game[1], None)
        return None if hole is None else hole.told

    def want_games(self, table: str) -> None:
        """A table that knows its games has started: it is asked for them, and for what it did not have."""
        one = self._of(table)
        one.wants_games, one.tries, one.pause, one.not_before = True, 0, ANSWER_S, 0.0
        one.kept_not.clear()

    def started(self, table: str) -> None:
        """A table has started anew: a question to the one before it will not be answered."""
        one = self._of(table)
        one.kept_not.clear()
        one.asked, one.pause, one.not_before = None, ANSWER_S, 0.0

    def lost(self) -> None:
        """The broker was away: what was asked may never have arrived, and silence told nothing of it."""
        for one in self._tables.values():
            one.asked, one.pause, one.not_before = None, ANSWER_S, 0.0

    def holes(self) -> list[Game]:
        """The games of which something is missing."""
        return [(table, game) for table, one in self._tables.items() for game in one.holes]

    def told(self, game: Game, missing: Range) -> Range | None:
        """Note that this hole is told; the one told before it when that is closed now. None: nothing new."""
        hole = self._of(game[0]).holes.get(game[1])
        if hole is None:
            return None
        before = hole.told
        if before is not None and missing[0] <= before[1]:
            return None
        hole.told = missing
        return before

    def is_told(self, game: Game) -> bool:
        """Whether people know of a hole in this game."""
        hole = self._of(game[0]).holes.get(game[1])
        return hole is not None and hole.told is not None

    def due(self, now: float) -> list[Game | str]:
        """Whom to ask now: a table's name for its games, a game for what it lacks; see `ask`."""
        self._sent = [at for at in self._sent if at > now - 1]
        room = A_SECOND - len(self._sent)
        found: list[Game | str] = []
        for table, one in self._tables.items():
            if len(found) >= room:
                break
            if one.asked is not None and now - one.at >= ANSWER_S:
                self._later(one, now)
            if one.asked is not None or now < one.not_before:
                continue
            if one.wants_games:
                found.append(table)
                continue
            ripe = [
                game
                for game, hole in one.holes.items()
                if now - hole.since >= WAIT_S and game not in one.kept_not
            ]
            if ripe:
                found.append((table, ripe[0]))
        return found

    def ask(self, wanted: Game | str, missing: Range | None, now: float) -> Question:
        """The question to send now. `missing`: from the first hole of the game to a later one's end."""
        self._next += 1
        self._sent.append(now)
        table, game = (wanted, None) if isinstance(wanted, str) else wanted
        first, last = missing or (0, 0)
        question = Question(table, f"{self._prefix}{self._next}", game, first, min(last, first + MOST - 1))
        one = self._of(table)
        one.asked, one.at = question, now
        one.pages.clear()
        return question

    def answered(self, table: str, corr: str, *, page: int, pages: int, code: str | None, now: float) -> bool:
        """Take a table's answer; whether it is the last page of what was asked."""
        one = self._of(table)
        if one.asked is None or one.asked.id != corr:
            return False
        if code is not None:
            if one.asked.game is None:
                one.wants_games, one.asked = False, None
            elif code == "stale":
                one.kept_not.add(one.asked.game)
                one.asked = None
            else:
                self._later(one, now)
            return False
        one.at = now
        if 0 < page <= min(pages, _PAGES):
            one.pages.add(page)
        return one.asked.game is None or len(one.pages) >= min(pages, _PAGES)

    def finish(self, table: str, still: Range | None, now: float) -> None:
        """All that was asked has come and is stored; `still`: the first hole of that game now."""
        one = self._of(table)
        asked = one.asked
        if asked is None:
            return
        if asked.game is None:
            one.wants_games, one.asked = False, None
        elif still is not None and still[0] <= asked.first:
            self._later(one, now)  # it was answered, and did not help
        else:
            one.asked, one.pause, one.not_before = None, ANSWER_S, 0.0

    def asked(self, table: str) -> Question | None:
        """What a table is being asked."""
        return self._of(table).asked

    def _later(self, one: _Table, now: float) -> None:
        asked = one.asked
        if asked is not None and asked.game is not None and asked.game in one.holes:
            one.holes[asked.game] = one.holes.pop(asked.game)  # another game's turn first
        one.asked, one.not_before = None, now + one.pause
        one.pause = min(one.pause * 2, LONGEST_S)
        if asked is not None and asked.game is None:
            one.tries += 1
            one.wants_games = one.tries < _TRIES  # what it lacks is asked for all the same

    def _of(self, table: str) -> _Table:
        return self._tables.setdefault(table, _Table())
