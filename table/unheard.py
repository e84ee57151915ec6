"""Private words that wait for the shared earphone, noted beside the game: no power cut loses them.

What is noted names the seat and the events that the words tell of, never the words.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from announce import Announcement
from engine import SEATS
from table.common import Common
from table.retelling import states
from table.shared_ear import SharedEar

KIND: Final = "unheard"  # of the note


class Unheard:
    """Tells what is to be noted, and finds the words of an earlier sitting's note again."""

    def __init__(self, shared: SharedEar, noted: object) -> None:
        """`noted`: as noted last in an earlier sitting; it may hold nonsense."""
        self._shared = shared
        self._owed = owed(noted)
        self._noted: dict[str, list[int]] = {seat: sorted(seqs) for seat, seqs in self._owed.items()}

    def changed(self) -> dict[str, object]:
        """What is to be noted now, if anything: kind → body."""
        now: dict[str, list[int]] = {seat: sorted(seqs) for seat, seqs in self._shared.owed.items()}
        if now == self._noted:
            return {}
        self._noted = now
        return {KIND: now}

    def again(
        self, common: Common, acts: Sequence[tuple[int, int]], but: int | None
    ) -> tuple[Announcement, ...]:
        """The words that waited when the table stopped, oldest first.

        Args:
            acts: the first and last seq of each act of the game so far.
            but: the first seq of an act that is told again as a whole; None: none is.
        """
        wanted = frozenset[int]().union(*self._owed.values())
        if not wanted:
            return ()
        game = common.game
        found: list[Announcement] = []
        for before, (first, last), after in states(game.events, acts, game.state.game_map):
            if first == but or wanted.isdisjoint(range(first, last + 1)):
                continue
            told = common.words_of(before, game.events[first - 1 : last], after, first, by_token=False)
            found += [one for one in told if one.seq in self._owed.get(one.audience, ())]
        return tuple(found)


def owed(noted: object) -> Mapping[str, frozenset[int]]:
    """Seat → the events of whose words it has heard nothing, of a note that may be anything."""
    known = noted if isinstance(noted, dict) else {}
    seqs = {seat: known.get(seat) for seat in SEATS}
    return {
        seat: frozenset(one for one in some if isinstance(one, int) and not isinstance(one, bool))
        for seat, some in seqs.items()
        if isinstance(some, list) and some
    }
