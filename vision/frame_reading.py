"""One frame → what it shows at every site."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Seen, SiteId
from vision.agreement import HALF_EMPTY
from vision.board_tracker import BoardState, BoardTracker, Tracked
from vision.detect import Detector, Limits, Places, Verdicts
from vision.frame import Frame, FrameError, Image, UnreadableBoardError
from vision.intrinsics import CameraModel
from vision.learnt import LearntDetector, detector_for
from vision.light import Light, LightProbe, light_probe
from vision.model import Floats, seen_tones
from vision.patches import Cutter, Patches, cutter
from vision.pin_tops import (
    PinTops,
    black_by_pin,
    blackish,
    darker,
    empty_without_pin,
    off_colour,
    pin_tops,
    without_pin,
)
from vision.pose import Pose
from vision.print_fit import PrintFit, fits, print_fit
from vision.print_shift import Aside, tokens_aside
from vision.tokens import TokenLooks
from vision.unlike import unlike
from vision.views import OTHER, SAME, Thumbs, changed_share, thumbs

_DOUBT_MM: Final = 3.5  # standard error of a site's place beyond which its patch shows something else
# Without a camera file, or by two markers alone: beyond this a site that seems empty may stand beside its
# patch. By two a doubt of 2 to 3.5 mm was up to 9 mm off in 26 path-traced pictures, by three up to 3 mm.
_VAGUE_MM: Final = 2.0
_SURE_MARKERS: Final = 3
_LEAST_PX_PER_MM: Final = 0.6
PIN_PLAIN: Final = 0.99  # chance of empty from which the bare pin plainly shows
_NEAR_MM: Final = 35.0  # what lies over one place may reach so far
# Chance below which a single picture says nothing beside a place that cannot be told: of 29 places under
# striped sleeves that were misread some fall short of it, of 6,300 that are plainly seen six at most.
_BESIDE_HIDDEN: Final = 0.89
_BORNE_OUT: Final = Limits(token=1.0, empty=HALF_EMPTY)  # of empty places that the other networks bear out
_BLACK_ON_BLACK: Final = 0.9  # chance from which a picture with pins as black says a black token
_PLAY_MM: Final = 1.2
_PLAY_GUESSED_MM: Final = 2.6  # without a camera file


def play_mm(camera: CameraModel | None) -> float:
    """How far beside its place a site's token may be looked for."""
    return _PLAY_MM if camera is not None else _PLAY_GUESSED_MM


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What one frame showed at one site; raw, may be wrong.

    `chances` holds a probability for `empty`, each seat's token and `something`.
    """

    site: SiteId
    seen: Seen
    confidence: float  # 0 to 1: the chance of `seen`; for `unknown`, 0
    chances: Mapping[Seen, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameReading:
    """All that one frame showed."""

    number: int
    at: float
    board: BoardState
    sightings: Mapping[SiteId, Sighting]  # empty when the board is lost
    px_per_mm: float = 0.0  # at the farthest site; below 1.2 mistakes become likelier
    dark: bool = False
    colourless: bool = False  # everything is unknown then: without its hue a token passes for print
    colours_off: bool = False  # they contradict the outlines, which alone were believed
    # Both are 0 where enough tokens on their pins, or a stretch of plain places, tell the board.
    strange: float = 0.0  # share of the sites that show neither pin nor token; see STRANGE_BOARD
    doubtful: float = 0.0  # the same, plainly; see UNLIKE_BOARD
    other_print: bool = False  # bare pins do not show where the file has them
    aside: Aside | None = None  # tokens stand beside the places that the file has


@dataclass(frozen=True, slots=True, eq=False)
class ReadingPlan:
    """Everything that stays the same while the board rests."""

    pose: Pose
    cutter: Cutter
    probe: LightProbe
    pins: PinTops
    judged: NDArray[np.bool_]  # (N,): in the picture, large enough, and its place known well enough
    vague: NDArray[np.bool_]  # (N,): its place is known too badly to call it empty


class BoardReader:
    """Reads one board in frames of one camera, or in stills.

    Args:
        camera: None: the lens is guessed from the board's own markers, with more doubt.
        reference: a picture of the empty board by the same camera from the same place.
        detector: how sites are judged; None: as suits the board's tokens.
        looks: how this table's tokens look; None: as the board's file says.
    Raises:
        UnreadableBoardError: the layout has no markers or no pins.
    """

    def __init__(
        self,
        layout: BoardLayout,
        camera: CameraModel | None = None,
        reference: Frame | None = None,
        detector: Detector | LearntDetector | None = None,
        looks: TokenLooks | None = None,
    ) -> None:
        if layout.markers is None:
            raise UnreadableBoardError(
                f"board {layout.map}: has no markers, so no camera can read it; print a board with markers"
            )
        self._layout = layout
        self.markers = layout.markers
        self._pins = layout.pins()
        if not self._pins:
            raise UnreadableBoardError(f"board {layout.map}: has no pins to read; add sites")
        self.sites: tuple[SiteId, ...] = tuple(site.id for site in self._pins)
        self._spots = np.array([(site.x, site.y) for site in self._pins])
        self._detector = detector or detector_for(layout, play_mm(camera), looks)
        self.answers: tuple[Seen, ...] = ("empty", *self._detector.colours, "something")
        self.black = self.answers.index("black") if "black" in self.answers else None  # as the answers count
        self._camera = camera
        self._tracker = BoardTracker(layout.markers, camera)
        self._plan: ReadingPlan | None = None
        self._print_fit: PrintFit | None = None  # of that plan, once it was asked for
        self.empties: Thumbs | None = None
        self._empty_tones: Floats | None = None  # as the reference shows the sites
        if reference is not None:
            self.empties, self._empty_tones = self._empties(reference)

    @property
    def plain(self) -> float:
        """Chance from which an answer is plain; 0: none is plainer than another."""
        return self._detector.plain

    def read(self, frame: Frame, *, print_proven: bool = False) -> FrameReading:
        """What the frame shows at every pin.

        Args:
            print_proven: that it is the file's print was seen before, and is not looked for again.
        """
        tracked, plan = self.locate(frame)
        if plan is None:
            return FrameReading(number=frame.number, at=frame.at, board=tracked.state, sightings={})
        patches, light = plan.cutter.cut(frame.image), plan.probe.measure(frame.image)
        every = np.arange(len(self.sites))
        verdicts = self.judge(plan, patches, light, every, closely=True)
        off = verdicts.colours_off and not light.colourless
        if off:
            verdicts = self._by_outline(plan, patches, light, every)
        chances = verdicts.chances
        as_printed = print_proven or self.as_printed(frame.image, light, chances, plan.judged)
        told = not (print_proven or off or light.dark or light.colourless)
        aside = self.aside(frame.image, light, chances, plan) if told else None
        bare = plan.judged & (chances[:, 0] >= PIN_PLAIN)
        colours = plan.pins.colours(patches, light)
        tones = colours.mean(axis=1)
        pin_darker = darker(tones, bare)
        by_pin = black_by_pin(chances, pin_darker > 1, self.black, verdicts.torn)
        chances = without_pin(chances, by_pin)
        seen = self._said(verdicts, chances, by_pin, dark_pins=blackish(tones, bare))
        seen &= ~empty_without_pin(chances, pin_darker, off_colour(colours, bare), verdicts.bare)
        borne_out = np.zeros(len(seen), dtype=bool) if verdicts.borne_out is None else verdicts.borne_out
        sightings = {
            site: self.sighting(site, row, bool(sure), _BORNE_OUT if plain else self._detector.alone)
            for site, row, sure, plain in zip(self.sites, chances, seen, borne_out, strict=True)
        }
        covering = plan.judged if verdicts.disturbed is None else plan.judged & ~verdicts.disturbed
        sightings |= self._beside_hidden(sightings, covering, verdicts.beside)
        plain = 0.0 if off else self._detector.plain  # nothing is plain by its outline alone
        strange, doubtful = unlike(chances[plan.judged], plain, self._spots[plan.judged])
        return FrameReading(
            number=frame.number,
            at=frame.at,
            board=tracked.state,
            sightings=sightings,
            px_per_mm=float(plan.cutter.px_per_mm.min()),
            dark=light.dark,
            colourless=light.colourless,
            colours_off=off,
            strange=strange,
            doubtful=doubtful,
            other_print=not as_printed,
            aside=aside,
        )

    def _said(
        self, verdicts: Verdicts, chances: Floats, by_pin: NDArray[np.bool_], *, dark_pins: bool
    ) -> NDArray[np.bool_]:
        """(N,): sites of which a single picture says what stands there."""
        seen = verdicts.seen.copy()
        if verdicts.weak is not None:  # for a black token that no pin shows is a second witness
            seen &= ~verdicts.weak | by_pin
        if self.black is not None and dark_pins:
            black = chances[:, self.black]
            seen &= (black < chances.max(axis=1)) | (black >= _BLACK_ON_BLACK)
        return seen

    def _beside_hidden(
        self, sightings: Mapping[SiteId, Sighting], judged: NDArray[np.bool_], least_empty: Floats | None
    ) -> dict[SiteId, Sighting]:
        """Sites that are not plain, beside one that cannot be told: the same sleeve may lie over both.

        Args:
            judged: (N,) sites of which one that is unknown may lie under a sleeve.
            least_empty: (N,) chance from which one is called empty there; None: no more than a token.
        """
        seen = [sightings[site] for site in self.sites]
        lost = np.array([one.seen in ("unknown", "something") for one in seen]) & judged
        near = np.linalg.norm(self._spots[:, None] - self._spots[lost][None], axis=2) <= _NEAR_MM
        empties = np.full(len(seen), _BESIDE_HIDDEN) if least_empty is None else least_empty
        return {
            one.site: replace(one, seen="unknown", confidence=0.0)
            for one, beside, empty in zip(seen, near.any(axis=1), empties, strict=True)
            if beside and one.confidence < (empty if one.seen == "empty" else _BESIDE_HIDDEN)
        }

    def forget(self) -> None:
        """Look for the board afresh in the next picture; banks and tables are kept."""
        self._tracker = BoardTracker(self.markers, self._camera)
        self._plan = self._print_fit = None

    def locate(self, frame: Frame) -> tuple[Tracked, ReadingPlan | None]:
        """Find the board; the plan is the same object as long as the pose is."""
        tracked = self._tracker.look(frame)
        if tracked.pose is None:
            self._plan = None
        elif self._plan is None or self._plan.pose is not tracked.pose:
            self._plan, self._print_fit = self._planned(tracked.pose, tracked.in_view), None
        return tracked, self._plan

    def judge(
        self, plan: ReadingPlan, patches: Patches, light: Light, places: Places, *, closely: bool = False
    ) -> Verdicts:
        """What stands at the sites at `places`, and whether each can be judged; takes all patches."""
        known = None if self._empty_tones is None else self._empty_tones[places]
        verdicts = self._detector.judge(patches[places], plan.cutter, light, places, known, closely=closely)
        seen = verdicts.seen & plan.judged[places] & (not (light.dark or light.colourless))
        vague = np.flatnonzero(seen & plan.vague[places] & (verdicts.chances.argmax(axis=1) == 0))
        if vague.size:
            cut, where = patches[places[vague]], places[vague]
            seen[vague] = self._detector.pins_shown(cut, plan.cutter, light, where)
        if self.empties is None:
            return replace(verdicts, seen=seen)
        compared = np.isfinite(self.empties[places, 0, 0, 0])
        now = thumbs(patches[places], light.at(places))
        share = changed_share(now, np.nan_to_num(self.empties[places]))
        chances = verdicts.chances.copy()
        chances[compared & (share <= SAME), 1:-1] *= self._detector.same_odds
        chances /= chances.sum(axis=1, keepdims=True)
        looks_empty = chances.argmax(axis=1) == 0
        if known is not None:
            looks_empty &= chances[:, 0] < self._detector.sure_changed
        return replace(verdicts, chances=chances, seen=seen & ~(compared & looks_empty & (share >= OTHER)))

    def as_printed(
        self, image: Image, light: Light, chances: NDArray[np.float32], looked: NDArray[np.bool_]
    ) -> bool:
        """Whether bare pins show where the file has them; True where too few are bare to tell.

        Args:
            image: of the frame that was located last.
            chances: (N, answers), empty first.
            looked: (N,) the sites that they tell something of.
        """
        if self._plan is None:
            return True
        if self._print_fit is None:
            self._print_fit = print_fit(self._layout, self._pins, self._plan.pose)
        share = self._print_fit.share(image, light, chances, looked & self._plan.judged)
        return fits(share, spots=self._print_fit.printed)

    def aside(
        self,
        image: Image,
        light: Light,
        chances: NDArray[np.float32],
        plan: ReadingPlan,
        looked: NDArray[np.bool_] | None = None,
    ) -> Aside | None:
        """Whether tokens stand beside the places of the file; None where they do not, or that cannot be told.

        Args:
            looked: (N,) the sites that the chances tell something of; None: all.
        """
        detector = self._detector
        if not (isinstance(detector, LearntDetector) and detector.tells_aside):
            return None
        judged = plan.judged if looked is None else plan.judged & looked

        def plain(patches: Patches, places: Places, closely: bool) -> NDArray[np.float32]:
            return detector.plain_tokens(patches, plan.cutter, light, places, closely=closely)

        return tokens_aside(image, self._layout, self._pins, plan.pose, chances, judged, plain)

    def _by_outline(self, plan: ReadingPlan, patches: Patches, light: Light, places: Places) -> Verdicts:
        """The same in a picture whose colours lie; what was kept of the empty board is of no use there."""
        assert isinstance(self._detector, LearntDetector)
        verdicts = self._detector.by_outline(patches[places], plan.cutter, light, places)
        return replace(verdicts, seen=verdicts.seen & plan.judged[places] & (not light.dark))

    def sighting(
        self, site: SiteId, chances: NDArray[np.float32], seen: bool, limits: Limits | None = None
    ) -> Sighting:
        """Name the likeliest answer, or `unknown` when it is not likely enough.

        Args:
            limits: None: of one frame among many, whose doubt is asked about at the table.
        """
        limits = limits or self._detector.in_turn
        best = int(chances.argmax())
        likely = chances[best] >= (limits.empty if best == 0 else limits.token)
        doubted = best == 0 and chances[1:-1].sum() > limits.beside_empty
        named = dict(zip(self.answers, chances.tolist(), strict=True))
        if not seen or not likely or doubted:
            return Sighting(site=site, seen="unknown", confidence=0.0, chances=named)
        return Sighting(
            site=site, seen=self.answers[best], confidence=min(1.0, float(chances[best])), chances=named
        )

    def _planned(self, pose: Pose, in_view: frozenset[int]) -> ReadingPlan:
        cut = cutter(self._layout, self._pins, pose)
        tops = np.column_stack([self._spots, np.full(len(self._spots), self._layout.tokens.top_mm)])
        doubt = pose.doubt_mm(self.markers, tops)
        probe = light_probe(self.markers, in_view or pose.used, pose, self._spots)
        judged = cut.inside & (cut.px_per_mm >= _LEAST_PX_PER_MM) & (doubt <= _DOUBT_MM)
        sure = self._camera is not None and len(pose.used) >= _SURE_MARKERS
        vague = np.asarray(doubt > (_DOUBT_MM if sure else _VAGUE_MM))
        return ReadingPlan(pose, cut, probe, pin_tops(self._layout, cut), np.asarray(judged), vague)

    def _empties(self, reference: Frame) -> tuple[Thumbs, Floats]:
        tracked = BoardTracker(self.markers, self._camera).look(reference)
        if tracked.pose is None:
            raise FrameError(
                "reference picture: too few markers show; give a picture of the whole empty board"
            )
        plan = self._planned(tracked.pose, tracked.in_view)
        patches, light = plan.cutter.cut(reference.image), plan.probe.measure(reference.image)
        tones = seen_tones(patches, light.tones(np.arange(len(self.sites))))
        tones[~plan.judged] = np.nan
        return thumbs(patches, light), tones
