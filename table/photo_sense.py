"""Photographs as the only sense of a table: one now and then, what each shows judged by the tracker.

Nobody sees a token come between two photographs, so each claim is asked. Several may have come: they are
judged one after the other, as turns follow, once nothing is open.
"""

from collections.abc import Mapping
from typing import Final

from announce import host_words, house_words
from dialog import Table
from engine import Seat
from table.common import Common
from table.voicing import Voicing
from tabletop import SENSES, Observation, Seen, SiteId

PICTURED: Final = next(sense for sense, kind in SENSES.items() if kind.looks and kind.names)
"""As which sense a picture speaks."""
RESTED_S: Final = 3.0  # a picture was taken before it was sent: what it shows has lain there for a while
NEXT_S: Final = 1.5  # after what came of one new token, before the next is looked at
SURE: Final = 0.9995  # the still reader says `unknown` to what is less sure


class Pictures:
    """What photographs have shown, and which of the new tokens have still to be judged."""

    def __init__(self, common: Common, voicing: Voicing) -> None:
        self._common, self._voicing = common, voicing
        self._next: list[tuple[SiteId, Seen]] = []
        self._due = float("-inf")

    def take(self, seen: Mapping[SiteId, Seen], standing: Mapping[SiteId, Seat], at: float) -> None:
        """A picture shows this; what it does not tell is as it was known before."""
        tracker, v = self._common.tracker, self._common.wording.vocabulary
        known = {site: what for site, what in seen.items() if what != "unknown" and site in tracker.sites}
        said = tracker.words()
        new = [
            (site, what)
            for site, what in known.items()
            if what != "empty" and site not in standing and said.get(site, {}).get(PICTURED) != what
        ]
        differing = sum(what != standing.get(site, "empty") for site, what in known.items())
        unread = [site for site, what in seen.items() if what == "unknown" and site in tracker.sites]
        words = host_words.photo_told(v, sum(what != "empty" for what in known.values()), differing, unread)
        self._voicing.say(house_words.said_for_the_house(words), at)
        self._next = sorted(new, key=self._turn)
        old = [one for one in known.items() if one not in new]
        # After a stop board and game are compared first, and may have to be put right.
        first = 0 if self._common.compare_at is not None else 1
        self._look([*old, *self._next[:first]], at)
        del self._next[:first]

    def due(self, at: float) -> None:
        """Time has passed: the next new token, once nothing is open."""
        if not self._next:
            return
        if self._common.panel.paused or not isinstance(self._common.panel.mode, Table):
            self._due = at + NEXT_S
        elif at >= self._due:
            self._look([self._next.pop(0)], at)

    def _look(self, shown: list[tuple[SiteId, Seen]], at: float) -> None:
        rested, wanted = at - RESTED_S, self._common.panel.token_wanted
        looked = [
            Observation(site=site, sense=PICTURED, seen=what, at=rested, confidence=SURE)
            for site, what in shown
        ]
        set_as_asked = wanted is not None and (wanted.site, wanted.seat) in shown
        self._common.tracker.look(looked, wanted.site if wanted is not None and set_as_asked else None)
        self._due = at + NEXT_S

    def _turn(self, one: tuple[SiteId, Seen]) -> tuple[int, SiteId]:
        """The mover's token first, then as turns follow; one that nobody knows last."""
        site, what = one
        state = self._common.state
        seats = state.seats
        first = seats.index(state.to_move) if state.to_move is not None else 0
        place = next((number for number, seat in enumerate(seats) if seat == what), None)
        return (len(seats) if place is None else (place - first) % len(seats)), site
