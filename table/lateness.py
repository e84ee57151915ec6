"""When a press was made: a network may have held it up, so that it is heard much later. Pure."""

from typing import Final

from tabletop import Press

TOO_LATE_S: Final = 1.5
"""A press that is heard so much later than it was made is not acted on (HUB.md): a late answer is worse
than none."""


def too_late(press: Press, at: float) -> bool:
    """Whether a press that is heard now is not acted on, but refused in words."""
    return at - press.at > TOO_LATE_S


def made_at(press: Press, at: float) -> float:
    """When it was made, which is never later than it is heard."""
    return min(press.at, at)
