"""Lines for the log, so few that a talkative hub cannot fill a disk."""

from collections import deque
from typing import Final

NOTES_A_MINUTE: Final = 20


class Notes:
    """At most 20 lines a minute; what is more is dropped."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=2 * NOTES_A_MINUTE)
        self._at: deque[float] = deque(maxlen=NOTES_A_MINUTE)

    def add(self, text: str, at: float) -> None:
        """One line, if there is room in this minute."""
        if len(self._at) == NOTES_A_MINUTE and at - self._at[0] < 60:
            return
        self._at.append(at)
        self._lines.append(text)

    def take(self) -> list[str]:
        """The lines since the last call."""
        lines = list(self._lines)
        self._lines.clear()
        return lines
