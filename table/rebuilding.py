"""Putting the board right: what fell is asked for pin by pin, what is put elsewhere is told which way to go.

It changes the panel and the tracker and answers with what is to be said; the session says it.
"""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final, assert_never

from dialog import (
    BoardAgrees,
    BoardDiffers,
    BoardHasMore,
    BoardInDoubt,
    Effect,
    Mending,
    MendWish,
    Panel,
    PlayOnWithout,
    RebuildAlso,
    RebuildAsked,
    RebuildLeft,
    RebuildSort,
    RebuildStep,
    RebuildWhere,
    RebuildWrongSite,
    Say,
)
from engine import Seat, State
from reconcile import Rebuild, Tracker, Wanted, expected_tokens
from tabletop import BoardLayout, SiteId

BESIDE_MM: Final = 100.0  # as far as a hand that lies on one token feels for another
MANY: Final = 3  # so many tokens off their pins at once are an accident, not slips

Effects = tuple[Effect, ...]
Tokens = Mapping[SiteId, object]


class Mender:
    """Keeps a rebuild from the accident to agreement."""

    def __init__(self, layout: BoardLayout, panel: Panel, tracker: Tracker) -> None:
        self._layout = layout
        self._panel = panel
        self._tracker = tracker
        self._rebuild: Rebuild | None = None
        self._after_stop = False  # what is put back is what the last stop left

    def fell(self, tokens: Sequence[tuple[SiteId, Seat]], at: float) -> Effects | None:
        """Tokens fell: many begin a rebuild or join the one that runs; None: these few are just named."""
        wanted = [Wanted(site=site, seat=seat) for site, seat in tokens]
        if self._rebuild is not None:
            self._rebuild = self._rebuild.fallen(wanted)
            return ()
        if len(wanted) < MANY:
            return None
        self._rebuild, self._after_stop = Rebuild.of(wanted, self._layout), False
        return self._panel.ask(Mending("asked"), at, first=RebuildAsked(count=len(wanted)))

    def restored(self, site: SiteId, state: State, at: float) -> Effects | None:
        """A token is back; None: nobody rebuilds, or it is none of those that are put back."""
        before = self._rebuild
        if before is None or site not in {wanted.site for wanted in before.queue}:
            return None
        asked_for = before.current is not None and before.current.site == site
        self._rebuild = after = before.placed(site)
        if after.current is None:
            return self._finish(state, at)
        if asked_for and self._stepping():
            return (self._step(after, state, after=site),)
        return (Say(RebuildAlso(site=site, left=len(after.queue))),)

    def follow(self, state: State) -> None:
        """The game expects something else: what it no longer misses is not asked for."""
        if self._rebuild is not None:
            expected = expected_tokens(state)
            for wanted in self._rebuild.queue:
                if expected.get(wanted.site) != wanted.seat:
                    self._rebuild = self._rebuild.placed(wanted.site)
            if self._rebuild.current is None:
                self._rebuild = None

    def elsewhere(self, site: SiteId) -> Effects | None:
        """A token stands on a free pin; None: nobody is putting tokens back now."""
        if self._rebuild is None or self._rebuild.current is None or not self._stepping():
            return None
        return (Say(RebuildWrongSite(site=site, wanted=self._rebuild.current.site)),)

    @property
    def begun(self) -> bool:
        """Whether tokens are to be put back, or that is being asked."""
        return self._rebuild is not None

    @property
    def wanted(self) -> tuple[Wanted, ...]:
        """The tokens that are to be put back, the one that is asked for first."""
        return () if self._rebuild is None else tuple(self._rebuild.queue)

    @property
    def rebuilding(self) -> bool:
        """Whether tokens are being put back pin by pin."""
        return self._rebuild is not None and self._stepping()

    def where(self) -> Effects | None:
        """How far one is, for Ask in the middle of it; None: nothing is asked for pin by pin."""
        rebuild = self._rebuild
        if rebuild is None or not self._stepping():
            return None
        done, skipped = rebuild.total - len(rebuild.queue), len(rebuild.skipped)
        return (Say(RebuildWhere(done=done, total=rebuild.total, skipped=skipped)),)

    def wish(self, wish: MendWish, state: State, at: float) -> Effects:
        """What a press means for the rebuild; `compare` begins one where board and game differ."""
        if wish == "compare":
            differ = self._tracker.differences(state)
            more = [one.site for one in differ if one.looks is not None and one.site != self._tracker.paying]
            if more and all(one.kind != "missing" for one in differ):
                return (Say(BoardHasMore(count=len(more), site=more[0])),)
            return self.compare(state, at) or (self.agreement(state, 0),)
        if self._rebuild is None:
            return self._panel.mended(state, at)
        match wish:
            case "leave":
                left = Say(RebuildLeft(count=len(self._rebuild.queue)))
                return (left, *self.stop(state, at))
            case "accept":
                return self._accept(state, at)
            case "start":
                return (Say(RebuildSort(counts=self._rebuild.counts())),)
            case "skip":
                self._rebuild = self._rebuild.skip()
                if self._rebuild.gone_round:
                    return self._panel.ask_accept(len(self._rebuild.queue), at)
                return (self._step(self._rebuild, state),)
            case "ready" | "again" | "board-right" | "follow-board":
                return (self._step(self._rebuild, state),)
            case _:
                assert_never(wish)

    def stop(self, state: State, at: float) -> Effects:
        """No token is asked for any more."""
        self._rebuild = None
        return self._panel.mended(state, at)

    def _accept(self, state: State, at: float) -> Effects:
        """The table plays on without what was skipped."""
        self._rebuild = None
        accepted = self._tracker.accept()
        return (Say(PlayOnWithout(count=len(accepted))), *self._panel.mended(state, at))

    def compare(self, state: State, at: float, without: Tokens | None = None) -> Effects:
        """Say how many tokens agree, and begin with the first that is missing.

        Args:
            without: after a stop, what an earlier sitting has agreed to play on without: where that is
                still missing nobody is asked again.
        """
        self._after_stop = without is not None
        total = len(expected_tokens(state))
        missing = [
            Wanted(site=difference.site, seat=difference.seat)
            for difference in self._tracker.differences(state)
            if difference.kind == "missing"
        ]
        agreed = [wanted for wanted in missing if without and without.get(wanted.site) == wanted.seat]
        self._tracker.play_without(wanted.site for wanted in agreed)
        total -= len(agreed)
        missing = [wanted for wanted in missing if wanted not in agreed]
        if not missing and agreed:
            return (Say(PlayOnWithout(count=len(agreed))),)
        if not missing:
            doubtful = bool(self._tracker.doubts(state))
            return (self.agreement(state, total),) if total or doubtful else ()
        self._rebuild = Rebuild.of(missing, self._layout)
        self._tracker.mend(wanted.site for wanted in missing)
        self._panel.mend()
        first = self._rebuild.queue[0]
        return (
            Say(BoardDiffers(agree=total - len(missing), total=total, seat=first.seat, site=first.site)),
            self._step(self._rebuild, state),
        )

    def _stepping(self) -> bool:
        return isinstance(self._panel.mode, Mending) and self._panel.mode.stage == "step"

    def _step(self, rebuild: Rebuild, state: State, *, after: SiteId | None = None) -> Say:
        """Ask for the next one. `after`: the site that was just put right, from which the way is told."""
        wanted = rebuild.queue[0]
        return Say(
            RebuildStep(
                number=rebuild.number,
                total=rebuild.total,
                left=len(rebuild.queue),
                seat=wanted.seat,
                site=wanted.site,
                after=after,
                beside=self._beside(wanted.site, rebuild, state) if after is None else None,
            )
        )

    def _beside(self, site: SiteId, rebuild: Rebuild, state: State) -> SiteId | None:
        """The nearest token that stands where it should, if a hand feels it beside this pin; else None."""
        off = {one.site for one in rebuild.queue} | {one.site for one in self._tracker.differences(state)}
        sites = self._layout.sites
        if site not in sites:
            return None
        here = sites[site]
        ways_mm = [
            (hypot(sites[other].x - here.x, sites[other].y - here.y), other)
            for other in expected_tokens(state).keys() - off
            if other in sites
        ]
        nearest_mm, nearest = min(ways_mm, default=(float("inf"), None))
        return nearest if nearest_mm <= BESIDE_MM else None

    def _finish(self, state: State, at: float) -> Effects:
        self._rebuild = None
        agreed = self.agreement(state, len(expected_tokens(state)))
        return (agreed, *self._panel.mended(state, at))

    def agreement(self, state: State, tokens: int) -> Say:
        """That the board agrees; where its senses contradict each other, that is said instead."""
        doubts = self._tracker.doubts(state)
        if doubts:
            return Say(BoardInDoubt(count=len(doubts), site=doubts[0].site, felt=doubts[0].felt))
        after_stop, self._after_stop = self._after_stop, False
        shapes_checked = self._tracker.sees()
        return Say(BoardAgrees(tokens=tokens, shapes_checked=shapes_checked, after_stop=after_stop))
