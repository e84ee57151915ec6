"""The camera as a sensor: frames in, settled observations, motions and its own health out."""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Condition, DeviceHealth, Motion, Observation
from vision.frame import Frame
from vision.guidance import missing_places, missing_words
from vision.intrinsics import CameraModel
from vision.lens_check import LensCheck
from vision.light import Light
from vision.reading import STRANGE_BOARD, BoardReader, Plan
from vision.settle import NONE, Pace, Settler
from vision.stir import Stir, difference
from vision.tokens import TokenLooks
from vision.views import THUMB, Thumbs, surroundings_alike, thumbs, unchanged

Told = Observation | Motion | DeviceHealth

_CHANGED: Final = 0.035  # of white, in the mean of 5 x 5 pixels, against the frame that was judged last
_OVER_NOISE: Final = 1.2  # a site differs from that frame by more than it usually does from the one before
_HIDDEN: Final = (
    0.5  # share of the sites that look otherwise, with no marker in view: something is in between
)
_LAMP: Final = 0.05  # share of the light that comes or goes from one frame to the next
_PAUSE_S: Final = 0.5  # after a lamp or a push nothing settles for so long
_LOST_AFTER_S: Final = 0.8
_ROUND: Final = 2  # settled, unchanged sites judged again in each frame
_RELEARN_S: Final = 5.0  # an empty site that looks different for so long looks so from now on
_STRANGE_S: Final = 8.0  # a hand at rest over a pin stirs before
_COVERED_S: Final = 3.0  # that most of the board may be covered before it is said
_SURELY_LIFTED: Final = 0.9
_SURELY: Final = 0.95


