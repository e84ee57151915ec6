"""How long a bot looks ahead: by a clock that is handed in."""

from collections.abc import Callable
from typing import Final

Clock = Callable[[], float]
SHARE: Final = 0.85
"""Of the time for a move; the rest is for the game in hand and the way."""


def within(ms: int, clock: Clock) -> Callable[[], Callable[[int], bool]]:
    """For each move: whether there is time for one more game, by a clock in seconds.

    A game is taken to last as long as those before it did.
    """

    def begun() -> Callable[[int], bool]:
        began, whole = clock(), SHARE * ms / 1000

        def more(played: int) -> bool:
            spent = clock() - began
            return spent + (spent / played if played else 0.0) < whole

        return more

    return begun
