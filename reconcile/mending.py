"""Putting a knocked-over board right: what should stand, in which order it is asked for, what is left.

Pure: a rebuild is a value that steps; the session keeps it and says what it tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal, Self

from engine import Seat, State
from tabletop import BoardLayout, SiteId


def expected_tokens(state: State) -> dict[SiteId, Seat]:
    """Every site on which a token of the game should stand, and whose."""
    buildings = {**state.stations, **state.harbors}
    routes = {SiteId(route): seat for route, seat in state.owners.items()}
    return routes | {SiteId(city): seat for city, seat in buildings.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One site where board and game differ."""

    site: SiteId
    kind: Literal["missing", "wrong-shape", "extra"]
    seat: Seat  # whose should stand there; for `extra` whose seems to stand there
    looks: Seat | None = None  # whose token seems to stand there; None: none does


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A token to be put back."""

    site: SiteId
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuild:
    """A guided rebuild. `queue` holds what is still missing, the one that is asked for first in front."""

    queue: tuple[Wanted, ...]
    total: int
    skipped: frozenset[SiteId] = frozenset()  # of those still missing
    passed: int = 0  # so many one after the other, with none put back between

    @classmethod
    def of(cls, missing: Sequence[Wanted], layout: BoardLayout) -> Self:
        """Begin at the north-west; next is always the nearest to the last pin."""
        left = sorted(missing, key=lambda wanted: wanted.site)
        x = y = 0.0
        queue: list[Wanted] = []
        while left:
            left.sort(key=lambda wanted: _distance(layout, wanted.site, x, y))
            queue.append(left.pop(0))
            site = layout.sites[queue[-1].site]
            x, y = site.x, site.y
        return cls(queue=tuple(queue), total=len(queue))

    @property
    def current(self) -> Wanted | None:
        """The token that is asked for; None when all are back."""
        return self.queue[0] if self.queue else None

    @property
    def number(self) -> int:
        """Which of `total` is asked for, from 1."""
        return self.total - len(self.queue) + 1

    def placed(self, site: SiteId) -> "Rebuild":
        """A missing token is back, whichever it is."""
        left = tuple(wanted for wanted in self.queue if wanted.site != site)
        return replace(self, queue=left, skipped=self.skipped - {site}, passed=0)

    def fallen(self, more: Sequence[Wanted]) -> "Rebuild":
        """Further tokens fell meanwhile."""
        known = {wanted.site for wanted in self.queue}
        new = tuple(wanted for wanted in more if wanted.site not in known)
        return replace(self, queue=self.queue + new, total=self.total + len(new), passed=0)

    def skip(self) -> "Rebuild":
        """Leave the one that is asked for until the others are back."""
        queue = self.queue[1:] + self.queue[:1]
        skipped = self.skipped | {wanted.site for wanted in self.queue[:1]}
        return replace(self, queue=queue, skipped=skipped, passed=self.passed + 1)

    @property
    def gone_round(self) -> bool:
        """Whether all that are left were skipped."""
        return self.passed >= len(self.queue) > 0

    def counts(self) -> tuple[tuple[Seat, int], ...]:
        """How many tokens of each seat are missing, most first."""
        counted: dict[Seat, int] = {}
        for wanted in self.queue:
            counted[wanted.seat] = counted.get(wanted.seat, 0) + 1
        return tuple(sorted(counted.items(), key=lambda item: -item[1]))


def _distance(layout: BoardLayout, wanted: SiteId, x: float, y: float) -> float:
    site = layout.sites[wanted]
    return hypot(site.x - x, site.y - y)