class CameraSensor:
    """Composes reader and settler; cheap while nothing changes on the board.

    Args:
        camera: None: the lens is guessed from the board's markers.
        reference: a picture of the empty board by the same camera; without it empty sites are remembered.
        looks: how this table's tokens look; None: as the board's file says.
    Raises:
        UnreadableBoardError: the layout has no markers or no pins.
    """

    def __init__(
        self,
        layout: BoardLayout,
        camera: CameraModel | None = None,
        reference: Frame | None = None,
        pace: Pace | None = None,
        looks: TokenLooks | None = None,
    ) -> None:
        self._layout = layout
        self._reader = BoardReader(layout, camera, reference, looks=looks)
        count = len(self._reader.sites)
        if self._reader.empties is None:
            self._reader.empties = np.full((count, THUMB, THUMB, 3), np.nan, np.float32)
        self._settler = Settler(self._reader.sites, self._reader.answers, pace)
        self._lens = LensCheck(layout, self._reader.markers)
        self._stir = Stir()
        self._covered = np.zeros(count, dtype=bool)  # as judged last: neither pin nor token
        self._covered_since: float | None = None  # when most of the board began to look so
        self._judged: Thumbs = np.full((count, THUMB, THUMB, 3), np.inf, np.float32)
        self._settled: Thumbs = np.full_like(self._judged, np.nan)  # as each site looked when it was believed
        self._first: Thumbs = np.full_like(
            self._judged, np.nan
        )  # the same, when it was believed for the first time
        self._plan: Plan | None = None
        self._level: float | None = None  # how bright white paper was in the last frame
        self._next = 0
        self._agreed = np.full(count, NONE)  # the last belief that was an answer
        self._odd_since = np.full(count, np.inf)
        self._strange_since = np.full(count, np.inf)
        self._beside_since = np.full(count, np.inf)  # that something else lies round a site that is believed
        self._health: tuple[Condition, str] | None = None
        self._lost_since: float | None = None
        self._last_seen: frozenset[int] = frozenset()  # ids of markers, since the board was lost
        self._lacks: tuple[str, ...] = ()  # as it was said: who moves the camera hears what is still missing
        self._calm_at = -np.inf
        self._last_at = -np.inf

    def see(self, frame: Frame) -> tuple[Told, ...]:
        """What this frame adds; the first frames report every site that settles, later ones only changes."""
        self._keep_time(frame.at)
        tracked, plan = self._reader.locate(frame)
        if plan is None:
            return tuple(self._missing(frame.at, tracked.in_view))
        patches, light = plan.cutter.cut(frame.image), plan.probe.measure(frame.image)
        small = thumbs(patches, light)
        if not tracked.in_view and np.mean(difference(small, self._judged) > _CHANGED) > _HIDDEN:
            return tuple(self._missing(frame.at, frozenset()))
        self._lost_since = None
        told: list[Told] = [*self._judge_health(tracked.state == "moved", plan, light, frame.at)]
        if self._health == ("live", self._lens.trouble) and tracked.state == "found":
            told += self._say("live", self._lens.look(frame, plan.pose, tracked.in_view), frame.at)
        moving = self._stir.moving(small)
        if moving is None or self._health == ("stale", "dark") or frame.at < self._calm_at:
            # Nothing settles now; what is not judged stays due, so no change of this moment is forgotten.
            return tuple(told)
        self._strange_since[moving] = self._beside_since[moving] = np.inf
        motion = self._settler.move(moving, frame.at)
        told += [motion] if motion is not None else []
        told += self._vote(plan, patches, light, small, moving, frame.at)
        return tuple(told)

    def _keep_time(self, at: float) -> None:
        """A clock that jumps back must not make everything wait until it has caught up."""
        back = at - self._last_at
        if back < 0:
            self._settler.shift(back)
            self._calm_at += back
            self._odd_since += back
            self._strange_since += back
            self._beside_since += back
            self._lost_since = None if self._lost_since is None else self._lost_since + back
            self._covered_since = None if self._covered_since is None else self._covered_since + back
        self._last_at = at

    def _missing(self, at: float, in_view: frozenset[int]) -> list[DeviceHealth]:
        """Too little of the board is in view; `in_view` is empty too in frames that were not searched."""
        if self._lost_since is None:
            self._lost_since, self._last_seen = at, in_view
        self._last_seen = in_view or self._last_seen
        if at - self._lost_since < _LOST_AFTER_S:
            return []
        where = missing_words(self._layout, self._reader.markers, self._last_seen)
        lacks = missing_places(self._layout, self._reader.markers, self._last_seen)
        if lacks != self._lacks:
            self._lacks, self._health = lacks, None
        said = self._say("lost", "board-lost", at, " ".join(where))
        return [replace(one, lacks=lacks) for one in said]

    def _judge_health(self, moved: bool, plan: Plan, light: Light, at: float) -> list[DeviceHealth]:
        told: list[DeviceHealth] = []
        if self._health is not None and self._health[1] == "board-lost":
            self._settler.forget()
            self._first[:] = np.nan
            self._stir.begin()
        if plan is not self._plan:
            self._judged[:] = np.inf
            self._plan = plan
        level = light.level()
        before = level if self._level is None else self._level
        if moved or abs(level - before) > _LAMP * max(level, before):
            self._calm_at = at + _PAUSE_S
            self._settler.hold(self._calm_at)
        self._level = level
        if light.dark or light.colourless:
            return self._say("stale", "dark", at)
        if moved:
            told += self._say("stale", "moved", at)
        elif self._health != ("stale", "moved") or at >= self._calm_at:
            told += self._say(*self._as_seen(at), at)
        return told

    def _as_seen(self, at: float) -> tuple[Condition, str]:
        """How the camera is while the board lies still in good light."""
        strange = self._covered_since is not None and at - self._covered_since >= _COVERED_S
        return ("stale", "covered") if strange else ("live", self._lens.trouble)

    def _say(self, condition: Condition, cause: str, at: float, detail: str = "") -> list[DeviceHealth]:
        if self._health == (condition, cause):
            return []
        self._health = (condition, cause)
        return [DeviceHealth(device="camera", condition=condition, at=at, cause=cause, detail=detail)]

    def _vote(
        self,
        plan: Plan,
        patches: NDArray[np.uint8],
        light: Light,
        small: Thumbs,
        moving: NDArray[np.bool_],
        at: float,
    ) -> list[Observation]:
        places = self._due(small, moving)
        if places.size == 0:
            return []
        chances, seen = self._reader.judge(plan, patches, light, places)
        self._covered[places] = chances.argmax(axis=1) == chances.shape[1] - 1
        if self._mostly_covered(plan, at):
            return []
        self._judged[places] = small[places]
        same, around = self._as_settled(places, small)
        best = chances.argmax(axis=1)
        seen &= ~self._held(places, best, around, at)
        # Under a mug's edge a place looks emptyish; where its empty look is not known that is not enough.
        lifted = (best == 0) & (self._agreed[places] > 0) & ~self._remembered(places)
        seen &= ~lifted | (chances[:, 0] >= _SURELY_LIFTED)
        answers = np.array(
            [
                self._answer(place, row, bool(sure))
                for place, row, sure in zip(places.tolist(), chances, seen, strict=True)
            ]
        )
        surest = chances.max(axis=1).astype(np.float64)
        news = self._settler.vote(places, answers, surest, self._remembered(places), at, same)
        self._learn(places, small, chances, answers, at)
        told = answers == self._settler.belief[places]
        sure = told & (answers != self._settler.unknown)
        settled, looks = places[sure], sure & self._to_keep(places, answers, around, at)
        self._settled[places[looks]] = small[places[looks]]
        fresh = settled[~np.isfinite(self._first[settled, 0, 0, 0])]
        self._first[fresh] = small[fresh]
        self._agreed[settled] = self._settler.belief[settled]
        return news

    def _due(self, small: Thumbs, moving: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The sites at rest to judge in this frame: unsettled, changed, and some in turn."""
        least = max(_CHANGED, _OVER_NOISE * self._stir.noise)
        due = self._settler.unsettled() | (difference(small, self._judged) > least)
        count = len(due)
        due[np.arange(self._next, self._next + _ROUND) % count] = True
        self._next = (self._next + _ROUND) % count
        return np.flatnonzero(due & ~moving)

    def _remembered(self, places: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Sites whose empty look is known."""
        empties = self._reader.empties
        return np.zeros(len(places), dtype=bool) if empties is None else np.isfinite(empties[places, 0, 0, 0])

    def _mostly_covered(self, plan: Plan, at: float) -> bool:
        """Whether so little looks like this board that it may be another one; then nothing settles."""
        if not plan.judged.any() or self._covered[plan.judged].mean() <= STRANGE_BOARD:
            self._covered_since = None
            return False
        self._covered_since = at if self._covered_since is None else self._covered_since
        return True

    def _held(
        self, places: NDArray[np.intp], best: NDArray[np.intp], around: NDArray[np.bool_], at: float
    ) -> NDArray[np.bool_]:
        """Sites where a token seems put or lifted while what is round them changed as well: a hand is there.

        Nothing that stays so for long is a hand; then what is seen counts.
        """
        covered = best == len(self._reader.answers) - 1
        strange = (best != self._agreed[places]) & ~around & ~covered
        self._strange_since[places[~strange]] = np.inf
        self._strange_since[places[strange]] = np.minimum(self._strange_since[places[strange]], at)
        return np.asarray(strange & (at - self._strange_since[places] < _STRANGE_S))

    def _to_keep(
        self, places: NDArray[np.intp], answers: NDArray[np.intp], around: NDArray[np.bool_], at: float
    ) -> NDArray[np.bool_]:
        """Sites whose look may be kept as the one they were believed by.

        What is confirmed beside an arm at rest is not: else the arm would belong to the site, and a token
        that it covers further would seem lifted.
        """
        self._beside_since[places[around]] = np.inf
        self._beside_since[places[~around]] = np.minimum(self._beside_since[places[~around]], at)
        stays = at - self._beside_since[places] >= _STRANGE_S
        return np.asarray(around | stays | (answers != self._agreed[places]))

    def _as_settled(
        self, places: NDArray[np.intp], small: Thumbs
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Sites whose middle looks as it did when they were believed, and those whose surroundings do."""
        then = self._settled[places]
        known = np.isfinite(then[:, 0, 0, 0])
        now, then = small[places], np.nan_to_num(then)
        # What lay beside a pin and is taken away leaves it as it was at first.
        first = surroundings_alike(now, np.nan_to_num(self._first[places]))
        return known & unchanged(now, then), ~known | surroundings_alike(now, then) | first

    def _answer(self, place: int, chances: NDArray[np.float32], seen: bool) -> int:
        sighting = self._reader.sighting(self._reader.sites[place], chances, seen)
        if sighting.seen == "unknown":
            return self._settler.unknown
        return self._reader.answers.index(sighting.seen)

    def _learn(
        self,
        places: NDArray[np.intp],
        small: Thumbs,
        chances: NDArray[np.float32],
        answers: NDArray[np.intp],
        at: float,
    ) -> None:
        """Remember what sites look like while they are surely empty."""
        empties = self._reader.empties
        if empties is None:
            return
        belief = self._settler.belief[places]
        agreed = places[(answers == 0) & (belief == 0)]
        fresh = agreed[~np.isfinite(empties[agreed, 0, 0, 0])]
        empties[fresh] = small[fresh]
        empties[agreed] += (small[agreed] - empties[agreed]) * 0.1
        self._odd_since[agreed] = np.inf
        # It looks empty, was empty before and yet looks unlike that: the light has changed for good.
        token = (belief > 0) & (belief != self._settler.unknown)
        odd = places[(answers == self._settler.unknown) & (chances[:, 0] >= _SURELY) & ~token]
        self._odd_since[odd] = np.minimum(self._odd_since[odd], at)
        stale = odd[at - self._odd_since[odd] >= _RELEARN_S]
        empties[stale] = small[stale]
