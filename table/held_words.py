"""Words that wait: what follows a newspaper is told only when its event card has been read out."""

from collections.abc import Sequence

from announce import Announcement
from engine import CardDrawn, CardGained, Event, NewspaperTurned, RowRefilled, RowTurned

Group = tuple[Announcement, ...]
_CARD_COMES = (CardDrawn, CardGained, NewspaperTurned, RowRefilled, RowTurned)


class HeldWords:
    """The announcements of an act, cut where people have something to read before they go on."""

    def __init__(self) -> None:
        self._groups: list[Group] = []

    @property
    def left(self) -> int:
        """How many groups still wait."""
        return len(self._groups)

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
        return tuple(groups[0])

    def next(self) -> Group:
        """The group that is due; empty when nothing waits."""
        return self._groups.pop(0) if self._groups else ()

    def rest(self) -> Group:
        """Everything that still waits, at once."""
        rest = tuple(one for group in self._groups for one in group)
        self._groups.clear()
        return rest


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
