"""Whether what a Yes or No answers was closed just now, by something else than a press at the panel. Pure."""

from typing import Final

from dialog.lists import Table
from dialog.mode import Mode

ON_ITS_WAY_S: Final = 1.5
"""A Yes or No so soon after that was meant for what is closed: the first words, which carry the news, last as
long (five words at 175 a minute), and a finger that is on its way does not stop at the first of them."""


class Closed:
    """Follows what is open, and when it went without a press."""

    def __init__(self) -> None:
        self._known: Mode = Table()
        self._at = float("-inf")

    def look(self, mode: Mode, at: float) -> None:
        """See what is open now; no press at the panel has changed it since the last look."""
        if not _goes_on(self._known, mode):
            self._at = at
        self._known = mode

    def pressed(self, mode: Mode) -> None:
        """See what a press has left open: whoever closed a question by a press knows that it is closed."""
        if mode != self._known:
            self._at = float("-inf")
        self._known = mode

    def just(self, pressed_at: float) -> bool:
        """Whether a press of this time was meant for what is closed."""
        return pressed_at - self._at < ON_ITS_WAY_S


def _goes_on(before: Mode, now: Mode) -> bool:
    """Whether a Yes or No to the one answers the other: with nothing open there is nothing to close."""
    if isinstance(before, Table):
        return True
    return type(before) is type(now) if before.traits.one_dialog else before == now
