"""One earphone for several seats: whose it is, and the words that wait until it is passed on. Pure.

No private word goes to a seat before that seat's own Yes has told that it has the earphone in.
"""

from collections.abc import Collection, Sequence
from typing import Final

from announce import Announcement
from dialog import Mode
from engine import Seat

AGAIN_S: Final = 20.0  # who has kept the earphone is asked for it again after so long


class SharedEar:
    """Who has the shared earphone. `seats`: who has no other ear; none: there is no such earphone."""

    def __init__(self) -> None:
        self.seats: frozenset[Seat] = frozenset()
        self.screen = False  # it is no earphone but a screen at which the seats look one at a time
        self.holder: Seat | None = None
        self._waiting: dict[Seat, list[Announcement]] = {}
        self._asks: list[tuple[Mode, Announcement]] = []  # what waits of questions and lists, and of which
        self._over: set[Seat] = set()  # for whom nothing waits any more since an act was undone
        self._kept_until: dict[Seat, float] = {}
        self._told: tuple[Announcement, ...] = ()  # what was said when it was passed last

    def withholds(self, announcement: Announcement) -> bool:
        """Whether these words are for a seat that shares the earphone and has not said that it has it."""
        return announcement.audience in self.seats and announcement.audience != self.holder

    def keep(self, announcement: Announcement) -> None:
        """Words wait for their seat; a bare sound is of no use later."""
        for seat in self.seats:
            if announcement.audience == seat and announcement.normal:
                self._waiting.setdefault(seat, []).append(announcement)

    def forget(self, first: int, before: int) -> None:
        """The events from `first` on, to the one before `before`, are undone: their words are not said."""
        for seat, words in self._waiting.items():
            left = [one for one in words if one.seq is None or not first <= one.seq < before]
            if words and not left:
                self._over.add(seat)
            self._waiting[seat] = left

    def waits(self, words: Sequence[Announcement]) -> bool:
        """Whether something waits already for whom these words are."""
        return any(self._waiting.get(seat) for seat in self.seats for one in words if one.audience == seat)

    @property
    def waiting(self) -> int:
        """How many utterances wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def owed(self) -> dict[Seat, frozenset[int]]:
        """For whom words of events wait, and of which; what a question says is asked anew."""
        return {
            seat: seqs
            for seat, words in self._waiting.items()
            if (seqs := frozenset(one.seq for one in words if one.seq is not None))
        }

    def ask_again(self) -> None:
        """Somebody has asked for words that wait: who has kept the earphone is asked for it now."""
        self._kept_until.clear()

    def due(self, wanted: Sequence[Seat], at: float) -> Seat | None:
        """The seat to which the earphone is to be passed now.

        Args:
            wanted: the seats whose words cannot wait: whoever is asked or to move, the most urgent first.
        """
        answered = [seat for seat, words in self._waiting.items() if any(one.seq is None for one in words)]
        for seat in (*wanted, *answered):
            if self._waiting.get(seat) and at >= self._kept_until.get(seat, at):
                return seat
        return None

    def passed(self, seat: Seat) -> tuple[Announcement, ...]:
        """The seat has said that it has the earphone: the words that waited for it."""
        self.holder = seat
        self._kept_until.pop(seat, None)
        self._told = tuple(self._waiting.pop(seat, ()))
        return self._told

    def take_back(self) -> None:
        """It is not in that ear after all: nobody has it, and what was just told waits for its seat again."""
        seat, self.holder = self.holder, None
        if seat is not None:
            self._waiting[seat] = [*self._told, *self._waiting.get(seat, [])]
        self._told = ()

    def leave(self, seat: Seat) -> None:
        """This seat needs it no more; what waits for it is not lost."""
        self.seats -= {seat}
        self._kept_until.pop(seat, None)
        if self.holder == seat:
            self.holder, self._told = None, ()

    def left(self, seat: Seat) -> tuple[Announcement, ...]:
        """What waited for a seat that needs it no more: it can be told now."""
        return tuple(self._waiting.pop(seat, ()))

    def kept(self, seat: Seat, at: float) -> None:
        """It was not passed on: the words for that seat wait, and are asked for again after a while."""
        self._kept_until[seat] = at + AGAIN_S

    def asked(self, mode: Mode, words: Sequence[Announcement]) -> None:
        """What is open says these words: those that wait do so only as long as it is open."""
        self._asks += [(mode, one) for one in words if self.withholds(one)]

    def forget_closed(self, open_now: Collection[Mode]) -> frozenset[Seat]:
        """Words of what is open no more are dropped. Returns the seats for which nothing waits by that.

        Those for whom an undo has left nothing are told with them, once.
        """
        closed = [one for mode, one in self._asks if mode not in open_now]
        over, self._over = {seat for seat in self._over if not self._waiting.get(seat)}, set()
        if not closed:
            return frozenset(over)
        self._asks = [(mode, one) for mode, one in self._asks if mode in open_now]
        for seat, waiting in self._waiting.items():
            left = [one for one in waiting if not any(one is gone for gone in closed)]
            if waiting and not left:
                over.add(seat)
            self._waiting[seat] = left
        return frozenset(over)
