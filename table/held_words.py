"""Words that wait: what follows a newspaper is told only when its event card has been read out.

That they wait is noted beside the game, so that a power cut loses neither the card nor the call to read.
"""

from collections.abc import Sequence
from typing import Final

from announce import Announcement
from engine import CardDrawn, CardGained, Event, NewspaperTurned, RowRefilled, RowTurned

KIND: Final = "news"  # of the note
Group = tuple[Announcement, ...]
_CARD_COMES = (CardDrawn, CardGained, NewspaperTurned, RowRefilled, RowTurned)


class HeldWords:
    """The announcements of an act, cut where people have something to read before they go on."""

    def __init__(self) -> None:
        self._groups: list[Group] = []
        self._act = (0, 0)  # the first and the last seq of the act of which words wait
        self._noted: dict[str, object] = {}

    @property
    def left(self) -> int:
        """How many groups still wait."""
        return len(self._groups)

    @property
    def waiting(self) -> Group:
        """Everything that still waits."""
        return tuple(one for group in self._groups for one in group)

    def cut(self, said: Sequence[Announcement], events: Sequence[Event], first_seq: int) -> Group:
        """The words that are said at once; the others wait."""
        ends = _ends(events, first_seq)
        if not ends:
            return tuple(said)
        groups: list[list[Announcement]] = [[] for _ in range(len(ends) + 1)]
        for one in said:
            place = len(ends) if one.seq is None else sum(end < one.seq for end in ends)
            groups[place].append(one)
        self._groups = [tuple(group) for group in groups[1:]]
        self._act = first_seq, first_seq + len(events) - 1
        return tuple(groups[0])

    def restore(self, left: int, said: Sequence[Announcement], events: Sequence[Event], first: int) -> Group:
        """As it was when only `left` groups still waited; the words that were told last before these."""
        told = self.cut(said, events, first)
        while self.left > left:
            told = self.next()
        self.changed()
        return told

    def next(self) -> Group:
        """The group that is due; empty when nothing waits."""
        return self._groups.pop(0) if self._groups else ()

    def rest(self) -> Group:
        """Everything that still waits, at once."""
        rest = self.waiting
        self._groups.clear()
        return rest

    def changed(self) -> dict[str, object]:
        """What is to be noted now, if anything: kind → body."""
        first, last = self._act
        now: dict[str, object] = {"first": first, "last": last, "left": self.left} if self._groups else {}
        if now == self._noted:
            return {}
        self._noted = now
        return {KIND: now}


def waited(noted: object) -> tuple[int, int, int] | None:
    """The first and last seq of the act of which words waited, and how many groups; None: none did.

    `noted`: as noted last in an earlier sitting; it may hold nonsense.
    """
    match noted:
        case {"first": int(first), "last": int(last), "left": int(left)} if 0 < first <= last and left > 0:
            return first, last, left
        case _:
            return None


def _ends(events: Sequence[Event], first_seq: int) -> list[int]:
    """The number of the last event of each event step: what is before the next card that comes."""
    ends: list[int] = []
    reading = False
    for seq, event in enumerate(events, first_seq):
        if reading and isinstance(event, _CARD_COMES):
            ends.append(seq - 1)
            reading = False
        reading = reading or isinstance(event, NewspaperTurned)
    return [*ends, first_seq + len(events) - 1] if reading else ends
