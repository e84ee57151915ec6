"""Exploring: a site that is touched says what it is, and nothing is claimed before it is over."""

from collections.abc import Sequence
from typing import Final

from dialog import (
    AboutSite,
    Effect,
    ExploringEnds,
    LeftOver,
    Panel,
    Say,
    StillWaiting,
)
from engine import SEATS, Seat, State
from reconcile import Finding, TokenSettled, Tracker, expected_tokens
from tabletop import Observation, Seen, Sense, SiteId

REST_S: Final = 1.0  # a pointer that stays so long asks for the rest
AGAIN_S: Final = 2.0  # the same site is not said again sooner
WAIT_S: Final = 10.0  # between the soft sounds that tell that it goes on

Effects = tuple[Effect, ...]


class Explorer:
    """Follows which pins are touched while the panel explores, and asks about the tokens that were left."""

    def __init__(self, panel: Panel, tracker: Tracker, pins: frozenset[SiteId]) -> None:
        self._panel, self._tracker, self._pins = panel, tracker, pins
        self._seen: dict[SiteId, dict[Sense, Seen]] = {}
        self._active = False
        self._touched: set[SiteId] = set()
        self._last: tuple[SiteId, float] | None = None
        self._rest_at, self._wait_at = float("inf"), float("inf")
        self._left: list[SiteId] = []
        self._sounds_due = False  # what was set and lifted meanwhile is not sounded afterwards

    def observe(self, item: Observation, state: State, at: float) -> Effects:
        """A sense has told of a site: while somebody explores, that may be a touch."""
        if item.site not in self._pins:
            return ()  # nothing can be felt or claimed there
        stood = self._stands(item.site)
        if item.seen != "unknown":
            self._seen.setdefault(item.site, {})[item.sense] = item.seen
        exploring = self._panel.exploring
        if exploring is None:
            return ()
        self._begin(at)
        owner = expected_tokens(state).get(item.site)
        other = next((seat for seat in SEATS if seat == item.seen), None)
        if other is not None and other not in (exploring.seat, owner) and other in state.seats:
            return self.stop(state, at, by=other, at_site=item.site)
        stands = self._stands(item.site)
        if stands == stood or (not stands and owner is None):
            return ()  # nothing new, or the pointer went on
        return self._touch(item.site, state, at)

    def _stands(self, site: SiteId) -> bool:
        """Whether any sense has told of something there."""
        return any(seen != "empty" for seen in self._seen.get(site, {}).values())

    def _touch(self, site: SiteId, state: State, at: float) -> Effects:
        self._touched.add(site)
        self._rest_at, self._wait_at = at + REST_S, at + WAIT_S
        if self._last is not None and self._last[0] == site and at - self._last[1] < AGAIN_S:
            return ()
        self._last = site, at
        return self._panel.touch(site, state)

    def tick(self, state: State, at: float) -> Effects:
        """Time has passed: the rest of a touched site, the soft sound, a token that was left."""
        exploring = self._panel.exploring
        if exploring is None:
            return self.stop(state, at) if self._active else self._ask(state, at)
        self._begin(at)
        if at >= self._rest_at:
            self._rest_at = float("inf")
            if exploring.index == 0 and exploring.site is not None and self._stands(exploring.site):
                ear = self._panel.focus is not None
                return (AboutSite(exploring.site, exploring.seat, ear, rest=True),)
        if at >= self._wait_at:
            self._wait_at = at + WAIT_S
            return (StillWaiting(),)
        return ()

    def _begin(self, at: float) -> None:
        if not self._active:
            self._active, self._wait_at, self._last = True, at + WAIT_S, None
            self._touched.clear()

    def stop(
        self, state: State, at: float, *, by: Seat | None = None, at_site: SiteId | None = None
    ) -> Effects:
        """It is over: tokens left on free sites are asked about one by one, that of `by` is judged."""
        self._panel.stop_exploring(at)
        self._active, self._sounds_due, self._rest_at = False, True, float("inf")
        taken = expected_tokens(state)
        self._left = [site for site in sorted(self._touched) if site not in taken and self._stands(site)]
        self._left = [site for site in self._left if site != at_site]
        self._touched.clear()
        for site in self._left:
            self._tracker.hold(site)
        return (Say(ExploringEnds(by=by)),)

    def _ask(self, state: State, at: float) -> Effects:
        """The next token that was left, when nothing else is asked."""
        if not self._left or not self._panel.at_leisure:
            return ()
        site = self._left.pop(0)
        if site in expected_tokens(state) or not self._stands(site):
            return ()
        return self._panel.ask(LeftOver(state.to_move or self._panel.asker(state), site), at)

    def judged(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """What the tracker finds, without the sounds of what was touched."""
        due, self._sounds_due = self._sounds_due, False
        return tuple(one for one in findings if not (due and isinstance(one, TokenSettled)))
