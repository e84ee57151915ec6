"""The camera as a sensor: frames in, settled observations, motions and its own health out."""

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Condition, DeviceHealth, Motion, Observation, Seen, SiteId
from vision.board_tracker import Tracked
from vision.frame import Frame
from vision.frame_reading import PIN_PLAIN, BoardReader, ReadingPlan
from vision.guidance import missing_places, missing_words
from vision.intrinsics import CameraModel
from vision.light import Light
from vision.likeness import Likeness
from vision.pin_tops import ANOTHER_COLOUR, black_by_pin, darker, empty_without_pin, off_colour, without_pin
from vision.pose import Pose
from vision.remembered import Compared, Remembered
from vision.settling import NONE, Pace, Settler
from vision.sharpness import LensCheck
from vision.stir import Stir, difference
from vision.tokens import TokenLooks
from vision.views import THUMB, Thumbs, thumbs

Told = Observation | Motion | DeviceHealth

_CHANGED: Final = 0.035  # of white, in the mean of 5 x 5 pixels, against the frame that was judged last
_OVER_NOISE: Final = 1.2  # a site differs from that frame by more than it usually does from the one before
# Share of the sites that look otherwise, with no marker in view: something is in between
_HIDDEN: Final = 0.5
_LAMP: Final = 0.05  # share of the light that comes or goes from one frame to the next
_PAUSE_S: Final = 0.5  # after a lamp or a push nothing settles for so long
_LOST_AFTER_S: Final = 0.8
_UNFIT: Final = 2  # searches in a row with so many and no pose: then the file is of another lens, or board
_ROUND: Final = 2  # settled, unchanged sites judged again in each frame
_ANEW: Final = 10  # empty ones besides, after the light or the view has changed
_RELEARN_S: Final = 5.0  # an empty site that looks different for so long looks so from now on
_SURELY_LIFTED: Final = 0.9
_SURELY: Final = 0.95
_PLAINLY_OTHER: Final = 0.98  # chance of another seat's token where one stood when it was seen last
_NO_LONGER: Final = 0.9  # chance of empty below which a site that was plainly so is so no longer
_ASIDE_EVERY_S: Final = 4.0  # it takes as long as a second frame
_PRINT_SHOWN: Final = 4  # tokens that stand on their places, from which the print is the file's
_FEW: Final = 40  # sites judged at once at which what lies loose is looked for closely: 6 ms
_CHANGED_ODDS: Final = 0.1  # that it is empty all the same, in the same view and light: a shadow, not a token


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
        self._calibrated = camera is not None
        count = len(self._reader.sites)
        if self._reader.empties is None:
            self._reader.empties = np.full((count, THUMB, THUMB, 3), np.nan, np.float32)
        self._empties: Thumbs = self._reader.empties
        self._settler = Settler(self._reader.sites, self._reader.answers, pace)
        self._lens = LensCheck(layout, self._reader.markers)
        self._stir = Stir()
        self._likeness = Likeness(count, self._reader.plain)
        self._aside = False  # tokens stand beside their places
        self._aside_at = -np.inf  # when that was looked for last
        self._stirred = False  # since then something moved
        self._print_shown = False  # enough tokens stood on their places then
        self._judged: Thumbs = np.full((count, THUMB, THUMB, 3), np.inf, np.float32)
        self._memory = Remembered(count)
        self._plain = np.zeros(count, dtype=bool)  # was plainly empty, in this view and light
        self._bare = np.zeros(count, dtype=bool)  # is plainly so, as it was judged last
        self._looked = np.zeros(count, dtype=bool)  # was judged, in this view and light
        self._plan: ReadingPlan | None = None
        self._level: float | None = None  # how bright white paper was in the last frame
        self._next = 0
        self._odd_since = np.full(count, np.inf)
        self._health: tuple[Condition, str] | None = None
        self._lost_since: float | None = None
        self._last_seen: frozenset[int] = frozenset()  # ids of markers, since the board was lost
        self._unfit = 0  # searches in a row that found markers enough and no pose
        self._lacks: tuple[str, ...] = ()  # as it was said: who moves the camera hears what is still missing
        self._calm_at = -np.inf
        self._last_at = -np.inf

    @property
    def pose(self) -> Pose | None:
        """Where the board lay in the last frame; None: it was not found there."""
        return None if self._plan is None or self._lost_since is not None else self._plan.pose

    def believes(self, site: SiteId) -> Seen:
        """What it has settled on at a site, as it was told last; `unknown` until then."""
        sites, answers = self._reader.sites, self._reader.answers
        belief = int(self._settler.belief[sites.index(site)]) if site in sites else NONE
        return answers[belief] if 0 <= belief < len(answers) else "unknown"

    def see(self, frame: Frame) -> tuple[Told, ...]:
        """What this frame adds; the first frames report every site that settles, later ones only changes."""
        self._keep_time(frame.at)
        tracked, plan = self._reader.locate(frame)
        if plan is None:
            return tuple(self._missing(frame.at, tracked))
        patches, light = plan.cutter.cut(frame.image), plan.probe.measure(frame.image)
        small = thumbs(patches, light)
        if not tracked.in_view and np.mean(difference(small, self._judged) > _CHANGED) > _HIDDEN:
            return tuple(self._missing(frame.at, None))
        self._lost_since, self._unfit = None, 0
        told: list[Told] = [*self._judge_health(tracked.state == "moved", plan, light, frame.at)]
        if self._health == ("live", self._lens.trouble) and tracked.state == "found":
            told += self._say("live", self._lens.look(frame, plan.pose, tracked.in_view), frame.at)
        moving = self._stir.moving(small)
        if moving is None or self._health == ("stale", "dark") or frame.at < self._calm_at:
            # Nothing settles now; what is not judged stays due, so no change of this moment is forgotten.
            return tuple(told)
        self._memory.stirred(moving)
        self._stirred |= bool(moving.any())
        motion = self._settler.move(moving, frame.at)
        told += [motion] if motion is not None else []
        told += self._vote(plan, frame, patches, light, small, moving)
        return tuple(told)

    def _keep_time(self, at: float) -> None:
        """A clock that jumps back must not make everything wait until it has caught up."""
        back = at - self._last_at
        if back < 0:
            self._settler.shift(back)
            self._calm_at += back
            self._odd_since += back
            self._memory.shift(back)
            self._lost_since = None if self._lost_since is None else self._lost_since + back
            self._likeness.shift(back)
        self._last_at = at

    def _missing(self, at: float, tracked: Tracked | None) -> list[DeviceHealth]:
        """The board is not found; no markers are in view too in frames that were not searched."""
        in_view = tracked.in_view if tracked is not None else frozenset()
        if self._lost_since is None:
            self._lost_since, self._last_seen = at, in_view
        self._last_seen = in_view or self._last_seen
        if in_view:
            self._unfit = self._unfit + 1 if tracked is not None and tracked.unfit else 0
        if at - self._lost_since < _LOST_AFTER_S:
            return []
        instead = tracked.instead if tracked is not None else ""
        if instead or self._unfit >= _UNFIT:  # nothing hides the board
            self._lacks = ()
            return self._say("lost", instead or ("other-lens" if self._calibrated else "no-fit"), at)
        where = missing_words(self._layout, self._reader.markers, self._last_seen)
        lacks = missing_places(self._layout, self._reader.markers, self._last_seen)
        if lacks != self._lacks:
            self._lacks, self._health = lacks, None
        said = self._say("lost", "board-lost", at, " ".join(where))
        return [replace(one, lacks=lacks) for one in said]

    def _judge_health(self, moved: bool, plan: ReadingPlan, light: Light, at: float) -> list[DeviceHealth]:
        told: list[DeviceHealth] = []
        if self._health is not None and self._health[0] == "lost":
            self._lens.begin(plan.pose)
            self._settler.forget()
            self._memory.forget_first()
            self._likeness.forget()
            self._print_shown = False
            self._stir.begin()
        if moved or (self._plan is not None and self._plan.pose.camera.size != plan.pose.camera.size):
            self._lens.begin(plan.pose)
        if plan is not self._plan:
            self._judged[:] = np.inf
            self._plain[:] = self._bare[:] = self._looked[:] = False
            self._plan = plan
        level = light.level()
        before = level if self._level is None else self._level
        if moved or abs(level - before) > _LAMP * max(level, before):
            self._calm_at = at + _PAUSE_S
            self._plain[:] = self._bare[:] = self._looked[:] = False
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
        trouble = self._likeness.trouble(at)
        if trouble and self._calibrated and self._plan is not None and not self._plan.pose.fits_its_lens:
            return "stale", "other-lens"  # nothing covers the pins: they are looked for beside their places
        return ("stale", trouble) if trouble else ("live", self._lens.trouble)

    def _say(self, condition: Condition, cause: str, at: float, detail: str = "") -> list[DeviceHealth]:
        if self._health == (condition, cause):
            return []
        self._health = (condition, cause)
        return [DeviceHealth(device="camera", condition=condition, at=at, cause=cause, detail=detail)]

    def _vote(
        self,
        plan: ReadingPlan,
        frame: Frame,
        patches: NDArray[np.uint8],
        light: Light,
        small: Thumbs,
        moving: NDArray[np.bool_],
    ) -> list[Observation]:
        at = frame.at
        places = self._due(small, moving)
        if places.size == 0:
            return []
        closely = len(places) <= _FEW
        verdicts = self._reader.judge(plan, patches, light, places, closely=closely)
        chances, seen = verdicts.chances, verdicts.seen
        as_printed = partial(self._as_printed, plan, frame, light)
        if self._unproven(at):
            self._likeness.doubt()
        if self._likeness.unlike(places, chances, plan.judged, at, as_printed):
            return []
        self._bare[places] = chances[:, 0] >= PIN_PLAIN
        colours = plan.pins.colours(patches, light)
        pin_darker = darker(colours.mean(axis=1), self._bare)[places]
        by_pin = black_by_pin(chances, pin_darker > 1, self._reader.black, verdicts.torn)
        chances = without_pin(chances, by_pin)
        # A pin of another make than most is off colour for good: what is quite sure of it stays.
        off = np.minimum(off_colour(colours, self._bare)[places], ANOTHER_COLOUR)
        seen &= ~empty_without_pin(chances, pin_darker, off, verdicts.bare)
        for doubted in (verdicts.pinless, verdicts.disturbed):
            if doubted is not None:
                seen &= ~doubted | by_pin
        chances = self._against_before(places, chances)
        self._judged[places] = small[places]
        looks = self._memory.compare(places, small[places])
        seen &= self._plainly(places, chances, looks, at)
        answers = np.array(
            [
                self._answer(place, row, bool(sure))
                for place, row, sure in zip(places.tolist(), chances, seen, strict=True)
            ]
        )
        surest = chances.max(axis=1).astype(np.float64)
        news = self._settler.vote(places, answers, surest, self._empty_known(places), at, looks.same)
        self._learn(places, small, chances, answers, at)
        told = (answers == self._settler.belief[places]) & (answers != self._settler.unknown)
        self._memory.keep(places, answers, small[places], looks, told, at)
        return news

    def _unproven(self, at: float) -> bool:
        """Whether it is time to look again for tokens beside their places: an empty board shows none."""
        return not self._print_shown and self._stirred and at - self._aside_at >= _ASIDE_EVERY_S

    def _as_printed(
        self,
        plan: ReadingPlan,
        frame: Frame,
        light: Light,
        chances: NDArray[np.float32],
        looked: NDArray[np.bool_],
    ) -> bool:
        """Whether pins show where the file has them, and no tokens beside; asked until it is so."""
        if not self._reader.as_printed(frame.image, light, chances, looked):
            return False
        if not 0 <= frame.at - self._aside_at < _ASIDE_EVERY_S:
            self._aside_at, self._stirred = frame.at, False
            aside = self._reader.aside(frame.image, light, chances, plan, looked)
            self._aside = aside is not None
            belief = self._settler.belief
            standing = np.count_nonzero((belief > 0) & (belief != self._settler.unknown))
            self._print_shown = bool(aside is None and standing >= _PRINT_SHOWN)
        return not self._aside

    def _against_before(self, places: NDArray[np.intp], chances: NDArray[np.float32]) -> NDArray[np.float32]:
        """Less chance of empty where a site was plainly so before: black hardly shows on a black collar."""
        changed = self._plain[places] & (chances[:, 0] < _NO_LONGER)
        self._plain[places] |= chances[:, 0] >= PIN_PLAIN
        self._looked[places] = True
        against = chances.copy()
        against[changed, 0] *= _CHANGED_ODDS
        return np.asarray(against / against.sum(axis=1, keepdims=True), np.float32)

    def _plainly(
        self, places: NDArray[np.intp], chances: NDArray[np.float32], looks: Compared, at: float
    ) -> NDArray[np.bool_]:
        """(M,): sites where what is seen is not a hand's doing, nor a guess past the edge of something."""
        best = chances.argmax(axis=1)
        held = self._memory.held(places, best, len(self._reader.answers) - 1, looks, at)
        # Under a mug's edge a place looks emptyish; where its empty look is not known that is not enough.
        agreed = self._memory.agreed[places]
        lifted = (agreed > 0) & ~self._empty_known(places) & (chances[:, 0] < _SURELY_LIFTED)
        # A hand was there and left the place looking otherwise: if nothing was put, the pin shows.
        altered = (agreed == 0) & self._memory.touched[places] & ~looks.same & (chances[:, 0] < _SURELY)
        emptyish = (best == 0) & (lifted | altered)
        # An arm that rests half over a token tints it, its shadow too: only what is plain is another seat's.
        other = (agreed > 0) & (best > 0) & (best != agreed)
        return np.asarray(~held & ~emptyish & ~(other & (chances.max(axis=1) < _PLAINLY_OTHER)))

    def _due(self, small: Thumbs, moving: NDArray[np.bool_]) -> NDArray[np.intp]:
        """The sites at rest to judge in this frame: unsettled, changed, and some in turn."""
        least = max(_CHANGED, _OVER_NOISE * self._stir.noise)
        due = self._settler.unsettled() | (difference(small, self._judged) > least)
        count = len(due)
        due[np.arange(self._next, self._next + _ROUND) % count] = True
        self._next = (self._next + _ROUND) % count
        due[np.flatnonzero(~self._looked & (self._settler.belief == 0) & ~moving)[:_ANEW]] = True
        return np.flatnonzero(due & ~moving)

    def _empty_known(self, places: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Sites whose empty look is known."""
        return np.asarray(np.isfinite(self._empties[places, 0, 0, 0]))

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
        empties = self._empties
        belief = self._settler.belief[places]
        agreed = places[(answers == 0) & (belief == 0)]
        fresh = agreed[~np.isfinite(empties[agreed, 0, 0, 0])]
        empties[fresh] = small[fresh]
        empties[agreed] += (small[agreed] - empties[agreed]) * 0.1
        self._odd_since[agreed] = np.inf
        # It looks empty, was empty before and yet looks unlike that: the light has changed for good.
        token = (belief > 0) & (belief != self._settler.unknown)
        enough = np.where(self._memory.touched[places], PIN_PLAIN, _SURELY)
        odd = places[(answers == self._settler.unknown) & (chances[:, 0] >= enough) & ~token]
        self._odd_since[odd] = np.minimum(self._odd_since[odd], at)
        stale = odd[at - self._odd_since[odd] >= _RELEARN_S]
        empties[stale] = small[stale]
