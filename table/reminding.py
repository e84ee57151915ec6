"""What waits on the board for a hand is told of once more, then only by a soft sound (criterion 19). Pure.

A refused token that stays, tokens off their pins, two new tokens of which one must go. What the panel asks is
said again by the panel; a device that is gone is said once, for it may stay gone all evening.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from announce import Announcement
from tabletop import SiteId

AGAIN_S: Final = 20.0
WAIT_S: Final = 30.0

_SOFTLY: Final = Announcement(audience="everyone", urgency="ambient", normal="", earcon="wait")


Fewer = Callable[[Collection[SiteId]], Sequence[Announcement]]
"""The words for what is left of several sites."""


@dataclass(slots=True, eq=False)
class _Told:
    words: Announcement
    sites: frozenset[SiteId]  # empty: a refusal, which stands as long as any refused token does
    due: float
    fewer: Fewer | None  # None: the words are of all its sites together
    again: bool = False

    def only(self, sites: Collection[SiteId]) -> bool:
        """Keep it for these of its sites; False: nothing is left of it."""
        left = self.sites & frozenset(sites)
        if left == self.sites:
            return True
        if not left or self.fewer is None:
            return False
        self.sites, self.words = left, self.fewer(left)[0]
        return True


class Reminder:
    """Remembers what was told of the board as long as nobody has seen to it."""

    def __init__(self) -> None:
        self._told: list[_Told] = []

    def note(
        self,
        announcements: Sequence[Announcement],
        at: float,
        sites: Collection[SiteId] = (),
        fewer: Fewer | None = None,
    ) -> None:
        """These were said; what asks everyone for a hand is remembered.

        `sites`: where it is wanted; without them only a refusal counts, the newest of all. `fewer`: what is
        said when some of them are seen to; None: then all of it is over.
        """
        for one in announcements:
            if one.audience != "everyone" or one.urgency != "assertive":
                continue
            if sites or one.earcon == "refuse":
                about = frozenset(sites)
                self._told = [told for told in self._told if self._still(told, about)]
                self._told.append(_Told(one, about, at + AGAIN_S, fewer))

    def _still(self, told: _Told, anew: frozenset[SiteId]) -> bool:
        """Whether it is told of apart from what is said anew of these sites (none: the newest refusal)."""
        return told.only(told.sites - anew) if anew else bool(told.sites)

    def reword(self, announcements: Sequence[Announcement]) -> None:
        """The game has gone on: a refusal that waits is told again in these words: its reason may be over."""
        for told in self._told:
            if not told.sites:
                told.words = announcements[0]

    def forget(self, sites: Collection[SiteId]) -> None:
        """No token is wanted on these any more: what was told of them is over."""
        self._told = [
            told for told in self._told if not told.sites or told.only(told.sites.difference(sites))
        ]

    @property
    def waits(self) -> bool:
        """Whether anything on the board waits for a hand."""
        return bool(self._told)

    def due(
        self, at: float, *, refused: bool, differing: Callable[[], Collection[SiteId]], quiet: bool
    ) -> Announcement | None:
        """What is to be said now: the words once more, later a soft sound without words; None: nothing.

        Args:
            refused: a refused token still stands.
            differing: where board and game differ now; asked only when something is due.
            quiet: nothing is asked at the panel, so that nothing is talked over.
        """
        self._told = [told for told in self._told if told.sites or refused]
        late = [told for told in self._told if at >= told.due]
        if not late or not quiet:
            return None
        board = set(differing())
        self._told = [told for told in self._told if told not in late or told.only(board)]
        late = [told for told in late if told in self._told]
        if not late:
            return None
        for told in late:
            if not told.again:
                told.again, told.due = True, at + WAIT_S
                return told.words
        for told in self._told:  # one soft sound stands for all of them
            told.due = max(told.due, at + WAIT_S) if told.again else told.due
        return _SOFTLY
