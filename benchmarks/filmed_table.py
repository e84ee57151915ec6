"""A simulated table that is filmed frame by frame, with truth. Used by drawn_sequences."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np

from benchmarks.sequence_judge import Shot
from lab.camera.drawn_camera import Nudge, SimulatedCamera
from lab.camera.hands import Edge, Hand
from lab.camera.things import Thing
from tabletop import TOKEN_COLOURS, BoardLayout, SiteId, TokenColour
from vision import Frame
from vision.pose import Pose

SLEEVES: Final = ((70, 90, 120), (190, 30, 40), (30, 90, 190), (40, 140, 70), (25, 25, 28), (235, 200, 60))
_SKINS: Final = ((205, 150, 120), (120, 80, 60), (235, 190, 165), (80, 55, 45))
EDGES: Final[tuple[Edge, ...]] = ("front", "back", "left", "right")
_COVER_MM: Final = 16.0  # a site so near to a hand's outline counts as hidden
_HAND_MM, _TOKEN_MM = 34.0, 8.0  # heights over the board
_CLEAR_MM: Final = 14.0  # of what lies between a site and the camera: a token there shows whole


@dataclass(slots=True, eq=False)
class Table:
    """A simulated table that is filmed frame by frame."""

    layout: BoardLayout
    film: SimulatedCamera
    rng: np.random.Generator
    fps: float
    stands: dict[SiteId, TokenColour] = field(default_factory=dict)
    nudge: Nudge = (0.0, 0.0, 0.0)
    things: tuple[Thing, ...] = ()
    hand: Hand | None = None
    light: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    noise: float = 0.0
    auto: bool = False  # exposure follows the picture's mean
    strict: bool = False  # a site counts as hidden only where the camera does not see it past the hand
    number: int = 0

    def shot(self, *, pushed: bool = False, gone: bool = False) -> Shot:
        """The next frame."""
        frame = self.film.render(
            self.stands,
            at=self.number / self.fps,
            number=self.number,
            hand=self.hand,
            light=self.light,
            nudge=self.nudge,
            things=self.things,
        )
        self.number += 1
        return Shot(self._seen(frame), dict(self.stands), self._hidden(), pushed=pushed, gone=gone)

    def rest(self, seconds: float) -> Iterator[Shot]:
        """Nothing happens for a while."""
        for _ in range(max(1, round(seconds * self.fps))):
            yield self.shot()

    def reach(self, site: SiteId, act: Callable[[], None], *, hold_s: float = 0.4) -> Iterator[Shot]:
        """A hand comes, does something at a site, and goes."""
        place, rng = self.layout.sites[site], self.rng
        arm = Hand(
            reach=(place.x, place.y),
            edge=EDGES[int(rng.integers(4))],
            lean_deg=float(rng.uniform(-25, 25)),
            sleeve_rgb=SLEEVES[int(rng.integers(len(SLEEVES)))],
            skin_rgb=_SKINS[int(rng.integers(len(_SKINS)))],
        )
        steps = max(2, round(0.8 * self.fps))
        for step in range(1, steps + 1):
            self.hand = replace(arm, extent=step / steps)
            yield self.shot()
        act()
        for _ in range(max(1, round(hold_s * self.fps))):
            yield self.shot()
        for step in range(steps - 1, 0, -1):
            self.hand = replace(arm, extent=step / steps)
            yield self.shot()
        self.hand = None

    def free(self) -> SiteId:
        """A site without a token, not too near the picture's edge."""
        names = [site.id for site in self.layout.pins() if site.id not in self.stands]
        return names[int(self.rng.integers(len(names)))]

    def nearest_free(self, site: SiteId) -> SiteId:
        """The pin without a token that is nearest to a site."""
        here = self.layout.sites[site]
        others = [item for item in self.layout.pins() if item.id not in self.stands and item.id != site]
        return min(others, key=lambda item: math.dist((item.x, item.y), (here.x, here.y))).id

    def colour(self) -> TokenColour:
        """Any seat's."""
        return TOKEN_COLOURS[int(self.rng.integers(5))]

    def put(self, site: SiteId, colour: TokenColour) -> Callable[[], None]:
        """The act of setting a token on a pin."""
        return lambda: self.stands.__setitem__(site, colour)

    def lift(self, site: SiteId) -> Callable[[], None]:
        """The act of taking a token off its pin."""
        return lambda: self.stands.__delitem__(site)

    def _seen(self, frame: Frame) -> Frame:
        if self.tint == (1.0, 1.0, 1.0) and not self.noise and not self.auto:
            return frame
        picture = frame.image.astype(np.float32) * np.array(self.tint, np.float32)
        if self.auto:
            picture *= 105.0 / max(20.0, float(picture[::8, ::8].mean()))
        if self.noise:
            grain = np.random.default_rng([self.number, 3]).normal(0, self.noise, picture.shape[:2])
            picture += grain[:, :, None].astype(np.float32)
        return Frame(np.clip(picture, 0, 255).astype(np.uint8), frame.at, frame.number)

    def _hidden(self) -> frozenset[SiteId]:
        return self._behind(self.hand) if self.strict and self.hand is not None else self._near()

    def _behind(self, hand: Hand) -> frozenset[SiteId]:
        """Sites that the camera does not see whole past a hand."""
        wide, high = self.layout.width_mm, self.layout.height_mm
        eye = Pose(self.film.model, self.film.view().rvec, self.film.view().tvec, 0.0, frozenset()).centre()
        hidden = set()
        shapes = [(shape, _HAND_MM) for shape in hand.outlines(wide, high)]
        for shape, height in [*shapes, (hand.sleeve(wide, high), _HAND_MM + 8)]:
            outline = np.array(shape, dtype=np.float32).reshape(-1, 1, 2)
            rise = (height - _TOKEN_MM) / (eye[2] - _TOKEN_MM)
            for site in self.layout.pins():
                x, y = site.x + (eye[0] - site.x) * rise, site.y + (eye[1] - site.y) * rise
                if cv2.pointPolygonTest(outline, (float(x), float(y)), True) > -_CLEAR_MM:
                    hidden.add(site.id)
        return frozenset(hidden)

    def _near(self) -> frozenset[SiteId]:
        wide, high = self.layout.width_mm, self.layout.height_mm
        rings = [(thing.ring, 0.55 * thing.z_mm[1]) for thing in self.things if thing.z_mm[1] > 20]
        if self.hand is not None:
            shapes = (*self.hand.outlines(wide, high), self.hand.sleeve(wide, high))
            rings += [(np.array(shape), 20.0) for shape in shapes]
        hidden = set()
        for ring, lean in rings:
            outline = np.asarray(ring, dtype=np.float32).reshape(-1, 1, 2)
            for site in self.layout.pins():
                if cv2.pointPolygonTest(outline, (site.x, site.y), True) > -(_COVER_MM + lean):
                    hidden.add(site.id)
        return frozenset(hidden)
