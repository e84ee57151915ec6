"""A refused token that stays is told of once more, then only by a soft sound (G11). Pure."""

from collections.abc import Sequence
from typing import Final

from announce import Announcement

AGAIN_S: Final = 20.0
WAIT_S: Final = 30.0


class Reminder:
    """Remembers the newest refusal as long as its token stands."""

    def __init__(self) -> None:
        self._refused: Announcement | None = None
        self._due = float("inf")
        self._said = False

    def note(self, announcements: Sequence[Announcement], at: float) -> None:
        """These were said; a refusal for everyone that asks for a token to be lifted is remembered."""
        for one in announcements:
            if one.earcon == "refuse" and one.urgency == "assertive" and one.audience == "everyone":
                self._refused, self._due, self._said = one, at + AGAIN_S, False

    def due(self, at: float, *, stands: bool, quiet: bool) -> Announcement | None:
        """What is to be said now: the refusal once more, later a soft sound without words; None: nothing.

        Args:
            stands: a refused token still stands; when none does there is nothing to remind of.
            quiet: nothing is asked at the panel, so that nothing is talked over.
        """
        if self._refused is None or not stands:
            self._refused = None
            return None
        if at < self._due or not quiet:
            return None
        self._due = at + WAIT_S
        if self._said:
            return Announcement(audience="everyone", urgency="ambient", normal="", earcon="wait")
        self._said = True
        return self._refused
