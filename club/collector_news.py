"""What a collector tells people: each hole once and that it has closed, refused messages counted."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from club.asking import Game
from club.envelopes import RefusedEnvelope, ToldEvent

Say = Callable[[dict[str, object]], None]

_TELL_REFUSED_S: Final = 60.0
_TABLES: Final = 1_000  # of refused messages that are told apart


class CollectorNews:
    """Says what there is to say, a line each."""

    def __init__(self, say: Say, at: float) -> None:
        """`at`: monotonic seconds now."""
        self._say = say
        self._refused: Counter[tuple[str, str]] = Counter()
        self._refused_at = at

    def of(self, what: str, which: str, why: str = "") -> None:
        """Broker or database is ready, lost, back; all is done."""
        self._say({"collect": what, "what": which, "why": why})

    def gap(self, game: Game, missing: tuple[int, int]) -> None:
        """Events are missing."""
        self._say({"gap": _named(game, missing)})

    def healed(self, game: Game, hole: tuple[int, int] | None) -> None:
        """They are there now, if any were said to be missing."""
        if hole is not None:
            self._say({"healed": _named(game, hole)})

    def conflicts(self, events: Sequence[ToldEvent]) -> None:
        """A table has told of an event twice, and not alike."""
        for one in events:
            self._say({"conflict": {"table": one.table, "game": one.game, "seq": one.seq}})

    def refuse(self, no: RefusedEnvelope) -> None:
        """A message that is none; such are told by their number."""
        key = (no.table, no.why) if len(self._refused) < _TABLES else ("-", no.why)
        self._refused[key] += 1

    def tick(self, at: float) -> None:
        """Time has passed: messages that were refused are told once a minute."""
        if at - self._refused_at >= _TELL_REFUSED_S:
            self._refused_at = at
            self.tell_refused()

    def tell_refused(self) -> None:
        """Tell of them now."""
        for (table, why), count in self._refused.items():
            self._say({"refused": {"table": table, "why": why, "count": count}})
        self._refused.clear()


def _named(game: Game, hole: tuple[int, int]) -> dict[str, object]:
    return {"table": game[0], "game": game[1], "first": hole[0], "last": hole[1]}
