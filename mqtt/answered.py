"""The last 256 commands with their results, so that none is ever done twice. Pure.

Where they are kept over a restart is the caller's business: it is told of each and gives them back.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from mqtt.payloads import Fields

REMEMBERED: Final = 256
PENDING: Final = 256  # commands that the game has not answered yet


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedResult:
    """One command of one client, and what it was answered."""

    client: str
    id: str
    result: Fields


class IdempotencyCache:
    """What was answered, oldest first, and what waits for the game's answer."""

    def __init__(self, before: Iterable[CachedResult] = ()) -> None:
        self._results: OrderedDict[tuple[str, str], Fields] = OrderedDict()
        self._pending: set[tuple[str, str]] = set()
        for one in before:
            self.answered(one)

    def result(self, client: str, id: str) -> Fields | None:
        """What this command was answered, if it was."""
        return self._results.get((client, id))

    def waits(self, client: str, id: str) -> bool:
        """Whether the game is still at it."""
        return (client, id) in self._pending

    @property
    def full(self) -> bool:
        """Whether so many wait that no more is taken in."""
        return len(self._pending) >= PENDING

    def asked(self, client: str, id: str) -> None:
        """The game has it now."""
        self._pending.add((client, id))

    def answered(self, one: CachedResult) -> None:
        """Keep it; the oldest beyond 256 is forgotten."""
        key = (one.client, one.id)
        self._pending.discard(key)
        self._results[key] = one.result
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)
