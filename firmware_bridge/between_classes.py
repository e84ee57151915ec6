"""Pins whose token is between classes (`f0` of hub/1): something stands there, and nobody can tell whose.

A bad contact or a strange piece: people have to see to it, so it is told, once it has lasted. A hub of ours
reports it as a fault of its own (`amb`) as well; others need not.
"""

from collections.abc import Container
from typing import Final

LASTS_S: Final = 0.5
"""A piece that is being set or lifted is between classes for a moment, too."""

_BETWEEN: Final = 0xF0


class BetweenClasses:
    """Follows those of one hub's pins on which something of the game stands."""

    def __init__(self, channels: Container[int]) -> None:
        self._channels = channels
        self._since: dict[int, float] = {}
        self._told: set[int] = set()

    def __contains__(self, channel: int) -> bool:
        return channel in self._told

    def change(self, channel: int, token: int, at: float) -> None:
        """The token byte of this channel is this now; what it was before does not matter."""
        if token != _BETWEEN or channel not in self._channels:
            self._since.pop(channel, None)
        else:
            self._since.setdefault(channel, at)

    def load(self, tokens: bytes, at: float) -> None:
        """All token bytes as they are now."""
        for channel, token in enumerate(tokens):
            self.change(channel, token, at)

    def tick(self, at: float) -> list[tuple[int, bool]]:
        """Channels of which it is to be told now, and whether their tokens are between classes."""
        lasting = {channel for channel, since in self._since.items() if at - since >= LASTS_S}
        over = self._told - self._since.keys()
        news = [*((one, True) for one in lasting - self._told), *((one, False) for one in over)]
        self._told = (self._told | lasting) - over
        return sorted(news)
