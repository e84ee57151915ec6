"""What the table has agreed on beside the game, and what it only assumed: known again after a stop."""

from collections.abc import Mapping
from typing import Final

from engine import SEATS, State
from reconcile import Tracker, expected_tokens
from table.early_tokens import EarlyTokens
from tabletop import SiteId

KINDS: Final = ("missing", "left", "assumed", "refused", "early")


class Agreements:
    """Follows the tracker and tells what is to be noted with the next act.

    Tokens that are missing and tokens that count for nothing, both by the table's word; and claims that were
    taken for the mover's while no sense told whose token it was, of which any doubt is still told. A token
    that stands by the table's word, while a sense says that it is off, is not asked for either. And refused
    tokens that stand: they are told already, and those that came too early are asked about when their turn
    has come.
    """

    def __init__(
        self, tracker: Tracker, early: EarlyTokens, noted: Mapping[str, object] | None = None
    ) -> None:
        """`noted`: kind → body, as noted last in an earlier sitting; it may hold nonsense."""
        self._tracker, self._early = tracker, early
        earlier = noted or {}
        self._agreed = _tokens(earlier.get("missing"))
        left, assumed, refused = (self._sites(earlier.get(kind)) for kind in ("left", "assumed", "refused"))
        for site in left:
            tracker.leave(site)
        tracker.assume(assumed)
        for site in refused:
            tracker.hold(site)
        self._know_early(_tokens(earlier.get("early")))
        self._noted: dict[str, object] = {
            "missing": self._agreed,
            "left": left,
            "assumed": assumed,
            "refused": refused,
            "early": dict(early.tokens),
        }
        self._compared = not self._agreed

    def _sites(self, noted: object) -> list[SiteId]:
        """Those of a note that are on the board."""
        return sorted(self._tracker.sites & set(map(str, noted))) if isinstance(noted, list) else []

    def _know_early(self, noted: Mapping[SiteId, object]) -> None:
        for site in self._tracker.refused:
            seat = next((seat for seat in SEATS if seat == noted.get(site)), None)
            if seat is not None:
                self._early.know(site, seat)

    @property
    def missing(self) -> Mapping[SiteId, object]:
        """Site → seat, as noted in an earlier sitting: which tokens are not asked for."""
        return self._agreed

    def compared(self) -> None:
        """The board was looked at after a stop: what is missing there is known."""
        self._compared = True

    def changed(self, state: State) -> dict[str, object]:
        """What is to be noted now: kind → body, of each kind that is not as it was noted last."""
        tracker = self._tracker
        missing: dict[SiteId, object] = {} if self._compared else dict(self._agreed)
        if gone := (*tracker.accepted, *tracker.kept):  # this is asked in every turn of the loop
            expected = expected_tokens(state)
            missing |= {site: expected[site] for site in gone if site in expected}
        now: dict[str, object] = {
            "missing": missing,
            "left": [*tracker.left],
            "assumed": [*tracker.assumed],
            "refused": [*tracker.refused],
            "early": dict(self._early.tokens),
        }
        changed = {kind: body for kind, body in now.items() if body != self._noted[kind]}
        self._noted |= changed
        return changed


def _tokens(noted: object) -> dict[SiteId, object]:
    """Site → seat, of a note that may be anything."""
    return noted if isinstance(noted, dict) else {}
