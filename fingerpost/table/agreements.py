"""What the table plays on with although board and game differ: noted, and known again after a stop."""

from collections.abc import Mapping

from engine import State
from fingerpost.table.keeping import Keeper
from reconcile import Tracker, expected_tokens
from tabletop import DeviceHealth, SiteId


class Agreements:
    """Tokens that are missing, and tokens that count for nothing, by the table's word."""

    def __init__(self, keeper: Keeper, tracker: Tracker, *, resumed: bool) -> None:
        self._keeper = keeper
        self._tracker = tracker
        missing, left = (keeper.noted(kind) if resumed else None for kind in ("missing", "left"))
        self._missing: dict[SiteId, object] = missing if isinstance(missing, dict) else {}
        self._left = sorted(SiteId(str(site)) for site in left) if isinstance(left, list) else []
        for site in self._left:
            tracker.leave(site)

    @property
    def missing(self) -> Mapping[SiteId, object]:
        """Site → seat, as noted last: which tokens are not asked for; a note may hold nonsense."""
        return self._missing

    def note(self, state: State, at: float) -> DeviceHealth | None:
        """Write down what has changed. Returns the store's health if it has changed."""
        expected, health = expected_tokens(state), None
        missing: dict[SiteId, object] = {
            site: expected[site] for site in self._tracker.accepted if site in expected
        }
        if missing != self._missing:
            self._missing = missing
            health = self._keeper.note("missing", missing, at)
        left = list(self._tracker.left)
        if left != self._left:
            self._left = left
            health = self._keeper.note("left", left, at) or health
        return health
