"""Score strips and tracks at the table: where the markers stand, and what is said of wrong ones. Pure."""

from collections.abc import Mapping
from typing import Final

from announce import Announcement, Wording
from engine import Seat, State
from tabletop import (
    SENSES,
    TOKEN_COLOURS,
    BoardLayout,
    Observation,
    ScoreDifference,
    Seen,
    SiteId,
    score_differences,
    score_space,
    shown_scores,
)

GRACE_S: Final = 20.0  # that people have for moving a marker after score or marker changed


class ScoreMarks:
    """Follows the score sites of a board; a board without any costs nothing.

    A difference is told once for each pair of stands and should, when both have rested for GRACE_S; it asks
    nothing and holds nothing up. A strip on which no token of its seat was ever seen is not in use.
    """

    def __init__(self, layout: BoardLayout, wording: Wording) -> None:
        self._layout = layout
        self._wording = wording
        self._owners = {
            name: space.owner
            for name, site in layout.sites.items()
            if (space := score_space(site)) is not None
        }
        self._by_sense: dict[tuple[SiteId, str], Seen] = {}
        self._in_use: set[Seat] = set()
        self._since: dict[Seat, tuple[ScoreDifference, float]] = {}
        self._told: set[ScoreDifference] = set()

    def take(self, observation: Observation) -> bool:
        """Note what was seen or felt at a score site; False: it is none."""
        if observation.site not in self._owners:
            return False
        self._by_sense[observation.site, observation.sense] = observation.seen
        seat = self._standing(observation.site)
        self._in_use |= {one for one in TOKEN_COLOURS if one == seat}
        return True

    def tick(self, state: State, at: float) -> tuple[Announcement, ...]:
        """What is to be said of markers that have stood wrong for long enough."""
        if not self._by_sense or state.phase == "over" or state.coins:
            self._since.clear()
            return ()
        differences = {one.seat: one for one in self._differences(state)}
        self._since = {
            seat: before if (before := self._since.get(seat)) and before[0] == one else (one, at)
            for seat, one in differences.items()
        }
        due = [one for one, since in self._since.values() if at - since >= GRACE_S and one not in self._told]
        self._told.update(due)
        return tuple(words for one in due for words in self._wording.score_marker(one))

    def _differences(self, state: State) -> tuple[ScoreDifference, ...]:
        points = {seat: state.points[seat] for seat in state.seats if seat in self._in_use}
        return score_differences(self._layout, shown_scores(self._layout, self._seen()), points)

    def _seen(self) -> Mapping[SiteId, Seen]:
        return {site: self._standing(site) for site in self._owners}

    def _standing(self, site: SiteId) -> Seen:
        """What stands there; a pin alone tells a seat only on the seat's own strip."""
        camera, pin = self._agreed(site, names=True), self._agreed(site, names=False)
        if pin == "something":
            pin = self._owners[site] or ("unknown" if camera == "empty" else camera)
        if camera == "something":
            camera = "unknown"
        if "unknown" in (camera, pin):
            return pin if camera == "unknown" else camera
        return camera if camera == pin else "unknown"

    def _agreed(self, site: SiteId, *, names: bool) -> Seen:
        """What those that tell whose a token is say of it, or those that do not; `unknown` if they differ."""
        of = [sense for sense, kind in SENSES.items() if kind.names is names]
        said = {self._by_sense.get((site, sense), "unknown") for sense in of} - {"unknown"}
        return said.pop() if len(said) == 1 else "unknown"
