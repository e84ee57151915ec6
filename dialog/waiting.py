"""What is open waits for an answer: not one that was made too soon, and not unheard for long."""

from typing import Any, Final

from dialog.effects import Say, StillWaiting
from dialog.mode import AnyMode

TOO_SOON_S: Final = 0.5  # a Yes or No this soon after a question by itself is no answer (criterion 14)
TAKEN_S: Final = 0.3  # a Yes or No this soon after a press was taken belongs to its burst (criterion 82)
AGAIN_S: Final = 20.0  # an open question is said once more (criterion 19)
WAIT_S: Final = 30.0  # and then only a soft sound


class Waiting:
    """A panel with something open. Times are monotonic seconds that are passed in.

    Attributes:
        unheard: words for whoever answers are still to begin.
    """

    mode: AnyMode[Any]

    def __init__(self) -> None:
        self._asked_at: float | None = None  # when a question came by itself
        self.unheard = False
        self._taken_at = float("-inf")  # when a press was acted on, or its words had still not begun
        self._next_word_at: float | None = None
        self._said_again = False

    def hear(self, at: float, *, begun: bool) -> None:
        """Whether the words that the last press has led to have begun: before that nobody can answer them."""
        self.unheard = not begun
        if self.unheard:
            self._taken_at = max(self._taken_at, at)

    def _in_a_burst(self, down_at: float, at: float) -> bool:
        """Whether a Yes or No went down before the words of the press before it could be heard."""
        if down_at - self._taken_at >= TAKEN_S:
            return False
        self._taken_at = at
        return True

    def _hasty(self, made: float, at: float) -> bool:
        """Whether a Yes or No was made too soon after a question by itself, which is to be said anew."""
        if self._asked_at is None or made - self._asked_at >= TOO_SOON_S:
            return False
        self._asked_at = at
        return True

    def _once_more(self, at: float) -> tuple[Say | StillWaiting, ...]:
        """Time has passed: an open question is said once more, then only a soft sound."""
        if self._next_word_at is None or at < self._next_word_at:
            return ()
        self._next_word_at = at + WAIT_S
        if self._said_again:
            return (StillWaiting(),)
        self._said_again = True
        return self._prompt()

    def _prompt(self) -> tuple[Say, ...]:
        """What is open now, said as one comes to it."""
        return () if self.mode.traits.quiet else (Say(self.mode),)
