"""Sightings over time → settled beliefs: one frame never decides, a moving hand decides nothing."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import Motion, Observation, Seen, SiteId

NONE: Final = -1  # nothing settled yet
_BANDS: Final = (0.9, 0.98)  # confidences at which a listener may act differently


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long the board must agree with itself."""

    frames: int = 3
    apart_s: float = 0.35  # two frames so far apart are as good: at 2.5 a second three would take too long
    quiet_s: float = 0.3  # since anything moved over the site
    token_s: float = 0.25  # from the first agreeing frame to the last
    removal_s: float = 0.8  # a lifted token is often put down again
    unsure_removal_s: float = 2.0  # the same where the empty site was never seen
    unchanged_s: float = 3.0  # any change of mind about a site that looks as it did: light plays tricks
    unknown_s: float = 1.0
    motion_every_s: float = 0.25  # at most so often the moving sites are told
    least: float = 0.0  # confidence below which what has settled is told as unknown


class Settler:
    """Keeps what is believed at each site; feed it frames in order of time.

    Answers are indices into `answers`; the index after the last one means `unknown`.
    """

    def __init__(
        self, sites: tuple[SiteId, ...], answers: tuple[Seen, ...], pace: Pace | None = None
    ) -> None:
        self._sites = sites
        self._names: tuple[Seen, ...] = (*answers, "unknown")
        self.unknown: Final = len(answers)
        self._empty: Final = answers.index("empty")
        self._pace = pace or Pace()
        count = len(sites)
        self.belief = np.full(count, NONE)
        self._wanted = np.full(count, NONE)
        self._agreeing = np.zeros(count, dtype=int)
        self._since = np.zeros(count)
        self._moved_at = np.full(count, -np.inf)
        self._trust = np.zeros(count)  # running mean of the chance of the wanted answer
        self._band = np.zeros(count, dtype=int)
        self._covered = np.zeros(count, dtype=bool)  # moved over, not yet settled again
        self._told_moving: frozenset[SiteId] = frozenset()
        self._told_at = -np.inf
        self._held_until = -np.inf

    def hold(self, until: float) -> None:
        """Let nothing settle before a time: the lamp was switched or the board was pushed.

        What was about to settle is looked at again afterwards, though it changes no more.
        """
        self._covered |= (self._wanted != NONE) & (self._wanted != self.belief)
        self._held_until = max(self._held_until, until)
        self._agreeing[:] = 0
        self._wanted[:] = NONE

    def forget(self) -> None:
        """The board was out of view: every site is told again once it has settled."""
        self.belief[:] = NONE
        self._wanted[:] = NONE
        self._agreeing[:] = 0
        self._covered[:] = False

    def shift(self, by: float) -> None:
        """The clock jumped: what was waited for so far stays waited for."""
        self._since += by
        self._moved_at += by
        self._told_at += by
        self._held_until += by

    def unsettled(self) -> NDArray[np.bool_]:
        """(N,): sites that need to be looked at in the next frame."""
        return np.asarray(
            (self.belief == NONE) | self._covered | ((self._wanted != NONE) & (self._wanted != self.belief))
        )

    def move(self, moving: NDArray[np.bool_], at: float) -> Motion | None:
        """Note the sites over which something moves; their counts begin again."""
        self._moved_at[moving] = at
        self._agreeing[moving] = 0
        self._wanted[moving] = NONE
        self._covered |= moving
        names = frozenset(self._sites[place] for place in np.flatnonzero(moving))
        due = at - self._told_at >= self._pace.motion_every_s
        if not names or (not due and names <= self._told_moving):
            return None
        self._told_moving, self._told_at = names, at
        return Motion(sites=names, at=at)

    def vote(
        self,
        places: NDArray[np.intp],
        answers: NDArray[np.intp],
        chances: NDArray[np.float64],
        was_empty: NDArray[np.bool_],
        at: float,
        same: NDArray[np.bool_] | None = None,
    ) -> list[Observation]:
        """Take one frame's sightings of some sites.

        Args:
            answers: index of each site's answer.
            chances: how sure the frame is of it.
            was_empty: sites whose empty look is known, so that "empty" was compared with it.
            same: sites that look as they did when they were believed; None: none.
        Returns:
            What has settled: news, a confirmation after a motion, or another band of confidence.
        """
        if at < self._held_until:
            return []
        news: list[Observation] = []
        alike = [False] * len(places) if same is None else same.tolist()
        for place, answer, chance, known, unchanged in zip(
            places.tolist(), answers.tolist(), chances.tolist(), was_empty.tolist(), alike, strict=True
        ):
            self._count(place, answer, chance, at)
            if not self._agreed(place, at) or at - self._moved_at[place] < self._pace.quiet_s:
                continue
            if at - self._since[place] < self._needed_s(place, answer, known, unchanged):
                continue
            settled = self._settle(place, answer, at)
            if settled is not None:
                news.append(settled)
        return news

    def _count(self, place: int, answer: int, chance: float, at: float) -> None:
        if self._wanted[place] != answer:
            self._wanted[place] = answer
            self._agreeing[place] = 0
            self._since[place] = at
            self._trust[place] = chance
        self._agreeing[place] += 1
        self._trust[place] += (chance - self._trust[place]) / min(int(self._agreeing[place]), 6)

    def _agreed(self, place: int, at: float) -> bool:
        """Whether frames enough agree; one alone never does."""
        count = int(self._agreeing[place])
        return count >= self._pace.frames or (
            count >= 2 and at - self._since[place] >= self._pace.apart_s - 1e-9
        )

    def _needed_s(self, place: int, answer: int, known: bool, unchanged: bool) -> float:
        if answer == self.belief[place] or (self.belief[place] == NONE and answer != self.unknown):
            return 0.0
        if answer == self.unknown:
            return self._pace.unknown_s
        if unchanged and self.belief[place] != self.unknown:
            return self._pace.unchanged_s
        if answer == self._empty and self.belief[place] != self.unknown:
            return self._pace.removal_s if known else self._pace.unsure_removal_s
        return self._pace.token_s

    def _settle(self, place: int, answer: int, at: float) -> Observation | None:
        # Agreeing frames share light and print, so they take away only part of one frame's doubt.
        confidence = 0.0 if answer == self.unknown else 1 - (1 - float(self._trust[place])) * 0.5
        band = sum(confidence >= limit for limit in (*_BANDS, self._pace.least))
        same = answer == self.belief[place] and band == self._band[place] and not self._covered[place]
        self.belief[place], self._band[place], self._covered[place] = answer, band, False
        if same:
            return None
        if confidence < self._pace.least:
            answer, confidence = self.unknown, 0.0
        seen = self._names[answer]
        return Observation(site=self._sites[place], sense="camera", seen=seen, at=at, confidence=confidence)
