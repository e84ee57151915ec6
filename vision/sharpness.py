"""How sharp and how large a board shows: what a camera's place must give before anything is read. Pure."""

import math
from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from tabletop import BoardLayout, Markers
from vision.frame import Frame
from vision.markers import Grey
from vision.pose import Pose

LEAST_PX_PER_MM: Final = 1.2  # at the far edge; with less a star and a cross begin to look alike
MOST_BLUR_MM: Final = 1.5  # of an edge; more melts a star into a disc
_STEPS: Final = 41
_PLACES: Final = (-0.7, -0.4, 0.4, 0.7)  # along a marker's side, in halves of it: clear of its corners
_REACH: Final = 0.9  # of the border's width on either side of the edge
_LEAST_CONTRAST: Final = 25.0  # of 255
_EVERY_S: Final = 5.0
_LOOKS: Final = 3  # the median of so many: a hand that nudges the camera smears one picture
_WELL_AGAIN: Final = 0.9  # of the limit, so that a camera at the limit is not told of again and again

Trouble = Literal["", "blurred", "far"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharpness:
    """What a view gives to read by."""

    px_per_mm: float  # at the board's farthest corner, the mean of all directions
    blur_mm: float  # how far an edge is smeared, from 20 to 80 % of its step; NaN: no edge could be measured

    @property
    def large(self) -> bool:
        """Whether the board fills enough of the picture."""
        return self.px_per_mm >= LEAST_PX_PER_MM

    @property
    def sharp(self) -> bool:
        """Whether edges are narrow enough; a view whose edges cannot be measured is not."""
        return self.blur_mm <= MOST_BLUR_MM


def sharpness(
    grey: Grey, layout: BoardLayout, markers: Markers, pose: Pose, seen: Iterable[int]
) -> Sharpness:
    """Measure one view.

    Args:
        grey: (H, W) uint8.
        seen: ids of the markers in full view.
    """
    widths = [width for number in seen for width in _edge_widths(grey, markers, pose, number)]
    return Sharpness(
        px_per_mm=_least_scale(layout, pose),
        blur_mm=float(np.median(widths)) if widths else float("nan"),
    )


class LensCheck:
    """Measures now and then; show it frames in which the board rests, and tell it of each new view."""

    def __init__(self, layout: BoardLayout, markers: Markers) -> None:
        self._layout, self._markers = layout, markers
        self._blurs: deque[float] = deque(maxlen=_LOOKS)
        self._scales: deque[float] = deque(maxlen=_LOOKS)
        self._due_at = -math.inf
        self.trouble: Trouble = ""

    def begin(self, pose: Pose) -> None:
        """Another view: what was seen from elsewhere counts no more, and it may be too far away no more."""
        self._blurs.clear()
        self._scales.clear()
        self._due_at = -math.inf
        still_far = self.trouble == "far" and _least_scale(self._layout, pose) < LEAST_PX_PER_MM
        self.trouble = "far" if still_far else ""

    def look(self, frame: Frame, pose: Pose, in_view: Collection[int]) -> Trouble:
        """What is wrong, after three looks: `blurred` (a dirty or unfocused lens), `far`, or nothing."""
        if self._due_at - _EVERY_S <= frame.at < self._due_at or not in_view:
            return self.trouble
        self._due_at = frame.at + _EVERY_S
        grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        seen = sharpness(grey, self._layout, self._markers, pose, in_view)
        if not math.isnan(seen.blur_mm):
            self._blurs.append(seen.blur_mm)
        self._scales.append(seen.px_per_mm)
        if len(self._blurs) == _LOOKS:
            self.trouble = self._judged()
        return self.trouble

    def _judged(self) -> Trouble:
        ease = {name: _WELL_AGAIN if self.trouble == name else 1.0 for name in ("far", "blurred")}
        # Too far away edges are smeared over more millimetres as well; nearer is then what helps.
        if float(np.median(self._scales)) * ease["far"] < LEAST_PX_PER_MM:
            return "far"
        return "blurred" if float(np.median(self._blurs)) > MOST_BLUR_MM * ease["blurred"] else ""


def _least_scale(layout: BoardLayout, pose: Pose) -> float:
    """Pixels a millimetre at the board's farthest corner."""
    corners = np.array([(x, y) for x in (0.0, layout.width_mm) for y in (0.0, layout.height_mm)])
    return float(np.nanmin(_scales(pose, corners)))


def _scales(pose: Pose, flat: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,): pixels a millimetre on the board, the geometric mean of its two main directions."""
    steps = [np.array([1.0, 0.0]), np.array([0.0, 1.0])]
    ahead, aside = ((_on_face(pose, flat + step) - _on_face(pose, flat - step)) / 2 for step in steps)
    jacobians = np.stack([ahead, aside], axis=2)
    return np.asarray(np.sqrt(np.abs(np.linalg.det(np.nan_to_num(jacobians)))))


def _on_face(pose: Pose, flat: NDArray[np.float64]) -> NDArray[np.float64]:
    return pose.project(np.column_stack([flat, np.zeros(len(flat))]))


def _edge_widths(grey: Grey, markers: Markers, pose: Pose, number: int) -> list[float]:
    """In millimetres, one a profile across a marker's outline, from its black border into its white one."""
    half = markers.side_mm / 2
    reach = _REACH * min(markers.side_mm / 8, max(1.0, markers.quiet_mm))
    across = np.linspace(-reach, reach, _STEPS)
    profiles = []
    for place in _PLACES:
        along = np.full(_STEPS, place * half)
        out = half + across
        profiles += [(along, -out), (out, along), (along, out), (-out, along)]
    flat = np.array([np.column_stack(profile) for profile in profiles]) + np.array(markers.ids[number])
    pixels = _on_face(pose, flat.reshape(-1, 2))
    height, width = grey.shape
    if not np.isfinite(pixels).all() or (pixels < 0).any() or (pixels > [width - 1, height - 1]).any():
        return []
    where = pixels.astype(np.float32).reshape(len(profiles), _STEPS, 2)
    values = cv2.remap(grey, where, np.empty(0, np.float32), cv2.INTER_LINEAR).astype(np.float64)
    step = across[1] - across[0]
    return [width for row in values if (width := _width(row, step)) is not None]


def _width(profile: NDArray[np.float64], step_mm: float) -> float | None:
    low, high = float(np.median(profile[:6])), float(np.median(profile[-6:]))
    if high - low < _LEAST_CONTRAST:
        return None
    share = (profile - low) / (high - low)
    begins, ends = _crossing(share, 0.2), _crossing(share, 0.8)
    return (ends - begins) * step_mm if 0 <= begins < ends else None


def _crossing(share: NDArray[np.float64], level: float) -> float:
    """Where a rising profile first passes a level, in steps."""
    above = int(np.argmax(share >= level))
    if above == 0:
        return -1.0
    before, after = share[above - 1], share[above]
    return above - 1 + float((level - before) / max(1e-9, after - before))
